import type { CardEffect } from "./card-game.ts";
import { type Fault, factsOf } from "./condition.ts";
import type { CardPack, Rule } from "./pack.ts";
import { cardRoleOf, isEmptyWindow } from "./windows.ts";
import type { Path } from "./yaml.ts";
import { cardFaults } from "./card-check.ts";
import { cardGameSchema } from "./card-schema.ts";
import type { RuleFamily } from "./families.ts";
import { SHOE_FACTS } from "./vocabulary/shoe.ts";

/** What a rule of a card game may not say. */
export function cardRuleFaults(pack: CardPack, rule: Rule, path: Path): readonly Fault[] {
  const faults: Fault[] = [];
  const report: ReportProblem = (key, message) => faults.push({ path: [...path, key], message });
  scopeFaults(pack, rule, report);
  effectFaults(pack, rule, report);
  handFaults(pack, rule, report);
  factFaults(pack, rule, report);
  momentFaults(pack, rule, report);
  return faults;
}

type ReportProblem = (key: string, message: string) => unknown;

/** What can be void at a card table. */
const VOID_SCOPES: readonly Rule["scope"][] = ["round", "next-round", "hand", "cloth"];
/** What a void cannot do to a deal that does not go on. */
const NOT_OF_VOID: readonly CardEffect[] = [
  "use-card",
  "bind-bank",
  "bind-bank-draws",
  "bind-punto",
  "bind-both",
];

function scopeFaults({ cards }: CardPack, { verdict, scope }: Rule, report: ReportProblem): void {
  if (scope === "spin")
    report("scope", "a spin is a wheel's: cards have round, next-round, hand, cloth, card, shoe");
  else if (scope === "throw") report("scope", "a throw is one of dice");
  else if (verdict === "void" && !VOID_SCOPES.includes(scope))
    report("scope", `what is void is one of ${VOID_SCOPES.join(", ")}`);
  if (scope === "cloth" && cards.outcome !== null && cards.outcome.kind !== "two-cloths")
    report("scope", "only the banca with two cloths (dos paños) has cloths");
}

function effectFaults({ cards }: CardPack, { verdict, effect, scope }: Rule, report: ReportProblem): void {
  if (effect === undefined) {
    if (verdict === "corrected") report("verdict", "what is corrected has an effect, if only none");
    return;
  }
  if (verdict === "void" && NOT_OF_VOID.includes(effect))
    report("effect", `"${effect}" is for a deal that goes on, and this one is void`);
  else if (verdict !== "void" && verdict !== "corrected")
    report("effect", "only what is corrected or void has an effect");
  const isOfHand = effect === "hand-out" || effect === "hand-loses";
  if (isOfHand && scope !== "hand" && scope !== "cloth")
    report("effect", "a hand that is out is of scope hand or cloth");
  if (effect === "hand-loses" && cards.outcome !== null && cards.outcome.kind !== "bank-poker")
    report("effect", "a hand loses to the bank by a rule only in poker against it");
  const binds = effect.startsWith("bind-");
  if (binds && !cards.deal.some(({ step }) => step.startsWith("third-card")))
    report("effect", "this game has no table of third cards to bind anybody to");
}

function handFaults({ cards }: CardPack, rule: Rule, report: ReportProblem): void {
  const { verdict, scope, effect, deem, asks, hand, declaredBy } = rule;
  const kind = cards.outcome?.kind;
  if (deem !== undefined) {
    if (verdict !== "corrected") report("deem", "only what is corrected says what a hand counts");
    if (scope !== "hand" && scope !== "cloth") report("deem", "what counts so much is a hand or a cloth");
    if (kind !== undefined && kind !== "punto-y-banca" && kind !== "two-cloths")
      report("deem", "only in punto y banca and its kin a hand is deemed to count something");
  }
  if (asks !== undefined) {
    if (declaredBy === undefined) report("asks", "nobody declares this rule, so nobody can be asked");
    if (scope !== "hand" && scope !== "cloth" && scope !== "card")
      report("asks", "a hand is asked for only if the rule reaches a hand, a cloth or a card");
  }
  const isOne = hand === "punto" || hand === "banca" || hand === "bank";
  if (isOne && asks !== undefined) report("asks", `its hand is the ${hand}: it is not asked for`);
  const names = asks !== undefined || isOne;
  const out = verdict === "void" || effect === "hand-out" || effect === "hand-loses";
  if (out && (scope === "hand" || scope === "cloth") && declaredBy !== undefined && !names)
    report("scope", "who declares that a hand is out must say which: asks: hand");
}

/** When a rule may be declared, and of which cards and hands. */
function momentFaults({ cards }: CardPack, rule: Rule, report: ReportProblem): void {
  const { window, card, hand, seen, declaredBy, effect } = rule;
  const hasThirds = cards.deal.some(({ step }) => step.startsWith("third-card"));
  const role = cardRoleOf(rule);
  if (window !== undefined && isEmptyWindow(window))
    report("window", `it ends (${window.until}) before it begins (${window.from})`);
  if (window !== undefined && !hasThirds && [window.from, window.until].includes("thirds"))
    report("window", "this game deals no third cards");
  const isThird = role === "third" || role === "second-third" || role === "thirds";
  if (isThird && !hasThirds) report(card === undefined ? "effect" : "card", "this game deals no third cards");
  if (card !== undefined && !/^(burn|hold)-/.test(effect ?? ""))
    report("card", "only a rule that burns or holds a card says which");
  if (declaredBy === undefined && (card ?? hand ?? seen ?? window) !== undefined)
    report("declaredBy", "nobody declares this rule: card, hand, seen and window are for who does");
  if (hand === "cloths" && !cards.deal.some(({ step }) => step === "third-card-two-cloths"))
    report("hand", "this game has no cloths");
  if ((hand === "punto" || hand === "banca") && !hasThirds) report("hand", `this game has no ${hand}`);
  if (hand === "seats" && cards.seats === null && cards.reader === "shoe")
    report("hand", "this game has no seats");
}

/** A rule about something that the game does not have would never be asked. */
function factFaults({ cards }: CardPack, rule: Rule, report: ReportProblem): void {
  const facts = factsOf(rule.when);
  if (cards.reader === "none" && facts.length > 0)
    report("when", "no machine reads this game: every rule is declared by somebody");
  if (facts.includes("cut-card") && cards.cutCard === null) report("when", "this game has no cut card");
  if (facts.includes("burn-count") && cards.burn.rule === "none")
    report("when", "no cards are burnt in this game");
  if (facts.includes("tableau-broken") && !cards.deal.some(({ step }) => step.startsWith("third-card")))
    report("when", "this game has no table of third cards");
}

/** Rulebooks of games of cards. */
export const CARD_RULES: RuleFamily = {
  voided: "round",
  facts: SHOE_FACTS,
  shape: { cards: cardGameSchema },
  faults: (pack: CardPack) => cardFaults(pack),
  ruleFaults: (pack: CardPack, rule: Rule, path: Path) => cardRuleFaults(pack, rule, path),
};

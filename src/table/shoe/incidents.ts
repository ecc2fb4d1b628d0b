import { nextStepsOf } from "../kernel/verdicts.ts";
import { factsOf } from "../../rules/condition.ts";
import { verdictOf } from "../../rules/engine.ts";
import type { CardEffect } from "../../rules/card-game.ts";
import type { Fact, Reason } from "../../rules/facts.ts";
import type { CardReason } from "../../codes/reasons.ts";
import type { Rule, RuleVerdict } from "../../rules/pack.ts";
import type { Person } from "../../people/roles.ts";

import { emitRecord } from "../kernel/context.ts";
import type { ShoeFactName } from "../../rules/vocabulary/shoe.ts";
import {
  advanceDeal,
  bookCard,
  recordedCard,
  setHand,
  recordDeal,
  handWith,
  advanceAndRecord,
  addMove,
  burnDealtCard,
  bookFromTable,
  mayStillDeal,
} from "./flow.ts";
import { askPerson } from "./decision.ts";
import { discardEarlyCards } from "./early-cards.ts";
import { askWhichIsBurnt, holdCard, holdForBank, stuckCards } from "./held-cards.ts";
import { dealOf, NEW_STEP, setDeal, setRound } from "./live.ts";
import type { BoundSide, HandId, PublicHand, StepProgress, SaidMove } from "./plays/play.ts";
import { leaveUndecided, voidRound } from "./verdicts.ts";
import type { IncidentRecord, RecordedCard } from "./records.ts";
import type { CardContext } from "./types.ts";

/** What an incident is about, as far as it is known. */
export interface IncidentSubject {
  readonly hand: HandId | null;
  /** Number of the card in question in this round. */
  readonly n: number | null;
}

export const NO_SUBJECT: IncidentSubject = { hand: null, n: null };

/**
 * Something happened that rules may speak of. Every rule of the pack that now applies because of it acts, in the pack's order,
 * until one ends the round. Where no rule speaks of it the law is silent: then a person decides.
 */
export function reportFact(
  context: CardContext,
  name: ShoeFactName,
  value: string | true | number,
  about: IncidentSubject = NO_SUBJECT,
): void {
  const { round } = dealOf(context);
  if (round === null) return;
  const before = round.facts[name];
  setRound(context, { facts: { ...round.facts, [name]: factOf(value) } });
  const facts = dealOf(context).round?.facts ?? {};
  const { applying } = context.rules.judge(facts, "running");
  const spoken = applying.filter(({ rule }) => factsOf(rule.when).includes(name));
  if (spoken.length === 0) handleSilentLaw(context, name, value, about);
  for (const { rule, reason, verdict } of spoken) {
    // A round has one verdict of the machine: what it finds later a person is told.
    if (round.decided && annulsRound(rule, verdict)) {
      recordIncident(context, rule, reason, "person-decides", about, "machine");
      continue;
    }
    applyRule(context, rule, reason, about, "machine");
    if (hasEnded(context, rule)) return;
  }
  // What was put right may happen again; what ended the round, or a hand, stays a fact of it. A count goes on counting.
  const isOver = dealOf(context).round?.decided === true;
  if (!isOver && spoken.length > 0 && typeof value !== "number") restoreFact(context, name, before);
}

function restoreFact(context: CardContext, name: ShoeFactName, before: Fact | undefined): void {
  const { round } = dealOf(context);
  if (round === null) return;
  const rest = Object.fromEntries(Object.entries(round.facts).filter(([other]) => other !== name));
  setRound(context, { facts: before === undefined ? rest : { ...rest, [name]: before } });
}

const factOf = (value: string | true | number): Fact =>
  typeof value === "string"
    ? { is: "word", value }
    : value === true
      ? { is: "flag", value: true }
      : { is: "count", atLeast: value, atMost: value };

const annulsRound = ({ scope }: Rule, verdict: RuleVerdict): boolean =>
  verdict === "void" && (scope === "round" || scope === "shoe");

/** A rule that ends the round leaves nothing for the ones after it. */
function hasEnded(context: CardContext, rule: Rule): boolean {
  return rule.scope === "round" && dealOf(context).round?.decided === true;
}

/** What the rule does: by the machine's facts, or because a person declared it. */
export function applyRule(
  context: CardContext,
  rule: Rule,
  reason: Reason,
  about: IncidentSubject,
  by: "machine" | Person,
): void {
  const verdict = verdictOf(rule, context.rules.coverage.houseRules);
  if (annulsRound(rule, verdict)) {
    return voidRound(context, [reason], by);
  }
  if (verdict === "person-decides") {
    // Words that the law prescribes for it are those of an annulment: who says them has decided.
    if (by !== "machine" && rule.announce !== undefined) return voidRound(context, [reason], by);
    recordIncident(context, rule, reason, "person-decides", about, by);
    return askPerson(context, "left-to-a-person", [rule.id], reason.observed);
  }
  if (verdict === "void" && rule.scope === "next-round") {
    // Said once the next round has begun with the cards too many: it is that one.
    if (dealOf(context).round?.decided === false) return voidRound(context, [reason], by);
    setDeal(context, { nextVoid: reason });
    return recordIncident(context, rule, reason, "void-next", about, by);
  }
  if (verdict === "void") {
    const word = rule.scope === "cloth" ? "void-cloth" : "void-hand";
    recordIncident(context, rule, reason, word, about, by);
    return rule.effect === "skip-hand" ? skipHand(context, about) : putHandOut(context, about);
  }
  recordIncident(context, rule, reason, verdict, about, by);
  if (rule.deem !== undefined && about.hand !== null) {
    setHand(context, about.hand, { deemed: rule.deem });
    advanceUndecided(context);
  }
  // What a person calls an error was not asked for; a card set aside by the machine's own eyes is still owed.
  const isHeld = rule.effect?.startsWith("hold-") === true;
  if (isHeld || (rule.effect === "burn-card" && by !== "machine")) withdrawWord(context, about);
  if (rule.effect !== undefined && dealOf(context).round !== null) EFFECTS[rule.effect](context, about);
}

/** Some rule of the game asks for this fact. */
export const hasRuleAbout = (context: CardContext, name: ShoeFactName): boolean =>
  context.rules.pack.rules.some((rule) => factsOf(rule.when).includes(name));

/** What no rule is about and a person has to say, told as an incident. `n`: the card. */
export function tellOpen(context: CardContext, rule: CardReason, n: number): void {
  emitRecord(context, {
    kind: "incident",
    round: context.durable.round,
    reason: { rule, cite: "", observed: { card: n } },
    verdict: "person-decides",
    effect: null,
    hand: null,
    then: [],
    calledBy: "machine",
  });
}

/** What was declared and acts through the list of the round's inputs is told as every other incident. */
export function tellDeclared(
  context: CardContext,
  rule: Rule,
  reason: Reason,
  about: IncidentSubject,
  by: Person,
): void {
  recordIncident(context, rule, reason, verdictOf(rule, context.rules.coverage.houseRules), about, by);
}

function recordIncident(
  context: CardContext,
  rule: Rule,
  reason: Reason,
  verdict: IncidentRecord["verdict"] | "void",
  about: IncidentSubject,
  calledBy: "machine" | Person,
): void {
  const then = nextStepsOf(context, [rule.id]);
  if (verdict === "deviation") {
    const { round } = dealOf(context);
    setRound(context, { deviations: [...(round?.deviations ?? []), reason] });
  }
  emitRecord(context, {
    kind: "incident",
    round: context.durable.round,
    reason,
    verdict: verdict === "void" ? "void-hand" : verdict,
    effect: rule.effect ?? null,
    hand: about.hand,
    then,
    calledBy,
  });
}

function putHandOut(context: CardContext, { hand }: IncidentSubject, state: PublicHand["state"] = "out"): void {
  // Which hand it is was not told: nobody can go on as if it were none.
  if (hand === null) return leaveUndecided(context, ["hand-not-named"]);
  setHand(context, hand, { state });
  advanceUndecided(context);
}

/** Goes on with a round that has no verdict yet. */
function advanceUndecided(context: CardContext): void {
  if (dealOf(context).round?.decided === false) advanceAndRecord(context);
}

/** What each effect of a rule does to the deal. */
const EFFECTS: Readonly<Record<CardEffect, (context: CardContext, about: IncidentSubject) => unknown>> = {
  "burn-card": burnCard,
  "burn-stuck": burnStuck,
  "choose-stuck": (context, { n }) =>
    // Where no hand can choose every card from here on lies nobody knows where: none of them is told as an open one.
    askWhichIsBurnt(context, n ?? 0) || leaveUndecided(context, ["stuck-card-choice"]),
  "burn-early": discardEarlyCards,
  "burn-missing": (context) => setDeal(context, { burnAfterRound: dealOf(context).burnOwed, burnOwed: 0 }),
  "burn-and-close"(context, about) {
    burnCard(context, about);
    closeHand(context, about);
  },
  "hold-card": (context, { n }) => n !== null && holdCard(context, n),
  "hold-rest": (context, { n }) =>
    n !== null && dealOf(context).round?.decided === false && holdCard(context, n, "rest"),
  "hold-for-bank": (context) => holdForBank(context, "banca-takes"),
  "hold-by-table": (context) => holdForBank(context, "banca-shows"),
  "hand-out": (context, about) => putHandOut(context, about),
  "hand-loses": (context, about) => putHandOut(context, about, "lost"),
  "skip-hand": skipHand,
  "bind-bank": (context) => bindSides(context, "banca"),
  "bind-bank-draws": (context) => bindSides(context, "banca-draws"),
  "bind-punto": (context) => bindSides(context, "punto"),
  "bind-both": (context) => bindSides(context, "punto", "banca"),
  "wait-for-shuffle"(context) {
    setRound(context, { waits: true });
    advanceUndecided(context);
  },
  reshuffle: (context) => setDeal(context, { barred: "reshuffle-due" }),
  "remove-machine"(context) {
    setDeal(context, { barred: "machine-removed" });
    // The deal can not be completed from another pack.
    const isDealt = (dealOf(context).round?.cards ?? 0) > 0;
    if (isDealt && mayStillDeal(context)) leaveUndecided(context, ["machine-removed"]);
  },
  "use-card": () => undefined,
  none: () => undefined,
};

/** These sides are bound to the table of third cards, beside those that are bound already. */
function bindSides(context: CardContext, ...more: readonly BoundSide[]): void {
  const { round } = dealOf(context);
  if (round === null) return;
  const sides = ["punto", "banca", "banca-draws"] as const;
  const bound = sides.filter((side) => round.deal.bound.includes(side) || more.includes(side));
  setRound(context, { deal: { ...round.deal, bound } });
  advanceUndecided(context);
}

/** The word that the card in question was taken for, or was dealt on, is not said: the hand may speak anew. */
function withdrawWord(context: CardContext, { n }: IncidentSubject): void {
  const { round } = dealOf(context);
  const hand = round === null || n === null ? null : handWith(round.deal, n);
  if (round === null || n === null || hand === null || round.decided) return;
  const stored = (word: SaidMove): boolean =>
    word.who !== hand.id || word.move !== "card" || word.after !== n - 1;
  setRound(context, {
    deal: { ...round.deal, said: round.deal.said.filter(stored) },
    here: { ...round.here, said: round.here.said.filter(stored) },
  });
}

/**
 * A seat that was passed over got none of the cards that were booked to it: all that were dealt go to the hands that really got
 * them, as if it had never been in. Once somebody has said anything of his cards this can no longer be known; who is dealt first, and what
 * else was said before any card had left, stays as it is.
 */
function skipHand(context: CardContext, { hand }: IncidentSubject): void {
  const { round } = dealOf(context);
  if (round === null || round.decided) return;
  const seat = Number(/^seat-(\d+)$/.exec(hand ?? "")?.[1] ?? 0);
  if (!round.deal.seats.includes(seat) || round.deal.said.some(({ after }) => after > 0))
    return leaveUndecided(context, ["hand-cannot-be-skipped"]);
  const dealt = round.deal.hands.flatMap((one) => one.cards).toSorted((a, b) => a.n - b.n);
  const seats = round.deal.seats.filter((other) => other !== seat);
  const before: Record<number, StepProgress> = {};
  for (const [step, { said }] of Object.entries({ ...round.heres, [round.step]: round.here }))
    before[Number(step)] = { ...NEW_STEP, said };
  setRound(context, {
    deal: { ...round.deal, seats, hands: [] },
    step: 0,
    here: before[0] ?? NEW_STEP,
    heres: before,
    stepOf: {},
  });
  advanceDeal(context);
  const moved: RecordedCard[] = [];
  for (const card of dealt) {
    const due = dealOf(context).round?.due?.card ?? null;
    if (due === null) return leaveUndecided(context, ["hand-cannot-be-skipped"]);
    moved.push(recordedCard(context, due.to, bookCard(context, card.n, due, round.exposed.includes(card.n))));
    advanceDeal(context);
  }
  recordDeal(context, "moved", moved);
}

/** The hand is closed by an incident: it stands as it lies, whatever it might still have asked for. */
function closeHand(context: CardContext, { hand }: IncidentSubject): void {
  const { round } = dealOf(context);
  if (round === null || hand === null || round.decided) return;
  addMove(context, { who: hand, move: "stand", after: round.cards, cards: [] });
  advanceUndecided(context);
}

/** All that left together is burnt. Where it is not known which they are every card from here on lies nobody knows where. */
function burnStuck(context: CardContext, about: IncidentSubject): void {
  const cards = stuckCards(context, about.n ?? 0);
  if (cards.length === 0) return leaveUndecided(context, ["stuck-card-choice"]);
  for (const n of cards.toReversed()) burnCard(context, { ...about, n });
  setDeal(context, { stuckInAll: 0 });
}

/** The card is set aside with the burnt ones, and whoever was to have it gets the next. */
function burnCard(context: CardContext, { n }: IncidentSubject): void {
  const { round, early } = dealOf(context);
  if (round === null || n === null) return;
  if (!round.decided) return burnDealtCard(context, n);
  // It waited for the next round, and lay face up.
  setDeal(context, { early: early.filter((card) => card.n !== n) });
  bookFromTable(context, n, "burnt");
}

/** These break the deal itself: where the law is silent on them a person decides what becomes of the round. */
function handleSilentLaw(
  context: CardContext,
  name: ShoeFactName,
  value: string | true | number,
  about: IncidentSubject,
): void {
  const { round } = dealOf(context);
  if (round === null || HARMLESS.has(name)) return;
  // The law speaks of a jam only where it keeps the deal from being completed, and so far it does not.
  if (name === "jam" && value === "dealing" && hasRuleAbout(context, "deal-stopped")) return;
  const reason: Reason = { rule: "law-silent", cite: "", observed: { [name]: value } };
  if (!round.decided) askPerson(context, "law-silent", [], { [name]: value });
  // A round that ends by it says so itself; of one that waits, or is over, people are told.
  if (dealOf(context).round?.decided === true && !round.decided) return;
  emitRecord(context, {
    kind: "incident",
    round: round.number,
    reason,
    verdict: "person-decides",
    effect: null,
    hand: about.hand,
    then: [],
    calledBy: "machine",
  });
}

/** What leaves every card known and in its place. The cut card does what the game's own table says of it. */
const HARMLESS: ReadonlySet<ShoeFactName> = new Set<ShoeFactName>([
  "early-card",
  "cut-card",
  "face-up-cards",
  "burn-count",
]);

/** The turned cards showed that a side drew or stood against the table that bound it. */
export function reportBreach(context: CardContext): void {
  const { round } = dealOf(context);
  if (round === null || round.breach === null || round.decided) return;
  setRound(context, { breach: null, breachTold: true });
  reportFact(context, "tableau-broken", round.breach, { hand: round.breach, n: null });
}

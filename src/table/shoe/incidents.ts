import { moveCard } from "../../cards/shoe-account.ts";
import { factsOf } from "../../rules/condition.ts";
import { stepsAfter, verdictOf } from "../../rules/engine.ts";
import type { CardEffect } from "../../rules/card-game.ts";
import type { Fact } from "../../rules/facts.ts";
import type { Rule } from "../../rules/pack.ts";
import type { Person } from "../../people/roles.ts";
import type { Reason } from "../../rules/reason.ts";
import { emit, type TableTurn } from "../turn.ts";
import type { ShoeFactName } from "../../rules/vocabulary/shoe.ts";
import { advance, book, recorded, setHand, tell, undeal, whereIs } from "./flow.ts";
import { discardEarly } from "./early-cards.ts";
import { askWhichIsBurnt, holdCard, holdForBank, stuckCards } from "./held-cards.ts";
import { dealOf, NOTHING_HERE, setDeal, setRound } from "./live.ts";
import type { BoundSide, HandId, Here, SaidMove } from "./plays/play.ts";
import { doubt, undecide, voidRound } from "./verdicts.ts";
import type { IncidentRecord, RecordedCard } from "./records.ts";

/** What an incident is about, as far as it is known. */
export interface About {
  readonly hand: HandId | null;
  /** Number of the card in question in this round. */
  readonly n: number | null;
}

export const NOTHING: About = { hand: null, n: null };

/**
 * Something happened that rules may speak of. Every rule of the pack that now applies because of it acts, in the pack's order,
 * until one ends the round. Where no rule speaks of it the law is silent: then a person decides.
 */
export function happen(
  turn: TableTurn,
  name: ShoeFactName,
  value: string | true | number,
  about: About = NOTHING,
): void {
  const { round } = dealOf(turn);
  if (round === null) return;
  const before = round.facts[name];
  setRound(turn, { facts: { ...round.facts, [name]: factOf(value) } });
  const facts = dealOf(turn).round?.facts ?? {};
  const { applying } = turn.rules.judge(facts, "running");
  const now = applying.filter(({ rule }) => factsOf(rule.when).includes(name));
  if (now.length === 0) lawIsSilent(turn, name, value, about);
  for (const { rule, reason } of now) {
    apply(turn, rule, reason, about, "machine");
    if (hasEnded(turn, rule)) return;
  }
  // What was put right may happen again; what ended the round, or a hand, stays a fact of it. A count goes on counting.
  const isOver = dealOf(turn).round?.decided === true;
  if (!isOver && now.length > 0 && typeof value !== "number") restore(turn, name, before);
}

function restore(turn: TableTurn, name: ShoeFactName, before: Fact | undefined): void {
  const { round } = dealOf(turn);
  if (round === null) return;
  const rest = Object.fromEntries(Object.entries(round.facts).filter(([other]) => other !== name));
  setRound(turn, { facts: before === undefined ? rest : { ...rest, [name]: before } });
}

const factOf = (value: string | true | number): Fact =>
  typeof value === "string"
    ? { is: "word", value }
    : value === true
      ? { is: "flag", value: true }
      : { is: "count", atLeast: value, atMost: value };

/** A rule that ends the round leaves nothing for the ones after it. */
function hasEnded(turn: TableTurn, rule: Rule): boolean {
  return rule.scope === "round" && dealOf(turn).round?.decided === true;
}

/** What the rule does: by the machine's facts, or because a person declared it. */
export function apply(turn: TableTurn, rule: Rule, reason: Reason, about: About, by: "machine" | Person): void {
  const verdict = verdictOf(rule, turn.rules.coverage.houseRules);
  if (verdict === "void" && (rule.scope === "round" || rule.scope === "shoe")) {
    return voidRound(turn, [reason], by);
  }
  if (verdict === "person-decides") {
    // Words that the law prescribes for it are those of an annulment: who says them has decided.
    if (by !== "machine" && rule.announce !== undefined) return voidRound(turn, [reason], by);
    note(turn, rule, reason, "person-decides", about, by);
    return undecide(turn, ["left-to-a-person"], [rule.id], reason.observed);
  }
  if (verdict === "void" && rule.scope === "next-round") {
    setDeal(turn, { nextVoid: reason });
    return note(turn, rule, reason, "void-next", about, by);
  }
  if (verdict === "void") {
    const word = rule.scope === "cloth" ? "void-cloth" : "void-hand";
    note(turn, rule, reason, word, about, by);
    return rule.effect === "skip-hand" ? skipHand(turn, about) : handOut(turn, about);
  }
  note(turn, rule, reason, verdict, about, by);
  if (rule.deem !== undefined && about.hand !== null) {
    setHand(turn, about.hand, { deemed: rule.deem });
    changed(turn);
  }
  // What a person calls an error was not asked for; a card set aside by the machine's own eyes is still owed.
  const isHeld = rule.effect?.startsWith("hold-") === true;
  if (isHeld || (rule.effect === "burn-card" && by !== "machine")) unsay(turn, about);
  if (rule.effect !== undefined) effect(turn, rule.effect, about);
}

/** Some rule of the game asks for this fact. */
export const asksFor = (turn: TableTurn, name: ShoeFactName): boolean =>
  turn.rules.pack.rules.some((rule) => factsOf(rule.when).includes(name));

function note(
  turn: TableTurn,
  rule: Rule,
  reason: Reason,
  verdict: IncidentRecord["verdict"] | "void",
  about: About,
  calledBy: "machine" | Person,
): void {
  const then = stepsAfter(turn.rules.pack, [rule.id], turn.rules.coverage.houseRules);
  if (verdict === "deviation") {
    const { round } = dealOf(turn);
    setRound(turn, { deviations: [...(round?.deviations ?? []), reason] });
  }
  emit(turn, {
    kind: "incident",
    round: turn.durable.round,
    reason,
    verdict: verdict === "void" ? "void-hand" : verdict,
    effect: rule.effect ?? null,
    hand: about.hand,
    then,
    calledBy,
  });
}

function handOut(turn: TableTurn, { hand }: About): void {
  // Which hand it is was not told: nobody can go on as if it were none.
  if (hand === null) return undecide(turn, ["hand-not-named"]);
  setHand(turn, hand, { state: "out" });
  changed(turn);
}

function changed(turn: TableTurn): void {
  if (dealOf(turn).round?.decided !== false) return;
  advance(turn);
  tell(turn, "said", []);
}

type BindEffect = "bind-bank" | "bind-bank-draws" | "bind-punto" | "bind-both";
const BINDS: Readonly<Record<BindEffect, readonly BoundSide[]>> = {
  "bind-bank": ["banca"],
  "bind-bank-draws": ["banca-draws"],
  "bind-punto": ["punto"],
  "bind-both": ["punto", "banca"],
};

function effect(turn: TableTurn, what: CardEffect, about: About): void {
  const { round } = dealOf(turn);
  if (round === null) return;
  switch (what) {
    case "burn-card":
      return burnCard(turn, about);
    case "burn-stuck":
      return burnStuck(turn, about);
    case "choose-stuck":
      if (!askWhichIsBurnt(turn, about.n ?? 0)) doubt(turn, "stuck-card-choice");
      return;
    case "burn-early":
      discardEarly(turn);
      return;
    case "burn-missing":
      return setDeal(turn, { burnAfterRound: dealOf(turn).burnOwed, burnOwed: 0 });
    case "burn-and-close":
      burnCard(turn, about);
      return closeHand(turn, about);
    case "hold-card":
      if (about.n !== null) holdCard(turn, about.n);
      return;
    case "hold-rest":
      if (about.n !== null && !round.decided) holdCard(turn, about.n, "rest");
      return;
    case "hold-for-bank":
      return holdForBank(turn, "banca-takes");
    case "hold-by-table":
      return holdForBank(turn, "banca-shows");
    case "hand-out":
      return handOut(turn, about);
    case "skip-hand":
      return skipHand(turn, about);
    case "bind-bank":
    case "bind-bank-draws":
    case "bind-punto":
    case "bind-both": {
      const sides = ["punto", "banca", "banca-draws"] as const;
      const bound = sides.filter((side) => round.deal.bound.includes(side) || BINDS[what].includes(side));
      setRound(turn, { deal: { ...round.deal, bound } });
      return changed(turn);
    }
    case "wait-for-shuffle":
      setRound(turn, { waits: true });
      return changed(turn);
    case "reshuffle":
      return setDeal(turn, { barred: "reshuffle-due" });
    case "remove-machine":
      return setDeal(turn, { barred: "machine-removed" });
    case "use-card":
    case "none":
      return;
  }
}

/** The word that the card in question was taken for, or was dealt on, is not said: the hand may speak anew. */
function unsay(turn: TableTurn, { n }: About): void {
  const { round } = dealOf(turn);
  const hand = round === null || n === null ? null : whereIs(round.deal, n);
  if (round === null || n === null || hand === null || round.decided) return;
  const kept = (word: SaidMove): boolean =>
    word.who !== hand.id || word.move !== "card" || word.after !== n - 1;
  setRound(turn, {
    deal: { ...round.deal, said: round.deal.said.filter(kept) },
    here: { ...round.here, said: round.here.said.filter(kept) },
  });
}

/**
 * A seat that was passed over got none of the cards that were booked to it: all that were dealt go to the hands that really got
 * them, as if it had never been in. Once somebody has said anything of his cards this can no longer be known; who is dealt first, and what
 * else was said before any card had left, stays as it is.
 */
function skipHand(turn: TableTurn, { hand }: About): void {
  const { round } = dealOf(turn);
  if (round === null || round.decided) return;
  const seat = Number(/^seat-(\d+)$/.exec(hand ?? "")?.[1] ?? 0);
  if (!round.deal.seats.includes(seat) || round.deal.said.some(({ after }) => after > 0))
    return undecide(turn, ["hand-cannot-be-skipped"]);
  const dealt = round.deal.hands.flatMap((one) => one.cards).toSorted((a, b) => a.n - b.n);
  const seats = round.deal.seats.filter((other) => other !== seat);
  const before: Record<number, Here> = {};
  for (const [step, { said }] of Object.entries({ ...round.heres, [round.step]: round.here }))
    before[Number(step)] = { ...NOTHING_HERE, said };
  setRound(turn, {
    deal: { ...round.deal, seats, hands: [] },
    step: 0,
    here: before[0] ?? NOTHING_HERE,
    heres: before,
    stepOf: {},
  });
  advance(turn);
  const moved: RecordedCard[] = [];
  for (const card of dealt) {
    const due = dealOf(turn).round?.due?.card ?? null;
    if (due === null) return undecide(turn, ["hand-cannot-be-skipped"]);
    moved.push(recorded(turn, due.to, book(turn, card.n, due, round.exposed.includes(card.n))));
    advance(turn);
  }
  tell(turn, "moved", moved);
}

/** The hand is closed by an incident: it stands as it lies, whatever it might still have asked for. */
function closeHand(turn: TableTurn, { hand }: About): void {
  const { round } = dealOf(turn);
  if (round === null || hand === null || round.decided) return;
  const word: SaidMove = { who: hand, move: "stand", after: round.cards, cards: [] };
  setRound(turn, {
    here: { ...round.here, said: [...round.here.said, word] },
    deal: { ...round.deal, said: [...round.deal.said, word] },
  });
  changed(turn);
}

/** All that left together is burnt; what people alone saw stuck the machine does not know. */
function burnStuck(turn: TableTurn, about: About): void {
  const cards = stuckCards(turn, about.n ?? 0);
  if (cards.length === 0) return doubt(turn, "stuck-card-choice");
  for (const n of cards.toReversed()) burnCard(turn, { ...about, n });
  setDeal(turn, { stuckInAll: 0 });
}

/** The card is set aside with the burnt ones, and whoever was to have it gets the next. */
function burnCard(turn: TableTurn, { n }: About): void {
  const { round, account, early } = dealOf(turn);
  if (round === null || n === null) return;
  // It waited for the next round, and lay face up.
  if (round.decided) setDeal(turn, { early: early.filter((card) => card.n !== n) });
  const hand = whereIs(round.deal, n);
  const moved = moveCard(account, round.faces[n] ?? null, "table", "burnt");
  if (moved.ok) setDeal(turn, { account: moved.account });
  if (hand === null || round.decided) return;
  const card = hand.cards.find((one) => one.n === n);
  undeal(turn, n);
  advance(turn);
  if (card !== undefined) tell(turn, "moved", [recorded(turn, "burnt", card)]);
}

/** These break the deal itself: where the law is silent on them a person decides what becomes of the round. */
function lawIsSilent(turn: TableTurn, name: ShoeFactName, value: string | true | number, about: About): void {
  const { round } = dealOf(turn);
  if (round === null || HARMLESS.has(name)) return;
  // The law speaks of a jam only where it keeps the deal from being completed, and so far it does not.
  if (name === "jam" && value === "dealing" && asksFor(turn, "deal-stopped")) return;
  const reason: Reason = { rule: "law-silent", cite: "", observed: { [name]: value } };
  if (round.decided) {
    emit(turn, {
      kind: "incident",
      round: round.number,
      reason,
      verdict: "person-decides",
      effect: null,
      hand: about.hand,
      then: [],
      calledBy: "machine",
    });
    return;
  }
  undecide(turn, ["law-silent"], [], { [name]: value });
}

/** What leaves every card known and in its place. The cut card does what the game's own table says of it. */
const HARMLESS: ReadonlySet<ShoeFactName> = new Set<ShoeFactName>([
  "early-card",
  "cut-card",
  "face-up-cards",
  "burn-count",
]);

/** The turned cards showed that a side drew or stood against the table that bound it. */
export function breached(turn: TableTurn): void {
  const { round } = dealOf(turn);
  if (round === null || round.breach === null || round.decided) return;
  setRound(turn, { breach: null, breachTold: true });
  happen(turn, "tableau-broken", round.breach, { hand: round.breach, n: null });
}

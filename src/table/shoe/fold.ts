import type { DealStep } from "../../rules/card-game.ts";
import type { StandingFault } from "../kernel/durable/durable.ts";
import type { RecordBody, VerdictRecord } from "../kernel/record.ts";
import type { Refusal } from "../kernel/people/keys.ts";
import { isVerdictPhase } from "../kernel/phase.ts";
import { emitFault, emitPhase, emitRecord } from "../kernel/context.ts";
import { EMPTY_DEAL, INCIDENTS_MAX, reduceDeal, shownCard } from "./durable-deal.ts";
import {
  addMove,
  advanceDeal,
  handIn,
  handWith,
  hidesCards,
  isIdle,
  recordedCard,
  withdrawCard,
} from "./flow.ts";
import {
  dealOf,
  setDeal,
  setRound,
  stepsOf,
  publicCounts,
  type DealLive,
  type MoveKey,
  type RoundFold,
  type RoundInput,
} from "./live.ts";
import type { HandId } from "./plays/play.ts";
import type { DealRecord, IncidentRecord, RecordedCard } from "./records.ts";
import { leaveUnanswerable } from "./verdicts.ts";
import type { CardContext, KeyAtCards, CardTypes } from "./types.ts";

/**
 * A round is derived from its inputs: the cards as they left, what was told of them, what people said. When one of them was not so, the
 * list is changed and the round is derived anew from the moment at which its bets opened; nothing is ever taken back out of a state.
 */

/** Inputs that a round may have. One that had more can no longer be put right. */
export const INPUTS_MAX = 2_000;

/** From here on the inputs of the round are kept. Called when its bets open, and again by what no list holds, before its first card. */
export function startFold(context: CardContext): void {
  const deal = dealOf(context);
  const { round } = deal;
  if (round === null || round.cards > 0) return;
  const { fold: _, ...plain } = round;
  const { phase, deal: shown = null } = context.durable;
  const faults = context.durable.faults.filter(isOfShoe);
  setRound(context, { fold: { start: { deal: { ...deal, round: plain }, shown, phase, faults }, inputs: [] } });
}

/**
 * Keeps an input that the round has just taken. One that opened the round's bets is none of its inputs: the round begins with all that it
 * has changed.
 */
export function keepInput(context: CardContext, before: DealLive, input: RoundInput): void {
  const { round } = dealOf(context);
  const fold = round?.fold;
  if (round === null || fold === undefined) return;
  if (before.round?.fold?.start !== fold.start) return startFold(context);
  if (before === context.deal && input.i === "seen") return;
  if (fold.inputs.length >= INPUTS_MAX) {
    const { fold: _, ...plain } = round;
    setDeal(context, { round: { ...plain, isOverlong: true } });
    emitFault(context, "shoe", "round-overlong");
    return leaveUnanswerable(context);
  }
  setRound(context, { fold: { ...fold, inputs: [...fold.inputs, { ...input, cards: round.cards }] } });
}

/** The place in time of what people say next. */
export const nextAt = ({ inputs }: RoundFold): number =>
  1 + Math.max(0, ...inputs.map((input) => ("at" in input ? input.at : 0)));

/** The inputs with this one before the first of the cards that it is about. */
export function withRule(fold: RoundFold, rule: RoundInput & { readonly i: "rule" }): RoundFold {
  const first = Math.min(...rule.places.map(({ n }) => n));
  const found = fold.inputs.findIndex(({ cards }) => cards >= first);
  const at = found < 0 ? fold.inputs.length : found;
  return { ...fold, inputs: fold.inputs.toSpliced(at, 0, { ...rule, cards: first - 1 }) };
}

/** What the list alone says of where cards belong; a later word goes before an earlier one. */
function placesOf({ inputs }: RoundFold): Record<number, string> {
  const said = inputs.flatMap((input) => (input.i === "rule" || input.i === "place" ? [input] : []));
  const places: Record<number, string> = {};
  for (const { places: placed } of said.toSorted((a, b) => a.at - b.at))
    for (const { n, to } of placed) places[n] = to;
  return places;
}

const isOfShoe = ({ device }: StandingFault): boolean => device === "shoe";

/**
 * The table as it was when the round's bets opened, but for what the round's inputs say nothing of: what its device had told by then, and
 * nothing of what the round has come to since.
 */
function tableAt(context: CardContext, { shown, phase, faults }: RoundFold["start"]): CardContext {
  const { durable, past } = context;
  const { number } = dealOf(context).round ?? {};
  // A round that is void from its opening has its verdict before any input.
  const isOver = isVerdictPhase(phase);
  const isAnother = ({ round }: { readonly round: number }): boolean => isOver || round !== number;
  return {
    ...context,
    durable: {
      ...durable,
      phase,
      verdict: isOver ? durable.verdict : null,
      faults: [...durable.faults.filter((fault) => !isOfShoe(fault)), ...faults],
      series: durable.series.filter(isAnother),
      tasks: durable.tasks.filter(isAnother),
      ...(shown === null ? {} : { deal: shown }),
    },
    past: { ...past, rounds: past.rounds.filter(isAnother) },
    commands: [],
    records: [],
  };
}

interface Derived {
  readonly derived: CardContext;
  /** Words of the list that cannot have been said in the round as it is now. */
  readonly unsaid: readonly KeyAtCards[];
}

const WORDS: readonly KeyAtCards["key"][] = ["move", "declare", "void", "no-more-bets"];

/** The round as another list makes it. Pure: the table that it is derived in is nobody's. */
function derive(context: CardContext, fold: RoundFold): Derived {
  const { start } = fold;
  const now = dealOf(context);
  const { steps } = context.rules.family;
  const inputs = fold.inputs;
  const isByHand = inputs.some(
    (input) =>
      input.i === "place" ||
      (input.i === "rule" && input.isChosen) ||
      (input.i === "late" && isMoved(input.key)),
  );
  const late = inputs.flatMap((input) => (input.i === "late" ? [{ n: input.n, key: asSaid(input.key) }] : []));
  const said = { places: placesOf(fold), late, ...(isByHand ? { isByHand: true as const } : {}) };
  const round = start.deal.round === null ? null : { ...start.deal.round, ...said };
  const { seal, sealDue, keptSecret } = now;
  const derived: CardContext = {
    ...tableAt(context, start),
    deal: { ...start.deal, seal, sealDue, keptSecret, round },
  };
  const unsaid: KeyAtCards[] = [];
  for (const input of inputs) {
    if (input.i === "seen") steps.handleInput(derived, { i: "cards", seen: [input.seen] });
    else if (input.i === "key") {
      const refusal = steps.handleKey(derived, asAsked(derived, asNamed(derived, input)), input.by);
      if (refusal !== null && WORDS.includes(input.key.key)) unsaid.push(input.key);
    } else if (input.i === "rule") applyRuleBefore(derived, input);
    else if (input.i === "overruled") derived.durable = { ...derived.durable, phase: input.phase };
    // A shoe that is loaded before the first card opens the round once more: what was said of its cards holds.
    const again = dealOf(derived).round;
    if (again !== null && again.number === round?.number && again.places === undefined) setRound(derived, said);
  }
  return { derived, unsaid: [...unsaid, ...(dealOf(derived).round?.late ?? []).map(({ key }) => key)] };
}

/** It was no card that he asked for: it, or those behind it, had been dealt to another hand. */
const isMoved = ({ move }: MoveKey): boolean => move !== "asked";

/** Who had asked for a card, or had stood, says so where he did. */
function asSaid(key: MoveKey): MoveKey {
  if (key.move === "asked") return { ...key, move: "card" };
  if (key.move === "were-equal") return { ...key, move: "bets-equal" };
  return key.move === "stood" ? { ...key, move: "stand" } : key;
}

/**
 * That the bets were not closed before a card was an answer. Where that card is nobody's any more nothing is asked, and the words close them.
 */
function asAsked(context: CardContext, key: KeyAtCards): KeyAtCards {
  const isAsked = dealOf(context).round?.isCallAsked === true;
  return key.key === "no-more-bets" && !isAsked ? { key: "no-more-bets" } : key;
}

/** Cards that were named by their places in a hand are named where they lie in it now. */
function asNamed(context: CardContext, { key, named }: RoundInput & { readonly i: "key" }): KeyAtCards {
  const { round } = dealOf(context);
  if (key.key !== "move" || named === undefined || round === null) return key;
  const lying = handIn(round.deal, key.who).cards.map(({ n }) => n);
  return named.every((n) => lying.includes(n)) ? { ...key, cards: named.map((n) => lying.indexOf(n)) } : key;
}

/** What a declared rule does to the deal from the first of its cards on. Where the cards lie the list says. */
function applyRuleBefore(context: CardContext, { key, places }: RoundInput & { readonly i: "rule" }): void {
  const { round } = dealOf(context);
  const rule = context.rules.pack.rules.find(({ id }) => id === key.rule);
  if (round === null || rule === undefined || round.decided) return;
  if (rule.effect === "hold-by-table" || rule.effect === "hold-for-bank") {
    const side = rule.effect === "hold-by-table" ? "banca-shows" : "banca-takes";
    setRound(context, { deal: { ...round.deal, bound: [...round.deal.bound, side] } });
  }
  // What is called an error was not asked for, whoever keyed that it was.
  const to = key.hand ?? round.due?.card?.to ?? null;
  if (places.some(({ to: place }) => place !== "next-round") && to !== null) withdrawCard(context, to);
  if (rule.effect === "burn-and-close" && key.hand !== undefined)
    addMove(context, { who: key.hand, move: "stand", after: round.cards, cards: [] });
  advanceDeal(context);
}

/**
 * The round is what this list makes of it, and the records say what is different: where each card lay, and lies. Why it cannot be: the
 * round as it was stands.
 */
export function rederive(
  context: CardContext,
  fold: RoundFold,
  record: () => void,
  isBack = false,
): Refusal | null {
  const before = dealOf(context);
  const { derived, unsaid } = derive(context, fold);
  const after = dealOf(derived);
  const { round } = after;
  // With bets that were open still what the shoe told since would have kept it from this round: it waits, with its cards.
  if (before.round !== null && round === null && after.early.length === before.round.cards) {
    record();
    setDeal(context, after);
    emitPhase(context, derived.durable.phase);
    return null;
  }
  if (before.round === null || round === null || round.number !== before.round.number) return "not-now";
  if (round.isMisplaced === true) return "no-such-hand";
  // As it lay before somebody's last word everybody has seen it.
  if (!isBack && showsHidden(context, after, fold)) return "card-face-down";
  // What was said and left the cards as they lay is taken back all the same.
  if (!isBack && isSame(before, after)) return "changes-nothing";
  record();
  setDeal(context, { ...after, round: { ...round, decided: false, fold } });
  emitPhaseOf(context, derived);
  tellCutCard(context, before, derived);
  emitMoved(context, before, { derived, unsaid }, fold);
  for (const body of derived.records) if (isVerdict(body)) emitRecord(context, body);
  setRound(context, { decided: round.decided });
  return null;
}

/**
 * What was said behind the verdict is another list: what it made of the next round, and of the cards that left there, is derived anew. The
 * verdict itself stands as it is.
 */
export function rederiveBehind(context: CardContext, fold: RoundFold, record: () => void): Refusal | null {
  const before = dealOf(context);
  const { derived, unsaid } = derive(context, fold);
  const after = dealOf(derived);
  const { round } = after;
  if (round?.number !== before.round?.number || round?.decided !== true) return "not-now";
  record();
  setDeal(context, { ...after, round: { ...round, fold } });
  tellCutCard(context, before, derived);
  emitMoved(context, before, { derived, unsaid }, fold);
  return null;
}

/** That the cut card has come out was said by somebody: it is taken back, or stands again. */
function tellCutCard(
  context: CardContext,
  before: DealLive,
  { deal: after, records }: Pick<CardContext, "deal" | "records">,
): void {
  if (before.cutCardSeen === after.cutCardSeen || after.round === null) return;
  const told = records.findLast((body) => body.kind === "shoe" && body.event === "cut-card");
  if (after.cutCardSeen && told !== undefined) return emitRecord(context, told);
  const { number: round } = after.round;
  emitRecord(context, {
    kind: "shoe",
    round,
    event: "cut-card",
    counts: publicCounts(after),
    detail: { seen: false },
  });
}

const VERDICTS: readonly RecordBody<CardTypes>["kind"][] = ["result", "void", "undecided"];
export const isVerdict = (body: RecordBody<CardTypes>): body is VerdictRecord<CardTypes> =>
  VERDICTS.includes(body.kind);

/** Hands that lie open on the table, though nobody keyed that they were turned. */
const laidDown = ({ inputs }: RoundFold): readonly HandId[] =>
  inputs.flatMap((input) => (input.i === "late" && input.key.move === "lay-down" ? [input.key.who] : []));

/** A card that nobody has seen would lie face up. Burnt ones have been seen where they lay open before, or where every card does. */
function showsHidden(context: CardContext, after: DealLive, fold: RoundFold): boolean {
  const lay = cardsOf(dealOf(context));
  const hides = hidesCards(context);
  const open = laidDown(fold);
  return cardsOf(after).some(({ card, to }) => {
    const was = lay.find((one) => one.card.n === card.n);
    if (!card.up || !isHand(to) || open.includes(to) || was === undefined || was.card.up || was.to === "held")
      return false;
    if (isHand(was.to)) return true;
    return (
      hides &&
      !wasSeen(context, card.n) &&
      !isBehindHidden(context, card.n) &&
      !isOfInterval(context, fold, card.n)
    );
  });
}

/** It left when every card that this deal lays face down had left: whoever has it, it lies open. */
function isBehindHidden(context: CardContext, n: number): boolean {
  const at = dealOf(context).round?.stepAt?.[n];
  return at !== undefined && !stepsOf(context).slice(at).some(laysFaceDown);
}

/** It left in an interval of bets that was over by then: it was dealt open like every other one there. */
function isOfInterval(context: CardContext, { inputs }: RoundFold, n: number): boolean {
  const stepAt = dealOf(context).round?.stepAt ?? {};
  return inputs.some(
    (input) =>
      input.i === "late" && input.key.move === "were-equal" && n >= input.n && stepAt[n] === stepAt[input.n],
  );
}

function laysFaceDown(step: DealStep): boolean {
  if (step.step === "deal") return step.to.some(({ up }) => up !== "all");
  return step.step === "exchange" || (step.step === "say" && step.moves.includes("exchange"));
}

const wasSeen = ({ durable: { deal = EMPTY_DEAL } }: CardContext, n: number): boolean =>
  shownCard(deal, n)?.up === true;

const isHand = (to: HandId): boolean => to !== "burnt" && to !== "held";

function isSame(before: DealLive, after: DealLive): boolean {
  const plain = ({ round, account }: DealLive): string => {
    const { deal, held, due, complete, doubts, early, isCalled, isCallAsked, question } = round ?? {};
    // How many cards had left when something was said changes nothing by itself.
    const said = deal?.said.map(({ who, move, cards }) => [who, move, cards]);
    const lies = { ...deal, said };
    return JSON.stringify([account, lies, held, due, complete, doubts, early, isCalled, isCallAsked, question]);
  };
  return plain(before) === plain(after);
}

/** Every card that left in the round, with where it lies: a hand, `held`, or `burnt` for every other place. */
function cardsOf({ round }: DealLive): readonly {
  readonly card: { readonly n: number; readonly up: boolean; readonly face: RecordedCard["face"] };
  readonly to: HandId;
}[] {
  if (round === null) return [];
  return Array.from({ length: round.cards }, (_, at) => {
    const n = at + 1;
    const hand = handWith(round.deal, n);
    const card = hand?.cards.find((one) => one.n === n) ?? { n, up: false, face: null };
    const isHeld = [...round.held, ...round.packet, ...(round.question?.waiting ?? [])].some(
      (one) => one.n === n,
    );
    return { card, to: hand?.id ?? (isHeld ? "held" : "burnt") };
  });
}

function emitPhaseOf(context: CardContext, derived: CardContext): void {
  const phases = derived.records.flatMap((body) => (body.kind === "phase" ? [body.phase] : []));
  const phase = phases.at(-1) ?? derived.durable.phase;
  const isOver = dealOf(derived).round?.decided === true;
  if (!isOver && phase !== context.durable.phase) emitPhase(context, phase);
}

/** One record of all that is elsewhere now. Where the hands themselves are others it states them whole. */
function emitMoved(
  context: CardContext,
  before: DealLive,
  { derived, unsaid }: Derived,
  fold: RoundFold,
): void {
  const after = dealOf(derived);
  const { round } = after;
  if (round === null) return;
  const lay = new Map(cardsOf(before).map((one) => [one.card.n, one]));
  const now = cardsOf(after);
  const recorded = (only: (n: number) => boolean): RecordedCard[] =>
    now.flatMap(({ card, to }) => {
      const was = lay.get(card.n);
      if (!only(card.n)) return [];
      const one = recordedCard(context, to, card);
      return [was === undefined || was.to === to ? one : { ...one, was: was.to }];
    });
  const moved = recorded((n) => {
    const [was, is] = [lay.get(n), now[n - 1]];
    return was?.to !== is?.to || was?.card.up !== is?.card.up;
  });
  const base = { kind: "deal", round: round.number, what: "moved" } as const;
  const state = { due: isIdle(derived, round) ? null : round.due, counts: publicCounts(after) };
  const withdrawn = tellIncidents(context, derived, fold);
  const told = {
    ...(withdrawn.length > 0 ? { withdrawn } : {}),
    ...(unsaid.length > 0 ? { unsaid } : {}),
  };
  const short: DealRecord = { ...base, cards: moved, ...state, ...told };
  const target = round.deal.hands.filter(({ id }) => id !== "burnt");
  const shown = reduceDeal(context.durable.deal ?? null, short).hands;
  const isTold =
    JSON.stringify(shown.map(({ id, state: is, cards }) => [id, is, cards.map(({ n }) => n)])) ===
    JSON.stringify(target.map(({ id, state: is, cards }) => [id, is, cards.map(({ n }) => n)]));
  if (isTold) return emitRecord(context, short);
  const order = target.flatMap(({ cards }) => cards.map(({ n }) => n));
  const all = recorded(() => true).toSorted((a, b) => order.indexOf(a.n) - order.indexOf(b.n));
  const hands = target.map(({ id, state: is }) => ({ id, state: is }));
  emitRecord(context, { ...base, cards: all, ...state, hands, ...told });
}

/**
 * Tells the incidents that are new in the changed list; what is declared now is told as it is said. Returns those that are none any more:
 * each as often as it is gone, for the same may have happened, or been said, another time.
 */
function tellIncidents(
  context: CardContext,
  derived: CardContext,
  { start, inputs }: RoundFold,
): readonly string[] {
  const shown = context.durable.deal?.incidents ?? [];
  const now = [
    ...(start.shown?.incidents ?? []),
    ...derived.records.flatMap((body) => (body.kind === "incident" ? [body] : [])),
  ];
  // A declared rule that acts before its card is in the list itself.
  const said = inputs.flatMap((input) => (input.i === "rule" ? [input.key.rule] : []));
  const left = [...now];
  const unmatched = takeMatches(takeMatches(shown, left, isSameIncident), left, isSameRule);
  const gone = unmatched.flatMap(({ calledBy, reason: { rule } }) => {
    const at = calledBy === "machine" ? -1 : said.indexOf(rule);
    if (at >= 0) said.splice(at, 1);
    return at >= 0 ? [] : [rule];
  });
  // Where more happened than the screens keep, what they do not show any more is not told anew.
  const oldest = shown.length === INCIDENTS_MAX ? now.findIndex((body) => !left.includes(body)) : -1;
  for (const body of left)
    if (now.indexOf(body) > oldest && !isAnswered(derived, body)) emitRecord(context, body);
  return gone;
}

/** It left something to a person, and by this list somebody has said it. */
function isAnswered({ deal: { round } }: CardContext, { verdict, reason }: IncidentRecord): boolean {
  const { rule, observed } = reason;
  if (verdict !== "person-decides" || round === null) return false;
  if (rule === "card-outside-deal") return round.outside?.includes(Number(observed["card"])) !== true;
  if (rule === "bets-call-open") return round.isCallAsked !== true;
  const { question } = round;
  return (
    !round.decided && (question === undefined || (rule !== "law-silent" && !question.rules.includes(rule)))
  );
}

type SameIncident = (one: IncidentRecord, other: IncidentRecord) => boolean;
const isSameRule: SameIncident = (one, other) =>
  one.reason.rule === other.reason.rule && (one.calledBy === "machine") === (other.calledBy === "machine");
const isSameIncident: SameIncident = (one, other) =>
  isSameRule(one, other) &&
  JSON.stringify([one.reason.observed, one.hand, one.calledBy]) ===
    JSON.stringify([other.reason.observed, other.hand, other.calledBy]);

/** Takes from `left`, the newest first, the one that each is the same as. Returns those that have none there. */
function takeMatches(
  shown: readonly IncidentRecord[],
  left: IncidentRecord[],
  isSame: SameIncident,
): readonly IncidentRecord[] {
  return shown
    .toReversed()
    .filter((body) => {
      const at = left.findLastIndex((one) => isSame(one, body));
      if (at >= 0) left.splice(at, 1);
      return at < 0;
    })
    .toReversed();
}

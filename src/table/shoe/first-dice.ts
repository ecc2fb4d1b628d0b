import { advanceAndRecord } from "./flow.ts";
import { countedBy, PAI_GOW_DICE, paiGowFirst, type PaiGowFirst } from "../../rules/pai-gow-first.ts";
import type { DieFace } from "../../dice/faces.ts";
import { countOf } from "../../rules/house-outcome.ts";
import { citeText } from "../../rules/pack.ts";
import type { ThrowRead } from "../../dice/observation.ts";
import { endThrow, faultAgainstResults, setDice, type Throw, type ThrowPolicy } from "../dice/throw.ts";
import { readingObjections } from "../dice/verdicts.ts";
import { emitRecord } from "../kernel/context.ts";
import { startFold } from "./fold.ts";
import { dealOf, gameOf, NEW_STEP, setRound, stepsOf, type RoundLive } from "./live.ts";
import type { HandId } from "./plays/play.ts";
import type { FirstDiceRecord } from "./records.ts";
import type { DiceReason, FirstDiceReason, ReasonCode } from "../../codes/reasons.ts";
import type { CardContext } from "./types.ts";

/**
 * The dice of pai gow at a card table with an eye: a throw that was watched whole and read says who is dealt first. One that
 * was not says nothing, and why: the croupier shakes again, or says who is first as without an eye. No law says what becomes
 * of such a throw (Cantabria, A.14.3; País Vasco, art. 2, 13), so none is annulled.
 */
export const FIRST_DICE_POLICY: ThrowPolicy = {
  keepsDice: () => false,
  expectedDice: () => PAI_GOW_DICE,
  assignRound,
  onArenaSeen: () => undefined,
  expectedAfter,
  onBlindnessOver: () => undefined,
  onArenaCleared: () => undefined,
  judgeThrow,
  leaveUndecided: (context: CardContext, because) => recordThrow(context, { against: because, faces: [] }),
};

/** Dice that lie there otherwise than they lay were thrown unseen, where the dice are waited for. */
function expectedAfter(context: CardContext, why: DiceReason): ReturnType<ThrowPolicy["expectedAfter"]> {
  const { round } = dealOf(context);
  const isWaited =
    round !== null && round.due?.duty.code === "first-seat" && context.durable.phase === "no-more-bets";
  return isWaited ? { unwatched: why, stood: context.dice?.lying ?? null } : { unwatched: null, stood: null };
}

/** Seven cards each are dealt after the dice; a throw while bets are open is one too many, and is said. */
function assignRound(context: CardContext): ReturnType<ThrowPolicy["assignRound"]> {
  const { round } = dealOf(context);
  if (!context.durable.open || round === null || !isBeforeCards(round)) {
    // What is thrown now belongs to no round, whatever the table waits for when it lies still.
    setDice(context, { clear: false });
    return null;
  }
  return { round: round.number, called: context.durable.phase === "no-more-bets", doubts: [] };
}

/** Who is dealt first is open, or may still be taken back: no card has left. */
function isBeforeCards({ decided, cards, due, deal }: RoundLive): boolean {
  return !decided && cards === 0 && (due?.duty.code === "first-seat" || deal.first !== null);
}

function judgeThrow(context: CardContext, current: Throw, read: ThrowRead): void {
  const refusing = faultAgainstResults(context);
  const against =
    refusing === null
      ? [...current.doubts, ...readingObjections(context, current, read), ...disturbances(current)]
      : [refusing];
  recordThrow(context, { against, faces: read.dice.flatMap(({ face }) => face ?? []) });
}

/** What happened to the throw by which dice that lie there well are no throw. */
function disturbances({ called, facts, made: { loaded, left } }: Throw): readonly FirstDiceReason[] {
  const isSeen = (name: string): boolean => facts[name]?.is === "flag" && facts[name].value === true;
  const happened = (["foreign-contact", "hand-while-rolling", "moved-after-rest"] as const).filter(isSeen);
  const { dice } = PAI_GOW_DICE;
  const isShort = (loaded ?? dice) !== dice || (left ?? dice) !== dice;
  return [
    ...(called ? [] : (["throw-before-call"] as const)),
    ...happened,
    ...(isShort ? (["dice-not-all-thrown"] as const) : []),
  ];
}

interface Weighed {
  /** Why these dice are no number; empty: `faces` are what lies there. */
  readonly against: readonly ReasonCode[];
  readonly faces: readonly DieFace[];
}

/** The throw has come to its end: what it says is recorded, and acts when nothing is against it. */
function recordThrow(context: CardContext, { against, faces }: Weighed): void {
  const current = context.dice?.throw ?? null;
  if (current === null) return;
  endThrow(context);
  const { round } = dealOf(context);
  // Its round is over and collected: nobody is left whom it could name.
  if (round?.number !== current.round) return;
  const read = against.length === 0;
  const count = read ? countThrow(context, round, faces) : null;
  const because = [...new Set([...against, ...lateObjections(round), ...countObjections(round, count)])];
  const reported = { round: round.number, because, picture: current.read?.picture ?? null };
  emitRecord(context, recordOf(context, round, reported, count === null ? null : { faces, count }));
  if (isTakenBack(round, current, because)) return takeBackFirst(context, round);
  if (because.length === 0 && count?.ok === true) dealFirst(context, round, count.first);
}

function countThrow(context: CardContext, { deal }: RoundLive, faces: readonly DieFace[]): PaiGowFirst {
  const { pack, coverage } = context.rules;
  return paiGowFirst(countOf(pack), faces, {
    banker: seatOf(bankerOf(deal)),
    seats: deal.seats,
    counted: countedBy(coverage.houseRules),
  });
}

/** Why no throw decides anything any more in this round. */
function lateObjections(round: RoundLive): readonly FirstDiceReason[] {
  if (!isBeforeCards(round)) return ["dealt-already"];
  if (round.onlyPeople) return ["people-say-first"];
  return round.firstBy === "dice" ? ["thrown-twice"] : [];
}

/** Why a throw that was read names nobody, or somebody else than a person did. */
function countObjections(round: RoundLive, count: PaiGowFirst | null): readonly FirstDiceReason[] {
  if (count === null) return [];
  if (!count.ok) return [count.why];
  return round.firstBy === "people" && round.deal.first !== count.first ? ["key-differs"] : [];
}

/**
 * Two throws, or a throw and the word of a person that differ: whoever is dealt first then, the table would have it from
 * one of them against the other. So neither counts, and people say it in sight of what the screens show. A throw of open bets
 * is none that anybody goes by.
 */
function isTakenBack(round: RoundLive, { called }: Throw, because: readonly string[]): boolean {
  if (!isBeforeCards(round) || round.onlyPeople || round.deal.first === null) return false;
  return because.includes("key-differs") || (round.firstBy === "dice" && called);
}

function takeBackFirst(context: CardContext, { deal, here, heres, step }: RoundLive): void {
  const at = stepsOf(context).findIndex((one) => one.step === "first-seat");
  const before = { ...heres, [step]: here }[at] ?? NEW_STEP;
  const said = deal.said.filter(({ move }) => move !== "first");
  setRound(context, {
    step: at,
    here: { ...before, said: before.said.filter(({ move }) => move !== "first") },
    heres: {},
    deal: { ...deal, first: null, said },
    complete: false,
    firstBy: null,
    onlyPeople: true,
  });
  advanceAndRecord(context);
  startFold(context);
}

function dealFirst(context: CardContext, { deal }: RoundLive, first: number): void {
  setRound(context, { deal: { ...deal, first }, firstBy: "dice" });
  advanceAndRecord(context);
  startFold(context);
}

function recordOf(
  context: CardContext,
  { deal }: RoundLive,
  reported: Pick<FirstDiceRecord, "round" | "because" | "picture">,
  read: { readonly faces: readonly DieFace[]; readonly count: PaiGowFirst } | null,
): FirstDiceRecord {
  const { coverage } = context.rules;
  const count = read?.count ?? null;
  const cite = count?.cite ?? gameOf(context).cards.deal.find((one) => one.step === "first-seat")?.cite;
  return {
    kind: "first-dice",
    ...reported,
    faces: read === null ? null : [...read.faces].sort(),
    total: count?.total ?? null,
    position: count?.position ?? null,
    first: count?.ok === true ? handOf(count.first) : null,
    banker: bankerOf(deal),
    counted: countedBy(coverage.houseRules),
    basis: count?.ok === true ? count.basis : null,
    cite: cite == null ? "" : citeText(cite),
    witnesses: read === null ? [] : ["first-reading", "second-reading"],
  };
}

/** Who has the bank: the seat of which it was said, or the croupier. */
function bankerOf({ said }: RoundLive["deal"]): HandId {
  return said.find(({ move }) => move === "bank")?.who ?? "bank";
}

const handOf = (seat: number): HandId => (seat === 0 ? "bank" : `seat-${seat}`);
const seatOf = (hand: HandId): number => (hand === "bank" ? 0 : Number(hand.slice("seat-".length)));

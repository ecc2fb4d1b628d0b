import { dueOf, isOneOfMany } from "./plays/hands.ts";
import type { Face } from "../../cards/card.ts";
import type { Move } from "../../people/keys.ts";
import type { DealStep } from "../../rules/card-game.ts";
import { moveCard } from "../../cards/shoe-account.ts";
import { UNKEYED_CARD_ASKED } from "../../rules/house-outcome.ts";
import { emitRecord } from "../kernel/context.ts";
import {
  dealOf,
  gameOf,
  NEW_STEP,
  setDeal,
  setRound,
  stepsOf,
  publicCounts,
  type RoundLive,
  type RoundQuestion,
} from "./live.ts";
import { outcomePlay, stepPlay } from "./plays/index.ts";
import type {
  CardDue,
  Due,
  HandId,
  PublicCard,
  PublicDeal,
  PublicHand,
  SaidMove,
  StepProgress,
} from "./plays/play.ts";
import type { DealRecord, RecordedCard } from "./records.ts";
import { commitmentOf } from "./seal.ts";
import type { CardContext } from "./types.ts";

/** The progress of a deal: which step of the pack is under way, what it waits for, and the record of every change. */

/** Steps that can go on while a card that lies face up has not been read: they count cards and hands, not faces. */
const FACELESS: readonly DealStep["step"][] = ["deal", "turn", "say", "exchange", "first-seat"];

/** Goes on to the step that waits for something, and stores what it waits for. */
export function advanceDeal(context: CardContext): void {
  const steps = stepsOf(context);
  for (;;) {
    const { round } = dealOf(context);
    if (round === null) return;
    const first = dutyBeforeSteps(context, round);
    if (first !== null) return setRound(context, { due: first, complete: false });
    const step = steps[round.step];
    if (step === undefined) {
      if (round.isCallAsked === true)
        return setRound(context, { due: dueOf("bets-call", null), complete: true });
      const due = context.rules.takesUnkeyed === true ? null : lastWord(steps, round.deal);
      return setRound(context, { due, complete: due === null });
    }
    if (!FACELESS.includes(step.step) && hasUnreadUp(round))
      return setRound(context, { due: null, complete: false });
    const play = stepPlay(step);
    const due = play.due(step, round.deal, round.here);
    const asked = unkeyedHand(context, round, due);
    if (asked !== null) {
      const { instead = [] } = unkeyedCard(round.deal.said, asked) ?? {};
      const answers = { who: asked, moves: ["asked", "stood", ...instead] as const };
      const moves = [answers, ...wordsBeside(context, round, due).filter(({ who }) => who !== asked)];
      return setRound(context, { due: dueOf("card-asked", asked, { moves }), complete: false });
    }
    if (due !== null) return setRound(context, { due: orWereEqual(context, round, due), complete: false });
    const breach = round.breach ?? (round.breachTold ? null : breachIn(steps.slice(0, round.step + 1), round));
    const next = isOver(context, round.deal) ? steps.length : round.step + 1;
    const heres = { ...round.heres, [round.step]: round.here };
    setRound(context, { step: next, here: heres[next] ?? NEW_STEP, heres, breach });
  }
}

/**
 * The hand that got a card without a word, where the deal would go past it: it may have stood unkeyed, and the card be another hand's. Who
 * is asked again says by that what he did. Null: every card was asked for, or the house takes each that leaves as asked for.
 */
function unkeyedHand(
  { rules: { coverage, takesUnkeyed } }: CardContext,
  { deal: { hands, said } }: RoundLive,
  next: Due | null,
): HandId | null {
  if (takesUnkeyed === true || coverage.houseRules.includes(UNKEYED_CARD_ASKED)) return null;
  const open = hands.find(({ id, state }) => state === "in" && unkeyedCard(said, id) !== null);
  const mayStand = next?.moves.some(({ who, moves }) => who === open?.id && moves.includes("stand"));
  return open === undefined || mayStand === true ? null : open.id;
}

/** Words that give nobody a card, and end with the next one: they wait for no answer. */
const WITHOUT_CARD: readonly Move[] = ["even-money", "insurance"];

/** What others may say while it is asked whose the last card is. None once the next card is out. */
function wordsBeside(context: CardContext, round: RoundLive, now: Due | null): Due["moves"] {
  const at = round.step + 1;
  const step = stepsOf(context)[at];
  const next = step === undefined ? null : stepPlay(step).due(step, round.deal, round.heres[at] ?? NEW_STEP);
  if (round.held.length > 0) return [];
  return ((now ?? next)?.moves ?? []).flatMap(({ who, moves }) => {
    const words = moves.filter((move) => WITHOUT_CARD.includes(move));
    return words.length === 0 ? [] : [{ who, moves: words }];
  });
}

interface UnkeyedCard {
  readonly n: number;
  /** What the hand may have said in place of asking for it. */
  readonly instead: readonly Move[];
}

/**
 * The card by which this hand has asked, though nobody keyed it: its last one, or the one before which it could split, whatever was keyed
 * behind it. Null: none. That it stands may have been keyed behind a card before which it was said, and who had stood before one card may
 * have stood before another as well.
 */
export function unkeyedCard(said: readonly SaidMove[], hand: HandId): UnkeyedCard | null {
  const asked = said.filter(({ who, move, isLate }) => who === hand && move === "card" && isLate !== true);
  // What was keyed behind two cards that nobody keyed was said for one of them at most.
  const isOfOne = isOpenWord(asked.at(-1)) && asked.at(-3)?.impliedBy !== undefined;
  const last = asked.at(isOfOne ? -2 : -1);
  const word = last?.impliedBy === undefined ? asked.find(({ instead }) => instead?.includes("split")) : last;
  return word?.impliedBy === undefined ? null : { n: word.impliedBy, instead: word.instead ?? [] };
}

/** Somebody keyed it, and no card was dealt on it. */
const isOpenWord = (word: SaidMove | undefined): boolean =>
  word !== undefined && word.dealt === undefined && word.impliedBy === undefined;

/**
 * The first card that left in this interval of bets and was set aside, where others are to be dealt behind it: the bets may have been equal
 * before it, and nobody keyed it. Null: none did.
 */
export function cardOfInterval(context: CardContext, round: RoundLive): number | null {
  const steps = stepsOf(context);
  const now = steps[round.step];
  if (now?.step !== "say" || now.order !== "interval" || !steps.slice(round.step + 1).some(givesCards))
    return null;
  const { cards, stepAt = {}, places = {}, held, deal } = round;
  // Nobody plays, and nobody has bets to make equal.
  if (deal.hands.length === 0) return null;
  const isAside = (n: number): boolean =>
    stepAt[n] === round.step &&
    places[n] === undefined &&
    held.every((one) => one.n !== n) &&
    handWith(deal, n) === null;
  return Array.from({ length: cards }, (_, at) => at + 1).find(isAside) ?? null;
}

function orWereEqual(context: CardContext, round: RoundLive, due: Due): Due {
  if (cardOfInterval(context, round) === null) return due;
  const moves = due.moves.map((one) =>
    one.moves.includes("bets-equal") ? { ...one, moves: [...one.moves, "were-equal" as const] } : one,
  );
  return { ...due, moves };
}

/** What gives a hand other cards than one that it asks for: forgotten, the next card was not what the deal took it for. */
const OTHER_WORDS: readonly Move[] = ["double", "split", "surrender"];

/** What people have to do before any step goes on: say which of the stuck cards is burnt, or shuffle, or burn from a new shoe. */
function dutyBeforeSteps(
  context: CardContext,
  { choice, waits, deal, cards, question }: RoundLive,
): Due | null {
  if (question !== undefined) return decisionDue(question);
  const { burning, loaded } = dealOf(context);
  if (waits || isClosedEmpty(context)) {
    if (burning !== null) return dueOf("burn", null);
    if (waits || !loaded) return dueOf("shuffle", null);
  }
  if (choice !== null) {
    const lying = handIn(deal, choice.hand).cards;
    const oneOf = lying.flatMap(({ n }, at) => (choice.cards.includes(n) ? [[at]] : []));
    const moves = [{ who: choice.hand, moves: ["burn"] as const, choose: { least: 1, most: 1, oneOf } }];
    return dueOf("choose-burnt", choice.hand, { moves });
  }
  const { early } = dealOf(context);
  if (cards > 0 || early.length === 0 || early.every(({ isTold }) => isTold)) return null;
  return dueOf("early-card", null, { moves: [{ who: "burnt", moves: ["burn"] }] });
}

const decisionDue = ({ rules }: RoundQuestion): Due => {
  const due = dueOf("decision", null);
  return { ...due, duty: { ...due.duty, rules } };
};

/** Bets are closed, and no card has left yet: a shoe that is loaded now is burnt from before the first. */
export function isClosedEmpty({ durable: { phase }, deal: { round } }: CardContext): boolean {
  return (
    round !== null && !round.decided && round.cards === 0 && (phase === "no-more-bets" || phase === "dealing")
  );
}

/** Some step of the deal that is not over yet gives cards, or may. */
export function mayStillDeal(context: CardContext): boolean {
  const { round } = dealOf(context);
  if (round === null || round.complete) return false;
  if (round.due?.card != null) return true;
  return stepsOf(context).slice(round.step).some(givesCards);
}

/** Some cards of this deal lie face down. */
export const hidesCards = (context: CardContext): boolean =>
  stepsOf(context).some((step) => step.step === "deal" && step.to.some(({ up }) => up !== "all"));

const givesCards = (step: DealStep): boolean =>
  step.step === "say" ? step.moves.includes("exchange") : !["turn", "set", "first-seat"].includes(step.step);

function lastWord(steps: readonly DealStep[], deal: PublicDeal): Due | null {
  for (const step of steps) {
    const due = stepPlay(step).lastWord?.(step, deal) ?? null;
    if (due !== null) return due;
  }
  return null;
}

/** Hands that were played face down show a breach only when a later step turns them, so every step so far is checked. */
function breachIn(steps: readonly DealStep[], { deal, here }: RoundLive): RoundLive["breach"] {
  for (const step of steps) {
    const side = stepPlay(step).breach?.(step, deal, here) ?? null;
    if (side !== null) return side;
  }
  return null;
}

/** The outcome is certain: the steps that follow have nothing to do. */
function isOver(context: CardContext, deal: PublicDeal): boolean {
  const rule = gameOf(context).cards.outcome;
  return rule !== null && outcomePlay(rule).over?.(rule, deal) === true;
}

/** A card lies face up whose face nobody knows yet. */
export function hasUnreadUp({ deal }: RoundLive): boolean {
  return deal.hands.some(
    (hand) => hand.id !== "burnt" && hand.cards.some((card) => card.up && card.face === null),
  );
}

/** What is due depends on a card that lies face up and has to be named. */
export const waitsForName = (round: RoundLive): boolean =>
  round.due === null && !round.complete && hasUnreadUp(round);

/** It is not said yet who is dealt first. */
export const isFirstOpen = (context: CardContext, { step, complete }: RoundLive): boolean =>
  !complete && stepsOf(context)[step]?.step === "first-seat";

/** One `deal` record: these cards, and what the table waits for now. */
export function recordDeal(
  context: CardContext,
  what: DealRecord["what"],
  cards: readonly RecordedCard[],
): void {
  const deal = dealOf(context);
  const { round } = deal;
  if (round === null) return;
  emitRecord(context, {
    kind: "deal",
    round: round.number,
    what,
    cards,
    due: isIdle(context, round) ? null : round.due,
    counts: publicCounts(deal),
  });
}

/** Nothing is due: the round is over, or its bets are open still and only a card is waited for. */
export const isIdle = ({ durable: { phase } }: CardContext, { decided, due }: RoundLive): boolean =>
  decided || (phase === "betting" && (due?.moves.length ?? 0) === 0);

/**
 * The screens count every card, whatever became of it: one that no record has told of yet changes the count alone. Of a packet nothing is
 * told before it is out.
 */
export function tellCount(context: CardContext): void {
  const deal = dealOf(context);
  const told = context.durable.deal?.counts?.inside;
  if (deal.round === null || deal.round.packet.length > 0 || told === publicCounts(deal).inside) return;
  recordDeal(context, "said", []);
}

/** The card as a record may name it: its face only when it is up. */
export function recordedCard(context: CardContext, to: HandId, card: PublicCard): RecordedCard {
  const { seal, round } = dealOf(context);
  const secret = round?.faces[card.n];
  const isHidden = !card.up && secret !== undefined && round !== null;
  return {
    n: card.n,
    to,
    up: card.up,
    face: card.up ? card.face : null,
    commit: isHidden && seal !== null ? commitmentOf(seal, round.number, card.n, secret) : null,
    ...(round?.manual.includes(card.n) === true && card.up ? { manual: true } : {}),
    ...(secret === undefined ? { unread: true } : {}),
  };
}

const EMPTY_HAND: Omit<PublicHand, "id"> = { cards: [], state: "in", low: null, deemed: null };

export function handIn(deal: PublicDeal, id: HandId): PublicHand {
  return deal.hands.find((hand) => hand.id === id) ?? { id, ...EMPTY_HAND };
}

/** The deal with this hand changed, or new. */
export function withHand(deal: PublicDeal, hand: PublicHand): PublicDeal {
  const at = deal.hands.findIndex((other) => other.id === hand.id);
  return { ...deal, hands: at < 0 ? [...deal.hands, hand] : deal.hands.with(at, hand) };
}

export function setHand(context: CardContext, id: HandId, patch: Partial<PublicHand>): void {
  const { round } = dealOf(context);
  if (round === null) return;
  setRound(context, { deal: withHand(round.deal, { ...handIn(round.deal, id), ...patch }) });
}

/** The hand that a card lies in, or null. */
export function handWith(deal: PublicDeal, n: number): PublicHand | null {
  return deal.hands.find((hand) => hand.cards.some((card) => card.n === n)) ?? null;
}

/** Puts a card into a hand. Its face is given to the public part only when it is up. */
export function putCard(context: CardContext, to: HandId, n: number, up: boolean): PublicCard {
  const { round } = dealOf(context);
  const face: Face | null = up ? (round?.faces[n] ?? null) : null;
  const card: PublicCard = { n, face, up };
  if (round !== null) setHand(context, to, { cards: [...handIn(round.deal, to).cards, card] });
  return card;
}

/** Books a card to the hand that it is due to, in the step that is under way. */
export function bookCard(context: CardContext, n: number, due: CardDue, isOpen: boolean): PublicCard {
  const card = putCard(context, due.to, n, due.up || isOpen);
  const { round } = dealOf(context);
  if (round === null) return card;
  setRound(context, {
    here: { ...round.here, dealt: [...round.here.dealt, due.to] },
    stepOf: { ...round.stepOf, [n]: round.step },
    exposed: isOpen ? [...round.exposed, n] : round.exposed,
  });
  return card;
}

/** Takes a card out of its hand. */
export function removeCard(context: CardContext, n: number): void {
  const { round } = dealOf(context);
  const hand = round === null ? null : handWith(round.deal, n);
  if (hand !== null) setHand(context, hand.id, { cards: hand.cards.filter((card) => card.n !== n) });
}

/**
 * Takes a card back as if it had not been dealt: the step that gave it goes on again, and its hand gets another card. That it left says
 * nothing any more; what somebody said stands.
 */
export function takeBackCard(context: CardContext, n: number): void {
  const { round } = dealOf(context);
  const hand = round === null ? null : handWith(round.deal, n);
  const step = round?.stepOf[n];
  removeCard(context, n);
  const now = dealOf(context).round;
  if (now === null || hand === null || step === undefined) return;
  const unsay = <T extends { readonly said: readonly SaidMove[] }>(one: T): T => {
    return { ...one, said: one.said.filter(({ dealt }) => dealt !== n) };
  };
  const heres: Record<number, StepProgress> = { ...now.heres, [now.step]: unsay(now.here) };
  const given = unsay(heres[step] ?? NEW_STEP);
  const at = given.dealt.lastIndexOf(hand.id);
  const here = at < 0 ? given : { ...given, dealt: given.dealt.toSpliced(at, 1) };
  setRound(context, {
    deal: unsay(now.deal),
    step,
    here,
    heres: { ...heres, [step]: here },
    complete: false,
  });
}

/** Turns up the cards that lie face down in a hand, or among its first `among` cards; returns the cards that it turned. */
export function turnFaceUp(context: CardContext, id: HandId, among?: number): readonly PublicCard[] {
  const { round } = dealOf(context);
  if (round === null) return [];
  const hand = handIn(round.deal, id);
  const turned = hand.cards.map((card, at) =>
    card.up || at >= (among ?? hand.cards.length)
      ? card
      : { ...card, up: true, face: round.faces[card.n] ?? null },
  );
  setHand(context, id, { cards: turned });
  return turned.filter((card, at) => card.up && hand.cards[at]?.up === false);
}

/** Puts a card where it is due, and goes on. */
export function dealCard(context: CardContext, n: number, due: CardDue, exposed: boolean): void {
  const { round } = dealOf(context);
  if (round === null) return;
  const { means } = due;
  if (means !== null) {
    // Who says whose a card is says by that who asked for it.
    const offered = round.due?.moves.find(({ who }) => who === means.who)?.moves ?? [];
    const instead = offered.filter((move) => OTHER_WORDS.includes(move));
    // Where others play on, the card may be theirs.
    if (isOneOfMany(means.who) && round.due?.turn.includes(means.who) === true) instead.push("lay-down");
    const isKeyed = isSaid(round.deal, means) || round.places?.[n] !== undefined;
    const implied = isKeyed ? {} : { impliedBy: n, ...(instead.length > 0 ? { instead } : {}) };
    addMove(context, { ...means, after: n - 1, cards: [], dealt: n, ...implied });
  }
  const card = bookCard(context, n, due, exposed);
  advanceDeal(context);
  recordDeal(context, "dealt", [recordedCard(context, due.to, card)]);
}

/**
 * Somebody has said so for this hand, and it has not got its card yet. What was keyed right behind a card that nobody keyed may have been
 * said for that one; what answers the question was said for this.
 */
function isSaid({ said }: PublicDeal, { who, move }: NonNullable<CardDue["means"]>): boolean {
  const [before, last] = said.filter((word) => word.who === who && word.move === move).slice(-2);
  const [word, earlier] = last === undefined ? [before] : [last, before];
  return isOpenWord(word) && (word?.isLate === true || earlier?.impliedBy === undefined);
}

/** Goes on after something that is no card, and records what the table waits for now. */
export function advanceAndRecord(context: CardContext): void {
  advanceDeal(context);
  recordDeal(context, "said", []);
}

/** Adds a move that was declared for a hand: it counts in this step, and in the whole deal. */
export function addMove(context: CardContext, word: SaidMove): void {
  const { round } = dealOf(context);
  if (round === null) return;
  const { here, deal } = round;
  setRound(context, {
    here: { ...here, said: [...here.said, word] },
    deal: { ...deal, said: [...deal.said, word] },
  });
}

/** The last word asked a card for this hand, and none has left since, or it is said now for one that waits. */
export function isAskedFor({ deal, cards }: RoundLive, hand: HandId): boolean {
  const last = deal.said.at(-1);
  return last?.who === hand && last.move === "card" && (last.after === cards || last.isLate === true);
}

/** The word by which a hand asked for the card that comes next is not said. */
export function withdrawCard(context: CardContext, hand: HandId): void {
  const { round } = dealOf(context);
  if (round === null) return;
  const stands = ({ who, move, after }: SaidMove): boolean =>
    who !== hand || move !== "card" || after !== round.cards;
  setRound(context, {
    deal: { ...round.deal, said: round.deal.said.filter(stands) },
    here: { ...round.here, said: round.here.said.filter(stands) },
  });
}

/** Books a card of this round from the table to another place, where the account has it on the table. */
export function bookFromTable(context: CardContext, n: number, to: "burnt" | "discard"): void {
  const { account, round } = dealOf(context);
  const moved = moveCard(account, round?.faces[n] ?? null, "table", to);
  if (moved.ok) setDeal(context, { account: moved.account });
}

/** Puts a card with the burnt ones. If it lay in a hand, the hand gets another one. */
export function burnDealtCard(context: CardContext, n: number): void {
  const { round } = dealOf(context);
  const card = round === null ? undefined : handWith(round.deal, n)?.cards.find((one) => one.n === n);
  bookFromTable(context, n, "burnt");
  if (round !== null) setRound(context, { held: round.held.filter((one) => one.n !== n) });
  if (card !== undefined) takeBackCard(context, n);
  advanceDeal(context);
  recordDeal(context, "moved", [recordedCard(context, "burnt", card ?? { n, up: false, face: null })]);
}

import type { Person } from "../../people/roles.ts";
import { recordKey, type Refusal } from "../kernel/people/keys.ts";
import {
  advanceDeal,
  handIn,
  isAskedFor,
  recordedCard,
  setHand,
  removeCard,
  recordDeal,
  turnFaceUp,
  addMove,
  bookFromTable,
  advanceAndRecord,
  cardOfInterval,
  unkeyedCard,
  waitsForName,
} from "./flow.ts";
import { bookAsBurnt } from "./early-cards.ts";
import { nextAt, rederive } from "./fold.ts";
import { burnChosen, dealKept } from "./held-cards.ts";
import { reportFact } from "./incidents.ts";
import { dealOf, setDeal, setRound, stepsOf, type MoveKey, type RoundInput, type RoundLive } from "./live.ts";
import type { HandId, PublicCard, SaidMove } from "./plays/play.ts";
import { allowsPositions } from "./plays/exchange.ts";
import type { CardContext } from "./types.ts";

/** What people say about their hands: the croupier keys it, the deal takes it as said. */

export function handleMove(context: CardContext, key: MoveKey, by: Person): Refusal | null {
  const { round } = dealOf(context);
  if (round?.number !== key.round || round.decided) return "no-such-round";
  if (waitsForName(round)) return "name-card-first";
  const offered = round.due?.moves.find((one) => one.who === key.who);
  if (offered === undefined) return "no-such-hand";
  if (!offered.moves.includes(key.move)) return "no-such-move";
  // Keyed twice, a card is still asked for once.
  if (key.move === "card" && isAskedFor(round, key.who)) return "changes-nothing";
  const cards = key.cards ?? [];
  if (!namesAllowedCards(context, key, cards)) return "no-such-card";
  if (key.move === "were-equal") return sayLate(context, key, by, cardOfInterval(context, round));
  if (isAnswer(round, key)) return sayLate(context, key, by, unkeyedCard(round.deal.said, key.who)?.n ?? null);
  recordKey(context, key, by);
  const word: SaidMove = { who: key.who, move: key.move, after: round.cards, cards };
  if (isLeavingBehindCards(context, key)) setRound(context, { isByHand: true });
  // Which card is burnt is no word of the game.
  if (key.move !== "burn") addMove(context, word);
  const turned = applyMove(context, key, cards);
  advanceDeal(context);
  recordDeal(
    context,
    turned.length > 0 ? "turned" : "said",
    turned.map((card) => recordedCard(context, key.who, card)),
  );
  return null;
}

const isAnswer = ({ due }: RoundLive, { who }: MoveKey): boolean =>
  due?.duty.code === "card-asked" && due.duty.hand === who;

/**
 * What was said before card `n`, which nobody had keyed: it stands where it was forgotten. The card is his then who had asked for it, of
 * the hand that he has split, or whose turn it was, and so are those that have left since.
 */
function sayLate(context: CardContext, key: MoveKey, by: Person, n: number | null): Refusal | null {
  const { round } = dealOf(context);
  if (round?.fold === undefined || n === null) return "not-now";
  const { fold, cards } = round;
  const word: RoundInput = { i: "late", cards, left: cards, at: nextAt(fold), key, by, n };
  return rederive(context, { ...fold, inputs: [...fold.inputs, word] }, () => recordKey(context, key, by));
}

/** What was keyed behind this card is said now, before it is dealt; what nobody may say here stays unsaid. */
export function sayLateWords(context: CardContext, n: number): boolean {
  const words = dealOf(context).round?.late?.filter((word) => word.n === n) ?? [];
  let isAny = false;
  for (const { key } of words) {
    const { round } = dealOf(context);
    if (round === null || round.decided || !mayStillSay(round, key)) continue;
    setRound(context, { late: round.late?.filter((word) => word.key !== key) ?? [] });
    // Who lays down says neither carta nor no.
    if (key.move !== "lay-down")
      addMove(context, { who: key.who, move: key.move, after: n - 1, cards: [], isLate: true });
    applyMove(context, key, []);
    advanceDeal(context);
    isAny = true;
  }
  return isAny;
}

const mayStillSay = ({ due }: RoundLive, { who, move }: MoveKey): boolean =>
  move === "lay-down"
    ? due?.turn.includes(who) === true
    : due?.moves.some((one) => one.who === who && one.moves.includes(move)) === true;

/**
 * He leaves while cards wait that may have been dealt before it: whose each of them is hangs on when he said so, which nothing but the order of
 * the keys tells.
 */
function isLeavingBehindCards(context: CardContext, { move }: MoveKey): boolean {
  const { round } = dealOf(context);
  if (move !== "fold" || round === null || !round.held.some(({ until }) => until === "next")) return false;
  const toSeats = ({ hand }: { readonly hand: string }): boolean => hand === "seats" || hand === "places";
  return stepsOf(context)
    .slice(round.step)
    .some((step) => step.step === "deal" && step.to.some(toSeats));
}

/** Positions that the move needs, as the deal offers them: different cards of this very hand. */
function namesAllowedCards(context: CardContext, { move, who }: MoveKey, cards: readonly number[]): boolean {
  const { round } = dealOf(context);
  const size = round === null ? 0 : handIn(round.deal, who).cards.length;
  const namesCards = move === "set" || move === "exchange" || (move === "burn" && who !== "burnt");
  if (!namesCards) return cards.length === 0;
  const choose = round?.due?.moves.find((one) => one.who === who)?.choose;
  return choose !== undefined && allowsPositions(choose, cards, size);
}

/** What the word does to the hand. Returns the cards that it turned up. */
function applyMove(
  context: CardContext,
  { move, who }: MoveKey,
  cards: readonly number[],
): readonly PublicCard[] {
  switch (move) {
    case "fold":
      setHand(context, who, { state: "folded" });
      return [];
    case "surrender":
      setHand(context, who, { state: "surrendered" });
      return [];
    case "lay-down":
      return turnFaceUp(context, who);
    case "split":
      splitHand(context, who);
      return [];
    case "exchange":
      discardCards(context, who, cards);
      return [];
    case "burn":
      if (who === "burnt") confirmBurnt(context);
      else burnOfStuck(context, cards[0] ?? -1);
      return [];
    case "set":
      setHand(context, who, { low: [cards[0] ?? 0, cards[1] ?? 1] });
      return [];
    case "first": {
      const { round } = dealOf(context);
      const seat = who === "bank" ? 0 : Number(who.slice("seat-".length));
      if (round !== null) setRound(context, { deal: { ...round.deal, first: seat }, firstBy: "people" });
      return [];
    }
    default:
      return [];
  }
}

/** Which of the stuck cards is burnt is said. What was keyed behind the first of the others is said now, before it is dealt. */
function burnOfStuck(context: CardContext, at: number): void {
  const kept = burnChosen(context, at);
  const [first] = kept;
  if (first !== undefined) sayLateWords(context, first);
  dealKept(context, kept);
}

/** The second card becomes the first of a new hand of the same seat. */
function splitHand(context: CardContext, who: HandId): void {
  const { round } = dealOf(context);
  if (round === null) return;
  const [seat = who] = who.split(".");
  const hands = round.deal.hands.filter((hand) => hand.id === seat || hand.id.startsWith(`${seat}.`));
  const hand = handIn(round.deal, who);
  const second = hand.cards[1];
  if (second === undefined) return;
  const into = `${seat}.${hands.length + 1}`;
  setHand(context, who, { cards: hand.cards.filter((card) => card.n !== second.n) });
  setHand(context, into, { cards: [second], state: "in", low: null, deemed: null });
  recordDeal(context, "moved", [recordedCard(context, into, second)]);
}

/** Cards that a hand gives back for others. */
function discardCards(context: CardContext, hand: string, positions: readonly number[]): void {
  const { round } = dealOf(context);
  if (round === null) return;
  for (const card of positions.flatMap((at) => handIn(round.deal, hand).cards[at] ?? [])) {
    bookFromTable(context, card.n, "discard");
    removeCard(context, card.n);
    recordDeal(context, "moved", [recordedCard(context, "discard", card)]);
  }
}

/** The croupier says that the cards which wait were burnt with the others. */
function confirmBurnt(context: CardContext): void {
  const { early } = dealOf(context);
  setDeal(context, { early: [], account: early.reduce(bookAsBurnt, dealOf(context).account) });
  reportFact(context, "burn-count", "over");
  advanceAndRecord(context);
}

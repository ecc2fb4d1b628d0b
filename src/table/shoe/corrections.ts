import type { Person } from "../../people/roles.ts";
import type { KeyNamed } from "../kernel/people/key-of.ts";
import { isDecisionAbout, type Refusal } from "../kernel/people/keys.ts";
import { emitRecord } from "../kernel/context.ts";
import { handIn, recordDeal } from "./flow.ts";
import { isOutsidePlace, placeOutside } from "./outside-cards.ts";
import { isVerdictPhase } from "../kernel/phase.ts";
import { isVerdict, keepInput, nextAt, rederive, rederiveBehind } from "./fold.ts";
import {
  dealOf,
  type DealLive,
  type PlacedCard,
  type RoundFold,
  type RoundInput,
  type RoundLive,
} from "./live.ts";
import type { CardContext, KeyAtCards } from "./types.ts";

/** What people said that is not so, and cards that lie elsewhere than the table has them. */

/** Keys that change no list: they are of the table, or change it themselves. */
export const NOT_KEPT: readonly KeyAtCards["key"][] = [
  "put-right",
  "take-back",
  "collect",
  "open-table",
  "close-table",
  "acknowledge",
  "confirm-void",
  "last-three-spins",
];

/** Keeps what somebody has just said among the round's inputs. */
export function keepWord(context: CardContext, before: DealLive, key: KeyAtCards, by: Person): void {
  const { round } = dealOf(context);
  const fold = round?.fold;
  if (fold === undefined || NOT_KEPT.includes(key.key)) return;
  // What is said of a round that is over is none of the inputs of the one on the table.
  if ("round" in key && key.round !== round?.number) return;
  // What was declared of a card, or said before it, is in the list already, before that card.
  const isPlaced = (input: RoundInput): boolean => input.i === "rule" || input.i === "late";
  const now = fold.inputs.filter(isPlaced).length;
  const was = before.round?.fold?.inputs.filter(isPlaced).length ?? 0;
  if (now !== was) return;
  const isBehind = before.round?.decided === true;
  const behind = {
    ...(isBehind ? { isBehind } : {}),
    ...(isBehind && context.records.some(isVerdict) ? { isVerdict: true as const } : {}),
  };
  const named = before.round === null ? [] : namedCards(before.round, key);
  const cards = named.length > 0 ? { named } : {};
  keepInput(context, before, { i: "key", cards: 0, at: nextAt(fold), key, by, ...cards, ...behind });
}

/** Numbers of the cards that a word names by their places in a hand. */
function namedCards({ deal }: RoundLive, key: KeyAtCards): readonly number[] {
  if (key.key !== "move") return [];
  const { cards } = handIn(deal, key.who);
  return (key.cards ?? []).flatMap((at) => cards[at]?.n ?? []);
}

/** A round whose cards lie there still was given another verdict: what leaves from now on leaves behind that one. */
export function keepOverruled(context: CardContext, number: number): void {
  const { phase } = context.durable;
  const deal = dealOf(context);
  if (deal.round?.number !== number || !deal.round.decided || !isVerdictPhase(phase)) return;
  keepInput(context, deal, { i: "overruled", cards: 0, phase });
}

/** A card is not where the table has it: a person says whose it is. The round is derived anew with it there. */
export function putCardsRight(context: CardContext, key: KeyNamed<"put-right">, by: Person): Refusal | null {
  const { round } = dealOf(context);
  // After a restart nothing is known of the cards: the shoe is loaded anew, and what is said of them is only recorded.
  const asked = context.durable.deal?.outside ?? [];
  if (round === null && key.round === context.durable.round && key.cards.every((n) => asked.includes(n))) {
    emitRecord(context, { kind: "key", round: key.round, key, by });
    return null;
  }
  if (round?.number !== key.round) return "no-such-round";
  if (round.decided) return putOutsideRight(context, key, by, round);
  if (by.role === "croupier") return "not-your-key";
  const cards = [...new Set(key.cards)];
  const isThere = (n: number): boolean => n >= 1 && n <= round.cards;
  if (cards.length !== key.cards.length || !cards.every(isThere)) return "no-such-card";
  // What waits for the next round, or is collected with this one, left behind a verdict.
  if (key.to === "next-round" || key.to === "discard" || key.to === "held") return "no-such-hand";
  const { fold } = round;
  if (fold === undefined) return "not-now";
  if (by.role !== "jefe-de-mesa" && cards.some((n) => isPlacedByAnother(fold, n, by)))
    return "put-right-by-another";
  const places = cards.map((n): PlacedCard => ({ n, to: key.to }));
  const input: RoundInput = { i: "place", cards: round.cards, at: nextAt(fold), key, by, places };
  return rederive(context, { ...fold, inputs: [...fold.inputs, input] }, () =>
    emitRecord(context, { kind: "key", round: key.round, key, by }),
  );
}

/** The newest word on where this card lies is somebody else's. */
function isPlacedByAnother({ inputs }: RoundFold, n: number, by: Person): boolean {
  const last = inputs.findLast((input) => input.i === "place" && input.places.some((one) => one.n === n));
  return last !== undefined && last.i === "place" && last.by.name !== by.name;
}

/** Of a round that has its verdict only the cards that left behind it can be said; whose they are, otherwise until they are collected. */
function putOutsideRight(
  context: CardContext,
  key: KeyNamed<"put-right">,
  by: Person,
  round: RoundLive,
): Refusal | null {
  const { outside = [], fold } = round;
  const said = fold === undefined ? [] : placesBehind(fold).filter((one) => isAbout(one, key.cards));
  if (outside.length === 0 && said.length === 0) return "no-such-round";
  const record = (): void => emitRecord(context, { kind: "key", round: key.round, key, by });
  if (fold === undefined || said.length === 0) {
    const before = dealOf(context);
    if (!placeOutside(context, key.cards, key.to)) return "no-such-card";
    record();
    recordDeal(context, "said", []);
    if (fold !== undefined) keepInput(context, before, placeBehind(fold, key, by));
    return null;
  }
  const known = [...outside, ...said.flatMap((one) => one.key.cards)];
  if (!key.cards.every((n) => known.includes(n)) || !isOutsidePlace(key.to)) return "no-such-card";
  if (by.role !== "jefe-de-mesa" && said.some((one) => one.by.name !== by.name)) return "put-right-by-another";
  const isSame = said.every((one) => one.key.to === key.to) && !outside.some((n) => key.cards.includes(n));
  if (isSame) return "changes-nothing";
  const inputs = fold.inputs.flatMap((input) => withoutCards(input, key.cards));
  return rederiveBehind(context, { ...fold, inputs: [...inputs, placeBehind(fold, key, by)] }, record);
}

type PlaceBehind = RoundInput & { readonly i: "key"; readonly key: KeyNamed<"put-right"> };

const isPlaceBehind = (input: RoundInput): input is PlaceBehind =>
  input.i === "key" && input.isBehind === true && input.key.key === "put-right";
const placesBehind = ({ inputs }: RoundFold): readonly PlaceBehind[] => inputs.filter(isPlaceBehind);
const isAbout = ({ key }: PlaceBehind, cards: readonly number[]): boolean =>
  key.cards.some((n) => cards.includes(n));
const placeBehind = (fold: RoundFold, key: KeyNamed<"put-right">, by: Person): PlaceBehind => {
  return { i: "key", cards: 0, at: nextAt(fold), key, by, isBehind: true };
};

/** Of these cards somebody says something else now. */
function withoutCards(input: RoundInput, cards: readonly number[]): readonly RoundInput[] {
  if (!isPlaceBehind(input)) return [input];
  const left = input.key.cards.filter((n) => !cards.includes(n));
  return left.length === 0 ? [] : [{ ...input, key: { ...input.key, cards: left } }];
}

/** Words that are taken back. What has turned a card can not be: it has been seen. */
const RETURNABLE: readonly KeyAtCards["key"][] = ["move", "declare", "void", "put-right", "no-more-bets"];
export const isReturnable = (key: KeyAtCards): boolean =>
  RETURNABLE.includes(key.key) && !(key.key === "move" && key.move === "lay-down");

/** The last word is not so: its round is derived without it. Until the next card, or the verdict; behind that until its cards are collected. */
export function takeWordBack(
  context: CardContext,
  key: KeyNamed<"take-back">,
  by: Person,
  isOffered: boolean,
): Refusal | null {
  const { round } = dealOf(context);
  if (round?.number !== key.round) return "no-such-round";
  const { fold } = round;
  if (fold === undefined) return "too-late-to-take-back";
  const last = round.decided ? lastBehind(context, fold) : lastWord(fold);
  if (last === null) return round.decided ? "too-late-to-take-back" : "nothing-to-take-back";
  if (!round.decided && hasCardLeftSince(context, fold, last)) return "too-late-to-take-back";
  if (last.by.name !== by.name && by.role !== "jefe-de-mesa") return "not-your-key";
  if (!isReturnable(last.key)) return "too-late-to-take-back";
  // What the screens do not offer is not taken: one account of the last word, which is told.
  if (!isOffered) return "too-late-to-take-back";
  const rest = { ...fold, inputs: fold.inputs.filter((input) => input !== last) };
  const record = (): void =>
    emitRecord(context, { kind: "key", round: key.round, key, by, takesBack: last.key });
  const refusal = round.decided ? rederiveBehind(context, rest, record) : rederive(context, rest, record, true);
  // Without it the table would be elsewhere by now: its shoe was loaded anew, or its round would be over.
  return refusal === "not-now" ? "too-late-to-take-back" : refusal;
}

type Word = Extract<RoundInput, { readonly at: number }>;

/**
 * Another card has left behind that word, be it one of the round or one that waits for its bets to close. One that is read again is none;
 * of a packet that is still coming none is told yet, and one of a shoe that was loaded meanwhile is none of this round.
 */
function hasCardLeftSince(context: CardContext, { inputs }: RoundFold, word: Word): boolean {
  const { round } = dealOf(context);
  const left = "left" in word ? word.left : word.cards;
  const coming = round?.packet.filter(({ n }) => n > left).length ?? 0;
  // A device that was loaded meanwhile gives the same numbers once more.
  if (left < (round?.cards ?? 0) - coming) return true;
  // It stands before the cards that it is about.
  if ("left" in word) return false;
  const at = inputs.indexOf(word);
  const known = inputs.slice(0, at).flatMap(cardNumber);
  const since = new Set(inputs.slice(at).flatMap(cardNumber));
  return since.difference(new Set(known)).size > coming;
}

/** The number that the device gives the card that it tells of; none of a card that is not the round's. */
function cardNumber(input: RoundInput): readonly number[] {
  if (input.i !== "seen" || input.isLater === true) return [];
  const { seen } = input;
  return seen.o === "card" ? [seen.card.n] : seen.o === "card-unread" ? [seen.n] : [];
}

/** The newest word of all, wherever it stands in the list. */
export function lastWord({ inputs }: RoundFold): Word | null {
  let last: Word | null = null;
  for (const input of inputs) if ("at" in input && (last === null || input.at > last.at)) last = input;
  return last;
}

/**
 * The newest word behind the verdict that gave the round no other one, and asks nothing that is answered: a verdict is not taken back, but
 * overruled.
 */
const lastBehind = (context: CardContext, { inputs }: RoundFold): Word | null =>
  inputs.findLast(
    (input): input is Word & { readonly i: "key" } =>
      input.i === "key" &&
      input.isBehind === true &&
      input.isVerdict === undefined &&
      isReturnable(input.key) &&
      !isAnswered(context, input.key),
  ) ?? null;

/** It asked whether the result stands, and somebody has said so. */
function isAnswered({ durable, rules: { pack } }: CardContext, key: KeyAtCards): boolean {
  if (key.key !== "declare") return false;
  const rule = pack.rules.find(({ id }) => id === key.rule);
  const asks = rule?.verdict === "person-decides" && (rule.scope === "round" || rule.scope === "shoe");
  return asks && !isDecisionAbout(durable, key.round, key.rule);
}

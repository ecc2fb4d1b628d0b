import type { Key } from "../../people/keys.ts";
import type { Person } from "../../people/roles.ts";
import type { KeyNamed, Refusal } from "../keys.ts";
import { emitRecord, type TableContext } from "../context.ts";
import { recordDeal } from "./flow.ts";
import { placeOutside } from "./outside-cards.ts";
import { keepInput, nextAt, rederive } from "./fold.ts";
import { dealOf, type DealLive, type PlacedCard, type RoundFold, type RoundInput } from "./live.ts";

/** What people said that is not so, and cards that lie elsewhere than the table has them. */

/** Keys that change no list: they are of the table, or change it themselves. */
const NOT_KEPT: readonly Key["key"][] = [
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
export function keepWord(context: TableContext, before: DealLive, key: Key, by: Person): void {
  const { round } = dealOf(context);
  const fold = round?.fold;
  if (fold === undefined || NOT_KEPT.includes(key.key)) return;
  // What is said of a round that is over is none of the inputs of the one on the table.
  if ("round" in key && key.round !== round?.number) return;
  // What was declared of a card is in the list already, before that card.
  const now = fold.inputs.filter((input) => input.i === "rule").length;
  const was = before.round?.fold?.inputs.filter((input) => input.i === "rule").length ?? 0;
  if (now === was) keepInput(context, before, { i: "key", cards: 0, at: nextAt(fold), key, by });
}

/** A card is not where the table has it: a person says whose it is. The round is derived anew with it there. */
export function putCardsRight(context: TableContext, key: KeyNamed<"put-right">, by: Person): Refusal | null {
  const { round } = dealOf(context);
  // After a restart nothing is known of the cards: the shoe is loaded anew, and what is said of them is only recorded.
  const asked = context.durable.deal?.outside ?? [];
  if (round === null && key.round === context.durable.round && key.cards.every((n) => asked.includes(n))) {
    emitRecord(context, { kind: "key", round: key.round, key, by });
    return null;
  }
  if (round?.number !== key.round) return "no-such-round";
  if (round.decided) return putOutsideRight(context, key, by);
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

/** Of a round that has its verdict only the cards that left behind it can be said. */
function putOutsideRight(context: TableContext, key: KeyNamed<"put-right">, by: Person): Refusal | null {
  if ((dealOf(context).round?.outside?.length ?? 0) === 0) return "no-such-round";
  if (!placeOutside(context, key.cards, key.to)) return "no-such-card";
  emitRecord(context, { kind: "key", round: key.round, key, by });
  recordDeal(context, "said", []);
  return null;
}

/** Words that are taken back. What has turned a card can not be: it has been seen. */
const RETURNABLE: readonly Key["key"][] = ["move", "declare", "void", "put-right", "no-more-bets"];

/** The last word is not so: its round is derived without it. Until the next card, or the verdict. */
export function takeWordBack(context: TableContext, key: KeyNamed<"take-back">, by: Person): Refusal | null {
  const { round } = dealOf(context);
  if (round?.number !== key.round) return "no-such-round";
  const { fold } = round;
  if (round.decided || fold === undefined) return "too-late-to-take-back";
  const last = lastWord(fold);
  if (last === null) return "nothing-to-take-back";
  if ((last.i === "rule" ? last.left : last.cards) < round.cards) return "too-late-to-take-back";
  if (last.by.name !== by.name && by.role !== "jefe-de-mesa") return "not-your-key";
  if (!RETURNABLE.includes(last.key.key)) return "too-late-to-take-back";
  if (last.key.key === "move" && last.key.move === "lay-down") return "too-late-to-take-back";
  const isDeclared = last.key.key === "declare" || last.key.key === "void";
  return rederive(
    context,
    { ...fold, inputs: fold.inputs.filter((input) => input !== last) },
    () => emitRecord(context, { kind: "key", round: key.round, key, by, takesBack: last.key }),
    isDeclared && "rule" in last.key ? [last.key.rule] : [],
    true,
  );
}

type Word = Exclude<RoundInput, { readonly i: "seen" }>;

/** The newest word of all, wherever it stands in the list. */
export function lastWord({ inputs }: RoundFold): Word | null {
  let last: Word | null = null;
  for (const input of inputs) if (input.i !== "seen" && (last === null || input.at > last.at)) last = input;
  return last;
}

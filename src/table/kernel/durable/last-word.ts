import type { Key } from "../../../people/keys.ts";
import type { DurableDice } from "../../dice/durable-dice.ts";
import type { Durable } from "./durable.ts";
import type { Phase } from "../phase.ts";
import type { RecordBody } from "../record.ts";
import { isSeriesAsked } from "./tasks.ts";

/**
 * The notice of the last rounds; at wheels and dice the words that close the bets; and a point that nobody had asked for. What was said last
 * can be taken back until the next launch, card, throw or verdict. The words about a round of cards are in its own list, and what was
 * declared of another round is a task.
 */

export interface LastWord {
  readonly by: string;
  readonly key: Key & { readonly key: "last-three-spins" | "no-more-bets" | "mark-point" };
  /** Of the notice: how the rounds were counted before it. */
  readonly counted?: Counted;
  /** Of a point: where the series stood before it. */
  readonly series?: Series;
}

type Counted = Pick<Durable, "lastRounds" | "lastOf" | "lastFrom" | "lastCalled" | "lastIs">;
type Series = Pick<DurableDice, "craps">;

/** What was said, the newest last; null: a word that is taken back elsewhere, or can not be. */
export type LastWords = readonly (LastWord | null)[];

/** So many are kept: what was said before them stays. */
const WORDS_MAX = 8;

/** The word that can be taken back now. Absent: there is none here. */
export const lastWordOf = ({ lastWords = [] }: Durable): LastWord | undefined => lastWords.at(-1) ?? undefined;

/** From these on something has been dealt or thrown, or nobody plays. */
const ENDED_BY: readonly Phase[] = ["ball-in-play", "dealing", "throwing", "closed"];

/** Bets that were closed by words go back to these: a ball runs, or a card has left before the words. */
const REOPENED: readonly Phase[] = ["ball-in-play", "dealing"];

/** Keys that say nothing of the game. */
const NO_WORDS: readonly Key["key"][] = ["acknowledge", "confirm-void", "open-table"];

/** `after`: the table after the record, but for what was said last. */
export function reduceLastWords(before: Durable, after: Durable, body: RecordBody): Durable {
  switch (body.kind) {
    case "key": {
      const { key, by, takesBack } = body;
      const words = after.lastWords ?? [];
      if (NO_WORDS.includes(key.key)) return after;
      if (takesBack !== undefined) return withWords(undone(after, words.at(-1)), words.slice(0, -1));
      const word = wordOf(before, key, by.name);
      return word === null && words.length === 0 ? after : withWords(after, [...words, word]);
    }
    case "phase": {
      // The words that close the bets are taken back: nothing has been launched or dealt by that.
      const isReopened =
        REOPENED.includes(body.phase) && body.round === before.round && before.phase === "no-more-bets";
      return ENDED_BY.includes(body.phase) && !isReopened ? withWords(after, []) : after;
    }
    // A duty that is told anew, and cards that lie elsewhere now or are turned, are no new ones: the count says whether one has left.
    case "deal":
      return body.counts.inside === before.deal?.counts?.inside ? after : withWords(after, []);
    case "dice-set":
      return body.event === "clock" || body.event === "point-marked" ? after : withWords(after, []);
    case "result":
    case "void":
    case "undecided":
    case "aborted":
    case "shoe":
    case "first-dice":
    case "boot":
      return withWords(after, []);
    // What people declare is a word like the others.
    case "throw-incident":
      return body.calledBy === "machine" ? withWords(after, []) : after;
    default:
      return after;
  }
}

function wordOf(before: Durable, key: Key, by: string): LastWord | null {
  if (key.key === "last-three-spins") return { by, key, counted: countOf(before) };
  // At cards they are an input of the round.
  if (key.key === "no-more-bets")
    return before.dice === undefined && before.wheel === undefined ? null : { by, key };
  if (before.dice === undefined) return null;
  if (key.key !== "mark-point" || isSeriesAsked(before)) return null;
  return { by, key, series: { craps: before.dice.craps } };
}

function undone(after: Durable, word: LastWord | null | undefined): Durable {
  if (word?.counted !== undefined) {
    const { lastOf: _of, lastFrom: _from, lastCalled: _called, lastIs: _is, ...rest } = after;
    return { ...rest, ...word.counted };
  }
  if (word?.series === undefined || after.dice === undefined) return after;
  return { ...after, dice: { ...after.dice, ...word.series } };
}

function countOf({ lastRounds, lastOf, lastFrom, lastCalled, lastIs }: Durable): Counted {
  return {
    lastRounds,
    ...(lastOf === undefined ? {} : { lastOf }),
    ...(lastFrom === undefined ? {} : { lastFrom }),
    ...(lastCalled === undefined ? {} : { lastCalled }),
    ...(lastIs === undefined ? {} : { lastIs }),
  };
}

/** Words that are taken back elsewhere are kept only behind one that is not. */
function withWords(after: Durable, words: LastWords): Durable {
  const { lastWords, ...rest } = after;
  if (words.some((word) => word !== null)) return { ...rest, lastWords: words.slice(-WORDS_MAX) };
  return lastWords === undefined ? after : rest;
}

import type { Durable } from "./durable.ts";
import type { AnyFamily, FamilyTypes } from "../family-types.ts";
import type { FamilyReducer } from "../family.ts";
import type { KeyOf } from "../people/key-of.ts";
import type { Phase } from "../phase.ts";
import type { RecordBody } from "../record.ts";

/**
 * The notice of the last rounds; where they are no input of the round the words that close the bets; and words of a family's own. What was
 * said last can be taken back until the next launch, card, throw or verdict. What was declared of another round is a task.
 */

export type LastWord<Family extends FamilyTypes = AnyFamily> = {
  readonly by: string;
  readonly key: KeyOf<Family>;
  /** Of the notice: how the rounds were counted before it. */
  readonly counted?: Counted;
} & Family["word"];

type Counted = Pick<Durable, "lastRounds" | "lastOf" | "lastFrom" | "lastCalled" | "lastIs">;

/** What was said, the newest last; null: a word that is taken back elsewhere, or can not be. */
export type LastWords<Family extends FamilyTypes = AnyFamily> = readonly (LastWord<Family> | null)[];

/** So many are kept: what was said before them stays. */
const WORDS_MAX = 8;

/** The word that can be taken back now. Absent: there is none here. */
export const lastWordOf = ({ lastWords = [] }: Durable): LastWord | undefined => lastWords.at(-1) ?? undefined;

/** From these on something has been dealt or thrown, or nobody plays. */
const ENDED_BY: readonly Phase[] = ["ball-in-play", "dealing", "throwing", "closed"];

/** Bets that were closed by words go back to these: a ball runs, or a card has left before the words. */
const REOPENED: readonly Phase[] = ["ball-in-play", "dealing"];

/** Keys that say nothing of the game. */
const NO_WORDS: readonly KeyOf["key"][] = ["acknowledge", "confirm-void", "open-table", "take-over"];

/** `after`: the table after the record, but for what was said last. */
export function reduceLastWords(
  before: Durable,
  after: Durable,
  body: RecordBody,
  reducer: FamilyReducer,
): Durable {
  switch (body.kind) {
    case "key": {
      const { key, by, takesBack } = body;
      const words = after.lastWords ?? [];
      if (NO_WORDS.includes(key.key)) return after;
      if (takesBack !== undefined) return withWords(undoWord(after, words.at(-1), reducer), words.slice(0, -1));
      const word = wordOf(before, key, by.name, reducer);
      return word === null && words.length === 0 ? after : withWords(after, [...words, word]);
    }
    case "phase": {
      // The words that close the bets are taken back: nothing has been launched or dealt by that.
      const isReopened =
        REOPENED.includes(body.phase) && body.round === before.round && before.phase === "no-more-bets";
      return ENDED_BY.includes(body.phase) && !isReopened ? withWords(after, []) : after;
    }
    case "result":
    case "void":
    case "undecided":
    case "aborted":
    case "boot":
      return withWords(after, []);
    default:
      return reducer.endsWords?.(body, before) === true ? withWords(after, []) : after;
  }
}

function wordOf(before: Durable, key: KeyOf, by: string, reducer: FamilyReducer): LastWord | null {
  if (key.key === "last-three-spins") return { by, key, counted: countOf(before) };
  if (key.key === "no-more-bets") return reducer.closesBetsByWord === true ? { by, key } : null;
  const replaced = reducer.replacedBy?.(before, key) ?? null;
  return replaced === null ? null : { by, key, ...replaced };
}

function undoWord(after: Durable, word: LastWord | null | undefined, reducer: FamilyReducer): Durable {
  if (word == null) return after;
  if (word.counted === undefined) return reducer.putBack?.(after, word) ?? after;
  const { lastOf: _of, lastFrom: _from, lastCalled: _called, lastIs: _is, ...rest } = after;
  return { ...rest, ...word.counted };
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

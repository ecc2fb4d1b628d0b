import type { Key } from "../people/keys.ts";
import type { Durable } from "./durable.ts";
import type { Phase } from "./phase.ts";
import type { RecordBody } from "./record.ts";

/**
 * The notice of the last rounds, and at dice the words that close the bets: what was said last can be taken back until the next card, throw
 * or verdict. The words about a round of cards are in its own list, and what was declared of another round is a task.
 */

export interface LastWord {
  readonly by: string;
  readonly key: Key & { readonly key: "last-three-spins" | "no-more-bets" };
  /** Of the notice: how the rounds were counted before it. */
  readonly counted?: Counted;
}

type Counted = Pick<Durable, "lastRounds" | "lastOf" | "lastFrom" | "lastCalled" | "lastIs">;

/** From these on something has been dealt or thrown, or nobody plays. */
const ENDED_BY: readonly Phase[] = ["ball-in-play", "dealing", "throwing", "closed"];

/** Keys that say nothing of the game. */
const NO_WORDS: readonly Key["key"][] = ["acknowledge", "confirm-void", "open-table"];

/** `after`: the table after the record, but for what was said last. */
export function reduceLastWord(before: Durable, after: Durable, body: RecordBody): Durable {
  const { lastWord: said, ...rest } = after;
  switch (body.kind) {
    case "key": {
      const { key, by, takesBack } = body;
      if (NO_WORDS.includes(key.key)) return after;
      if (takesBack !== undefined && takesBack.key === said?.key.key) return withCount(rest, said.counted);
      if (key.key === "last-three-spins")
        return { ...rest, lastWord: { by: by.name, key, counted: countOf(before) } };
      if (key.key === "no-more-bets" && before.dice !== undefined)
        return { ...rest, lastWord: { by: by.name, key } };
      break;
    }
    case "phase":
      if (!ENDED_BY.includes(body.phase)) return after;
      break;
    case "result":
    case "void":
    case "undecided":
    case "aborted":
    case "deal":
    case "incident":
    case "shoe":
    case "first-dice":
    case "throw-incident":
    case "dice-set":
    case "boot":
      break;
    default:
      return after;
  }
  return said === undefined ? after : rest;
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

function withCount(after: Durable, counted: Counted | undefined): Durable {
  if (counted === undefined) return after;
  const { lastOf: _of, lastFrom: _from, lastCalled: _called, lastIs: _is, ...rest } = after;
  return { ...rest, ...counted };
}

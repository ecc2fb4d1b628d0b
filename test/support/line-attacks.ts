import type { RandomSource } from "../../src/time/random-source.ts";

/** What adapters, cables and busy computers do to the messages of a device on their way to the unit. */

export interface Sent {
  readonly us: number;
  readonly bytes: string;
}

/** What reaches the unit of the messages sent in a stretch up to `us`, in order of time. */
export type Between = (sent: readonly Sent[], us: number, random: RandomSource) => readonly Sent[];

const US = 1_000_000;

/** One message in `oneIn` comes twice. */
export const twice =
  (oneIn: number): Between =>
  (sent, _, random) =>
    sent.flatMap((one) => (random.oneIn(oneIn) ? [one, one] : [one]));

/** Nothing comes for `seconds`, then all of it in one burst; again after up to `pauses` seconds. */
export function heldBack(
  seconds: number,
  pauses: number,
): Between & { readonly windows: { from: number; until: number }[] } {
  const windows: { from: number; until: number }[] = [];
  let held: Sent[] = [];
  const between: Between = (sent, us, random) => {
    const now = windows.at(-1);
    if (now === undefined || us > now.until) {
      const late = held.map(({ bytes }) => ({ us, bytes }));
      held = [];
      const from = us + random.below(Math.floor(pauses * US) + 1);
      windows.push({ from, until: from + seconds * US });
      return [...late, ...sent.map((one) => ({ ...one, us }))];
    }
    if (us <= now.from) return sent;
    held.push(...sent);
    return [];
  };
  return Object.assign(between, { windows });
}

/** A block of messages of some time ago comes once more. */
export function stale(oneIn: number): Between {
  const past: Sent[] = [];
  return (sent, us, random) => {
    past.push(...sent);
    past.splice(0, Math.max(0, past.length - 40));
    const block = past.slice(0, 1 + random.below(20));
    return sent.length > 0 && random.oneIn(oneIn)
      ? [...sent, ...block.map(({ bytes }) => ({ us, bytes }))]
      : sent;
  };
}

/** Two neighbours change places. */
export function swapped(oneIn: number): Between {
  let stored: Sent | null = null;
  return (sent, _, random) => {
    const out: Sent[] = [];
    for (const one of sent) {
      if (stored !== null) {
        out.push(one, { ...stored, us: one.us });
        stored = null;
      } else if (random.oneIn(oneIn)) stored = one;
      else out.push(one);
    }
    return out;
  };
}

/** Some messages running are lost, as when a buffer is full. */
export function lost(oneIn: number): Between {
  let left = 0;
  return (sent, _, random) =>
    sent.filter(() => {
      if (left === 0 && random.oneIn(oneIn)) left = 1 + random.below(6);
      if (left === 0) return true;
      left--;
      return false;
    });
}

/** The head of one message grows together with the tail of the next. */
export function grownTogether(oneIn: number): Between {
  let head: string | null = null;
  return (sent, _, random) =>
    sent.flatMap(({ us, bytes }) => {
      if (head !== null) {
        const joined = head + bytes.slice(random.below(bytes.length));
        head = null;
        return [{ us, bytes: joined }];
      }
      if (!random.oneIn(oneIn)) return [{ us, bytes }];
      head = bytes.slice(0, random.below(bytes.length));
      return [];
    });
}

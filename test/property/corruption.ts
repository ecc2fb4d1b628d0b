import type { Entry } from "../../src/recording/entry.ts";
import { randomFrom, type RandomSource } from "../../src/time/random-source.ts";

/**
 * A seeded corruptor for captured lines: cut, splice, repeat, flip bits, reorder, drop, insert another device's lines.
 * It works on recording entries, below the codec, and knows nothing of the protocol.
 */

type In = Entry & { k: "in" };

export const OPERATIONS = ["cut", "splice", "repeat", "flip", "reorder", "drop", "insert"] as const;
export type Operation = (typeof OPERATIONS)[number];

export interface Corrupted {
  readonly entries: readonly Entry[];
  readonly mutated: number;
  readonly by: Readonly<Record<Operation, number>>;
}

/** Changes about one line in `oneIn`. `strangers` are lines of other devices, with their terminators. */
export function corrupt(
  entries: readonly Entry[],
  seed: string,
  oneIn: number,
  strangers: readonly string[],
): Corrupted {
  const random = randomFrom(seed);
  const out: Entry[] = [];
  const by = Object.fromEntries(OPERATIONS.map((name) => [name, 0])) as Record<Operation, number>;
  let held: In | null = null;
  let mutated = 0;
  for (const entry of entries) {
    if (entry.k !== "in" || !random.oneIn(oneIn)) {
      out.push(entry);
      if (held !== null && entry.k === "in") {
        out.push({ ...held, t: entry.t });
        held = null;
      }
      continue;
    }
    const operation = random.pick(OPERATIONS);
    mutated++;
    by[operation]++;
    if (operation === "reorder") {
      if (held !== null) out.push({ ...held, t: entry.t });
      held = entry;
    } else out.push(...apply(operation, entry, random, strangers));
  }
  return { entries: out, mutated, by };
}

function apply(
  operation: Exclude<Operation, "reorder">,
  entry: In,
  random: RandomSource,
  strangers: readonly string[],
): In[] {
  const { bytes } = entry;
  switch (operation) {
    case "drop":
      return [];
    case "cut": {
      const from = random.below(bytes.length);
      const to = from + 1 + random.below(bytes.length - from);
      // Half of the cuts lose the terminator as well, so the rest runs into the next line.
      return [{ ...entry, bytes: bytes.slice(from, to) + (random.oneIn(2) ? "\r\n" : "") }];
    }
    case "splice": {
      const at = random.below(bytes.length);
      return [
        { ...entry, bytes: bytes.slice(0, at) },
        { ...entry, bytes: bytes.slice(random.below(bytes.length)) },
      ];
    }
    case "repeat":
      return Array<In>(2 + random.below(3)).fill(entry);
    case "flip": {
      const at = random.below(bytes.length);
      const flipped = bytes.charCodeAt(at) ^ (1 << random.below(8));
      return [{ ...entry, bytes: bytes.slice(0, at) + String.fromCharCode(flipped) + bytes.slice(at + 1) }];
    }
    case "insert": {
      const lines = Array.from({ length: 1 + random.below(3) }, () => ({
        ...entry,
        bytes: random.pick(strangers),
      }));
      return random.oneIn(2) ? [...lines, entry] : [entry, ...lines];
    }
  }
}

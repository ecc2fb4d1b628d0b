import type { Entry } from "../../src/recording/entry.ts";
import { randomFrom, type RandomSource } from "../../src/time/random-source.ts";

/**
 * A seeded corruptor for the messages of a device: cut, splice, repeat, flip bits, reorder, drop, insert another device's messages.
 * It works on bytes, below the codec, and knows nothing of the protocol.
 */

export const OPERATIONS = ["cut", "splice", "repeat", "flip", "reorder", "drop", "insert"] as const;
export type Operation = (typeof OPERATIONS)[number];

export interface Damage {
  /** About one message in so many is changed. */
  readonly oneIn: number;
  /** Messages of other devices, with their terminators. */
  readonly strangers: readonly string[];
  /** All of them unless given. */
  readonly operations?: readonly Operation[];
  /** After one that was changed so many at least come as they were sent; none unless given. */
  readonly apart?: number;
}

/** Between a device and the unit: what comes out for each message that goes in. */
export class Corruptor {
  readonly by = Object.fromEntries(OPERATIONS.map((name) => [name, 0])) as Record<Operation, number>;
  readonly #random: RandomSource;
  readonly #damage: Required<Damage>;
  #held: string | null = null;
  #since = Infinity;

  constructor(seed: string, damage: Damage) {
    this.#random = randomFrom(seed);
    this.#damage = { operations: OPERATIONS, apart: 0, ...damage };
  }

  /** How many were changed so far. */
  get mutated(): number {
    return OPERATIONS.reduce((sum, name) => sum + this.by[name], 0);
  }

  pass(bytes: string): readonly string[] {
    const { oneIn, operations, strangers, apart } = this.#damage;
    const held = this.#held;
    if (this.#since < apart || bytes === "" || !this.#random.oneIn(oneIn)) {
      this.#since++;
      this.#held = null;
      return held === null ? [bytes] : [bytes, held];
    }
    const operation = this.#random.pick(operations);
    this.#since = 0;
    this.by[operation]++;
    if (operation !== "reorder") return changed(operation, bytes, this.#random, strangers);
    this.#held = bytes;
    return held === null ? [] : [held];
  }
}

/** Changes about one line in `oneIn` of a recording. */
export function corrupt(
  entries: readonly Entry[],
  seed: string,
  damage: Damage,
): { readonly entries: readonly Entry[]; readonly corruptor: Corruptor } {
  const corruptor = new Corruptor(seed, damage);
  const corrupted = entries.flatMap((entry): readonly Entry[] =>
    entry.k === "in" ? corruptor.pass(entry.bytes).map((bytes) => ({ ...entry, bytes })) : [entry],
  );
  return { entries: corrupted, corruptor };
}

function changed(
  operation: Exclude<Operation, "reorder">,
  bytes: string,
  random: RandomSource,
  strangers: readonly string[],
): readonly string[] {
  switch (operation) {
    case "drop":
      return [];
    case "cut": {
      const from = random.below(bytes.length);
      const to = from + 1 + random.below(bytes.length - from);
      // Half of the cuts lose the terminator as well, so the rest runs into the next line.
      return [bytes.slice(from, to) + (random.oneIn(2) ? "\r\n" : "")];
    }
    case "splice":
      return [bytes.slice(0, random.below(bytes.length)), bytes.slice(random.below(bytes.length))];
    case "repeat":
      return Array<string>(2 + random.below(3)).fill(bytes);
    case "flip": {
      const at = random.below(bytes.length);
      const flipped = bytes.charCodeAt(at) ^ (1 << random.below(8));
      return [bytes.slice(0, at) + String.fromCharCode(flipped) + bytes.slice(at + 1)];
    }
    case "insert": {
      const lines = Array.from({ length: 1 + random.below(3) }, () => random.pick(strangers));
      return random.oneIn(2) ? [...lines, bytes] : [bytes, ...lines];
    }
  }
}

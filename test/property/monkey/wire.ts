import type { RandomSource } from "../../../src/time/random-source.ts";

/** What stands between a device and the unit, and what it does to a chunk of bytes. */

export const WIRE_TROUBLES = ["half", "split", "garbage", "twice", "again", "held", "overrun"] as const;
export type WireTrouble = (typeof WIRE_TROUBLES)[number];

/** Bytes that reach the unit, after `ms`; `lost`: so many that the unit knows it lost, in their place. */
export interface Reached {
  readonly bytes: string;
  readonly ms: number;
  readonly lost?: number;
}

const PAST_MAX = 20;
const GARBAGE = [
  "\n",
  "\r\n",
  "\0",
  "\xff\xfe",
  "*X;",
  "; ; ;\r\n",
  "12\r\n",
  "AT\r\n",
  "\x1b[2J",
  '{"',
  "   ",
];

/** One line of a device. */
export class Wire {
  /** In 100 chunks so many are lost, doubled, damaged. */
  noise = 0;
  readonly #random: RandomSource;
  readonly #past: string[] = [];
  #next: WireTrouble | null = null;
  #held: string[] = [];
  #heldUntil = 0;

  constructor(random: RandomSource) {
    this.#random = random;
  }

  /** It hits the next chunk; what is held is held for some seconds from `us` on. */
  trouble(what: WireTrouble, us: number): void {
    if (what === "held") this.#heldUntil = us + this.#random.pick([300_000, 2_500_000, 6_000_000]);
    else this.#next = what;
  }

  /** What was held and comes now, in one burst. */
  takeHeld(us: number): string {
    if (this.#held.length === 0 || us < this.#heldUntil) return "";
    return this.#held.splice(0).join("");
  }

  /** The cable is out: what was on its way is gone. */
  cut(): void {
    this.#held = [];
    this.#heldUntil = 0;
  }

  carry(bytes: string, us: number): readonly Reached[] {
    if (us < this.#heldUntil) {
      this.#held.push(bytes);
      return [];
    }
    const old = this.#past.length === 0 ? "" : this.#random.pick(this.#past);
    this.#past.push(bytes);
    if (this.#past.length > PAST_MAX) this.#past.shift();
    const next = this.#next;
    this.#next = null;
    const at = this.#random.below(bytes.length + 1);
    const now = { bytes, ms: 0 };
    switch (next) {
      case "half":
        return [{ bytes: this.#random.oneIn(2) ? bytes.slice(0, at) : bytes.slice(at), ms: 0 }];
      case "split":
        return [
          { bytes: bytes.slice(0, at), ms: 0 },
          { bytes: bytes.slice(at), ms: this.#random.pick([1, 25, 200]) },
        ];
      case "garbage":
        return [{ bytes: this.#random.pick(GARBAGE), ms: 0 }, now];
      case "twice":
        return [now, now];
      case "again":
        return [now, { bytes: old, ms: 0 }];
      case "overrun":
        return [
          { bytes: bytes.slice(0, at), ms: 0 },
          { bytes: "", ms: 0, lost: bytes.length - at },
        ];
      default:
        return this.#noisy(bytes);
    }
  }

  #noisy(bytes: string): readonly Reached[] {
    const random = this.#random;
    const how = random.below(100) < this.noise ? random.below(3) : -1;
    if (how === 0) return [];
    if (how === 2)
      return [
        { bytes, ms: 0 },
        { bytes, ms: 0 },
      ];
    if (how < 0) return [{ bytes, ms: 0 }];
    const at = random.below(bytes.length);
    const flipped = String.fromCharCode(bytes.charCodeAt(at) ^ (1 << random.below(8)));
    return [{ bytes: bytes.slice(0, at) + flipped + bytes.slice(at + 1), ms: 0 }];
  }
}

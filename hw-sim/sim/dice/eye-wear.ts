import type { DieRead } from "../../../src/dice/observation.ts";
import type { RandomSource } from "../../../src/time/random-source.ts";
import { drawNormal } from "../../models/wheels/draws.ts";
import { wornShare, type Wear } from "../../models/wheels/wear.ts";
import type { ReportedRead } from "./reporting-eye.ts";

/** What of an eye over dice wears out slowly. */
export const EYE_WEAR = [
  /** The lamp gives less light. */
  "ageing-lamp",
  /** Dust on the lens: less light, and less contrast in it. */
  "dusty-lens",
  /** The arm that holds the camera sags. */
  "sagging-arm",
] as const;
export type EyeWear = (typeof EYE_WEAR)[number];

/** Of a clean eye: level of its patches, their shift (hundredths of a pixel), and how differently each comes from one look to the next. */
const LIGHT = { level: 128, sigma: 2 };
const SHIFT = { level: 12, sigma: 4 };
/** How far above what is needed the contrast of a die's face is, and how differently it comes. */
const CONTRAST = { level: 4.5, sigma: 0.15 };

/** An eye's optics, and how they are after so many throws. */
export class EyeOptics {
  readonly #wear: Wear<EyeWear>;
  readonly #random: RandomSource;

  constructor(wear: Wear<EyeWear>, random: RandomSource) {
    this.#wear = wear;
    this.#random = random;
  }

  light(throws: number): number {
    // Both lamps age alike: a third of their light in their life; dust scatters a fifth of it.
    const lost = 0.34 * this.#worn("ageing-lamp", throws) + 0.2 * this.#worn("dusty-lens", throws);
    return Math.round(LIGHT.level * (1 - lost) + drawNormal(this.#random, LIGHT.sigma));
  }

  shift(throws: number): number {
    const sagged = 160 * this.#worn("sagging-arm", throws);
    return Math.max(0, Math.round(SHIFT.level + sagged + drawNormal(this.#random, SHIFT.sigma)));
  }

  /** What is read of dice through this lens: a reader is as sure as the contrast lets it be, and gives no face where there is too little. */
  read(read: ReportedRead, throws: number): ReportedRead {
    const dust = this.#worn("dusty-lens", throws);
    const dice = read.dice.map((die): DieRead => {
      const contrast = CONTRAST.level * (1 - 0.7 * dust) * (1 + drawNormal(this.#random, CONTRAST.sigma));
      const confidence = Math.round(die.confidence * (1 - Math.exp(-contrast)));
      const isWeak = contrast < 1 && die.face !== null;
      return { ...die, confidence, ...(isWeak ? { face: null, notes: [...die.notes, "weak"] } : {}) };
    });
    const isWeak = dice.some(({ notes }) => notes.includes("weak"));
    if (!isWeak) return { ...read, dice };
    return { ...read, dice, verdict: "undecided", reasons: [...new Set([...read.reasons, "weak"])] };
  }

  #worn(what: EyeWear, throws: number): number {
    return this.#wear.what === what ? wornShare(this.#wear, throws) : 0;
  }
}

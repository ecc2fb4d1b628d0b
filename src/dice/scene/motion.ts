import type { GreyImage } from "../../vision/grey-image.ts";
import type { Arena } from "./arena.ts";

/** Frames between a frame and the oldest of those that it is held against. */
const FAR = 5;
/** Levels that a change must exceed, whatever the noise. */
export const CHANGE_MIN = 10;

/**
 * How much of the arena moves: against the last frame and, so that a flicker is none, against the fifth before, or the fourth:
 * what a shaker kicks to and fro in five frames is no rest.
 */
export class Motion {
  readonly #inside: Uint8Array;
  readonly #area: number;
  #last: GreyImage[] = [];
  /** Standard deviation of a mean's change while nothing moves, levels. */
  #noise: number;

  constructor({ inside, dieArea, calibration }: Arena) {
    this.#inside = inside;
    this.#area = dieArea;
    this.#noise = calibration.background.noise * Math.SQRT2;
  }

  get noise(): number {
    return this.#noise;
  }

  /** Forgets the frames before: what comes next cannot be compared with them. */
  forget(): void {
    this.#last = [];
  }

  /** Takes a frame's 3x3 means at half size. Returns the moving part in die areas, or null while there is nothing to compare. */
  push(means: GreyImage): number | null {
    const before = this.#last.at(-1);
    const [oldest, older] = this.#last;
    this.#last = [...this.#last, means].slice(-FAR);
    if (before === undefined || oldest === undefined || older === undefined) return null;
    return this.#count(means.data, before.data, [oldest.data, older.data]) / this.#area;
  }

  #count(now: Uint8Array, before: Uint8Array, [one, other]: readonly [Uint8Array, Uint8Array]): number {
    const limit = Math.max(6 * this.#noise, CHANGE_MIN);
    const inside = this.#inside;
    let count = 0;
    for (let at = 0; at < now.length; at++) {
      const level = now[at] as number;
      const near = level - (before[at] as number);
      if (near <= limit && near >= -limit) continue;
      if (inside[at] !== 1) continue;
      if (Math.abs(level - (one[at] as number)) > limit || Math.abs(level - (other[at] as number)) > limit)
        count++;
    }
    return count;
  }

  /** Learns the noise from two frames of an empty arena: the mean change of a sample of pixels. */
  learn(): void {
    const [before, now] = this.#last.slice(-2);
    if (before === undefined || now === undefined) return;
    let [sum, n] = [0, 0];
    for (let at = 0; at < now.data.length; at += 17) {
      if (this.#inside[at] !== 1) continue;
      sum += Math.abs((now.data[at] as number) - (before.data[at] as number));
      n++;
    }
    if (n === 0) return;
    // Of a normal spread the mean distance is 0.8 of the standard deviation.
    this.#noise += ((sum / n) * 1.25 - this.#noise) / 32;
  }
}

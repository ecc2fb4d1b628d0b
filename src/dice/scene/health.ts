import { middleValue } from "../../vision/numbers.ts";
import { sameBytes } from "../../record/bytes.ts";
import type { GreyImage } from "../../vision/grey-image.ts";
import { after, US_PER_MS, US_PER_S, type MonoUs } from "../../time/instant.ts";
import type { Arena } from "./arena.ts";
import { levelOf } from "../../vision/means.ts";
import type { Frame, SceneFault, SceneEvent } from "./events.ts";

/** Identical frames for so long are no stillness: a sensor always has noise. */
export const FROZEN_US = US_PER_S;
/** Frames with the light out of its limits, one after the other. */
const LIGHT_FRAMES = 5;
/** Levels: a picture darker, or with less in it, is that of a covered lens. */
const BLACK = 6;
const FLAT = 1.5;

export interface Health {
  readonly events: readonly SceneEvent[];
  /** Frames are missing before this one: stillness begins anew. */
  readonly isGap: boolean;
  /** What hides the arena: nothing is to be made of this frame. */
  readonly isBlind: boolean;
}

/** Whether the picture can be believed: frozen, black, another light, frames missing. */
export class HealthWatch {
  readonly #arena: Arena;
  readonly #frameUs: number;
  #last: Frame | null = null;
  /** When a frame last differed from the one before. */
  #changedAt: MonoUs | null = null;
  #wrongLight = 0;
  #light: number | null = null;
  #activeFaults: readonly SceneFault[] = [];

  constructor(arena: Arena, fps: number) {
    this.#arena = arena;
    this.#frameUs = US_PER_S / fps;
  }

  /** Mean level of the reference patches, 0 to 255; null: no frame yet. */
  get light(): number | null {
    return this.#light;
  }

  isActive(fault: SceneFault): boolean {
    return this.#activeFaults.includes(fault);
  }

  /** `lossUs`: a longer gap between frames is reported, a shorter one only begins stillness anew. */
  check(frame: Frame, half: GreyImage, lossUs: number): Health {
    const events: SceneEvent[] = [];
    const { image, t } = frame;
    const before = this.#last;
    const step = before === null ? 0 : t - before.t;
    const isGap = before === null || step > 2 * this.#frameUs + 2 * US_PER_MS;
    if (before !== null && step > lossUs)
      events.push({ m: "frames-lost", ms: Math.min(Math.round(step / US_PER_MS), 0xffff_ffff) });
    if (before === null || !sameBytes(before.image.data, image.data)) this.#changedAt = t;
    this.#last = frame;
    const isFrozen = this.#changedAt !== null && t >= after(this.#changedAt, FROZEN_US);
    this.setFault(events, "eye-camera-frozen", isFrozen, 0);
    const isBlack = isBlocked(half);
    this.setFault(events, "eye-blocked", isBlack, 0);
    this.#measureLight(image);
    const level = Math.round(this.#light ?? 0);
    this.setFault(events, "eye-light", this.#wrongLight >= LIGHT_FRAMES && !isBlack, level);
    return { events, isGap, isBlind: isFrozen || isBlack || this.#wrongLight > 0 };
  }

  /** Frames were not taken for a while because the last ones were being read. */
  skipPause(t: MonoUs): void {
    if (this.#last !== null && t > this.#last.t) {
      const { image } = this.#last;
      this.#last = { image, t };
      this.#changedAt = t;
    }
  }

  setFault(events: SceneEvent[], fault: SceneFault, on: boolean, value: number): void {
    if (this.#activeFaults.includes(fault) === on) return;
    this.#activeFaults = on
      ? [...this.#activeFaults, fault]
      : this.#activeFaults.filter((one) => one !== fault);
    events.push({ m: "fault", fault, on, value });
  }

  #measureLight(image: GreyImage): void {
    const { patches, low, high } = this.#arena.calibration.light;
    // The middle one: a hand or a die over one patch is no change of light.
    const light = middleValue(patches.map((patch) => levelOf(image, patch)));
    this.#light = light;
    this.#wrongLight = light < low || light > high ? this.#wrongLight + 1 : 0;
  }
}

function isBlocked({ data }: GreyImage): boolean {
  let [sum, squares, n] = [0, 0, 0];
  for (let at = 0; at < data.length; at += 31) {
    const level = data[at] as number;
    sum += level;
    squares += level * level;
    n++;
  }
  const mean = sum / n;
  return mean < BLACK || Math.sqrt(Math.max(0, squares / n - mean * mean)) < FLAT;
}

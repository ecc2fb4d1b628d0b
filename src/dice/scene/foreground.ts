import type { GreyImage } from "../../vision/grey-image.ts";
import type { Arena } from "./arena.ts";
import { componentsOf, type Component } from "./components.ts";

/** Levels by which a pixel must differ from the empty arena, whatever the noise. */
export const FOREIGN_MIN = 12;
/** Parts of a die's area: smaller spots are nothing. */
export const SPOT = 0.06;
/** Components that are looked at. */
export const COMPONENTS_MAX = 64;

export interface Foreground {
  /** 1 where the watched part differs from the empty arena. */
  readonly mask: Uint8Array;
  readonly components: readonly Component[];
  /** All of them together, die areas. */
  readonly area: number;
  /** The mask has more pieces than make sense. */
  readonly isChaos: boolean;
}

/** What lies in the arena: how a frame differs from the empty one, which is learned on as long as it is empty. */
export class Background {
  readonly #arena: Arena;
  /** Levels times 256. */
  readonly #mean: Uint16Array;
  readonly #mask: Uint8Array;
  #row = 0;

  constructor(arena: Arena) {
    this.#arena = arena;
    this.#mean = Uint16Array.from(arena.background, (level) => level << 8);
    this.#mask = new Uint8Array(arena.background.length);
  }

  /** The mask is only valid until the next call. */
  compare({ width, height, data }: GreyImage, noise: number): Foreground {
    const { watched, dieArea } = this.#arena;
    const limit = Math.round(256 * Math.max(6 * noise, FOREIGN_MIN));
    const [mask, mean] = [this.#mask, this.#mean];
    for (let at = 0; at < data.length; at++) {
      const apart = ((data[at] as number) << 8) - (mean[at] as number);
      mask[at] = (apart > limit || apart < -limit) && watched[at] === 1 ? 1 : 0;
    }
    const found = componentsOf(mask, width, height, { least: Math.ceil(SPOT * dieArea), most: COMPONENTS_MAX });
    const components = found ?? [];
    return {
      mask,
      components,
      area: components.reduce((sum, { area }) => sum + area, 0) / dieArea,
      isChaos: found === null || found.length === COMPONENTS_MAX,
    };
  }

  /** Level of the empty arena at a pixel. */
  levelAt(at: number): number {
    return (this.#mean[at] ?? 0) / 256;
  }

  /** Goes a 32nd of the way towards a frame of the empty arena: light drifts in an evening. An eighth of the rows each time. */
  learn({ width, height, data }: GreyImage): void {
    const mean = this.#mean;
    for (let y = this.#row; y < height; y += 8)
      for (let at = y * width; at < (y + 1) * width; at++)
        mean[at] = (mean[at] as number) + ((((data[at] as number) << 8) - (mean[at] as number)) >> 5);
    this.#row = (this.#row + 1) % 8;
  }
}

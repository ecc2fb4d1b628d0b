import type { RandomSource } from "../../../src/time/random-source.ts";
import { drawNormal } from "./draws.ts";

/** How a wheel wears out over many spins: what of it, from which spin on, and when it is as bad as it gets. */
export interface Wear<What extends string = string> {
  readonly what: What;
  readonly fromSpin: number;
  readonly toSpin: number;
}

/** How far it has gone by this spin: 0 (as new) to 1. */
export function wornShare({ fromSpin, toSpin }: Wear, spin: number): number {
  return Math.min(1, Math.max(0, (spin - fromSpin) / Math.max(1, toSpin - fromSpin)));
}

/**
 * A sensor that looks for reflected light: what passes it sends back a bell of light, this many times as high as the comparator's threshold
 * through a clean lens. Dust takes part of the light away: the bell crosses the threshold later and leaves it earlier, and one that passes
 * badly no longer reaches it.
 */
const CLEAN_HEIGHT = 4;
/** How differently light comes back from one passing to the next. */
const SHINE_SIGMA = 0.12;

/** For which share of the time a clean sensor sees a passing, one behind dust sees it; 0: not at all. `light`: the share that comes through. */
export function seenShare(light: number, random: RandomSource): number {
  const height = CLEAN_HEIGHT * light * (1 + drawNormal(random, SHINE_SIGMA));
  return height <= 1 ? 0 : Math.sqrt(Math.log(height) / Math.log(CLEAN_HEIGHT));
}

import type { RandomSource } from "../../src/time/random-source.ts";

/** Pockets of a rotor: 0–36, with 38 also `00`. */
export type PocketCount = 37 | 38;

/** A pocket by chance, by its name: `0`…`36` or `00`. */
export function drawPocket(random: RandomSource, count: PocketCount): string {
  const at = random.below(count);
  return at === 37 ? "00" : String(at);
}

/** Two characters, right-justified; two blanks when there is none. */
export function padPocket(pocket: string | null): string {
  return (pocket ?? "").padStart(2);
}

import type { Rgb } from "./looks.ts";
import { noiseAt } from "./noise.ts";

/** A second tone swirled through a die's body, as poured plastic has it ("marbled", "pearl", two-tone dice). */
export interface Marble {
  readonly tone: Rgb;
  /** Swirls over a side of the die, 0.5 to 4. */
  readonly swirls: number;
  /** Share of the body that has the second tone, 0 to 1. */
  readonly share: number;
  /** Width of the border between the tones, over a swirl: 0.02 (two-tone) to 0.5 (pearl). */
  readonly soft: number;
  readonly pattern: number;
}

/** Share of the second tone at a place inside the die, 0 to 1; x, y, z in sides of the die. */
export function marbleAt({ swirls, share, soft, pattern }: Marble, x: number, y: number, z: number): number {
  const [a, b] = [(x + 0.61 * z) * swirls, (y - 0.53 * z) * swirls];
  // Bands of noise bent by other noise: a swirl has no lattice of its own
  const bend = noiseAt(a * 1.3 + 7.1, b * 1.3 - 3.3, pattern);
  const band = noiseAt(a + 2.4 * bend, b - 1.9 * bend, pattern + 1);
  const within = (band - (0.5 + (0.5 - share) * 0.7)) / soft + 0.5;
  if (within <= 0) return 0;
  if (within >= 1) return 1;
  return within * within * (3 - 2 * within);
}

import type { Point } from "../../vision/grey-image.ts";
import { distance } from "../../vision/plane-geometry.ts";
import type { Mips } from "../../vision/sample.ts";
import { isAgreed, type Candidate } from "./candidate.ts";
import { readPips } from "./geometry/reader.ts";
import { findMiddles } from "./geometry/blind.ts";
import type { DieSeen } from "./read-types.ts";

/** Contrast of an overlooked die's pips, as a share of the faintest die's that both readers agree on. */
const CONTRAST = 0.4;
const QUALITY = 0.6;
/** From one size that is searched to the next. */
const STEP = 1.35;

/**
 * Dice that geometry finds by itself where the network sees none: fours, fives and sixes of about the size and contrast
 * of the dice that both agree on; `dice` are those already noted. Each has the note `one-reader`, which makes a picture undecided.
 */
export function findOverlooked(
  mips: Mips,
  candidates: readonly Candidate[],
  dice: readonly DieSeen[],
): DieSeen[] {
  const agreed = candidates.filter((one) => isAgreed(one, "pips"));
  if (agreed.length === 0) return [];
  const contrasts = agreed.map(({ geometry }) => Math.abs(geometry.contrast));
  const least = Math.max(10, CONTRAST * Math.min(...contrasts));
  const sizes = agreed.map(({ seen }) => seen.size);
  const taken: { readonly at: Point; readonly size: number }[] = [...dice];
  const found: DieSeen[] = [];
  for (let size = Math.max(...sizes); size >= Math.min(...sizes) / STEP; size /= STEP)
    for (const middle of findMiddles(mips, size, least)) {
      if (taken.some((one) => distance(one.at, middle) < 0.62 * Math.max(one.size, size))) continue;
      const { face, centre, quality, contrast } = readPips(mips, middle, size, false);
      if (face === null || centre === null || Number(face) < 4) continue;
      if (quality < QUALITY || Math.abs(contrast) < least) continue;
      taken.push({ at: centre, size });
      const said = { network: null, geometry: face };
      found.push({ face: null, at: centre, size, confidence: 0, notes: ["one-reader"], said });
    }
  return found;
}

import type { RandomSource } from "../../../src/time/random-source.ts";
import { drawNormal, drawUniform } from "../../models/wheels/draws.ts";
import { wornShare, type Wear } from "../../models/wheels/wear.ts";

/** What of a shoe's reader wears out slowly. */
export const READER_WEAR = [
  /** Dust on its window: codes lose their contrast. */
  "dusty-window",
  /** Its rollers become smooth: cards slip, and the later in the shoe the more, where less weight lies on them. */
  "smooth-rollers",
] as const;
export type ReaderWear = (typeof READER_WEAR)[number];

/** How far above what is needed the contrast of a printed code is, and how differently it is printed and lies. */
const CONTRAST = { level: 5, sigma: 0.2 };
/** Of the last card of a shoe, behind smooth rollers; and of that the share of one on which all the weight lies. */
const SLIP_MOST = 0.3;
const SLIP_WEIGHED = 0.25;

/** Whether a card that leaves goes unread. `dealt`: the share of the shoe that has left before it. */
export function goesUnread(
  wear: Wear<ReaderWear>,
  round: number,
  dealt: number,
  random: RandomSource,
): boolean {
  const share = wornShare(wear, round);
  if (wear.what === "smooth-rollers")
    return drawUniform(random, 0, 1) < SLIP_MOST * share * (SLIP_WEIGHED + (1 - SLIP_WEIGHED) * dealt ** 2);
  return CONTRAST.level * (1 - 0.74 * share) * (1 + drawNormal(random, CONTRAST.sigma)) < 1;
}

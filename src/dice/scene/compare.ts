import type { DieRead } from "../observation.ts";

/** What became of dice that lay at rest. */
export type Change =
  /** all lie as before, with the same faces up */
  | "same"
  /** some are gone, the others lie as before */
  | "fewer"
  /** some lie as before and others do not, or all were moved a little with the same faces up */
  | "moved"
  /** none lies as before */
  | "other";

/** Millimetres within which a die lies as before. */
export const SAME_MM = 0.6;

export function compareDice(before: readonly DieRead[], now: readonly DieRead[], dieMm: number): Change {
  const within = (reach: number) => (one: DieRead, other: DieRead) =>
    Math.hypot(one.x - other.x, one.y - other.y) <= 10 * reach;
  const isThere = within(SAME_MM);
  const stayed = countPairs(before, now, (one, other) => isThere(one, other) && mayBeOneFace(one, other));
  if (stayed === now.length && now.length === before.length) return "same";
  if (stayed === now.length && now.length < before.length) return "fewer";
  if (stayed > 0) return "moved";
  const isNear = within(dieMm);
  const pushed = countPairs(
    before,
    now,
    (one, other) => isNear(one, other) && one.face === other.face && one.face !== null,
  );
  return pushed === now.length && now.length === before.length ? "moved" : "other";
}

/** A face that is not read now does not prove that the die was turned; a hand that turns it is reported by itself. */
const mayBeOneFace = (one: DieRead, other: DieRead): boolean =>
  one.face === null || other.face === null || one.face === other.face;

/** How many of these have a partner among those, each its own. */
function countPairs(
  these: readonly DieRead[],
  those: readonly DieRead[],
  fits: (one: DieRead, other: DieRead) => boolean,
): number {
  const free = [...those];
  let count = 0;
  for (const one of these) {
    const at = free.findIndex((other) => fits(one, other));
    if (at < 0) continue;
    free.splice(at, 1);
    count++;
  }
  return count;
}

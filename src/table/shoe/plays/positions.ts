import type { Choice } from "./play.ts";

/** Whether positions that a key named are ones that a move may name now: whole, different, within a hand of so many cards. */
export function allowsPositions(choose: Choice, positions: readonly number[], handSize: number): boolean {
  const distinct = new Set(positions);
  if (distinct.size !== positions.length) return false;
  if (positions.length < choose.least || positions.length > choose.most) return false;
  if (!positions.every((at) => Number.isInteger(at) && at >= 0 && at < handSize)) return false;
  return (
    choose.oneOf === undefined ||
    choose.oneOf.some((only) => only.length === distinct.size && only.every((at) => distinct.has(at)))
  );
}

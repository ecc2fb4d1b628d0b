import type { AnyFamily } from "../kernel/family-types.ts";
import type { WheelResult } from "../wheel/types.ts";

/** A result for logs and terminals: `17`, or `1-2-4 = 7`, or `punto wins`, or `seat-1 wins, seat-2 loses`; of a family that is added later its fields. */
export function resultText(result: AnyFamily["result"]): string {
  if ("pocket" in result) return result.pocket;
  if ("faces" in result)
    return result.total === null ? result.faces.join(" ") : `${result.faces.join("-")} = ${result.total}`;
  if ("results" in result) return result.results.map(({ of, is }) => `${of} ${is}`).join(", ");
  return Object.values(result).join(" ");
}

/** Where the ball or the pointer came to rest. Throws a RangeError for what a round of another family came to. */
export function wheelResult(result: AnyFamily["result"]): WheelResult {
  if ("pocket" in result) return result;
  throw new RangeError("this is the result of no wheel");
}

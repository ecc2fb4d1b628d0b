import type { ResultRecord, WheelResult } from "./record.ts";

/** Where the ball or the pointer came to rest. Throws a RangeError for what a round of cards came to. */
export function wheelResult(result: ResultRecord["result"]): WheelResult {
  if ("pocket" in result) return result;
  throw new RangeError("this is the result of a round of cards, not of a wheel");
}

/** A result for logs and terminals: `17`, or `1-2-4 = 7`, or `punto wins`, or `seat-1 wins, seat-2 loses`. */
export function resultText(result: ResultRecord["result"]): string {
  if ("pocket" in result) return result.pocket;
  if ("faces" in result)
    return result.total === null ? result.faces.join(" ") : `${result.faces.join("-")} = ${result.total}`;
  return result.results.map(({ of, is }) => `${of} ${is}`).join(", ");
}

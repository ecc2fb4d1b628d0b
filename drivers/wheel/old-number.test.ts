import { describe, expect, it } from "vitest";
import { watchOldNumber, type OldNumber } from "./cammegh.ts";

/** Lines of one game in state 4 with these old numbers; what differs after the last. */
function after(...numbers: readonly (string | null)[]): readonly string[] | null {
  let old: OldNumber | null = null;
  for (const lastNumber of numbers) old = watchOldNumber(old, { state: 4, game: 9, lastNumber });
  return old?.differs ?? null;
}

describe("the old number of one game", () => {
  it("that comes back a second time is two wheels", () => {
    expect(after("8", "8", "5", "8", "5")).toEqual(["8", "5"]);
    expect(after("8", null, "8", null)).toEqual(["8", ""]);
    expect(after("8", "5", "8", "5", "8", "8")).toEqual(["8", "5"]);
  });

  it("that is another one once, or each time another, is damage", () => {
    expect(after("8", "5", "8")).toBeNull();
    expect(after("8", "5", "5", "5")).toBeNull();
    expect(after("8", "5", "8", "6", "8", "7", "8", "9", "8")).toBeNull();
    expect(after("8", "5", "8", "6", "8", "7", "8", "9", "8", "1")).toEqual(["8", "1"]);
  });

  it("begins anew with the game, and is none in states 5 and 6", () => {
    const first = watchOldNumber(null, { state: 4, game: 9, lastNumber: "8" });
    expect(watchOldNumber(first, { state: 2, game: 10, lastNumber: "5" })?.number).toBe("5");
    expect(watchOldNumber(first, { state: 5, game: 9, lastNumber: "5" })).toBeNull();
    expect(watchOldNumber(first, { state: 7, game: 9, lastNumber: "5" })).toBe(first);
  });
});

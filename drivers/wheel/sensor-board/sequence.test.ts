import { describe, expect, it } from "vitest";
import { TICKS_PER_S } from "./edge.ts";
import type { BoardMessage } from "./lines.ts";
import { placeOf, SEQUENCE_START, afterLine, type Place } from "./sequence.ts";

const lost = (n: number, at: number): BoardMessage => ({ m: "lost", n, at, count: 1 });
/** An answer: its time may lie a little back. */
const answer = (n: number, at: number): BoardMessage => ({ m: "time", n, at, token: 1 });
/** Line 100, ten seconds after the reset, was taken. */
const HUNDRED = afterLine(SEQUENCE_START, lost(100, 10 * TICKS_PER_S));
const place = (message: BoardMessage): Place => placeOf(HUNDRED, message);

describe("the place of a board's line", () => {
  it("any may be the first; then the next number is the next line, and a later one leaves a gap", () => {
    expect(placeOf(SEQUENCE_START, lost(9_000, 5))).toBe("next");
    expect(place(lost(101, 10 * TICKS_PER_S))).toBe("next");
    expect(place(lost(104, 11 * TICKS_PER_S))).toBe("gap");
  });

  it("a number that has been is nonsense, of an answer too", () => {
    for (const n of [99, 100]) {
      expect(place(lost(n, 10 * TICKS_PER_S))).toBe("old");
      expect(place(answer(n, 10 * TICKS_PER_S))).toBe("old");
    }
  });

  it("so is a time that goes back or far ahead; an answer's may lie back", () => {
    expect(place(lost(101, 9 * TICKS_PER_S))).toBe("old");
    expect(place(lost(101, 16 * TICKS_PER_S))).toBe("old");
    expect(place(answer(101, 9 * TICKS_PER_S))).toBe("next");
  });

  it("numbers go on over their end", () => {
    const last = afterLine(SEQUENCE_START, lost(0xffff, 5));
    expect(placeOf(last, lost(0, 6))).toBe("next");
    expect(placeOf(last, lost(2, 6))).toBe("gap");
  });
});

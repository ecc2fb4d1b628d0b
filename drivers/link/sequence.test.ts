import { describe, expect, it } from "vitest";
import { placeOf, SEQUENCE_START, afterMessage, type Sequence } from "./sequence.ts";

/** Messages 10, 11, 12, 100 ms apart, were taken. */
const THREE = [10, 11, 12].reduce<Sequence>(
  (sequence, n) => afterMessage(sequence, { n, at: n * 100 }, `said ${n}`),
  SEQUENCE_START,
);
const place = (n: number, at: number, text = `said ${n}`): string => placeOf(THREE, { n, at }, text);

describe("the place of a message", () => {
  it("any may be the first; then the next number is the next message, and a later one leaves a gap", () => {
    expect(placeOf(SEQUENCE_START, { n: 60_000, at: 7 }, "")).toBe("next");
    expect(place(13, 1_300)).toBe("next");
    expect(place(15, 1_400)).toBe("gap");
  });

  it("what comes once more with the same number, time and words is repeated", () => {
    expect(place(12, 1_200)).toBe("repeated");
    expect(place(10, 1_000)).toBe("repeated");
  });

  it("the number and time of another device in step, with other words, are no repetition", () => {
    expect(place(12, 1_200, "said by another")).toBe("old");
    expect(place(11, 1_100, "said by another")).toBe("old");
  });

  it("a number that has been, and a time that goes back or far ahead, are nonsense", () => {
    expect(place(9, 900)).toBe("old");
    expect(place(13, 1_100)).toBe("old");
    expect(place(13, 1_200 + 5_001)).toBe("old");
    expect(place(13, 1_200 + 5_000)).toBe("next");
  });

  it("number and time go on over their ends", () => {
    const last = afterMessage(SEQUENCE_START, { n: 0xffff, at: 0xffff_ffff }, "last");
    expect(placeOf(last, { n: 0, at: 99 }, "first")).toBe("next");
    expect(placeOf(last, { n: 1, at: 99 }, "first")).toBe("gap");
    expect(placeOf(last, { n: 0xffff, at: 0xffff_ffff }, "last")).toBe("repeated");
  });
});

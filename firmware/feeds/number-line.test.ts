import { expect, it } from "vitest";
import type { StandingResult, PublishedResult } from "../../src/floor/published-results.ts";
import { NumberLine } from "./number-line.ts";

const told = (
  round: number,
  pocket: string | null,
  level: StandingResult["level"] = "certified",
  mode: PublishedResult["mode"] = "live",
): PublishedResult => ({
  v: 1,
  table: "tirada.example/casino-1/table-07",
  mode,
  seq: round,
  prev: null,
  hash: "",
  at: "",
  round,
  is: pocket === null ? "void" : "result",
  stands: pocket === null ? null : { result: { pocket }, text: pocket, level },
  replaces: null,
});

it("sends certified numbers of a live table, each once, in two places", () => {
  const line = new NumberLine({ format: "bare", end: "lf-cr", undo: null });
  const sent = [
    told(1, "9"),
    told(2, null),
    told(3, "00"),
    told(4, "17", "reported"),
    told(5, "18", "decided"),
    told(6, "19", "certified", "test"),
    told(3, "00"),
  ].map((one) => line.take(one));
  expect(sent.map(({ text }) => text).filter((text) => text !== "")).toEqual([" 9\n\r", "00\n\r"]);
  expect(sent.every(({ stays }) => stays === null)).toBe(true);
});

it("takes back a number that stands no more, and says the right one", () => {
  const line = new NumberLine({ format: "star-w", end: "cr-lf", undo: "*U" });
  expect(line.take(told(1, "9")).text).toBe("*W  9\r\n");
  expect(line.take(told(2, "31")).text).toBe("*W 31\r\n");
  expect(line.take(told(2, "32"))).toEqual({ text: "*U\r\n*W 32\r\n", stays: null });
  expect(line.take(told(2, null))).toEqual({ text: "*U\r\n", stays: null });
  // Now the number before is its last one again.
  expect(line.take(told(1, null))).toEqual({ text: "*U\r\n", stays: null });
});

it("says that a number stays which the display cannot take back, once", () => {
  const line = new NumberLine({ format: "bare", end: "cr", undo: null });
  line.take(told(1, "9"));
  expect(line.take(told(1, null))).toEqual({ text: "", stays: "9" });
  expect(line.take(told(1, null))).toEqual({ text: "", stays: null });
  const other = new NumberLine({ format: "bare", end: "cr", undo: "-" });
  other.take(told(1, "9"));
  other.take(told(2, "10"));
  expect(other.take(told(1, "11", "decided"))).toEqual({ text: "", stays: "9" });
});

it("sends nothing of what was told before it began, and says what of that stands no more", () => {
  const line = new NumberLine({ format: "star-w", end: "cr-lf", undo: "*U" });
  line.recall([told(1, "9"), told(2, "8"), told(2, null), told(3, "7")]);
  expect(line.take(told(3, "7"))).toEqual({ text: "", stays: null });
  expect(line.take(told(2, null))).toEqual({ text: "", stays: null });
  // Whether it is the display's last one nobody knows: its word would take back another.
  expect(line.take(told(3, null))).toEqual({ text: "", stays: "7" });
  expect(line.take(told(4, "11")).text).toBe("*W 11\r\n");
});

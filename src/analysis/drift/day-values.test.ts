import { expect, it } from "vitest";
import { DAY_ROUNDS_LEAST, DayValues } from "./day-values.ts";
import type { Sample } from "./measures.ts";

const speed = (value: number): Sample => ({ measure: "rotor-speed", part: "", value });
const drop = (part: string): Sample => ({ measure: "drop-zone", part, value: 1 });

function play(days: DayValues, day: string, rounds: readonly (readonly Sample[])[]): void {
  for (const [n, samples] of rounds.entries())
    days.addRound(`${day}T${String(n).padStart(2, "0")}:00:00.000Z`, samples);
}

it("tells the newest day that is over: the middle of its rounds, and the place that most of them had", () => {
  const days = new DayValues();
  play(
    days,
    "2026-11-01",
    Array.from({ length: 8 }, () => [speed(100)]),
  );
  play(
    days,
    "2026-11-02",
    [241, 239, 900, 240, 242].map((value, n) => [speed(value), drop(n < 3 ? "B" : "D")]),
  );
  const told = [
    { measure: "rotor-speed", part: "", day: "2026-11-02", value: 241, rounds: 5 },
    { measure: "drop-zone", part: "B", day: "2026-11-02", value: 600, rounds: 5 },
  ];
  expect(days.report("2026-11-03T00:00:00.000Z")).toEqual(told);
  // The day that still runs is not told, and the one before is.
  expect(days.report("2026-11-02T23:00:00.000Z").map(({ day, value }) => [day, value])).toEqual([
    ["2026-11-01", 100],
  ]);
  play(days, "2026-11-03", [[speed(300)]]);
  expect(days.report("2026-11-03T12:00:00.000Z")).toEqual(told);
});

it("says nothing of a day of too few rounds, and of what wheels are not held against one another in", () => {
  const days = new DayValues();
  const pulse: Sample = { measure: "pulse-width", part: "A", value: 9 };
  play(
    days,
    "2026-11-01",
    Array.from({ length: DAY_ROUNDS_LEAST - 1 }, () => [speed(100), pulse]),
  );
  expect(days.report("2026-11-02T00:00:00.000Z")).toEqual([]);
  expect(new DayValues().report("2026-11-02T00:00:00.000Z")).toEqual([]);
});

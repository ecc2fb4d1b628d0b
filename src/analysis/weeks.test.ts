import { describe, expect, it } from "vitest";
import { bandOf, DAYS_LEAST, medianOf, SAMPLES_LEAST } from "./bands.ts";
import type { Fields } from "./record-fields.ts";
import { Weeks, type WeeksReport } from "./weeks.ts";
import { randomFrom } from "../time/random-source.ts";

/** What is usual at a table, told from the records of its own last weeks. */

const NOW = Date.UTC(2026, 10, 29, 3, 0);
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** A day of play: so many rounds, each of this span, with so many voids among them. */
interface Played {
  readonly rounds: number;
  readonly seconds: number;
  readonly voids?: number;
  readonly faults?: readonly string[];
}

function* dayOf(ago: number, { rounds, seconds, voids = 0, faults = [] }: Played): Generator<Fields> {
  const begin = NOW - (ago + 1) * DAY_MS + MINUTE_MS;
  const mono = (ms: number): number => (ms - begin) * 1_000;
  const record = (ms: number, fields: object): Fields => ({
    at: new Date(ms).toISOString(),
    boot: `boot-${ago}`,
    mono: mono(ms),
    ...fields,
  });
  for (let round = 0; round < rounds; round++) {
    const ms = begin + round * MINUTE_MS;
    yield record(ms, { kind: "phase", phase: "betting" });
    yield record(ms + 10_000, { kind: "phase", phase: "ball-in-play" });
    const kind = round < voids ? "void" : "result";
    yield record(ms + seconds * 1_000, { kind, certainty: { level: "certified" } });
  }
  for (const code of faults) {
    yield record(begin + 1_000, { kind: "fault", device: "wheel", code });
    yield record(begin + 61_000, { kind: "fault-cleared", device: "wheel", code });
  }
}

function told(days: readonly Played[]): WeeksReport {
  const weeks = new Weeks(NOW);
  for (const [ago, day] of [...days.entries()].toReversed())
    for (const record of dayOf(ago, day)) weeks.addRecord(record);
  return weeks.report();
}
const figure = (days: readonly Played[], name: string): WeeksReport["figures"][number] | undefined =>
  told(days).figures.find((one) => one.name === name);

const QUIET: Played = { rounds: 30, seconds: 40 };
const quiet = (days: number): readonly Played[] => Array.from({ length: days }, () => QUIET);

describe("the band of a figure", () => {
  it("is as wide as days differ, and one bad day among them moves it little", () => {
    const days = [40_000, 41_000, 42_000, 43_000, 44_000, 45_000, 46_000];
    const band = bandOf(days, "ms");
    expect(band).toEqual({ low: 43_000 - 8_896, high: 43_000 + 8_896 });
    expect(bandOf([...days, 900_000], "ms")?.high).toBeLessThan(60_000);
  });

  it("needs a week, and is never a line", () => {
    expect(
      bandOf(
        Array.from({ length: DAYS_LEAST - 1 }, () => 5),
        "count",
      ),
    ).toBeNull();
    expect(
      bandOf(
        Array.from({ length: DAYS_LEAST }, () => 0),
        "count",
      ),
    ).toEqual({ low: 0, high: 3 });
    expect(medianOf([])).toBeNull();
    expect(medianOf([4, 1, 3, 2])).toBe(2);
  });

  it("calls a usual day usual, from any seed", () => {
    const random = randomFrom("days of a table");
    for (let week = 0; week < 200; week++) {
      const days = Array.from({ length: 28 }, () => 40_000 + random.below(4_000));
      const band = bandOf(days, "ms");
      expect(band!.low).toBeLessThanOrEqual(40_000);
      expect(band!.high).toBeGreaterThanOrEqual(44_000);
    }
  });
});

describe("the last weeks of a table", () => {
  it("say of a figure that it is out of its band, with the band", () => {
    const span = figure([{ ...QUIET, seconds: 55 }, ...quiet(10)], "round-span");
    expect(span).toEqual({
      name: "round-span",
      unit: "ms",
      today: 55_000,
      band: { low: 36_000, high: 44_000 },
      isUsual: false,
      days: 10,
    });
    expect(figure([QUIET, ...quiet(10)], "play-span")).toMatchObject({ today: 30_000, isUsual: true });
    expect(figure([{ ...QUIET, voids: 9 }, ...quiet(10)], "void-share")).toMatchObject({
      today: 300,
      isUsual: false,
    });
  });

  it("say nothing of a young table, and nothing of a day without play", () => {
    expect(figure(quiet(4), "round-span")).toMatchObject({ today: 40_000, band: null, isUsual: null });
    const few = { rounds: SAMPLES_LEAST - 1, seconds: 90 };
    expect(figure([few, ...quiet(10)], "round-span")).toMatchObject({ today: null, isUsual: null });
  });

  it("have every fault that was and healed, the newest first", () => {
    const lost = { ...QUIET, faults: ["port-gone", "line-noise"] };
    const report = told([lost, ...quiet(8), lost]);
    expect(report.faults.map(({ code }) => code)).toEqual([
      "line-noise",
      "port-gone",
      "line-noise",
      "port-gone",
    ]);
    expect(report).toMatchObject({ hasMore: false, since: "2026-11-19T03:01:00.000Z" });
    expect(report.figures.find(({ name }) => name === "connections-lost")).toMatchObject({ today: 1 });
  });

  it("leave out what no record can be: other years, a clock that ran ahead, no time at all", () => {
    const weeks = new Weeks(NOW);
    for (const at of ["1970-01-01T00:00:00.000Z", "2031-01-01T00:00:00.000Z", "", "yesterday"])
      weeks.addRecord({ at, kind: "void", boot: "x", mono: 1 });
    expect(weeks.report().figures).toEqual([]);
  });
});

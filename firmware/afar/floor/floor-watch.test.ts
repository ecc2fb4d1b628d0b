import { expect, test } from "vitest";
import { ARRIVAL_REFUSALS } from "../../../src/floor/standing.ts";
import type { StandingFault } from "../../../src/table/kernel/durable/durable.ts";
import { monoUs, US_PER_S } from "../../../src/time/instant.ts";
import { FLOOR_AWAY_US, FloorWatch } from "./floor-watch.ts";
import type { FloorTrouble, PublishState } from "./publisher.ts";

const stateOf = (kind: FloorTrouble | null, answeredAt: number | null = 1): PublishState => ({
  collector: "https://floor/",
  next: 3,
  records: 5,
  answeredAt,
  trouble: kind === null ? null : { kind, why: "because", since: 1 },
});

/** What a look raises and clears, as `code kind` and `code over`. */
function looker(watch: FloorWatch) {
  return (
    kind: FloorTrouble | null,
    at = 0,
    stopped: string | null = null,
    answeredAt: number | null = 1,
  ): string[] =>
    watch.look(stateOf(kind, answeredAt), stopped, monoUs(at)).map((entry) => {
      if (entry.k !== "fault") throw new Error(entry.k);
      return `${entry.code} ${entry.stands ? String(entry.detail["kind"] ?? entry.detail["why"]) : "over"}`;
    });
}

const AT_ONCE: Readonly<Partial<Record<FloorTrouble, string>>> = {
  fork: "floor-forked",
  "other-history": "floor-forked",
  ahead: "floor-forked",
};
const PATIENT: readonly FloorTrouble[] = ["silent", "unusable", "unread", "not-enrolled", "too-many"];

test.each([...ARRIVAL_REFUSALS, "silent", "unusable", "unread", "other-history", "ahead", "pruned"] as const)(
  "%s becomes a fault and is over",
  (kind) => {
    const look = looker(new FloorWatch([]));
    const code = PATIENT.includes(kind) ? "floor-away" : (AT_ONCE[kind] ?? "floor-refuses");
    expect(look(kind)).toEqual(code === "floor-away" ? [] : [`${code} ${kind}`]);
    expect(look(kind, FLOOR_AWAY_US - 1)).toEqual([]);
    expect(look(kind, FLOOR_AWAY_US)).toEqual(code === "floor-away" ? [`floor-away ${kind}`] : []);
    expect(look(kind, 2 * FLOOR_AWAY_US)).toEqual([]);
    expect(look(null, 2 * FLOOR_AWAY_US)).toEqual([`${code} over`]);
  },
);

test("another refusal is another fault, another silence is not", () => {
  const look = looker(new FloorWatch([]));
  expect(look("time")).toEqual(["floor-refuses time"]);
  expect(look("release")).toEqual(["floor-refuses over", "floor-refuses release"]);
  expect(look("fork")).toEqual(["floor-refuses over", "floor-forked fork"]);
  expect(look("ahead")).toEqual([]);
  expect(look("silent")).toEqual(["floor-forked over"]);
});

test("a floor that answers now and then is not away", () => {
  const look = looker(new FloorWatch([]));
  for (let at = 0; at < 3 * FLOOR_AWAY_US; at += FLOOR_AWAY_US / 2) {
    expect(look("silent", at)).toEqual([]);
    expect(look(null, at + US_PER_S)).toEqual([]);
  }
});

test("what stood before the start stands until the floor has said something", () => {
  const standing = (["floor-away", "floor-stopped"] as const).map((code): StandingFault => ({
    device: "unit",
    code,
    since: "2026-01-01T00:00:00.000Z",
  }));
  const look = looker(new FloorWatch(standing));
  expect(look("silent", 0, null, null)).toEqual(["floor-stopped over"]);
  expect(look("silent", US_PER_S, null, null)).toEqual([]);
  expect(look(null, 2 * US_PER_S)).toEqual(["floor-away over"]);
  expect(look(null, 3 * US_PER_S, "exit status 1")).toEqual(["floor-stopped exit status 1"]);
  expect(look(null, 4 * US_PER_S)).toEqual(["floor-stopped over"]);
});

test("a day of it is a day over several starts, and a start alone says nothing", () => {
  const watch = new FloorWatch([]);
  const look = looker(watch);
  watch.recall(FLOOR_AWAY_US - US_PER_S);
  expect(look("silent", 5)).toEqual([]);
  // What a thread that was started again counted, this start knows already.
  watch.recall(FLOOR_AWAY_US);
  expect(look("silent", US_PER_S)).toEqual([]);
  expect(look("silent", US_PER_S + 5)).toEqual(["floor-away silent"]);
  expect(look(null, 2 * US_PER_S)).toEqual(["floor-away over"]);
  watch.recall(FLOOR_AWAY_US);
  expect(look("silent", 3 * US_PER_S)).toEqual([]);
});

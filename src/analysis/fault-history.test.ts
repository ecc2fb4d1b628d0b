import { expect, it } from "vitest";
import { FaultHistory, FAULTS_KEPT } from "./fault-history.ts";

/** `minute` of an hour of records; `mono` in µs. */
const record = (kind: string, minute: number, more: object = {}): Record<string, unknown> => ({
  kind,
  at: `2026-11-28T03:${String(minute).padStart(2, "0")}:00.000Z`,
  mono: minute * 60_000_000,
  ...more,
});
const gone = { device: "wheel", code: "port-gone" };

function pastOf(...records: readonly Record<string, unknown>[]): readonly object[] {
  const history = new FaultHistory();
  for (const one of records) if (FaultHistory.concerns(JSON.stringify(one))) history.addRecord(one);
  return history.pastSince("2026-11-28T03:00:00.000Z");
}

it("a fault that stands is not over", () => {
  expect(pastOf(record("fault", 1, gone), record("phase", 2))).toEqual([]);
});

it("a fault that ended by itself has its beginning and its end", () => {
  expect(pastOf(record("fault", 1, gone), record("result", 2), record("fault-cleared", 5, gone))).toEqual([
    {
      ...gone,
      since: "2026-11-28T03:01:00.000Z",
      until: "2026-11-28T03:05:00.000Z",
      healing: { by: "itself" },
    },
  ]);
});

it.each([
  ["the key of the same step", 5, { by: "person", name: "Ana", role: "croupier" }],
  ["a key of another step did nothing to it", 4, { by: "itself" }],
] as const)("healed by %s", (_, minute, healing) => {
  const by = { name: "Ana", role: "croupier" };
  expect(
    pastOf(
      record("fault", 1, gone),
      record("key", minute, { key: { key: "acknowledge" }, by }),
      record("fault-cleared", 5, gone),
    ),
  ).toMatchObject([{ healing }]);
});

it("what was done to the unit while it stood is named, and not what was done before", () => {
  const silent = { device: "wheel", code: "device-silent" };
  expect(
    pastOf(
      record("order", 1),
      record("fault", 2, gone),
      record("fault-cleared", 3, gone),
      record("fault", 4, silent),
      record("technician", 5),
      record("boot", 6),
      record("fault-cleared", 7, silent),
    ),
  ).toMatchObject([
    { code: "device-silent", healing: { by: "act", kind: "boot" } },
    { code: "port-gone", healing: { by: "itself" } },
  ]);
});

it("what stood before the first record that is known has no beginning, and what is momentary no duration", () => {
  const jump = { device: "wheel", code: "state-jump" };
  expect(pastOf(record("fault-cleared", 3, gone), record("fault", 4, jump))).toMatchObject([
    {
      code: "state-jump",
      since: "2026-11-28T03:04:00.000Z",
      until: "2026-11-28T03:04:00.000Z",
      healing: { by: "moment" },
    },
    { code: "port-gone", since: null },
  ]);
});

it("the newest are kept, and older ones than asked for are not told", () => {
  const jump = { device: "wheel", code: "state-jump" };
  const history = new FaultHistory();
  for (let at = 0; at < FAULTS_KEPT + 20; at++) history.addRecord(record("fault", at % 60, jump));
  expect(history.pastSince("")).toHaveLength(FAULTS_KEPT);
  expect(history.pastSince("2026-11-28T03:59:00.001Z")).toEqual([]);
});

import { expect, it } from "vitest";
import { heardAlarms, type Acknowledgement, type FloorAlarm } from "./alarm.ts";

const SINCE = "2026-11-29T20:00:00.000Z";
const alarm = (fingerprint: string, change: Partial<FloorAlarm> = {}): FloorAlarm => ({
  fingerprint,
  name: "TableSilent",
  log: "casino.example/r1",
  labels: {},
  since: SINCE,
  severity: "warning",
  summary: "",
  doThis: "",
  ...change,
});
const said = (act: number, change: Partial<Acknowledgement> = {}): Acknowledgement => ({
  act,
  person: "Ana",
  role: "tecnico",
  at: act,
  fingerprint: "a",
  since: SINCE,
  until: 1_000,
  ...change,
});
const whoHears = (
  said_: readonly Acknowledgement[],
  back: Parameters<typeof heardAlarms>[2] = [],
  now = 500,
): string | null => heardAlarms([alarm("a")], said_, back, now)[0]?.by?.person ?? null;

it("holds a person's word until its end, for that alarm alone", () => {
  expect(whoHears([said(1)])).toBe("Ana");
  expect(whoHears([said(1)], [], 1_000)).toBeNull();
  expect(whoHears([said(1, { fingerprint: "b" })])).toBeNull();
  // It was over meanwhile, and came again.
  expect(whoHears([said(1, { since: "2026-11-29T19:00:00.000Z" })])).toBeNull();
});

it("takes a word back, and hears the newest of those that stand", () => {
  const two = [said(1), said(2, { person: "Jon" })];
  expect(whoHears(two)).toBe("Jon");
  expect(whoHears(two, [{ act: 2, fingerprint: "a" }])).toBe("Ana");
  // Test tables have acts of their own: the same number there is another act.
  expect(whoHears(two, [{ act: 2, fingerprint: "z" }])).toBe("Jon");
});

it("has those first that nobody sees to, the gravest before the oldest", () => {
  const all = [
    alarm("a"),
    alarm("info", { severity: "info", since: "2026-11-29T10:00:00.000Z" }),
    alarm("old", { since: "2026-11-29T11:00:00.000Z" }),
    alarm("grave", { severity: "critical" }),
    alarm("house", { severity: "page-the-boss" }),
  ];
  const order = heardAlarms(all, [said(1)], [], 500).map(({ fingerprint }) => fingerprint);
  expect(order).toEqual(["grave", "old", "info", "house", "a"]);
});

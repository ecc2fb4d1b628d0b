import { expect, it } from "vitest";
import type { Fields } from "../analysis/record-fields.ts";
import { disputesOf } from "./disputes.ts";

const JON = { name: "Jon", role: "jefe-de-mesa" };
let minute = 0;
const at = (): string => `2026-03-01T20:${String(minute++).padStart(2, "0")}:00.000Z`;
const told = (...records: Fields[]) =>
  disputesOf(records.map((fields) => ({ log: "casino/r1", fields: { at: at(), ...fields } })));

const dispute = (round: number, more: object = {}): Fields => ({
  kind: "dispute",
  round,
  by: JON,
  words: "la bola saltó",
  ...more,
});
const resolve = (round: number, outcome: string, more: object = {}): Fields => ({
  kind: "key",
  round,
  by: JON,
  key: { key: "resolve", round, outcome, ...more },
  resolves: { outcome, ...more },
});

it("a dispute of which the case file alone is kept ends with it", () => {
  const kept: Fields = { kind: "case-kept", detail: { round: 4 } };
  expect(told(dispute(4))).toMatchObject([
    { round: 4, by: JON, words: "la bola saltó", keptAt: null, end: null },
  ]);
  expect(told(dispute(4), kept)).toMatchObject([{ end: { is: "kept" } }]);
  // Another round's case file ends nothing.
  expect(told(dispute(4), { ...kept, detail: { round: 5 } })).toMatchObject([{ keptAt: null, end: null }]);
});

it("one that somebody has to decide ends with that, and not with its case file", () => {
  const waits = dispute(4, { decides: true });
  expect(told(waits, { kind: "case-kept", detail: { round: 4 } })).toMatchObject([{ end: null }]);
  expect(told(waits, resolve(4, "upheld"))).toMatchObject([{ end: { is: "upheld", by: JON } }]);
  expect(told(waits, resolve(4, "stands", { announced: "17" }))).toMatchObject([
    { end: { is: "stands", result: "17" } },
  ]);
  // The verdict of the round while it still ran is not its end; a later one is.
  expect(told(waits, { kind: "result", round: 4, result: { pocket: "17" } })).toMatchObject([{ end: null }]);
  expect(told(waits, { kind: "void", round: 4, late: { stood: "result" }, calledBy: JON })).toMatchObject([
    { end: { is: "void", by: JON } },
  ]);
});

it("tells those of several rounds apart, the newest first", () => {
  const all = told(dispute(4, { decides: true }), dispute(6), resolve(4, "void"));
  expect(all.map(({ round, end }) => [round, end?.is ?? null])).toEqual([
    [6, null],
    [4, "void"],
  ]);
});

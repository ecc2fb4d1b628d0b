import { expect, test } from "vitest";
import { refusedFaults, WitnessCount, witnessNotes } from "./witness-notes.ts";

/** What a log's own records say of a witness that did not take it. */

const AT = "2026-01-01T00:00:00.000Z";
const fault = (kind?: unknown): Readonly<Record<string, unknown>> => ({
  at: AT,
  kind: "fault",
  code: "log-refused",
  detail: kind === undefined ? {} : { kind },
});
/** A log of these records. */
function logOf(...records: readonly (Readonly<Record<string, unknown>> | undefined)[]): WitnessCount {
  const count = new WitnessCount();
  records.forEach((fields, seq) => count.record(seq, fields));
  return count;
}

const AHEAD =
  "the table recorded that its witness knows more records than it had: newer ones were taken away (log-refused, ahead)";
const FORKED =
  "the table recorded that its witness had cosigned another history of this log (log-refused, forked)";

test("two histories are a problem where the witness's key was given, and a note where nobody asked", () => {
  const totals = logOf({ at: AT, kind: "result" }, fault("forked"), fault("ahead")).totals();
  expect(refusedFaults(totals, ["w+1+a"])).toEqual([
    { seq: 1, what: FORKED },
    { seq: 2, what: AHEAD },
  ]);
  expect(refusedFaults(totals, [])).toEqual([]);
  expect(witnessNotes(totals, [])).toEqual([`record 1: ${FORKED}`, `record 2: ${AHEAD}`]);
  expect(witnessNotes(totals, ["w"]).filter((note) => note.startsWith("record"))).toEqual([]);
});

test("another reason is a note, and no problem", () => {
  const totals = logOf(fault("unknown-log"), fault(), fault(7)).totals();
  const said = "the table recorded that its witness did not take its log";
  const notes = [`record 0: ${said} (log-refused, unknown-log)`, `record 1: ${said} (log-refused)`];
  expect(totals.refused.map(({ kind }) => kind)).toEqual(["unknown-log", "", ""]);
  expect(refusedFaults(totals, ["w+1+a"])).toEqual([]);
  for (const names of [[], ["w"]])
    expect(witnessNotes(totals, names).filter((note) => note.startsWith("record"))).toEqual([
      ...notes,
      `record 2: ${said} (log-refused)`,
    ]);
});

test("records of other kinds, of other faults and that nobody can read say nothing of it", () => {
  const other = { ...fault("forked"), code: "clock-set" };
  const cleared = { ...fault("forked"), kind: "fault-cleared" };
  const totals = logOf(undefined, other, cleared, { ...fault(), detail: null, kind: "result" }).totals();
  expect(totals.refused).toEqual([]);
  expect(logOf({ kind: "fault", code: "log-refused", detail: null }).totals().refused).toEqual([
    { seq: 0, kind: "" },
  ]);
});

test("the first sixteen are named", () => {
  const totals = logOf(...Array.from({ length: 20 }, () => fault("forked"))).totals();
  expect(totals.refused.map(({ seq }) => seq)).toEqual(Array.from({ length: 16 }, (_, seq) => seq));
});

test("what waits for a cosignature waits from its first record on, whether its time can be read or not", () => {
  const count = logOf(undefined, { at: "soon" }, { at: AT });
  expect(count.totals()).toMatchObject({
    waiting: { seq: 0, atMs: null },
    newest: { seq: 2, atMs: Date.parse(AT) },
  });
  const checkpoint = { origin: "log", size: 3, root: new Uint8Array(32), extensions: [] };
  count.checkpoint({ ...checkpoint, witnessed: [], unchecked: ["other"] });
  expect(count.totals().waiting).toMatchObject({ seq: 0 });
  count.checkpoint({ ...checkpoint, witnessed: [{ name: "w", time: 5 }], unchecked: [] });
  expect(count.totals()).toMatchObject({
    waiting: null,
    witnessed: [{ name: "w", size: 3, time: 5 }],
    unchecked: [{ name: "other", size: 3 }],
  });
  count.record(3, { at: AT });
  expect(count.totals().waiting).toEqual({ seq: 3, atMs: Date.parse(AT) });
});

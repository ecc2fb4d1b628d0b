import { expect, test } from "vitest";
import type { Database, Row } from "./database.ts";
import {
  allNodes,
  countOf,
  endOf,
  leavesOf,
  someCheckpoints,
  someRecords,
  storedEnding,
  storedLog,
  storedNode,
  storedRotations,
  storedSnapshot,
  storedStart,
} from "./rows.ts";

/** What the tables of a journal may hold, and what is said of what they cannot hold. */

/** A file of a journal in which every question has this answer. */
function fileWith(rows: readonly Row[], format: 1 | 2 | 3 = 2): Database {
  const prepare = (): unknown => ({
    get: () => rows[0],
    all: () => [...rows],
    iterate: () => rows[Symbol.iterator](),
  });
  return { path: "/a/journal.db", format, prepare, exec: () => undefined, close: () => undefined } as Database;
}

const RECORD = { seq: 7, kind: "result", line: new Uint8Array(3), sig: "AAAA", leaf: new Uint8Array(32) };
const START = { epoch: 1, size: 0, prev: "", peaks: "", stateOf: null, state: null };

test("another type than a column has is damage, with the column's name", () => {
  for (const [ask, says] of [
    [() => someRecords(fileWith([{ ...RECORD, hash: "text" }]), 0, 1), "hash"],
    [() => someRecords(fileWith([{ ...RECORD, hash: null, seq: "7" }]), 0, 1), "seq"],
    [() => someRecords(fileWith([{ ...RECORD, kind: 1 }]), 0, 1), "kind"],
    [() => someCheckpoints(fileWith([{ size: 1n, note: "" }]), 0, 1), "size"],
    [() => leavesOf(fileWith([{ leaf: 5 }]), 0, 1), "leaf"],
    [() => storedSnapshot(fileWith([{ seq: 5, body: null }])), "body"],
    [() => storedLog(fileWith([{ name: 1, vkey: "" }])), "name"],
    [() => storedNode(fileWith([{ hash: 1 }]), 6, 0), "hash"],
    [() => storedRotations(fileWith([{ number: 2, line: "", sig: "" }])), "number"],
    [() => countOf(fileWith([{ n: null }]), "record"), "n"],
  ] as const)
    expect(ask).toThrow(`the journal's column "${says}" holds what it cannot hold: copy the file`);
});

test("a file without rows, and one of the first format, say what that means", () => {
  const empty = fileWith([]);
  expect([storedSnapshot(empty), storedLog(empty), storedNode(empty, 6, 0), countOf(empty, "record")]).toEqual([
    null,
    null,
    null,
    0,
  ]);
  expect(() => storedStart(empty)).toThrow("/a/journal.db does not say where it begins");
  expect(() => storedStart(fileWith([{ ...START, size: 3 }]))).toThrow("does not say where it begins");
  expect(() => storedEnding(empty)).toThrow("/a/journal.db does not say where it ends");
  const first = fileWith([START], 1);
  expect(storedStart(first)).toMatchObject({ epoch: 0, before: { size: 0 } });
  expect([[...allNodes(first)], storedNode(first, 6, 0), storedRotations(first)]).toEqual([[], null, []]);
});

test("a pruned file ends where its leaf hashes end, with the state that it had", () => {
  expect(endOf(fileWith([{ n: 41 }], 3))).toBe(42);
  const state = { seq: 9, sha256: "ab" };
  expect(storedEnding(fileWith([{ prev: "cd", stateOf: 9, state: "ab" }]))).toEqual({ prev: "cd", state });
  expect(storedEnding(fileWith([{ prev: "cd", stateOf: null, state: null }])).state).toBeNull();
});

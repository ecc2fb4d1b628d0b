import { expect, test } from "vitest";
import { canonical } from "../../../src/record/canonical.ts";
import { KEYS_MAX } from "../../../src/record/key-history.ts";
import { MAX_PROOF } from "../../../src/record/merkle.ts";
import { EXPORT_FORMAT, readExportLine, readHead } from "./export-lines.ts";

/** What a line of an export may be; whatever else it is, is refused with its place. */

const HASH = "A".repeat(43) + "=";
const RECORD = { line: "{}", sig: "AAAA" };
const HEAD = {
  format: EXPORT_FORMAT,
  v: 1,
  log: "casino.example/table",
  vkey: "casino.example/table+0+A",
  from: 3,
  to: 9,
  prev: "0".repeat(64),
  before: [HASH],
};
const END = { end: 7, checkpoint: "note", proof: [HASH] };

const headOf = (change: object): unknown => readHead(canonical({ ...HEAD, ...change }), "FILE");
const lineOf = (value: object): unknown => readExportLine(canonical(value), "FILE, line 5");

test("what tirada writes is read as it stands", () => {
  expect(headOf({})).toEqual(HEAD);
  expect(headOf({ from: 0, before: [], keys: [RECORD] })).toMatchObject({ from: 0, keys: [RECORD] });
  for (const line of [RECORD, { checkpoint: "note" }, END, { ...END, end: 0, proof: [] }])
    expect(lineOf(line)).toEqual(line);
});

test.each([
  ["another format", { format: "tirada" }],
  ["a later version", { v: 2 }],
  ["a log's name without end", { log: "x".repeat(256) }],
  ["a key without end", { vkey: "x".repeat(513) }],
  ["a first number below 0", { from: -1 }],
  ["a text for a number", { to: null }],
  ["a hash that is too short", { prev: "0".repeat(63) }],
  ["a hash that is too long", { prev: "0".repeat(65) }],
  ["a hash that is a list", { prev: Array(64).fill("0") }],
  ["subtrees without end", { before: Array(54).fill(HASH) }],
  ["a subtree that is too long", { before: [HASH, `${HASH}=`] }],
  ["a subtree that is no text", { before: [HASH, 7] }],
  ["subtrees that are no list", { before: HASH }],
  ["no changes of key in their list", { keys: [] }],
  ["changes of key without end", { keys: Array(KEYS_MAX + 1).fill(RECORD) }],
  ["a change of key without a signature", { keys: [{ line: "{}" }] }],
  ["a field that it does not have", { more: 1 }],
])("a head with %s is refused", (_, change) => {
  expect(() => headOf(change)).toThrow(/^FILE, line 1: not a line of an export$/);
});

test.each([
  ["a field too many", { ...RECORD, more: 1 }],
  ["a field too few", { line: "{}" }],
  ["a number for a text", { ...RECORD, sig: 7 }],
  ["an end below 0", { ...END, end: -1 }],
  ["a proof without end", { ...END, proof: Array(MAX_PROOF + 1).fill(HASH) }],
  ["a proof of anything", { ...END, proof: [{}] }],
  ["nothing in it", {}],
  ["a list", [RECORD]],
])("a line with %s is refused", (_, value) => {
  expect(() => lineOf(value)).toThrow(/^FILE, line 5: not a line of an export$/);
});

test("what is no canonical JSON is refused before its fields are looked at", () => {
  for (const text of ['{"sig":"A","line":"{}"}', '{"line":"{}", "sig":"A"}', "", "{", "null"])
    expect(() => readExportLine(text, "FILE, line 5")).toThrow(/^FILE, line 5: not (?:as tirada wrote|a line)/);
});

import { describe, expect, test } from "vitest";
import { closingDetail, MAX_EPOCH, readClosing, readPeaks, START_OF_LOG, startDifference } from "./epoch.ts";
import type { EpochClosing } from "./epoch.ts";
import { grow, leafHash, EMPTY_FRONTIER } from "./merkle.ts";

/** What the record that closes an epoch says, written and read back. */

const frontier = (size: number) => {
  let tree = EMPTY_FRONTIER;
  for (let n = 0; n < size; n++) tree = grow(tree, leafHash(Uint8Array.of(n)));
  return tree;
};
const HASH = "ab".repeat(32);
const CLOSING: EpochClosing = {
  epoch: 4,
  from: 9,
  bytes: 40_960,
  sha256: HASH,
  next: { epoch: 5, prev: "cd".repeat(32), before: frontier(13), state: { seq: 11, sha256: HASH } },
  pruned: null,
};
const PRUNED = { epochs: 2, records: 6, confirmedBy: "tirada.example/casino-1/witness" };

describe("the record that closes an epoch", () => {
  test.each<[string, EpochClosing]>([
    ["of some records", CLOSING],
    ["that vouches for no state", { ...CLOSING, next: { ...CLOSING.next, state: null } }],
    ["that lets older ones be pruned", { ...CLOSING, pruned: PRUNED }],
    ["of none at all", { ...CLOSING, epoch: 0, from: 0, next: { ...START_OF_LOG, epoch: 1 } }],
  ])("%s reads back as it was", (_, closing) => {
    expect(readClosing({ detail: closingDetail(closing) })).toEqual(closing);
  });

  test.each<[string, Readonly<Record<string, unknown>>, string]>([
    ["no number", { epoch: "4" }, "it names no epoch"],
    ["half a number", { epoch: 4.5 }, "it names no epoch"],
    ["the last number there is", { epoch: MAX_EPOCH }, "it names no epoch"],
    ["no first record", { from: -1 }, "it names no records"],
    ["no last record", { to: null }, "it names no records"],
    ["half a last record", { to: 12.5 }, "it names no records"],
    ["a last record long before the first", { to: 7 }, "it names no records"],
    ["no length", { bytes: -1 }, "it names no file"],
    ["no digest", { sha256: HASH.slice(2) }, "it names no file"],
    ["a digest of other letters", { sha256: HASH.toUpperCase() }, "it names no file"],
    ["no hash of the last line", { last: null }, "it names no file"],
    ["no peaks", { peaks: null }, "it has no tree of the records before"],
    ["too few peaks", { peaks: "" }, "it has no tree of the records before"],
    ["peaks that are none", { peaks: "AAAA AAAA AAAA" }, "it has no tree of the records before"],
    ["half a state", { state: null }, "it names half a state"],
    ["the other half", { stateOf: null }, "it names half a state"],
    ["a state of no record", { stateOf: -1 }, "it names no state"],
    ["a state of no digest", { state: "00" }, "it names no state"],
    ["more pruned than is closed", { prunedEpochs: 5, prunedRecords: 9, confirmedBy: "x" }, "it prunes more"],
    [
      "more records than are closed",
      { prunedEpochs: 2, prunedRecords: 10, confirmedBy: "x" },
      "it prunes more",
    ],
    ["nothing that is pruned", { prunedEpochs: 0, prunedRecords: 0, confirmedBy: "x" }, "it prunes more"],
    ["pruned epochs without records", { prunedEpochs: 2 }, "it prunes more"],
    ["pruned records without epochs", { prunedRecords: 2 }, "it prunes more"],
    ["a name alone", { confirmedBy: "x" }, "it prunes more"],
    ["pruned epochs that nobody confirmed", { prunedEpochs: 2, prunedRecords: 6 }, "it prunes more"],
  ])("with %s is none", (_, change, what) => {
    expect(readClosing({ detail: { ...closingDetail(CLOSING), ...change } })).toContain(what);
  });

  test("without a detail is none", () => {
    expect(readClosing({})).toBe("it names no epoch");
  });
});

test("peaks are those of a tree of this size, each of 32 bytes", () => {
  expect(readPeaks(0, "")).toEqual(EMPTY_FRONTIER);
  expect(readPeaks(1, "AAAA")).toBe(null);
  expect(readPeaks(1, "?")).toBe(null);
});

test("what differs between two places is named, the first thing first", () => {
  const { next } = CLOSING;
  expect(startDifference(next, { ...next })).toBe(null);
  expect(startDifference(next, { ...next, epoch: 6 })).toBe("the epoch 5 is not 6");
  expect(startDifference(next, { ...next, before: frontier(12) })).toBe(
    "it begins with record 13, not with record 12",
  );
  expect(startDifference(next, { ...next, prev: HASH })).toMatch("hash of the line before");
  const other = { size: 13, peaks: frontier(13).peaks.toReversed() };
  expect(startDifference(next, { ...next, before: other })).toMatch("the tree of the records before");
  for (const state of [null, { seq: 10, sha256: HASH }, { seq: 11, sha256: "00".repeat(32) }])
    expect(startDifference(next, { ...next, state })).toMatch("the state that it goes on from");
});

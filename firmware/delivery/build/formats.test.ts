import { expect, test } from "vitest";
import { readFileSync } from "node:fs";
import { readLine } from "../../../src/record/chain.ts";
import { utf8 } from "../../../src/record/bytes.ts";
import { decodeHead } from "../../../src/recording/codec.ts";
import { durableOf } from "../../../src/table/every-family/durable-format.ts";
import { FORMATS_HERE } from "./build-release.ts";

/** The numbers of the manifest against what the code accepts. */

test("records of the formats that are named are read, and no others", () => {
  const { reads } = FORMATS_HERE.record;
  for (const v of [0, 1, 2, 3, 4])
    expect([v, readLine(utf8(JSON.stringify({ v }))) === "the line's format is not 1 or 2"]).toEqual([
      v,
      !reads.includes(v),
    ]);
});

test("stored states of other formats are refused by the numbers that are named", () => {
  expect(() => durableOf({ v: Math.max(...FORMATS_HERE.state.reads) + 1 })).toThrow(
    `reads ${FORMATS_HERE.state.reads.join(" and ")}`,
  );
});

test("recordings", () => {
  const complaint = (v: number): string => {
    const read = decodeHead(JSON.stringify({ k: "head", v, segment: "wheel-000001" }));
    return typeof read === "string" ? read : "";
  };
  const { reads } = FORMATS_HERE.recording;
  expect(complaint(Math.max(...reads) + 1)).toMatch(/\bv\b/);
  for (const v of reads) expect(complaint(v)).not.toMatch(/(?:^|\s)v:/);
});

test("the board's protocol is the first part of its firmware's version", () => {
  const board = readFileSync(new URL("../../boards/wheel/board.h", import.meta.url), "utf8");
  expect(/FIRMWARE_VERSION "(\d+)\./.exec(board)?.[1]).toBe(String(FORMATS_HERE["board-protocol"].writes[0]));
});

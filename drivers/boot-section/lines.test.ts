import { expect, it } from "vitest";
import { boardLine, waitingLine } from "./board-line.test-help.ts";
import { encodeBootLine, parseBootLine, waitingIn } from "./lines.ts";

const parsed = (line: string) => parseBootLine(line.trimEnd());

it("a board's lines are read", () => {
  expect(parsed(waitingLine(1, "torn"))).toEqual({
    m: "waits",
    kind: 1,
    hardware: 1,
    boot: "1.0",
    image: "torn",
  });
  expect(parsed(boardLine("I", 2, 1, 0x10, 3, 1, 2, 3, 0x78, 0x56, 0x34, 0x92, 20))).toEqual({
    m: "identity",
    kind: 2,
    hardware: 1,
    boot: "1.0",
    image: "valid",
    version: "1.2.3",
    crc: 0x9234_5678,
    pages: 20,
  });
  expect(parsed(boardLine("Q", 7, 1, 0, 0, 0))).toEqual({ m: "page", page: 7, crc: 1 });
  expect(parsed(boardLine("N", 0x73))).toEqual({ m: "refused", why: "session" });
  expect(parsed(boardLine("R"))).toEqual({ m: "runs" });
});

it("anything else is none: another letter, length, state or sum, and what a host says", () => {
  const line = waitingLine(1, "none").trimEnd();
  for (const bad of [
    line.slice(1),
    line.slice(0, -1),
    `${line}@@`,
    line.replace("!", "?"),
    `${line.slice(0, -1)}P`,
    boardLine("W", 1, 1, 0x10, 4),
    boardLine("W", 1, 1, 0x10),
    boardLine("N", 0x41),
    boardLine("R", 1),
    boardLine("Z"),
  ])
    expect(parsed(bad)).toBeNull();
  for (let at = 1; at < line.length; at++) {
    const flipped = String.fromCharCode(line.charCodeAt(at) ^ 1);
    expect(parsed(line.slice(0, at) + flipped + line.slice(at + 1))).toBeNull();
  }
  expect(waitingIn(boardLine("R").trimEnd())).toBeNull();
});

it("a host's lines hold nothing but letters", () => {
  const line = encodeBootLine({ r: "write", session: 0x1234, page: 3, bytes: new Uint8Array(128).fill(0x21) });
  expect(line).toMatch(/^!E@CDAB@C(?:BA){128}[@-O]{4}\n$/);
});

import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { monoUs, wallMs } from "../time/instant.ts";
import { decodeEntry, decodeHead, toText, Segment } from "./codec.ts";
import type { Entry, SegmentHead } from "./entry.ts";

const HEAD: SegmentHead = {
  k: "head",
  v: 2,
  segment: "wheel-000012",
  log: "tirada.example/casino-1/table-07",
  mode: "live",
  epoch: 0,
  boot: "b1",
  rel: { version: "0.1.0", manifest: null },
  rulebook: "cl/ruleta-francesa@2023-03",
  device: "cammegh-ss2",
  options: {},
  houseRules: [],
  t: monoUs(0),
  wall: wallMs(0),
  trust: "unsynced",
  previous: null,
  state: { note: "ñandú €" },
  chain: { seq: 0, prev: "00".repeat(32) },
};

const entries = fc.array(
  fc
    .uint8Array({ maxLength: 60 })
    .map((data): Entry => ({ k: "in", t: monoUs(1), port: "wheel", bytes: toText(data) })),
  { maxLength: 20 },
);

it("a mark is the length and SHA-256 of the file's bytes up to and including its entry", () => {
  fc.assert(
    fc.property(entries, (all) => {
      const segment = new Segment(HEAD);
      let file = Buffer.from(segment.headLine);
      const marks = [segment.mark()];
      for (const entry of all) {
        file = Buffer.concat([file, Buffer.from(segment.add(entry))]);
        marks.push(segment.mark());
      }
      expect(marks.at(-1)?.bytes).toBe(file.length);
      for (const { segment: name, bytes, sha256 } of marks) {
        expect(name).toBe("wheel-000012");
        expect(createHash("sha256").update(file.subarray(0, bytes)).digest("hex")).toBe(sha256);
        expect(file[bytes - 1]).toBe(0x0a);
      }
      const [head, ...lines] = file.toString("utf8").trimEnd().split("\n");
      expect(decodeHead(head ?? "")).toEqual(HEAD);
      expect(lines.map((line) => decodeEntry(line))).toEqual(all);
    }),
    { numRuns: 50 },
  );
});

it("asking for the mark changes nothing, and every entry changes it", () => {
  const segment = new Segment(HEAD);
  const first = segment.mark();
  expect(segment.mark()).toEqual(first);
  segment.add({ k: "tick", t: monoUs(1) });
  expect(segment.mark().bytes).toBeGreaterThan(first.bytes);
  expect(segment.mark().sha256).not.toBe(first.sha256);
});

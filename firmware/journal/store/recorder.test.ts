import { createHash } from "node:crypto";
import { readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { monoUs } from "../../../src/time/instant.ts";
import { freshFolder } from "./journal.fixture.ts";
import { Recorder } from "./recorder.ts";

const sha = (text: string): string => createHash("sha256").update(text).digest("hex");
const S = 1_000_000;

function fresh(keepBytes = 1_000_000): {
  dir: string;
  recorder: Recorder;
  readonly read: (segment: string) => string;
} {
  const dir = freshFolder();
  const recorder = new Recorder({ dir, keepBytes });
  return { dir, recorder, read: (segment) => readFileSync(join(dir, `${segment}.jsonl`), "utf8") };
}

describe("recording", () => {
  test("writes head and lines, and ends with length and hash", () => {
    const { recorder, read } = fresh();
    recorder.open("wheel-7-000001", '{"k":"head"}');
    expect(read("wheel-7-000001")).toBe('{"k":"head"}\n');
    recorder.append('{"bytes":"ÿ"}\n', monoUs(0));
    const text = '{"k":"head"}\n{"bytes":"ÿ"}\n';
    expect(recorder.close()).toEqual({
      segment: "wheel-7-000001",
      bytes: Buffer.byteLength(text),
      sha256: sha(text),
    });
    expect(read("wheel-7-000001")).toBe(text);
    expect(recorder.close()).toBeNull();
  });
  test("waits in memory until 2 s have passed, or a sync, or 64 KiB", () => {
    const { recorder, read } = fresh();
    recorder.open("a-000001", "h");
    recorder.append("1\n", monoUs(10 * S));
    recorder.append("2\n", monoUs(12 * S - 1));
    expect(read("a-000001")).toBe("h\n");
    recorder.append("3\n", monoUs(12 * S));
    expect(read("a-000001")).toBe("h\n1\n2\n3\n");
    recorder.append("4\n", monoUs(13 * S));
    expect(recorder.sync()).toBe(10);
    expect(read("a-000001")).toBe("h\n1\n2\n3\n4\n");
    recorder.append(`${"x".repeat(65_536)}\n`, monoUs(13 * S));
    expect(read("a-000001").length).toBe(65_547);
    recorder.append("5\n", monoUs(13 * S));
    recorder.syncIfDue(monoUs(14 * S));
    expect(read("a-000001")).toContain("5\n");
  });
  test("a mark must be of bytes that were given, with their hash", () => {
    const { recorder, read } = fresh();
    recorder.open("a-000001", "h");
    recorder.append("1\n", monoUs(0));
    const mark = { segment: "a-000001", bytes: 4, sha256: sha("h\n1\n") };
    recorder.syncTo(mark);
    expect(read("a-000001")).toBe("h\n1\n");
    expect(() => recorder.syncTo({ ...mark, sha256: sha("x") })).toThrow("does not have the hash of its mark");
    expect(() => recorder.syncTo({ ...mark, bytes: 5 })).toThrow("no recording reaches byte 5");
    expect(() => recorder.syncTo({ ...mark, bytes: 0 })).toThrow("no recording reaches byte 0");
    expect(() => recorder.syncTo({ ...mark, segment: "a-000002" })).toThrow(
      "no recording reaches byte 4 of a-000002",
    );
    recorder.append("2\n", monoUs(0));
    recorder.syncTo(mark);
    recorder.open("a-000002", "h");
    recorder.syncTo(mark);
    recorder.syncTo({ segment: "a-000001", bytes: 6, sha256: sha("h\n1\n2\n") });
    expect(() => recorder.syncTo({ ...mark, bytes: 7 })).toThrow("no recording reaches byte 7 of a-000001");
  });
  test("a mark may be of the eight segments before, and of none that is older", () => {
    const { recorder } = fresh();
    const name = (n: number): string => `a-${String(n).padStart(6, "0")}`;
    for (let n = 1; n <= 10; n++) recorder.open(name(n), "h");
    for (let n = 2; n <= 10; n++) recorder.syncTo({ segment: name(n), bytes: 2, sha256: sha("h\n") });
    expect(() => recorder.syncTo({ segment: name(1), bytes: 2, sha256: sha("h\n") })).toThrow(
      "no recording reaches byte 2 of a-000001",
    );
  });
  test("refuses names that are none, lines that are not whole, and appends to nothing", () => {
    const { recorder, dir } = fresh();
    for (const name of ["", "a", "a-1", "../a-000001", "a/b-000001", "A-000001", "a-000001.jsonl", "-000001"])
      expect(() => recorder.open(name, "h"), name).toThrow("cannot name a recording");
    expect(() => recorder.append("x\n", monoUs(0))).toThrow("no recording is open");
    recorder.open("a-000001", "h");
    expect(() => recorder.append("x", monoUs(0))).toThrow("whole lines");
    expect(() => recorder.append(`${"x".repeat(1_048_576)}\n`, monoUs(0))).toThrow("at most 1048576 bytes");
    expect(readdirSync(dir)).toEqual(["a-000001.jsonl"]);
  });
  test("never writes over a segment that is there", () => {
    const { recorder, dir, read } = fresh();
    writeFileSync(join(dir, "a-000001.jsonl"), "old\n");
    expect(() => recorder.open("a-000001", "h")).toThrow(
      expect.objectContaining({ code: "cannot-open" }) as Error,
    );
    expect(read("a-000001")).toBe("old\n");
  });
});

describe("rotation", () => {
  const BLOCK = 4_096;
  test("keeps the newest segments by their number within the bytes, in whole blocks, and files of others", () => {
    const { recorder, dir } = fresh(2 * BLOCK);
    writeFileSync(join(dir, "notes.txt"), "mine");
    for (const n of ["b-000009", "a-000010", "a-000002", "c-000011"])
      writeFileSync(join(dir, `${n}.jsonl`), "old\n");
    recorder.open("a-000012", "h");
    expect(readdirSync(dir).sort()).toEqual([
      "a-000010.jsonl",
      "a-000012.jsonl",
      "c-000011.jsonl",
      "notes.txt",
    ]);
    recorder.open("a-000013", "h");
    expect(recorder.segments()).toEqual([
      { segment: "c-000011", bytes: 4 },
      { segment: "a-000012", bytes: 2 },
      { segment: "a-000013", bytes: 2 },
    ]);
  });
  test("deletes nothing because the table was started often", () => {
    const { dir } = fresh();
    for (let start = 1; start <= 300; start++) {
      const recorder = new Recorder({ dir, keepBytes: 1_000 * BLOCK });
      recorder.open(`a-${String(start).padStart(6, "0")}`, "h");
      recorder.close();
    }
    expect(readdirSync(dir)).toHaveLength(300);
  });
  test("never deletes what the newest record came from, nor the current one", () => {
    const { recorder, dir } = fresh(0);
    writeFileSync(join(dir, "a-000001.jsonl"), "old\n");
    writeFileSync(join(dir, "a-000002.jsonl"), "old\n");
    recorder.setNewestSegment("a-000002");
    recorder.open("a-000003", "h");
    recorder.open("a-000004", "h");
    expect(readdirSync(dir).sort()).toEqual(["a-000002.jsonl", "a-000003.jsonl", "a-000004.jsonl"]);
    recorder.append("1\n", monoUs(0));
    recorder.syncTo({ segment: "a-000004", bytes: 4, sha256: sha("h\n1\n") });
    recorder.open("a-000005", "h");
    expect(readdirSync(dir).sort()).toEqual(["a-000004.jsonl", "a-000005.jsonl"]);
  });
});

describe("days that are promised", () => {
  const DAY_MS = 86_400_000;
  const NOW = 1_770_000_000_000;

  /** Three recordings of one block, 30, 20 and 10 days old, and room for one. */
  function aged(keepDays: number): { readonly recorder: Recorder; readonly left: () => string[] } {
    const dir = freshFolder();
    for (const [at, days] of [30, 20, 10].entries()) {
      const path = join(dir, `a-00000${at + 1}.jsonl`);
      writeFileSync(path, "h\n");
      const seconds = (NOW - days * DAY_MS) / 1_000;
      utimesSync(path, seconds, seconds);
    }
    const recorder = new Recorder({ dir, keepBytes: 4_096, keepDays });
    recorder.setNewestSegment("a-000009");
    return { recorder, left: () => readdirSync(dir).map((name) => name.slice(2, 8)) };
  }

  test("none goes that is younger, however many bytes they have", () => {
    const { recorder, left } = aged(15);
    recorder.setWall(NOW);
    recorder.open("a-000004", "h");
    expect(left()).toEqual(["000003", "000004"]);
    const other = aged(25);
    other.recorder.setWall(NOW);
    other.recorder.open("a-000004", "h");
    expect(other.left()).toEqual(["000002", "000003", "000004"]);
  });

  test("none goes while the time of day is not known, or was set back", () => {
    const { recorder, left } = aged(15);
    recorder.open("a-000004", "h");
    expect(left()).toHaveLength(4);
    recorder.setWall(NOW - 400 * DAY_MS);
    recorder.open("a-000005", "h");
    expect(left()).toHaveLength(5);
  });

  test("without days the bytes alone decide", () => {
    const { recorder, left } = aged(0);
    recorder.open("a-000004", "h");
    expect(left()).toEqual(["000003", "000004"]);
  });
});

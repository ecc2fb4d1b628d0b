import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readCalibration, writeCalibration } from "./calibration-file.ts";

let folder = "";
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "tirada-calibration-"))));
afterEach(() => {
  chmodSync(folder, 0o700);
  rmSync(folder, { recursive: true, force: true });
});

const LEARNED = {
  kind: "disc",
  learned: { sensorB: 100_000, sensorC: 220_000, zero: 41, dropLapUs: 0, marks: 54, board: 0x89abcdef },
} as const;

describe("the calibration file", () => {
  it("comes back as it was written, holds no date, and is the same for the same wheel", () => {
    expect(readCalibration(folder)).toBeNull();
    const path = writeCalibration(folder, LEARNED, false);
    expect(readCalibration(folder)).toEqual(LEARNED);
    const text = readFileSync(path, "utf8");
    expect(JSON.parse(text)).toEqual({
      calibration: "tirada-calibration/1",
      kind: "disc",
      board: "89ABCDEF",
      sensorB: 100_000,
      sensorC: 220_000,
      zero: 41,
      dropLapUs: 0,
      marks: 54,
    });
    writeCalibration(folder, LEARNED, true);
    expect(readFileSync(path, "utf8")).toBe(text);
    expect(statSync(path).mode & 0o777).toBe(0o640);
    expect(readdirSync(folder)).toEqual(["calibration.json"]);
  });

  it("is not overwritten without a word, and a replacement leaves nothing beside it", () => {
    writeCalibration(folder, LEARNED, false);
    const other = { ...LEARNED, learned: { ...LEARNED.learned, zero: 42 } };
    expect(() => writeCalibration(folder, other, false)).toThrow(/is there already; say --replace/);
    expect(readCalibration(folder)).toEqual(LEARNED);
    // What a power cut left of an earlier replacement is no hindrance.
    writeFileSync(join(folder, "calibration.json.new"), "half");
    writeCalibration(folder, other, true);
    expect(readCalibration(folder)).toEqual(other);
    expect(readdirSync(folder)).toEqual(["calibration.json"]);
  });

  it.each([
    ["", /is not JSON/],
    ["[]", /learn it anew/],
    ['{"calibration":"tirada-calibration/2"}', /calibration/],
    ["x".repeat(5_000), /at most 4096 make sense/],
  ])("refuses %.20s", (text, why) => {
    writeFileSync(join(folder, "calibration.json"), text);
    expect(() => readCalibration(folder)).toThrow(why);
  });

  it("refuses unknown keys, fractions and other board numbers", () => {
    const path = writeCalibration(folder, LEARNED, false);
    const good = JSON.parse(readFileSync(path, "utf8")) as Record<string, unknown>;
    for (const change of [
      { extra: 1 },
      { zero: 1.5 },
      { board: "89abcdef" },
      { board: 7 },
      { kind: "wheel" },
    ]) {
      writeFileSync(path, JSON.stringify({ ...good, ...change }));
      expect(() => readCalibration(folder)).toThrow(/learn it anew/);
    }
  });

  it("a folder that cannot be used is a storage problem that says what to do", () => {
    const file = join(folder, "file");
    writeFileSync(file, "");
    expect(() => writeCalibration(join(file, "under"), LEARNED, false)).toThrow(
      /name a writable storage folder/,
    );
  });
});

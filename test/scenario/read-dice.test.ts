import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { EXIT } from "../../firmware/problem.ts";
import { commandHere } from "../support/command.ts";
import { temporaryFolder } from "../support/folder.ts";
import { ALL } from "../support/volume.ts";

const PHOTO = new URL("../data/dice-photos/rune55-round/round-002.jpg", import.meta.url).pathname;
/** To damage: of a format that is read in spite of wrong bytes. */
const DAMAGED = new URL("../data/dice-photos/damiantab/dt-26.jpg", import.meta.url).pathname;
/** Three dice, of which one is 1.4 times as large as the others. */
const MIXED = new URL("../data/dice-photos/rune55-round/round-005.jpg", import.meta.url).pathname;
/** Of one die, and read in a tenth of the time. */
const SMALL = new URL("../data/dice-photos/tomitomi3/tm-2-06.png", import.meta.url).pathname;

interface Line {
  readonly image: string;
  readonly faces: readonly (number | string)[];
  readonly dice: readonly {
    readonly face: number | null;
    readonly x: number;
    readonly y: number;
    readonly size: number;
    readonly confidence: number;
    readonly notes: readonly string[];
  }[];
  readonly verdict: string;
  readonly reasons: readonly string[];
}

const linesOf = (stdout: string): Line[] =>
  stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);

// Every run reads one die of a photograph below; the order of several is tried beside the reader.
if (ALL)
  it("tirada read-dice reads a photograph from left to right", async () => {
    const { status, stdout, stderr } = await commandHere(["read-dice", PHOTO, "--json"]);
    const [first] = linesOf(stdout);
    expect([status, stderr]).toEqual([EXIT.done, ""]);
    expect(first).toMatchObject({ image: PHOTO, faces: [1, 3, 2], verdict: "readable", reasons: [] });
    expect(first?.dice.map(({ face }) => face)).toEqual([1, 3, 2]);
    for (const { x, y, size, confidence, notes } of first?.dice ?? []) {
      expect([x > 0 && x < 640, y > 0 && y < 640, size > 80 && size < 220]).toEqual([true, true, true]);
      expect(confidence).toBeGreaterThan(0.4);
      expect(confidence).toBeLessThanOrEqual(1);
      expect(notes).toEqual([]);
    }
  });

it("tirada read-dice is undecided when the count is another", async () => {
  const { status, stdout } = await commandHere(["read-dice", SMALL, "--count", "4", "--json"]);
  expect(status).toBe(EXIT.done);
  expect(linesOf(stdout)[0]).toMatchObject({ verdict: "undecided", reasons: ["too-few"] });
});

it("tirada read-dice names a die that is larger than the dice whose size is known, and leaves none out", async () => {
  const { stdout } = await commandHere(["read-dice", MIXED, "--die", "120", "--json"]);
  expect(linesOf(stdout)[0]).toMatchObject({
    faces: [3, 2],
    dice: [{ notes: [] }, { face: 1, notes: ["foreign"] }, { notes: [] }],
    verdict: "undecided",
    reasons: ["foreign"],
  });
});

it("tirada read-dice says of each file that it cannot open why, and reads the next one as ever", async () => {
  const folder = temporaryFolder();
  const bytes = readFileSync(DAMAGED);
  const damaged = {
    empty: new Uint8Array(0),
    cut: bytes.subarray(0, 5_000),
    text: Buffer.from("these are no pixels\n".repeat(200)),
    noise: bytes.map((byte, at) => (at > 700 && at % 37 === 0 ? byte ^ 0x5a : byte)),
  };
  const paths = Object.entries(damaged).map(([name, contents]) => {
    const path = join(folder, `${name}.jpg`);
    writeFileSync(path, contents);
    return path;
  });
  const whole = join(folder, "whole.png");
  copyFileSync(SMALL, whole);
  const [alone] = linesOf((await commandHere(["read-dice", SMALL, "--json"])).stdout);
  const { status, stdout, stderr } = await commandHere([
    "read-dice",
    ...paths,
    join(folder, "missing.png"),
    folder,
    whole,
    "--json",
  ]);
  const lines = linesOf(stdout);
  expect(status).toBe(EXIT.usage);
  expect(lines.map(({ verdict }) => verdict)).toEqual([...Array<string>(6).fill("undecided"), "readable"]);
  expect(lines.at(-1)).toEqual({ ...alone, image: whole });
  expect(lines.slice(0, 6).every(({ faces }) => faces.length === 0)).toBe(true);
  for (const line of stderr.trim().split("\n")) expect(line).toMatch(/^tirada: .+: .+/);
  expect(stderr).not.toContain("    at ");
});

it("tirada read-dice refuses options that mean nothing", async () => {
  for (const bad of [
    ["--die", "3"],
    ["--count", "0"],
    ["--set", "letters"],
  ]) {
    const { status, stderr } = await commandHere(["read-dice", PHOTO, ...bad]);
    expect(status).toBe(EXIT.usage);
    expect(stderr.trim().split("\n")).toHaveLength(1);
  }
});

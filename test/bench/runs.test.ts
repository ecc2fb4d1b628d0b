import { expect, test } from "vitest";
import type { Part } from "./figures.ts";
import { comparisonText, compareRuns, joinRuns, readRuns, tableOfRuns, textOfRuns, withTable } from "./runs.ts";

const run = (judged: number, ratio: number): Part[] => [
  {
    title: "Lines judged",
    about: "captured lines",
    figures: [
      { name: "whole pipeline", value: judged, unit: "lines/s", note: "a wheel sends 2" },
      { name: "ratio", value: ratio, unit: "times" },
    ],
  },
];

test("runs are told apart only where their values do not overlap", () => {
  const before = joinRuns([run(100, 9), run(120, 12), run(110, 10)]);
  const now = joinRuns([run(121, 11), run(140, 13), run(130, 12)]);
  const [judged, ratio] = compareRuns(before, now);
  expect(judged).toMatchObject({ before: [100, 120, 110], percent: 18.2, is: "changed" });
  expect(ratio).toMatchObject({ percent: 20, is: "within the spread" });
  const text = comparisonText(compareRuns(before, now));
  expect(text).toMatch(
    /^\nLines judged\n\* whole pipeline +110 \(100–120\) → 130 \(121–140\) lines\/s {2}\+18\.2 % {2}changed$/m,
  );
  expect(text).toMatch(/^ {2}ratio +10 \(9–12\) → 12 \(11–13\) times/m);
});

test("a figure that came or went is said, and none is left out", () => {
  const before = joinRuns([run(100, 9)]);
  const now = joinRuns([
    [{ title: "Lines judged", about: "", figures: [{ name: "new one", value: 0, unit: "ms" }] }],
  ]);
  expect(compareRuns(before, now).map(({ name, is }) => [name, is])).toEqual([
    ["new one", "new"],
    ["whole pipeline", "gone"],
    ["ratio", "gone"],
  ]);
  expect(compareRuns(now, now)).toMatchObject([{ percent: null, is: "within the spread" }]);
});

test("a file of runs is read back, and another one is refused by its name", () => {
  const file = { machine: { node: "v24", cpus: ["a"] }, parts: joinRuns([run(100, 9), run(101, 8)]) };
  expect(readRuns(JSON.stringify(file), "a.json")).toEqual(file);
  expect(() => readRuns("lines/s", "a.json")).toThrow("a.json is not JSON");
  // What an older bench wrote has one value a figure.
  const older = { ...file, parts: run(100, 9) };
  expect(() => readRuns(JSON.stringify(older), "old.json")).toThrow(/^old\.json: parts\.0\.figures\.0/);
});

test("the table of a page is exchanged between its marks, and a page without them is left alone", () => {
  const parts = joinRuns([run(100, 9)]);
  const page = "# Speed\n<!-- bench begins -->\nold\n<!-- bench ends -->\nafter\n";
  const printed = withTable(page, tableOfRuns(parts));
  expect(printed).toContain(
    "| **Lines judged** | whole pipeline | 100 lines/s | a wheel sends 2 |\n|  | ratio | 9 times |  |",
  );
  expect(printed).not.toContain("old");
  expect(printed.endsWith("<!-- bench ends -->\nafter\n")).toBe(true);
  expect(() => withTable("# Speed\n", "x")).toThrow("lacks");
  expect(textOfRuns(parts)).toMatch(
    /Lines judged\n {2}captured lines\n {2}whole pipeline +100 lines\/s +a wheel sends 2/,
  );
});

import { expect, test } from "vitest";
import { START_OF_LOG } from "./epoch.ts";
import { KeyHistory } from "./key-history.ts";
import { collectProblems, markOfReport, MAX_PROBLEMS, vkeyAt } from "./report.ts";
import { table } from "./vector.fixture.ts";
import { startVerification } from "./verify.ts";

test("a record's key is the last that begins at or before it; where none does, that of the newest record", () => {
  const report = startVerification({
    subject: "export",
    keys: KeyHistory.of(table.verifier),
    keySource: "given",
    witnesses: [],
    start: START_OF_LOG,
  }).report();
  expect(vkeyAt(report, 7)).toBe(table.verifier.vkey);
  const keys = [
    { vkey: "one", from: 3 },
    { vkey: "two", from: 8 },
  ];
  const later = { ...report, vkey: "two", keys };
  expect([2, 3, 7, 8, 99].map((seq) => vkeyAt(later, seq))).toEqual(["two", "one", "one", "two", "two"]);
});

test("problems are listed up to the limit and counted beyond it", () => {
  const problems = collectProblems();
  for (let seq = 0; seq < MAX_PROBLEMS + 3; seq++) problems.add(seq, "odd");
  expect([problems.listed.length, problems.listed.at(-1)?.seq, problems.more()]).toEqual([100, 99, 3]);
});

test("a report is of a test when its records or the name of their log say so", () => {
  expect(markOfReport({ mode: "test", log: "a/b" })).toBe("TEST  ");
  expect(markOfReport({ mode: null, log: "a/b/test" })).toBe("TEST  ");
  expect(markOfReport({ mode: "live", log: "a/b" })).toBe("");
});

import { expect, test } from "vitest";
import { logInMode, markedName, markOf, modeOfLog } from "./mode.ts";

test("the name of a log says whether its records count", () => {
  expect(modeOfLog("tirada.example/casino-1/table-07")).toBe("live");
  expect(modeOfLog("tirada.example/casino-1/table-07/test")).toBe("test");
  expect(modeOfLog("tirada.example/casino-1/test-07")).toBe("live");
});

test("a test's log is named so once, and a live one never", () => {
  expect(logInMode("a/b", "test")).toBe("a/b/test");
  expect(logInMode("a/b/test", "test")).toBe("a/b/test");
  expect(logInMode("a/b", "live")).toBe("a/b");
  expect(() => logInMode("a/b/test", "live")).toThrow("of a live table may not end in /test");
});

test("what a test gives out begins with TEST, and nothing else does", () => {
  expect([markOf("test"), markOf("live"), markOf(null)]).toEqual(["TEST  ", "", ""]);
  expect([markedName("a.json", "test"), markedName("a.json", "live")]).toEqual(["TEST-a.json", "a.json"]);
});

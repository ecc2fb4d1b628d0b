import { expect, test } from "vitest";
import { logInMode, modeOfLog } from "./mode.ts";

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

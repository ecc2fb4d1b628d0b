import { execFileSync } from "node:child_process";
import { fstatSync } from "node:fs";
import { expect, it } from "vitest";
import { fakeClock } from "../../../src/time/fake-clock.ts";
import { jsonLog } from "./json-log.ts";
import { isJsonDue, RECENT_LINES, RecentLines } from "./unit-log.ts";

it("JSON is for whoever asks for it, and for the system's journal; a terminal gets lines for people", () => {
  const { dev, ino } = fstatSync(2);
  expect(isJsonDue("auto", {})).toBe(false);
  expect(isJsonDue("json", {})).toBe(true);
  expect(isJsonDue("auto", { JOURNAL_STREAM: `${dev}:${ino}` })).toBe(true);
  // The journal takes another output of this process.
  expect(isJsonDue("auto", { JOURNAL_STREAM: `${dev}:${ino + 1}` })).toBe(false);
  expect(isJsonDue("text", { JOURNAL_STREAM: `${dev}:${ino}` })).toBe(false);
  expect(isJsonDue("auto", { JOURNAL_STREAM: "8:1" }, 999)).toBe(false);
});

it("each event is one JSON object a line, with its level before it for the system's journal", () => {
  const lines: string[] = [];
  const write = jsonLog(fakeClock(), (line) => lines.push(line), true);
  write({ event: "notice", line: 'wheel: connected to "x"' });
  write({
    event: "record",
    line: "fault",
    record: { seq: 7, kind: "fault", device: "wheel", code: "port-gone" },
  });
  expect(lines.map((line) => line.slice(0, 3))).toEqual(["<6>", "<4>"]);
  expect(lines.map((line) => JSON.parse(line.slice(3)) as unknown)).toEqual([
    {
      level: 30,
      time: "2026-01-01T00:00:00.000Z",
      name: "tirada",
      event: "notice",
      msg: 'wheel: connected to "x"',
    },
    {
      level: 40,
      time: "2026-01-01T00:00:00.000Z",
      name: "tirada",
      event: "record",
      msg: "fault",
      seq: 7,
      kind: "fault",
      device: "wheel",
      code: "port-gone",
    },
  ]);
  expect(lines.every((line) => line.endsWith("\n") && line.indexOf("\n") === line.length - 1)).toBe(true);
});

it("keeps the newest lines alone", () => {
  const recent = new RecentLines();
  for (let n = 0; n < RECENT_LINES + 5; n++) recent.add(String(n));
  expect(recent.all).toHaveLength(RECENT_LINES);
  expect(recent.all[0]).toBe("5");
});

it("a figure's library and the logger come without a script that runs at their installation", () => {
  const lock = execFileSync(
    "node",
    [
      "-p",
      "JSON.stringify(Object.entries(require('./package-lock.json').packages).filter(([, p]) => p.hasInstallScript).map(([n]) => n))",
    ],
    { encoding: "utf8" },
  );
  expect(JSON.parse(lock)).not.toEqual(
    expect.arrayContaining(["node_modules/prom-client", "node_modules/pino", "node_modules/age-encryption"]),
  );
});

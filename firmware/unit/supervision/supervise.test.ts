import { expect, it } from "vitest";
import { fakeClock } from "../../../src/time/fake-clock.ts";
import { US_PER_S } from "../../../src/time/instant.ts";
import type { ServiceManager } from "../../net/service-manager.ts";
import { ANSWER_COUNTS_US, TABLE_PARTS, supervise, type TablePart } from "./supervise.ts";

/** A table in simulated time whose parts answer every half second, unless they hang. */
function table(watchdogUs: number | null = 7 * US_PER_S) {
  const clock = fakeClock(1_000);
  const words: string[] = [];
  const notices: string[] = [];
  const hung = new Set<TablePart>();
  const manager: ServiceManager = {
    ready: () => void words.push("ready"),
    status: (line) => {
      if (words.at(-1) !== line) words.push(line);
    },
    feedWatchdog: () => void words.push("fed"),
    stopping: () => void words.push("stopping"),
    close: () => Promise.resolve(),
  };
  let answer: (part: "store" | "screens") => void = () => undefined;
  clock.every(US_PER_S / 2, "answers", () => {
    for (const part of ["store", "screens"] as const) if (!hung.has(part)) answer(part);
  });
  const supervision = supervise({
    setup: { socket: "/unused", watchdogUs },
    clock,
    onNotice: (line) => void notices.push(line),
    manager,
    table: {
      onAnswer: (handle) => (answer = handle),
      arePortsServed: () => !hung.has("ports"),
      status: () => "Mesa: betting; no faults",
    },
  });
  const fed = (seconds: number): number => {
    const before = words.filter((word) => word === "fed").length;
    clock.advance(seconds * US_PER_S);
    return words.filter((word) => word === "fed").length - before;
  };
  return { clock, words, notices, hung, supervision, fed };
}

it("is ready with the first whole pass, says what the table does, and feeds once a pass", () => {
  const { words, fed, supervision } = table();
  expect(fed(10)).toBe(10);
  expect(words.slice(0, 3)).toEqual(["ready", "Mesa: betting; no faults", "fed"]);
  supervision.stopping();
  expect(fed(10)).toBe(0);
  expect(words.at(-1)).toBe("stopping");
});

it.each(TABLE_PARTS)("is never ready while %s never answered", (part) => {
  const { words, hung, fed } = table();
  hung.add(part);
  expect(fed(60)).toBe(0);
  expect(words.some((word) => word === "ready")).toBe(false);
  expect(words.at(-1)).toMatch(
    /^starting: the (?:ports have|journal's thread has|screens' thread has) not answered/,
  );
});

it.each(TABLE_PARTS)("stops feeding when %s hangs, says so once, and goes on when it answers again", (part) => {
  const { words, notices, hung, fed } = table();
  expect(fed(5)).toBe(5);
  hung.add(part);
  expect(fed(20)).toBeLessThanOrEqual(ANSWER_COUNTS_US[part] / US_PER_S + 1);
  expect(fed(20)).toBe(0);
  expect(notices).toHaveLength(1);
  expect(notices[0]).toMatch(/^the watchdog is not fed: /);
  expect(words.at(-1)).toMatch(/^not in order: /);
  hung.delete(part);
  expect(fed(5)).toBeGreaterThanOrEqual(4);
  expect(words).toContain("Mesa: betting; no faults");
});

it("a service without a watchdog is told that the table is ready, and is not fed", () => {
  const { words, fed } = table(null);
  expect(fed(10)).toBe(0);
  expect(words).toEqual(["ready", "Mesa: betting; no faults"]);
});

it("says that a watchdog is too short for its passes", () => {
  expect(table(2 * US_PER_S).notices).toEqual([
    "the service's watchdog of 2 s is too short: WatchdogSec=3 or more",
  ]);
});

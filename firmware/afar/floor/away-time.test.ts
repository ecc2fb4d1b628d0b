import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../test/support/folder.ts";
import { fakeClock } from "../../../src/time/fake-clock.ts";
import { US_PER_S } from "../../../src/time/instant.ts";
import { AwayTime, WRITTEN_US } from "./away-time.ts";

test("what a unit that is started again and again counted goes on, until the floor answers", () => {
  const path = join(temporaryFolder(), "floor.away");
  const clock = fakeClock();
  /** A start of so long, told every 5 s. */
  const start = (us: number, isAway = true): AwayTime => {
    const away = new AwayTime(path, clock);
    away.note(isAway);
    for (let passed = 0; passed < us; passed += 5 * US_PER_S) {
      clock.advance(5 * US_PER_S);
      away.note(isAway);
    }
    return away;
  };
  // Too short to be worth a file: nothing is written where a line goes on and off.
  expect(start(WRITTEN_US - 5 * US_PER_S).us).toBe(WRITTEN_US - 5 * US_PER_S);
  expect(existsSync(path)).toBe(false);
  expect(start(2 * WRITTEN_US + 20 * US_PER_S).us).toBe(2 * WRITTEN_US + 20 * US_PER_S);
  expect(start(WRITTEN_US).us).toBe(3 * WRITTEN_US);
  expect(start(0, false).us).toBe(0);
  expect(existsSync(path)).toBe(false);
  expect(start(0).us).toBe(0);
});

test.each(["", "x\n", "-5\n", "1e9\n", "12", "9".repeat(1_000)])("a file with %j counts nothing", (text) => {
  const path = join(temporaryFolder(), "floor.away");
  writeFileSync(path, text);
  expect(new AwayTime(path, fakeClock()).us).toBe(0);
});

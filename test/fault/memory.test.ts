import { readFileSync } from "node:fs";
import { describe, expect, it, onTestFinished } from "vitest";
import { systemClock } from "../../src/time/system-clock.ts";
import { US_PER_S } from "../../src/time/instant.ts";
import { temporaryFolder } from "../support/folder.ts";
import { startProcess } from "../support/table-process.ts";
import { SOAK } from "../support/volume.ts";

/** Memory of a table that plays for hours: what it holds in its second hour it still holds in its last. */

const clock = systemClock();
const SPEED = 4;
const HOURS = Number(process.env["TIRADA_MEMORY_HOURS"] ?? 6);
/** Samples an hour of play. */
const AN_HOUR = 60;
const MOST_GROWTH = 1.05;

/**
 * How many times more is held at the most than at the end of the first hour: the mean of ten samples, so that a collection that is
 * just due counts little. `samples`: resident kilobytes, evenly spaced.
 */
function growth(samples: readonly number[], first: number): number {
  const mean = (from: number): number => samples.slice(from, from + 10).reduce((sum, kb) => sum + kb, 0) / 10;
  const later = Array.from({ length: samples.length - first - 9 }, (_, at) => mean(first + at));
  return Math.max(...later) / mean(first - 10);
}

/** Resident memory of a process in kilobytes. */
function residentOf(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
}

describe("memory", () => {
  it("that grows by a megabyte an hour is told from memory that swings", () => {
    const swinging = Array.from({ length: 6 * AN_HOUR }, (_, at) => 280_000 + (at % 7) * 2_000);
    expect(growth(swinging, AN_HOUR)).toBeLessThan(1.01);
    const grown = swinging.map((kb, at) => kb + at * 60);
    expect(growth(grown, AN_HOUR)).toBeGreaterThan(MOST_GROWTH);
    expect(residentOf(process.pid)).toBeGreaterThan(10_000);
  });

  if (SOAK)
    it(
      `of a table with sensors and its bench is flat after the first of ${HOURS} hours of play`,
      async () => {
        const table = startProcess([
          ...["start", "--table", "roulette-sensors", "--speed", String(SPEED), "--display-port", "0"],
          ...["--storage", temporaryFolder()],
        ]);
        onTestFinished(async () => {
          table.child.kill("SIGTERM");
          await table.ended;
        });
        await table.url;
        const samples: number[] = [];
        while (samples.length < HOURS * AN_HOUR) {
          await clock.sleep(((3_600 / AN_HOUR) * US_PER_S) / SPEED);
          samples.push(residentOf(table.child.pid ?? 0));
        }
        const hourly = samples.filter((_, at) => at % AN_HOUR === AN_HOUR - 1);
        process.stdout.write(`resident at the end of each hour of play, kB: ${hourly.join(" ")}\n`);
        expect(growth(samples, AN_HOUR)).toBeLessThan(MOST_GROWTH);
      },
      (HOURS + 1) * 3_600_000,
    );
});

import { expect, it, onTestFinished } from "vitest";
import { systemClock } from "../../src/time/system-clock.ts";
import { US_PER_S } from "../../src/time/instant.ts";
import { temporaryFolder } from "../support/folder.ts";
import { heldBy, inspectorOf } from "../support/held-memory.ts";
import { startProcess } from "../support/table-process.ts";
import { volume } from "../support/volume.ts";

/**
 * Memory of a table with sensors and its bench that plays for hours: what it held after its first hour it holds after its last. How
 * long garbage lies about before it is collected is the engine's affair, so that it is collected first.
 */

const clock = systemClock();
const SPEED = 4;
/** A soak plays six hours, a run seconds of table time: whether memory can be read at all. */
const HOURS = Number(process.env["TIRADA_MEMORY_HOURS"] ?? volume(1, 6));
const HOUR_S = volume(4, 3_600);
const MOST_GROWTH = volume(1.5, 1.05);

it(
  `is flat after the first of ${HOURS} hours of ${HOUR_S} s`,
  { timeout: (HOURS + 1) * 3_600_000 },
  async () => {
    const args = ["start", "--table", "roulette-sensors", "--speed", String(SPEED), "--display-port", "0"];
    const table = startProcess([...args, "--storage", temporaryFolder()], {
      env: { NODE_OPTIONS: "--inspect=127.0.0.1:0" },
    });
    onTestFinished(async () => {
      table.child.kill("SIGTERM");
      await table.ended;
    });
    const [inspector] = await Promise.all([inspectorOf(table), table.url]);
    const held: number[] = [];
    for (let hour = 0; hour <= HOURS; hour++) {
      await clock.sleep((HOUR_S * US_PER_S) / SPEED);
      held.push(await heldBy(table, inspector));
    }
    const [first = 0, ...later] = held;
    process.stdout.write(`held after each hour, kB: ${held.join(" ")}\n`);
    expect(first).toBeGreaterThan(50_000);
    expect(Math.max(...later) / first).toBeLessThan(MOST_GROWTH);
  },
);

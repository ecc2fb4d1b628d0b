import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, onTestFinished } from "vitest";
import { runTable } from "../../firmware/unit/run.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { capturedWheel, type CapturedWheel } from "./captured-wheel.ts";
import { temporaryFolder } from "./folder.ts";
import { configOf } from "./journal-reading.ts";
import { until } from "./screen-line.ts";
import { writeConfig } from "./table-process.ts";

const clock = systemClock();

/** A captured wheel that is gone after the test. */
export async function wheelIn(folder: string, speed = 150): Promise<CapturedWheel> {
  const wheel = await capturedWheel(folder, clock, speed);
  onTestFinished(() => wheel.close());
  return wheel;
}

export interface Played {
  readonly folder: string;
  readonly config: string;
  readonly journal: string;
  readonly wheel: CapturedWheel;
}

/**
 * A table that has played some rounds and was stopped in order, once for the file that asks: every test gets a copy of what it left
 * on the disk, in a folder of its own, with the same wheel.
 */
export function playedOnce(): () => Played {
  const folder = mkdtempSync(join(tmpdir(), "tirada-"));
  let wheel: CapturedWheel | undefined;
  beforeAll(async () => {
    wheel = await capturedWheel(folder, clock, 150);
    await play(folder, wheel);
  });
  afterAll(async () => {
    await wheel?.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return () => {
    if (wheel === undefined) throw new Error("the played table is there while tests run, not before");
    const own = temporaryFolder();
    cpSync(join(folder, "storage"), join(own, "storage"), { recursive: true });
    const config = writeConfig({ folder: own, wheel: wheel.path });
    return { folder: own, config, journal: join(own, "storage", "journal.db"), wheel };
  };
}

async function play(folder: string, wheel: CapturedWheel): Promise<void> {
  let rounds = 0;
  const table = await runTable({
    config: configOf(writeConfig({ folder, wheel: wheel.path })),
    clock,
    onRecord: ({ body }) => {
      if (body.kind === "result") rounds = body.round;
    },
    onNotice: () => undefined,
  });
  wheel.play();
  await until("three rounds", () => rounds >= 3);
  wheel.pause();
  await table.stop("test");
}

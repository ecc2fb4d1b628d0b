import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { systemClock } from "../../src/time/system-clock.ts";
import { capturedWheel, type CapturedWheel } from "./captured-wheel.ts";
import { temporaryFolder } from "./folder.ts";
import { screenLine } from "./screen-line.ts";
import { startProcess, writeConfig } from "./table-process.ts";

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

/** A table that has played some rounds and was stopped in order. */
export async function played(): Promise<Played> {
  const folder = temporaryFolder();
  const wheel = await wheelIn(folder);
  const config = writeConfig({ folder, wheel: wheel.path });
  const table = startProcess(["start", "--config", config]);
  const screen = await screenLine(await table.url);
  wheel.play();
  await screen.view((view) => view.round >= 3 && view.verdict?.kind === "result");
  wheel.pause();
  table.child.kill("SIGTERM");
  const { status, stderr } = await table.ended;
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return { folder, config, journal: join(folder, "storage", "journal.db"), wheel };
}

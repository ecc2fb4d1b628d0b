import { onTestFinished } from "vitest";
import { runTable, type RunningTable } from "../../firmware/unit/run.ts";
import type { BuiltRecord } from "../../firmware/table/pipeline/pipeline.ts";
import { openCardDemo, type CardDemo } from "../../hw-sim/demo/cards.ts";
import type { RecordBody } from "../../src/table/kernel/record.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { temporaryFolder } from "./folder.ts";
import { until } from "./screen-line.ts";

/** Simulated people at a real unit, with their shoe on a real serial port. */

const clock = systemClock();
/** For rounds at the pace of people, on a machine that has other work. */
export const LONG_MS = 100_000;

/** A unit at which simulated people may deal. */
export interface Playing {
  readonly demo: CardDemo;
  readonly table: RunningTable;
  readonly records: BuiltRecord[];
  readonly notices: string[];
  /** Certified results so far. */
  readonly certified: () => readonly RecordBody[];
}

/** A table at which nobody deals yet. It stops with the test. */
export async function sitDown(rulebook: string): Promise<Playing> {
  const records: BuiltRecord[] = [];
  const notices: string[] = [];
  const say = (line: string): void => void notices.push(line);
  const demo = await openCardDemo(
    clock,
    { rulebook, speed: 6, seed: "scenario", folder: temporaryFolder() },
    say,
  );
  const table = await runTable({
    config: { ...demo.config, display: { host: "127.0.0.1", port: 0 } },
    clock: demo.clock,
    onRecord: (record) => records.push(record),
    onNotice: say,
  });
  onTestFinished(async () => {
    await table.stop("test");
    await demo.stop();
  });
  const certified = (): RecordBody[] =>
    records.flatMap(({ body }) =>
      body.kind === "result" && body.certainty.level === "certified" ? [body] : [],
    );
  return { demo, table, records, notices, certified };
}

/** A table at which people deal. */
export async function play(rulebook: string): Promise<Playing> {
  const playing = await sitDown(rulebook);
  playing.demo.play(playing.table.unit);
  return playing;
}

/** Rounds go on: so many more certified results. */
export async function goesOn({ certified }: Playing, more = 2): Promise<void> {
  const before = certified().length;
  await until(`${more} more certified results`, () => certified().length >= before + more, LONG_MS);
}

import { join } from "node:path";
import type { Config } from "../../firmware/table/config/config.ts";
import type { Clock } from "../../src/time/clock.ts";
import { startBench, type BenchClient } from "../bench/client.ts";
import { makeFolder } from "../../firmware/files/durable.ts";
import { writeCalibration } from "../../firmware/table/wheel/calibration-file.ts";
import type { Demo } from "../../firmware/cli/laboratory.ts";
import { DEMO_FOLDER, DEMO_NOTES, makeDemoConfig } from "./demo.ts";
import { fastClock, type Origin } from "../lines/fast-clock.ts";

export interface SensorsChoice {
  /** Name of the table, see `tables.ts`. */
  readonly table: string;
  readonly rulebook: string;
  readonly speed: number;
  readonly board: "fast" | "emulated";
  readonly seed: string;
  /** File of a scenario: what happens from the beginning on; absent: what the page asks for. */
  readonly scenario?: string;
  /** Folder for journal and terminal; default: a folder of the table's own. */
  readonly folder?: string;
}

let benches = 0;

/**
 * A simulated wheel under a simulated sensor board, on a pseudo-terminal, in the thread of the bench; the unit opens it
 * as it opens any board, with the calibration that a technician would have learned from this very wheel.
 */
export async function openSensorsDemo(
  real: Clock,
  choice: SensorsChoice,
  onTrouble: (line: string) => void,
): Promise<Demo> {
  const { table, rulebook, speed, board, seed, scenario = null } = choice;
  const folder = choice.folder ?? join(DEMO_FOLDER, table);
  makeFolder(folder);
  const origin: Origin = { nowUs: real.now(), wallMs: real.wall() };
  const path = join(folder, `wheel-${process.pid}`);
  const simulated = { table, rulebook, seed, board, scenario, pty: path };
  const bench = await startBench({ channel: channelName(), speed, origin, simulated }, real, onTrouble);
  try {
    const { calibration } = bench;
    if (calibration !== null) writeCalibration(folder, calibration, true);
    const wheel = { device: "sensor-board", path, baud: 115_200 } as const;
    const config = await makeDemoConfig({
      rulebook,
      log: `tirada.local/demo-${table}`,
      folder,
      device: { wheel },
    });
    bench.table(config);
    return {
      config,
      clock: speed === 1 ? real : fastClock(real, speed, origin),
      follower: bench,
      notes: DEMO_NOTES,
      play: () => bench.play(),
      stop: () => bench.close(),
    };
  } catch (error) {
    await bench.close();
    throw error;
  }
}

/** The bench beside a real sensor board: it only looks. Only for a configuration that says that it is a test. */
export async function openLookingBench(
  clock: Clock,
  config: Config,
  onTrouble: (line: string) => void,
): Promise<BenchClient> {
  const origin: Origin = { nowUs: clock.now(), wallMs: clock.wall() };
  const bench = await startBench(
    { channel: channelName(), speed: 1, origin, simulated: null },
    clock,
    onTrouble,
  );
  bench.table(config);
  return bench;
}

/** Several tables may run in one process, each with a bench of its own. */
function channelName(): string {
  benches += 1;
  return `tirada-bench-${process.pid}-${benches}`;
}

import { join } from "node:path";
import type { Demo } from "../../firmware/cli/laboratory.ts";
import { makeFolder } from "../../firmware/files/durable.ts";
import { baudOf } from "../../firmware/table/config/wheel-config.ts";
import { loadPack } from "../../firmware/table/rules/load.ts";
import { wheelPack } from "../../src/rules/pack.ts";
import type { Clock, Timer } from "../../src/time/clock.ts";
import type { Happening, Scenario } from "../scenarios/scenario-file.ts";
import { electronicDevice } from "../sim/devices.ts";
import { PROFILES, type ElectronicDevice } from "../sim/profiles.ts";
import { electronicWheel } from "../sim/wheels.ts";
import { DEMO_FOLDER, DEMO_NOTES, makeDemoConfig } from "./demo.ts";
import { WheelLine } from "../sim/wheel-line.ts";
import { fastClock } from "../lines/fast-clock.ts";

export interface ElectronicChoice {
  /** Name of the table, see `tables.ts`. */
  readonly table: string;
  readonly rulebook: string;
  readonly device: ElectronicDevice;
  readonly speed: number;
  readonly seed: string;
  /** What happens at it; absent: what chance brings. */
  readonly scenario?: Scenario;
  /** Folder for journal and terminal; default: a folder of the table's own. */
  readonly folder?: string;
}

/** How often the wheel goes on: well below the half second between two of its lines. */
const STEP_US = 20_000;

/**
 * A simulated wheel with electronics on a pseudo-terminal, with the people who play it; the unit opens it like every wheel. Something
 * goes wrong in one spin of thirty, or what a scenario says.
 */
export async function openElectronicDemo(real: Clock, choice: ElectronicChoice): Promise<Demo> {
  const { table, rulebook, device, speed, seed, scenario } = choice;
  const folder = choice.folder ?? join(DEMO_FOLDER, table);
  makeFolder(folder);
  const pack = wheelPack(loadPack(rulebook).pack);
  const wheel = electronicDevice(
    electronicWheel(device, pack, seed, scenario === undefined ? PROFILES.default : PROFILES.clean),
  );
  const coming = [...(scenario?.happens ?? [])];
  const clock = speed === 1 ? real : fastClock(real, speed, { nowUs: real.now(), wallMs: real.wall() });
  const line = await WheelLine.open(join(folder, `wheel-${process.pid}`), seed);
  const config = await makeDemoConfig({
    rulebook,
    log: `tirada.local/demo-${table}`,
    folder,
    device: { wheel: { device, path: line.terminal.path, baud: baudOf(device) } },
  });
  const happen = (what: Happening): void => {
    if (what.is === "fault") wheel.inject(what.fault);
    else if (what.is === "cable") line.suffer({ us: what.us, what: what.isIn ? "replug" : "unplug" });
  };
  const step = (us: number): void => {
    while ((coming[0]?.us ?? Infinity) <= us) {
      const what = coming.shift();
      if (what !== undefined) happen(what);
    }
    for (const { sent, trouble } of wheel.run(us, line.terminal.takeHostBytes()).parts) {
      line.send(sent);
      if (trouble !== null) line.suffer(trouble);
    }
  };
  let timer: Timer | null = null;
  return {
    config,
    clock,
    follower: null,
    notes: DEMO_NOTES,
    play: () => {
      const from = clock.now();
      timer = clock.every(STEP_US, "simulated wheel", () => step(clock.now() - from));
    },
    stop: async () => {
      timer?.cancel();
      await line.terminal.close();
    },
  };
}

import { coverageOf, type Coverage } from "../../src/rules/coverage.ts";
import { judge } from "../../src/rules/engine.ts";
import { rulebookName, type Pack } from "../../src/rules/pack.ts";
import {
  calibrationProblem,
  type LearnedCalibration,
} from "../../drivers/wheel/sensor-board/calibration/learned.ts";
import type { Rig } from "../../drivers/wheel/sensor-board/rig.ts";
import { ringProblems } from "../../src/rules/ring.ts";
import { DEVICE_DEFAULTS, DEVICES, deviceType, type DeviceOptions } from "../devices.ts";
import { loadPack } from "../rules/load.ts";
import type { PipelineSetup } from "../table/pipeline.ts";
import { EXIT, Problem } from "./problem.ts";

/** The one port of a wheel table, as recordings name it. */
export const WHEEL_PORT = "wheel";

export interface TableSetup extends PipelineSetup {
  readonly pack: Pack;
  readonly coverage: Coverage;
  readonly options: DeviceOptions;
}

/** What the table's configuration, its storage folder or a recording say of the wheel. */
export type TableOptions = Partial<Omit<DeviceOptions, "pockets" | "kind" | "ring">> & {
  /** The order of this very wheel; absent or null: the rulebook's own. */
  readonly ring?: readonly string[] | null | undefined;
};

/**
 * A rulebook, a device and the house's readings made ready to judge. The number of pockets is the rulebook's own, so
 * a double zero is impossible on a table without one. Throws Problem when one of them is unknown or they do not fit.
 */
export function tableSetup(
  rulebook: string,
  device: string,
  houseRules: readonly string[],
  options: TableOptions = {},
): TableSetup {
  try {
    const { pack } = loadPack(rulebook);
    const type = deviceType(device);
    if (type.family !== pack.family) {
      throw new RangeError(`${device} is a ${type.family} device; ${rulebook} needs a ${pack.family} device`);
    }
    const { kind } = pack.wheel;
    if (!type.kinds.includes(kind)) {
      const able = Object.values(DEVICES).filter((other) => other.kinds.includes(kind));
      const names = able.map((other) => other.name).join(", ");
      throw new RangeError(
        `${device} cannot be used on a ${kind}, which ${rulebook} is played on; wheel.device must be ${names}`,
      );
    }
    const ring = options.ring ?? pack.wheel.pockets;
    const problems = ring === pack.wheel.pockets ? [] : ringProblems(pack, ring);
    if (problems.length > 0) throw new RangeError(`wheel.ring: ${problems.join("; ")}`);
    checkCalibration(options.calibration ?? null, { kind, ring });
    const all = { ...DEVICE_DEFAULTS, ...options, pockets: pack.wheel.pockets.length, kind, ring };
    const session = type.session(all);
    const coverage = coverageOf(pack, session.abilities, houseRules);
    const rules = {
      pack,
      coverage,
      abilities: session.abilities,
      judge: (facts: Parameters<typeof judge>[2], moment: Parameters<typeof judge>[3]) =>
        judge(pack, coverage, facts, moment),
    };
    return { rules, rulebook: rulebookName(pack), session, port: WHEEL_PORT, pack, coverage, options: all };
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem(EXIT.usage, error instanceof Error ? error.message : String(error), { cause: error });
  }
}

function checkCalibration(learned: LearnedCalibration | null, wheel: Pick<Rig, "kind" | "ring">): void {
  const problem = learned === null ? null : calibrationProblem(learned, wheel);
  if (problem !== null)
    throw new RangeError(`calibration of the wheel: ${problem}; learn it anew with tirada wheel calibrate`);
}

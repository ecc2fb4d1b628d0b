import { coverageOf, type Coverage } from "../../src/rules/coverage.ts";
import { judge } from "../../src/rules/engine.ts";
import { rulebookName, type Pack } from "../../src/rules/pack.ts";
import { DEVICE_DEFAULTS, deviceType, type DeviceOptions } from "../devices.ts";
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

/**
 * A rulebook, a device and the house's readings made ready to judge. The number of pockets is the rulebook's own, so
 * a double zero is impossible on a table without one. Throws Problem when one of them is unknown or they do not fit.
 */
export function tableSetup(
  rulebook: string,
  device: string,
  houseRules: readonly string[],
  options: Partial<Omit<DeviceOptions, "pockets">> = {},
): TableSetup {
  try {
    const { pack } = loadPack(rulebook);
    const type = deviceType(device);
    if (type.family !== pack.family) {
      throw new RangeError(`${device} is a ${type.family} device; ${rulebook} needs a ${pack.family} device`);
    }
    const all: DeviceOptions = { ...DEVICE_DEFAULTS, ...options, pockets: pack.wheel.pockets.length };
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

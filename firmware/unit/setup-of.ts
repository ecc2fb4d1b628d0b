import type { Config } from "../../src/config/config.ts";
import { ringProblems } from "../../src/rules/ring.ts";
import { loadPack, RulebookError } from "../rules/load.ts";
import { CALIBRATION_FILE, readCalibration } from "../wheel/calibration-file.ts";
import { EXIT, Problem } from "./problem.ts";
import { tableSetup, type TableSetup } from "./table-setup.ts";

/**
 * The table of a configuration, with what its storage folder knows of the wheel. Throws Problem when rulebook, device
 * and calibration do not fit each other. A sensor board without a calibration is not refused: the table then runs,
 * certifies nothing and says why.
 */
export function setupOf(config: Config): TableSetup {
  const { table, wheel, storage } = config;
  const problem = ringProblem(config);
  if (problem !== null) throw new Problem(EXIT.usage, problem);
  const stored = wheel.device === "sensor-board" ? readCalibration(storage.folder) : null;
  const calibration = stored?.learned ?? null;
  const setup = tableSetup(table.rulebook, wheel.device, table.houseRules, { ...wheel, calibration });
  if (stored !== null && stored.kind !== setup.options.kind)
    throw new Problem(
      EXIT.usage,
      `${storage.folder}/${CALIBRATION_FILE} was learned on a ${stored.kind}, and ${table.rulebook} is played on a ${setup.options.kind}; learn it anew with tirada wheel calibrate --replace`,
    );
  return setup;
}

/** What is wrong with `wheel.ring` beside the rulebook, or null. An unknown rulebook is somebody else's to refuse. */
export function ringProblem({ table, wheel, test }: Config): string | null {
  try {
    const { pack } = loadPack(table.rulebook);
    if (wheel.ring === undefined) {
      // Only the counts of a bowl or a disc are law; the order of a pack's ring is nobody's wheel.
      const own = pack.wheel.basis === "inferred" && !test;
      return own
        ? `wheel.ring is missing: the order of the ${pack.wheel.kind === "disc" ? "cells" : "holes"} is this wheel's own; take it from the wheel, clockwise`
        : null;
    }
    const problems = ringProblems(pack, wheel.ring);
    return problems.length === 0 ? null : `wheel.ring: ${problems.join("; ")}`;
  } catch (error) {
    if (error instanceof RulebookError) return null;
    throw error;
  }
}

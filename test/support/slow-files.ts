import { globSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * Test files that need longer than the budget, each named here once: `npm run test:quick` leaves them out, unless the working tree
 * changes them. The reporter beside this file names those that have become slow; nothing fails for its time.
 */

/** A file that takes longer belongs into the list: milliseconds on two quiet cores. */
export const BUDGET_MS = 5_000;

export const SLOW: readonly string[] = [
  "drivers/dice/mqtt/port.test.ts",
  "drivers/panel/panel.test.ts",
  "firmware/demo/camera/program.test.ts",
  "firmware/demo/camera/shown-throw.test.ts",
  "firmware/demo/croupier.test.ts",
  "firmware/dice/eye-port.test.ts",
  "firmware/journal/client.test.ts",
  "firmware/journal/crash.test.ts",
  "firmware/journal/sealed-crash.test.ts",
  "firmware/journal/verify-file.test.ts",
  "firmware/rules/cases.test.ts",
  "firmware/rules/contract.test.ts",
  "firmware/rules/load.test.ts",
  "firmware/sim/dice/dice.test.ts",
  "firmware/sim/shoe/shoe.test.ts",
  "hw-sim/boards/wheel/agreement.test.ts",
  "hw-sim/boards/wheel/load.test.ts",
  "hw-sim/dice/physics/physics.test.ts",
  "src/cards/poker/evaluator.test.ts",
  "src/dice/art/faces.test.ts",
  "src/dice/reading/geometry/fit.test.ts",
  "src/dice/reading/geometry/glyphs.test.ts",
  "src/dice/reading/read-dice.test.ts",
  "src/dice/scene/printed-lines.test.ts",
  "src/dice/scene/scene.test.ts",
  "src/record/certificate.test.ts",
  "test/browser/*.test.ts",
  "test/conformance/dice-photos.test.ts",
  "test/conformance/examples.test.ts",
  "test/conformance/mutation.test.ts",
  "test/fault/*.test.ts",
  "test/property/corruption.test.ts",
  "test/property/tracked-disc.test.ts",
  "test/scenario/{card-demo,card-table,dice-calibrate,dice-demo,emulated-spins,panel,people}.test.ts",
  "test/scenario/{read-dice,rules-command,sensed-faults,sensors-demo,sim,sim-dice,sim-shoe}.test.ts",
  "test/scenario/{tracked-roulette,unit,wheel-board}.test.ts",
];

/** The files that are named slow, as paths from the root of the project. */
export function slowFiles(): string[] {
  return globSync([...SLOW], { cwd: fileURLToPath(new URL("../../", import.meta.url)) }).sort();
}

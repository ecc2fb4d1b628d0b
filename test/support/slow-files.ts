import { globSync } from "node:fs";
import { matchesGlob } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Test files that need longer than the budget, each named here once: `npm run test:quick` leaves them out, unless the working tree
 * changes them. The reporter beside this file names those that have become slow; nothing fails for its time.
 */

/** A file that takes longer belongs into the list: milliseconds on two quiet cores. */
export const BUDGET_MS = 5_000;

export const SLOW: readonly string[] = [
  // Slowest first: a run begins with them, so that no core waits for one at its end.
  "test/browser/{bench,control,wheels,dice,display,cards-control,dice-legible,link}.test.ts",
  "test/browser/*.test.ts",
  "test/kernel/*.test.ts",
  "test/scenario/release.test.ts",
  "test/package/package.test.ts",
  "test/scenario/{first-setup,base-update}.test.ts",
  "test/scenario/{card-demo,card-demo-disturbed,dice-demo,sim-shoe,sensors-demo,configured-from-afar}.test.ts",
  "hw-sim/demo/camera/{program,shown-throw}.test.ts",
  "test/conformance/{mutation,dice-photos,dice-composites,docs,examples,closure}.test.ts",
  "test/fault/{storage,user-input,tampering}.test.ts",
  "test/scenario/{dice-calibrate,dispute,sim,unit,unit-refusals,read-dice,wheel-board,emulated-spins,people}.test.ts",
  "hw-sim/boards/wheel/{agreement,load}.test.ts",
  "test/fault/*.test.ts",
  "test/image/choose-base.test.ts",
  "test/case/*.test.ts",
  "test/fault/power/*.test.ts",
  "firmware/rules/{cases,contract,judged-rules,judged-wheel-rules,law-tables,load}.test.ts",
  "firmware/journal/{store,open-storage,pruning,rotation}.test.ts",
  "firmware/journal/second/link.test.ts",
  "hw-sim/sim/{shoe/shoe,dice/dice}.test.ts",
  "hw-sim/demo/croupier.test.ts",
  "src/dice/scene/{scene,printed-lines}.test.ts",
  "src/dice/reading/{geometry/fit,geometry/glyphs,read-dice}.test.ts",
  "src/cards/poker/evaluator.test.ts",
  "test/property/{tracked-disc,corruption}.test.ts",
  "hw-sim/dice/physics/physics.test.ts",
  "hw-sim/wheels/hand/faults.test.ts",
  "test/scenario/{card-table,panel,rules-command,sensed-faults,sim-dice,tracked-roulette,witness,receipt,authority,remote,remote-manual,orders,ordered-bundle,relay,renewal,fleet,restart-question,updater,updates-in-play}.test.ts",
  "firmware/journal/{client,crash,sealed-crash,verify-file}.test.ts",
  "firmware/updater/updater.test.ts",
  "firmware/clock/clock-meter.test.ts",
  "firmware/dice/eye-port.test.ts",
  "firmware/unit/round-limit.test.ts",
  "src/record/certificate.test.ts",
  "drivers/dice/mqtt/port.test.ts",
  "drivers/panel/panel.test.ts",
];

/** Where a file stands in the order of {@link SLOW}; those that are not slow stand behind all others. */
export function slowRank(file: string): number {
  const at = SLOW.findIndex((glob) => matchesGlob(file, glob));
  return at < 0 ? SLOW.length : at;
}

/** The files that are named slow, as paths from the root of the project. */
export function slowFiles(): string[] {
  return globSync([...SLOW], { cwd: fileURLToPath(new URL("../../", import.meta.url)) }).sort();
}

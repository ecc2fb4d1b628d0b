import { seedOfRun } from "./run-seed.ts";
import { SOAK } from "./volume.ts";

/** Said once, before the first test: with what seed the statistical tests try, and how to repeat it. */
export function setup(): void {
  const seed = seedOfRun();
  const volumes = SOAK ? "all volumes" : "the volumes of every run";
  process.stdout.write(`\ntirada: seed ${seed}, ${volumes}; TIRADA_SEED=${seed} repeats it\n`);
}

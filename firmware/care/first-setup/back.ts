import type { StepName } from "./progress.ts";

/** Somebody goes back, while they are asked. `step`: to this one; null: to the one before. */
export class Back extends Error {
  readonly step: StepName | null;

  constructor(step: StepName | null) {
    super("back");
    this.step = step;
  }
}

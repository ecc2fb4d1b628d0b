import { constants, getPriority, setPriority } from "node:os";

/**
 * Steps below the table's own priority: on a core that the table keeps busy it has nine tenths. The lowest priority would leave a program
 * one part in seventy, so that on a busy machine it is ended at its limit and the technician sees nothing.
 */
const STEPS = 10;

/** Has this process wait for the table: for programs beside it that somebody waits for, such as a doctor or an analysis. */
export function lowerPriority(): void {
  setPriority(Math.min(getPriority() + STEPS, constants.priority.PRIORITY_LOW));
}

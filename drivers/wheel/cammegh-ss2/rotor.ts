import { clearFault, raiseFault } from "../../link/link.ts";
import type { SpinTrack } from "./state.ts";
import type { Status } from "./status.ts";
import { emitObservation, updateState, type SessionContext } from "./context.ts";

/** The rotor while the ball runs, states 3, 4 and 7: its speed, its standing still, its direction. */

/** Faster than any free wander (±0.2 rpm), added to the step that the wheel makes on purpose. */
const SPEED_MARGIN_RPM10 = 5;
/** At or below 1 rpm the rotor stands (captured: 3–4 lines at 000 or 001 when it reverses). */
const STANDING_RPM10 = 10;
const LINES_TO_BELIEVE = 2;

export function handleRotorLine(context: SessionContext, status: Status): void {
  const { spin } = context.s;
  if (spin === null) return;
  const off =
    Math.abs(status.rpm10 - spin.baseRpm10) > context.options.rotorVariationRpm10 + SPEED_MARGIN_RPM10;
  const next: SpinTrack = {
    ...spin,
    baseRpm10: !off && isSteady(context, status) ? status.rpm10 : spin.baseRpm10,
    offSpeed: countLine(spin.offSpeed, off),
    standing: countLine(spin.standing, status.rpm10 <= STANDING_RPM10),
    reversed: countLine(spin.reversed, status.direction !== spin.direction),
  };
  const seen = { from: spin.baseRpm10, to: status.rpm10 };
  updateState(context, {
    spin: {
      ...next,
      offSpeed: markReported(next.offSpeed),
      standing: markReported(next.standing),
      reversed: markReported(next.reversed),
    },
  });
  if (isReportDue(next.offSpeed)) reportIrregular(context, { ...seen, what: "speed" });
  if (isReportDue(next.standing)) emitObservation(context, { o: "rotor-stopped" });
  if (isReportDue(next.reversed)) reportIrregular(context, { ...seen, what: "reversal" });
}

/**
 * In state 3 the rotor keeps its speed (captured: within 0.4 rpm from line to line), so a line that agrees with the
 * one before it says what later lines are held against. One damaged line does not.
 */
function isSteady(context: SessionContext, status: Status): boolean {
  const before = context.s.wheel;
  return status.state === 3 && before !== null && Math.abs(status.rpm10 - before.rpm10) <= SPEED_MARGIN_RPM10;
}

interface Run {
  readonly lines: number;
  readonly reported: boolean;
}

function countLine(run: Run, up: boolean): Run {
  return { lines: up ? run.lines + 1 : 0, reported: run.reported };
}

function isReportDue(run: Run): boolean {
  return run.lines >= LINES_TO_BELIEVE && !run.reported;
}

function markReported(run: Run): Run {
  return isReportDue(run) ? { ...run, reported: true } : run;
}

function reportIrregular(
  context: SessionContext,
  seen: { from: number; to: number; what: "speed" | "reversal" },
): void {
  emitObservation(context, { o: "rotor-irregular", ...seen });
  raiseFault(context, "rotor-irregular", { ...seen });
}

/** The wheel left the spin: a rotor that was off during it is no longer a standing fault. */
export function endRotorWatch(context: SessionContext): void {
  clearFault(context, "rotor-irregular", {});
}

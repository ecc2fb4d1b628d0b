import { clearFault, raiseFault } from "../../link/link.ts";
import type { Status } from "./codec.ts";
import {
  type FlagName,
  isRunning,
  emitObservation,
  updateState,
  setSpin,
  stageOf,
  type SessionContext,
} from "./state.ts";
import type { AbortCause } from "../../../src/codes/reasons.ts";

/**
 * The four flag bits (Mercury 360 Integration Guide). One line proves nothing, a damaged digit looks the same: a flag
 * counts once two lines running carry it, and is over when two lines running do not.
 */
export const LINES_TO_BELIEVE = 2;
const LINE_US = 500_000;
/** Parameter 6A, 50 rpm, as a lap time: a slower launch is weak. */
const WEAK_LAUNCH_TICKS = 39_321;

const NAMES: readonly FlagName[] = ["rotorLimits", "withRotor", "sensors", "void"];

export function handleFlags(context: SessionContext, status: Status): void {
  const before = context.s.flags;
  const count = (runs: Readonly<Record<FlagName, number>>, up: boolean): Record<FlagName, number> => {
    const next = { ...runs };
    for (const name of NAMES) next[name] = status.flags[name] === up ? Math.min(runs[name] + 1, 1_000) : 0;
    return next;
  };
  const up = count(before.up, true);
  const down = count(before.down, false);
  updateState(context, { flags: { ...before, up, down } });
  if (up.rotorLimits === LINES_TO_BELIEVE) raiseFault(context, "rotor-limits", { rpm10: status.rpm10 });
  if (down.rotorLimits === LINES_TO_BELIEVE) clearFault(context, "rotor-limits");
  if (up.sensors >= LINES_TO_BELIEVE) reportSensorFault(context, status);
  if (down.sensors === LINES_TO_BELIEVE) clearFault(context, "wheel-component");
  if (context.s.spin === null || !isRunning(status) || status.state === 5) return;
  if (up.withRotor >= LINES_TO_BELIEVE) reportSameDirection(context);
  if (up.void >= LINES_TO_BELIEVE) emitDeviceVoid(context, status);
}

/** Two or more rim sensors fail. A number that follows does not make the spin certain again. */
function reportSensorFault(context: SessionContext, status: Status): void {
  raiseFault(context, "wheel-component", { flag: 4, state: status.state });
  const { spin } = context.s;
  if (spin === null || spin.ball.unseen || (status.state !== 3 && status.state !== 4)) return;
  setSpin(context, { ball: { ...spin.ball, unseen: true } });
  emitObservation(context, { o: "ball-not-seen", forUs: LINES_TO_BELIEVE * LINE_US });
}

function reportSameDirection(context: SessionContext): void {
  const { spin } = context.s;
  if (spin?.ball.flagged === false) setSpin(context, { ball: { ...spin.ball, flagged: true } });
  emitBallDirection(context, "with-rotor");
}

/** Reports the ball's direction once a spin; the opposite direction later is a contradiction. */
export function emitBallDirection(context: SessionContext, is: "with-rotor" | "against-rotor"): void {
  const { spin } = context.s;
  if (spin === null || spin.ball.said === is) return;
  if (spin.ball.said === null) {
    setSpin(context, { ball: { ...spin.ball, said: is } });
    emitObservation(context, { o: "ball-direction", sense: is });
  } else if (!spin.contradicted) {
    setSpin(context, { contradicted: true });
    emitObservation(context, { o: "contradiction", what: "ball-direction", seen: [spin.ball.said, is] });
  }
}

/** Flag 8: the device voids the game. It does not say why; the extended fields may. */
function emitDeviceVoid(context: SessionContext, status: Status): void {
  const { spin } = context.s;
  if (spin === null || spin.dead) return;
  if (status.extended?.ball === "none") emitBallLeft(context);
  setSpin(context, { dead: true });
  emitObservation(context, { o: "aborted", from: stageOf(status), cause: voidCauseOf(context, status) });
}

function voidCauseOf({ s: { spin } }: SessionContext, { state, extended }: Status): AbortCause {
  if (spin?.ball.left === true) return "void-ball-left";
  if (spin?.rotor.off.reported === true || spin?.rotor.reversed.reported === true) return "void-rotor-changed";
  const weak = state === 3 && extended?.lapTicks != null && extended.lapTicks > WEAK_LAUNCH_TICKS;
  return weak ? "void-weak-launch" : "void";
}

/** The device says that no ball is in the wheel; once a spin. */
export function emitBallLeft(context: SessionContext): void {
  const { spin } = context.s;
  if (spin === null || spin.ball.left) return;
  setSpin(context, { ball: { ...spin.ball, left: true } });
  emitObservation(context, { o: "ball-left-cylinder" });
}

import { clearFault, raiseFault } from "../../link/link.ts";
import type { FlagRuns } from "./state.ts";
import { STATUS_PERIOD_US, type Status } from "./status.ts";
import { reportContradiction, emitObservation, updateState, type SessionContext } from "./context.ts";

/**
 * The four warning flags (guide §2.5 and §4.1). One line proves nothing: captured traffic has single lines with
 * flag 1 while the ball lay in the wheel, and a damaged digit looks the same. A flag counts once it has stood for
 * the lines given here, and is reported once an episode.
 */
const LINES_TO_BELIEVE = 2;
/** §4.1: flag 1 in state 4 is to be ignored for at least 5 s, ten lines. */
const LINES_WITHOUT_BALL = 10;
/** §4.1: flag 8 may be ignored for the first 3 s of state 3, six lines; captured wheels clear it on the change. */
const LINES_OF_GRACE = 6;

export function handleFlags(context: SessionContext, status: Status): void {
  const before = context.s.flagRuns;
  const run = (up: boolean, lines: number): number => (up ? lines + 1 : 0);
  const now: FlagRuns = {
    lines: before.lines + 1,
    noBall: run(status.flags.noBall && status.state === 4, before.noBall),
    withRotor: run(status.flags.withRotor, before.withRotor),
    component: run(status.flags.component, before.component),
    launchFailed: run(status.flags.launchFailed && status.state <= 3, before.launchFailed),
    standing: before.standing,
    unsettled: before.unsettled,
    cleanLines: status.flags.component || status.flags.launchFailed ? 0 : before.cleanLines + 1,
  };
  updateState(context, { flagRuns: now });
  if (now.noBall === LINES_WITHOUT_BALL)
    emitObservation(context, { o: "ball-not-seen", forUs: LINES_WITHOUT_BALL * STATUS_PERIOD_US });
  checkBallDirection(context, status);
  const inGrace = status.state === 3 && now.lines <= LINES_OF_GRACE;
  if (now.launchFailed >= LINES_TO_BELIEVE && !inGrace) emitFailedLaunch(context, status);
  if (now.component === LINES_TO_BELIEVE) raiseFault(context, "wheel-component", { state: status.state });
  if (!status.flags.launchFailed && now.cleanLines >= LINES_TO_BELIEVE) endLaunch(context);
  if (!status.flags.component && now.cleanLines >= LINES_TO_BELIEVE) clearFault(context, "wheel-component", {});
}

/**
 * Flag 2 in states 2 and 3 says that the ball runs with the rotor. That it does not is only said in state 4, by its
 * first line without the flag; a flag 2 after that contradicts the wheel's earlier report.
 */
function checkBallDirection(context: SessionContext, status: Status): void {
  const { spin, flagRuns, launch } = context.s;
  const believed = flagRuns.withRotor === LINES_TO_BELIEVE;
  if (status.state === 4 && spin !== null) {
    if (believed && spin.sense === "against-rotor")
      reportContradiction(context, "ball-direction", [spin.sense, "with-rotor"]);
    else if (believed && spin.sense === null) emitBallDirection(context, "with-rotor");
    else if (flagRuns.withRotor === 0 && spin.sense === null && spin.sawRim)
      emitBallDirection(context, "against-rotor");
  } else if (believed && (status.state === 2 || status.state === 3)) {
    emitBallDirection(context, "with-rotor");
    if (status.state === 2)
      updateState(context, { launch: { attempts: 0, direction: null, ...launch, withRotor: true } });
  }
}

/** Reports the ball's direction, and stores it in the spin if there is one already. */
export function emitBallDirection(context: SessionContext, is: "with-rotor" | "against-rotor"): void {
  const { spin } = context.s;
  if (spin !== null) updateState(context, { spin: { ...spin, sense: is } });
  emitObservation(context, { o: "ball-direction", sense: is });
}

/** Flag 8 stands for all retries; each one reverses the rotor, which is how attempts are counted. */
function emitFailedLaunch(context: SessionContext, status: Status): void {
  const { launch } = context.s;
  if (launch !== null && launch.direction === status.direction) return;
  const attempts = (launch?.attempts ?? 0) + 1;
  const cause = launch?.withRotor === true ? "with-rotor" : "weak-launch";
  emitObservation(context, { o: "launch-failed", attempt: attempts, cause });
  raiseFault(context, "launch-failed", { cause });
  updateState(context, { launch: { attempts, direction: status.direction, withRotor: false } });
}

/** The launch is over: it succeeded, or the wheel was stopped. */
export function endLaunch(context: SessionContext): void {
  const attempts = context.s.launch?.attempts ?? 0;
  clearFault(context, "launch-failed", attempts > 0 ? { retries: attempts - 1 } : {});
  if (context.s.launch !== null && !context.s.launch.withRotor) updateState(context, { launch: null });
}

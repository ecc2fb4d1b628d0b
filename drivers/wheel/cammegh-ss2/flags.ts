import type { FlagRuns } from "./state.ts";
import type { Status } from "./status.ts";
import { say, set, type Turn } from "./turn.ts";

/**
 * The four warning flags (guide §2.5 and §4.1). One line proves nothing: captured traffic has single lines with
 * flag 1 while the ball lay in the wheel, and a damaged digit looks the same. A flag counts once it has stood for
 * the lines given here, and is reported once an episode.
 */
const LINES_TO_BELIEVE = 2;
/** §4.1: flag 1 in state 4 is to be ignored for at least 5 s, ten lines. */
const LINES_WITHOUT_BALL = 10;

export function flags(turn: Turn, status: Status): void {
  const before = turn.s.flagRuns;
  const run = (up: boolean, lines: number): number => (up ? lines + 1 : 0);
  const now: FlagRuns = {
    noBall: run(status.flags.noBall && status.state === 4, before.noBall),
    withRotor: run(status.flags.withRotor, before.withRotor),
    component: run(status.flags.component, before.component),
    launchFailed: run(status.flags.launchFailed && status.state <= 3, before.launchFailed),
    standing: before.standing,
    unsettled: before.unsettled,
    cleanLines: status.flags.component || status.flags.launchFailed ? 0 : before.cleanLines + 1,
  };
  set(turn, { flagRuns: now });
  if (now.noBall === LINES_WITHOUT_BALL) say(turn, { o: "ball-not-seen", forUs: LINES_WITHOUT_BALL * 500_000 });
  if (now.withRotor === LINES_TO_BELIEVE && (status.state === 2 || status.state === 3)) withRotor(turn);
  if (now.launchFailed >= LINES_TO_BELIEVE) launchFailed(turn, status);
  if (now.component === LINES_TO_BELIEVE) stand(turn, "wheel-component", { state: status.state });
  if (!status.flags.launchFailed && now.cleanLines >= LINES_TO_BELIEVE) launchOver(turn);
  if (!status.flags.component && now.cleanLines >= LINES_TO_BELIEVE) clear(turn, "wheel-component", {});
}

function withRotor(turn: Turn): void {
  say(turn, { o: "ball-direction", sense: "with-rotor" });
  set(turn, { launch: { attempts: 0, direction: null, ...turn.s.launch, withRotor: true } });
}

/** Flag 8 stands for all retries; each one reverses the rotor, which is how attempts are counted. */
function launchFailed(turn: Turn, status: Status): void {
  const { launch } = turn.s;
  if (launch !== null && launch.direction === status.direction) return;
  const attempts = (launch?.attempts ?? 0) + 1;
  const cause = launch?.withRotor === true ? "with-rotor" : "weak-launch";
  say(turn, { o: "launch-failed", attempt: attempts, cause });
  stand(turn, "launch-failed", { cause });
  set(turn, { launch: { attempts, direction: status.direction, withRotor: false } });
}

/** The wheel left the launch behind: by success, or because it was stopped. */
export function launchOver(turn: Turn): void {
  const attempts = turn.s.launch?.attempts ?? 0;
  clear(turn, "launch-failed", attempts > 0 ? { retries: attempts - 1 } : {});
  if (turn.s.launch !== null && !turn.s.launch.withRotor) set(turn, { launch: null });
}

export function stand(turn: Turn, code: string, detail: Record<string, string | number>): void {
  const { flagRuns } = turn.s;
  if (flagRuns.standing.includes(code)) return;
  say(turn, { o: "fault", code, detail });
  set(turn, {
    flagRuns: {
      ...flagRuns,
      standing: [...flagRuns.standing, code],
      unsettled: without(flagRuns.unsettled, code),
    },
  });
}

export function clear(turn: Turn, code: string, detail: Record<string, string | number>): void {
  const { flagRuns } = turn.s;
  if (!flagRuns.standing.includes(code) && !flagRuns.unsettled.includes(code)) return;
  say(turn, { o: "fault-cleared", code, detail });
  set(turn, {
    flagRuns: {
      ...flagRuns,
      standing: without(flagRuns.standing, code),
      unsettled: without(flagRuns.unsettled, code),
    },
  });
}

function without(codes: readonly string[], code: string): readonly string[] {
  return codes.filter((other) => other !== code);
}

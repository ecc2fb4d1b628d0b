import { monoUs, type MonoUs } from "../../../src/time/instant.ts";
import { frame } from "../../line-framer.ts";
import type { SessionInput, SessionStep, WheelSession } from "../session.ts";
import { SS2_ABILITIES } from "./abilities.ts";
import { wireUs, witnessSpacingUs } from "../pace.ts";
import { damaged, heard, noiseOver, opened, overrun, portLost, quiet, silentAt } from "./link.ts";
import { bareNumber } from "./spin.ts";
import { status } from "./stages.ts";
import { SS2_START, type Ss2State } from "./state.ts";
import { LINE_LIMIT, parseBareNumber, parseStatus } from "./status.ts";
import { queueWakeAt } from "./commands/queue.ts";
import { isReply } from "./commands/replies.ts";
import { askOnce, check } from "./setup-check.ts";
import { set, type Ss2Options, type Turn } from "./turn.ts";

/**
 * The session of one Cammegh SlingShot 2: bytes in, observations out. It judges nothing; it says what the wheel
 * said, once, and only what agreeing lines support.
 */
export function ss2Session(options: Ss2Options): WheelSession<Ss2State> {
  return {
    device: "cammegh-ss2",
    abilities: SS2_ABILITIES,
    initial: () => SS2_START,
    step: (state, input) => step(state, input, options),
    wakeAt,
    figures: ({ noise, copies }) => ({ "wheel damaged lines": noise.total, "wheel repeated lines": copies }),
  };
}

function step(state: Ss2State, input: SessionInput, options: Ss2Options): SessionStep<Ss2State> {
  const turn: Turn = { s: state, out: [], writes: [], t: input.t, options };
  quiet(turn);
  switch (input.i) {
    case "opened":
      opened(turn);
      check(turn, { i: "opened" });
      break;
    case "lost":
      portLost(turn, input.why);
      check(turn, { i: "lost", why: input.why });
      break;
    case "bytes":
      bytes(turn, input.bytes);
      break;
    case "overrun":
      overrun(turn, input.lost);
      break;
    case "sent":
      check(turn, { i: "sent", bytes: input.bytes });
      break;
    case "tick":
      check(turn, { i: "tick" });
      break;
  }
  return { state: turn.s, observations: turn.out, writes: turn.writes };
}

function bytes(turn: Turn, bytes: string): void {
  const framed = frame(turn.s.framer, bytes, LINE_LIMIT);
  set(turn, { framer: framed.state });
  if (framed.overlong > 0) damaged(turn, framed.overlong);
  for (const line of framed.lines) oneLine(turn, line.text, line.whole);
}

function oneLine(turn: Turn, text: string, whole: boolean): void {
  if (whole) check(turn, { i: "line", text });
  const parsed = parseStatus(text, turn.options.pockets);
  if (parsed !== null) {
    heard(turn);
    noiseOver(turn);
    if (isCopy(turn, text)) return;
    const attaching = turn.s.link.attaching;
    status(turn, parsed);
    if (attaching && !turn.s.link.attaching) askOnce(turn);
    return;
  }
  const bare = whole ? parseBareNumber(text, turn.options.pockets) : null;
  if (bare !== null && numberMayCome(turn.s)) {
    bareNumber(turn, bare);
    return;
  }
  // The first line after opening may be the tail of a cut one: that is no damage.
  if (whole && !isReply(text)) damaged(turn);
}

/**
 * Whether the line is the one before it once more: equal, and sooner than the wire can carry it. It is taken once. A
 * line that comes within a bunch, after a loss, is counted.
 */
function isCopy(turn: Turn, text: string): boolean {
  const { last, copies, link } = turn.s;
  const { baud } = turn.options;
  set(turn, { last: { text, at: turn.t } });
  if (last === null) return false;
  if (link.attaching && turn.t - last.at < witnessSpacingUs(baud))
    set(turn, { link: { ...link, bunched: link.bunched + 1 } });
  if (last.text !== text || turn.t - last.at >= wireUs(text, baud)) return false;
  set(turn, { copies: copies + 1 });
  return true;
}

/** The bare number comes in state 4 or 7, or beside the first state-5 line (§2.4). */
function numberMayCome(state: Ss2State): boolean {
  if (state.link.attaching || state.spin === null) return false;
  return state.wheel?.state === 4 || state.wheel?.state === 7 || state.wheel?.state === 5;
}

function wakeAt(state: Ss2State): MonoUs | null {
  const times = [silentAt(state.link), queueWakeAt(state.setup.queue)].filter((at) => at !== null);
  return times.length === 0 ? null : monoUs(Math.min(...times));
}

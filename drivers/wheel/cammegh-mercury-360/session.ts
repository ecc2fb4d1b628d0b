import type { MonoUs } from "../../../src/time/instant.ts";
import { frame } from "../../line-framer.ts";
import { wireUs, witnessSpacingUs } from "../pace.ts";
import type { SessionInput, SessionStep, WheelSession } from "../session.ts";
import { mercuryAbilities } from "./abilities.ts";
import { noMoreBets, started, won } from "./basic.ts";
import { LINE_LIMIT, type MercuryLine, parseLine } from "./codec.ts";
import { damaged, heard, opened, overrun, portLost, quiet, silentAt } from "./link.ts";
import { bareNumber } from "./number.ts";
import { status } from "./stages.ts";
import { MERCURY_START, type MercuryOptions, type MercuryState, set, type Turn } from "./state.ts";

/**
 * The session of one port of a Cammegh Mercury 360 (Mercury 360 Integration Guide 1051-INT-02-L): bytes in, observations
 * out. It only listens. It judges nothing; it says what the wheel said, once, and only what agreeing lines support.
 * `pockets` is 37 or 38; `gameMode` is `*G0`, 0x00–0x3F, when it is known.
 */
export function mercury360Session(options: MercuryOptions): WheelSession<MercuryState> {
  return {
    device: "cammegh-mercury-360",
    abilities: mercuryAbilities(options.protocol, options.gameMode ?? null),
    initial: () => MERCURY_START,
    step: (state, input) => step(state, input, options),
    wakeAt: (state): MonoUs | null => silentAt(state, options),
    figures: ({ noise, copies }) => ({ "wheel damaged lines": noise.total, "wheel repeated lines": copies }),
  };
}

function step(state: MercuryState, input: SessionInput, options: MercuryOptions): SessionStep<MercuryState> {
  const turn: Turn = { s: state, out: [], t: input.t, options };
  quiet(turn);
  switch (input.i) {
    case "opened":
      opened(turn);
      break;
    case "lost":
      portLost(turn, input.why);
      break;
    case "bytes":
      bytes(turn, input.bytes);
      break;
    case "overrun":
      overrun(turn);
      break;
    case "sent":
    case "tick":
      break;
  }
  return { state: turn.s, observations: turn.out, writes: [] };
}

function bytes(turn: Turn, text: string): void {
  // A recording may begin with the port open.
  if (!turn.s.link.up) opened(turn);
  const framed = frame(turn.s.framer, text, LINE_LIMIT);
  set(turn, { framer: framed.state, link: { ...turn.s.link, bytesSince: true } });
  if (framed.overlong > 0) damaged(turn, null, framed.overlong);
  for (const { text: line, whole } of framed.lines) {
    const parsed = parseLine(line, turn.options.protocol, turn.options.pockets);
    // The first line after opening may be the tail of a cut one: that is no damage.
    if (parsed !== null) oneLine(turn, parsed, line, whole);
    else if (whole) damaged(turn, line);
  }
}

function oneLine(turn: Turn, line: MercuryLine, text: string, whole: boolean): void {
  switch (line.l) {
    case "status":
      heard(turn);
      return isCopy(turn, text) ? undefined : status(turn, line.status);
    case "bare":
      if (whole && numberMayCome(turn)) bareNumber(turn, line.pocket);
      else if (whole) damaged(turn, text);
      return;
    case "started":
      heard(turn);
      return started(turn);
    case "no-more-bets":
      heard(turn);
      return noMoreBets(turn);
    case "won":
      heard(turn);
      return won(turn, line.pocket);
    case "bonus":
    case "reply":
      return;
  }
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

/** The bare number comes in state 4 or 7; one in state 5 before the number is known can only contradict. */
function numberMayCome({ s: { link, wheel, spin } }: Turn): boolean {
  if (link.attaching || wheel === null || spin === null) return false;
  return wheel.state === 4 || wheel.state === 7 || (wheel.state === 5 && !spin.decided);
}

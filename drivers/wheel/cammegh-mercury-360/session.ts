import type { WheelObservation } from "../../../src/table/wheel/observation.ts";
import { defineLineSession, receiveLines, type LineRules, type LineSession } from "../../link/line-session.ts";
import { acceptsAsCopy } from "../cammegh.ts";
import type { DeviceIdentity } from "../../acceptance.ts";
import type { WheelSession } from "../session.ts";
import { mercuryAbilities } from "./abilities.ts";
import { askIfDue, learnKind, takeAnswer } from "./asking.ts";
import { handleNoMoreBets, handleStart, handleNumber } from "./basic.ts";
import { LINE_LIMIT, type MercuryLine, parseLine } from "./codec.ts";
import { startSession, damageLine, linkRulesOf, onOverrun, receiveGoodLine } from "./link.ts";
import { handleBareNumber } from "./number.ts";
import { handleStatus } from "./stages.ts";
import {
  faultsOf,
  mercuryStart,
  type MercuryOptions,
  type MercuryState,
  updateState,
  SessionContext,
} from "./state.ts";

/**
 * The session of one port of a Cammegh Mercury 360 (Mercury 360 Integration Guide 1051-INT-02-L): bytes in, observations
 * out. It sets nothing, and asks at most what the wheel is. It judges nothing; it says what the wheel said, once, and only what agreeing lines support.
 * `pockets` is 37 or 38; `gameMode` is `*G0`, 0x00–0x3F, when it is known.
 */
export function mercury360Session(options: MercuryOptions): WheelSession<MercuryState> {
  return {
    device: "cammegh-mercury-360",
    abilities: mercuryAbilities(options.protocol, options.gameMode ?? null),
    standingFaults: faultsOf(options),
    initial: () => mercuryStart(options),
    ...frameOf(options),
    ...(options.ask === true && options.protocol !== "extended" ? { identity: identityOf } : {}),
    figures: ({ noise, copies }) => ({ "wheel damaged lines": noise.total, "wheel repeated lines": copies }),
  };
}

/** Its protocol tells its version, and no number. */
const identityOf = ({ version }: MercuryState): DeviceIdentity | null =>
  version === undefined ? null : { serial: null, firmware: version };

function frameOf(options: MercuryOptions): LineSession<MercuryState, WheelObservation> {
  const link = linkRulesOf(options);
  const lines: LineRules<SessionContext> = {
    limit: LINE_LIMIT,
    link,
    onLine: (context, text) => {
      if (takeAnswer(context, text)) return;
      const parsed = parseLine(text, options.protocol, options.pockets);
      if (parsed === null) damageLine(context, text);
      else oneLine(context, parsed, text, true);
    },
    // The first line after opening may be the tail of a cut one: that is no damage.
    onTail: (context, text) => {
      const parsed = parseLine(text, options.protocol, options.pockets);
      if (parsed !== null) oneLine(context, parsed, text, false);
    },
  };
  return defineLineSession<MercuryState, SessionContext, WheelObservation>({
    link,
    beginStep: (state, t) => new SessionContext(state, t, options),
    endStep: ({ s, out, writes }) => ({ state: s, observations: out, writes }),
    startSession: startSession,
    receive: (context, bytes) =>
      updateState(context, { framer: receiveLines(context, context.s.framer, bytes, lines) }),
    isOverrunReported: () => false,
    isOverrunDamage: false,
    onOverrun,
    finish: askIfDue,
    timersOf: ({ asks, link }) => [link.up ? asks.identityAt : null],
  });
}

function oneLine(context: SessionContext, line: MercuryLine, text: string, whole: boolean): void {
  switch (line.l) {
    case "status":
      receiveGoodLine(context);
      if (line.status.extended !== null) learnKind(context);
      return acceptsAsCopy(context, text) ? undefined : handleStatus(context, line.status);
    case "bare":
      if (whole && numberMayCome(context)) handleBareNumber(context, line.pocket);
      else if (whole) damageLine(context, text);
      return;
    case "started":
      receiveGoodLine(context);
      return handleStart(context);
    case "no-more-bets":
      receiveGoodLine(context);
      return handleNoMoreBets(context);
    case "won":
      receiveGoodLine(context);
      return handleNumber(context, line.pocket);
    case "unused":
      return;
  }
}

/** The bare number comes in state 4 or 7; one in state 5 before the number is known can only contradict. */
function numberMayCome({ s: { link, wheel, spin } }: SessionContext): boolean {
  if (link.attaching || wheel === null || spin === null) return false;
  return wheel.state === 4 || wheel.state === 7 || (wheel.state === 5 && !spin.decided);
}

import type { WheelObservation } from "../../../src/table/wheel/observation.ts";
import {
  defineLineSession,
  FRAMER_LOST,
  receiveLines,
  type LineRules,
  type LineSession,
} from "../../link/line-session.ts";
import { countDamagedLines, markReceived } from "../../link/link.ts";
import { acceptsAsCopy } from "../cammegh.ts";
import type { DeviceIdentity } from "../../acceptance.ts";
import type { WheelSession } from "../session.ts";
import { SS2_ABILITIES } from "./abilities.ts";
import { queueWakeAt } from "./commands/queue.ts";
import { isReply } from "./commands/replies.ts";
import { startSession, emitGap, LINK_RULES } from "./link.ts";
import { identifyWheel, isAskedAgain, stepQueue, takeOtherAnswer } from "./setup-check.ts";
import { handleBareNumber } from "./spin.ts";
import { handleStatus } from "./stages.ts";
import { ASKED_FAULTS, EVERY_FAULT, SS2_START, type Ss2State } from "./state.ts";
import { LINE_LIMIT, parseBareNumber, parseStatus } from "./status.ts";
import { updateState, SessionContext, type Ss2Options } from "./context.ts";

/**
 * The session of one Cammegh SlingShot 2: bytes in, observations out. It judges nothing; it reports each statement of the wheel
 * once, and only what agreeing lines support.
 */
export function ss2Session(options: Ss2Options): WheelSession<Ss2State> {
  return {
    device: "cammegh-ss2",
    abilities: SS2_ABILITIES,
    // A session that asks nothing never learns what the wheel is set to.
    standingFaults: options.ask ? EVERY_FAULT : EVERY_FAULT.filter((code) => !ASKED_FAULTS.includes(code)),
    initial: () => SS2_START,
    ...lineSessionOf(options),
    ...(options.ask ? { identity: identityOf } : {}),
    figures: ({ noise, copies }) => ({ "wheel damaged lines": noise.total, "wheel repeated lines": copies }),
  };
}

/** A SlingShot 2 has no number that its protocol tells. A question that it did not answer says nothing of which wheel it is: lines get lost. */
const identityOf = ({ setup: { firmware } }: Ss2State): DeviceIdentity | null =>
  firmware == null ? null : { serial: null, firmware };

function lineSessionOf(options: Ss2Options): LineSession<Ss2State, WheelObservation> {
  return defineLineSession<Ss2State, SessionContext, WheelObservation>({
    link: LINK_RULES,
    beginStep: (state, t) => new SessionContext(state, t, options),
    endStep: ({ s, out, writes }) => ({ state: s, observations: out, writes }),
    startSession: (context) => {
      startSession(context);
      stepQueue(context, { i: "opened" });
    },
    isJoining: false,
    onPortLost: (context, why) => stepQueue(context, { i: "lost", why }),
    receive: (context, bytes) =>
      updateState(context, { framer: receiveLines(context, context.s.framer, bytes, LINES) }),
    isOverrunReported: ({ s: { link } }) => !link.attaching,
    onOverrun: (context) => {
      emitGap(context, "device-garbled");
      updateState(context, { framer: FRAMER_LOST });
    },
    onSent: (context, bytes) => stepQueue(context, { i: "sent", bytes }),
    onTick: (context) => stepQueue(context, { i: "tick" }),
    timersOf: ({ setup }) => [queueWakeAt(setup.queue)],
  });
}

const LINES: LineRules<SessionContext> = {
  limit: LINE_LIMIT,
  link: LINK_RULES,
  onLine: (context, text) => handleLine(context, text, true),
  onTail: (context, text) => handleLine(context, text, false),
  // Replies to questions, and lines of the wheel's other ports, come on this port too.
  areBytesNonsense: false,
};

function handleLine(context: SessionContext, text: string, whole: boolean): void {
  if (whole) stepQueue(context, { i: "line", text });
  if (whole && takeOtherAnswer(context, text)) return;
  const parsed = parseStatus(text, context.options.pockets);
  if (parsed !== null) {
    markReceived(context);
    if (acceptsAsCopy(context, text)) return;
    const { link, wheel } = context.s;
    handleStatus(context, parsed);
    if (link.attaching ? !context.s.link.attaching : isAskedAgain(context, wheel?.state))
      identifyWheel(context);
    return;
  }
  const unframed = whole ? parseBareNumber(text, context.options.pockets) : null;
  if (unframed !== null && canNumberCome(context.s)) {
    handleBareNumber(context, unframed);
    return;
  }
  // The first line after opening may be the tail of a cut one: that is no damage.
  if (whole && !isReply(text)) countDamagedLines(context, LINK_RULES);
}

/** The bare number comes in state 4 or 7, or beside the first state-5 line (§2.4). */
function canNumberCome(state: Ss2State): boolean {
  if (state.link.attaching || state.spin === null) return false;
  return state.wheel?.state === 4 || state.wheel?.state === 7 || state.wheel?.state === 5;
}

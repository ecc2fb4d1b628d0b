import type { ShoeObservation } from "../../../src/table/shoe/observation.ts";
import { after } from "../../../src/time/instant.ts";
import { defineLineSession, type LineSession } from "../../link/line-session.ts";
import { LINK_FAULTS, countDamagedLines, markReceived, type LinkRules, type Loss } from "../../link/link.ts";
import { abilitiesOf } from "../reader/abilities.ts";
import { emitGap } from "../reader/context.ts";
import { stateFrom } from "../../session.ts";
import type { ShoeSession } from "../session.ts";
import { answerOf, CAPTURE, IDENTIFY } from "./answers.ts";
import { handleAnswer, handleNoAnswer } from "./cycle.ts";
import {
  ANSWER_US,
  CAMERA_START,
  REST_US,
  SILENCE_US,
  type CameraOptions,
  type CameraState,
  type SessionContext,
} from "./state.ts";

const LINK_RULES: LinkRules<SessionContext> = { silenceUs: SILENCE_US, onGap: onPortLost };

/** The session of a camera shoe (docs/devices/card-camera.md): it requests pictures, and reports the cards as they leave. */
export function cameraSession(options: CameraOptions): ShoeSession<CameraState> {
  return {
    device: "card-camera",
    abilities: abilitiesOf("card-camera"),
    standingFaults: LINK_FAULTS,
    initial: () => CAMERA_START,
    ...lineSessionOf(options),
    figures: ({ counted, link }) => ({ ...counted, damaged: link.damaged }),
  };
}

function lineSessionOf(options: CameraOptions): LineSession<CameraState, ShoeObservation> {
  return defineLineSession<CameraState, SessionContext, ShoeObservation>({
    link: LINK_RULES,
    beginStep: (state, t) => ({ ...state, out: [], writes: [], t, options }),
    endStep: (context) => ({
      state: stateFrom(context, CAMERA_START),
      observations: context.out,
      writes: context.writes,
    }),
    startSession: restart,
    onPortLost: (context) => {
      context.dueAt = null;
    },
    receive: (context, bytes) => {
      for (let at = 0; at < bytes.length; at++) handleByte(context, bytes.charCodeAt(at));
    },
    // An answer stays valid until the next picture, so a lost answer is simply asked for again.
    isOverrunDamage: false,
    onOverrun: (context) => {
      if (context.askedAt !== null) context.dueAt = context.t;
      forgetAnswers(context);
    },
    finish: (context) => {
      if (context.link.up) runDueWork(context);
    },
    timersOf: ({ link, askedAt, dueAt }) =>
      link.up ? [askedAt === null ? null : after(askedAt, ANSWER_US), dueAt] : [],
  });
}

/** What lay or left meanwhile is not known. */
function onPortLost(context: SessionContext, why: Loss): void {
  emitGap(context, why);
  restart(context);
}

function restart(context: SessionContext): void {
  forgetAnswers(context);
  Object.assign(context, {
    phase: "rest",
    dueAt: after(context.t, REST_US),
    picturedAt: null,
    begun: false,
    lookUntil: null,
    leavingSince: null,
    pictures: [],
    belief: null,
    lying: null,
    before: null,
    jam: null,
    stage: "unknown",
  } satisfies Partial<CameraState>);
}

function forgetAnswers(context: SessionContext): void {
  Object.assign(context, { askedAt: null, answer: null, times: 0 } satisfies Partial<CameraState>);
}

function handleByte(context: SessionContext, byte: number): void {
  if (context.askedAt === null) {
    // No question is open: this is an answer after its timeout, or another sender. The answers before it no longer count.
    countDamagedLines(context, LINK_RULES);
    forgetAnswers(context);
    return;
  }
  context.askedAt = null;
  markReceived(context);
  const answer = answerOf(byte);
  context.times = context.answer === answer ? context.times + 1 : 1;
  context.answer = answer;
  handleAnswer(context);
}

/** Writes what must be sent now: the request for a picture, or the question of what it shows. */
function runDueWork(context: SessionContext): void {
  if (context.askedAt !== null) {
    if (context.t < after(context.askedAt, ANSWER_US)) return;
    forgetAnswers(context);
    handleNoAnswer(context);
  }
  if (context.dueAt === null || context.t < context.dueAt) return;
  if (context.phase === "rest") {
    context.writes.push(CAPTURE);
    context.phase = "picture";
    context.picturedAt = context.t;
    context.begun = false;
    forgetAnswers(context);
  }
  context.writes.push(IDENTIFY);
  context.askedAt = context.t;
  context.dueAt = null;
}

import type { ShoeObservation } from "../../../src/table/shoe/observation.ts";
import { after } from "../../../src/time/instant.ts";
import { defineLineSession, type LineSession } from "../../link/line-session.ts";
import { damaged, heard, type LinkRules, type Loss } from "../../link/link.ts";
import { abilitiesOf } from "../reader/abilities.ts";
import { hole, readerState } from "../reader/turn.ts";
import type { ShoeSession } from "../session.ts";
import { answerOf, CAPTURE, IDENTIFY } from "./answers.ts";
import { answered, unanswered } from "./cycle.ts";
import {
  ANSWER_US,
  CAMERA_START,
  REST_US,
  SILENCE_US,
  type CameraOptions,
  type CameraState,
  type Turn,
} from "./state.ts";

const LINK_RULES: LinkRules<Turn> = { silenceUs: SILENCE_US, hole: lost };

/** The session of a camera shoe (docs/devices/card-camera.md): it asks for pictures, and tells the cards as they leave. */
export function cameraSession(options: CameraOptions): ShoeSession<CameraState> {
  return {
    device: "card-camera",
    abilities: abilitiesOf("card-camera"),
    initial: () => CAMERA_START,
    ...frameOf(options),
    figures: ({ counted, link }) => ({ ...counted, damaged: link.damaged }),
  };
}

function frameOf(options: CameraOptions): LineSession<CameraState, ShoeObservation> {
  return defineLineSession<CameraState, Turn, ShoeObservation>({
    link: LINK_RULES,
    beginTurn: (state, t) => ({ ...state, out: [], writes: [], t, options }),
    endTurn: (turn) => ({ state: endTurn(turn), observations: turn.out, writes: turn.writes }),
    begin: restart,
    portLost: (turn) => {
      turn.dueAt = null;
    },
    receive: (turn, bytes) => {
      for (let at = 0; at < bytes.length; at++) oneByte(turn, bytes.charCodeAt(at));
    },
    // What an answer says stands until the next picture, so an answer that was lost is only asked for again.
    isOverrunDamage: false,
    overrun: (turn) => {
      if (turn.askedAt !== null) turn.dueAt = turn.t;
      forgetAnswers(turn);
    },
    finish: (turn) => {
      if (turn.link.up) due(turn);
    },
    timers: ({ link, askedAt, dueAt }) =>
      link.up ? [askedAt === null ? null : after(askedAt, ANSWER_US), dueAt] : [],
  });
}

/** What lay or left meanwhile is not known. */
function lost(turn: Turn, why: Loss): void {
  hole(turn, why);
  restart(turn);
}

function restart(turn: Turn): void {
  forgetAnswers(turn);
  Object.assign(turn, {
    phase: "rest",
    dueAt: after(turn.t, REST_US),
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

function forgetAnswers(turn: Turn): void {
  Object.assign(turn, { askedAt: null, answer: null, times: 0 } satisfies Partial<CameraState>);
}

function oneByte(turn: Turn, byte: number): void {
  if (turn.askedAt === null) {
    // Nobody asked: an answer that was given up, or another talker. None of those before it counts any more.
    damaged(turn, LINK_RULES);
    forgetAnswers(turn);
    return;
  }
  turn.askedAt = null;
  heard(turn);
  const answer = answerOf(byte);
  turn.times = turn.answer === answer ? turn.times + 1 : 1;
  turn.answer = answer;
  answered(turn);
}

/** Writes what is due: a picture, or the question of what it shows. */
function due(turn: Turn): void {
  if (turn.askedAt !== null) {
    if (turn.t < after(turn.askedAt, ANSWER_US)) return;
    forgetAnswers(turn);
    unanswered(turn);
  }
  if (turn.dueAt === null || turn.t < turn.dueAt) return;
  if (turn.phase === "rest") {
    turn.writes.push(CAPTURE);
    turn.phase = "picture";
    turn.picturedAt = turn.t;
    turn.begun = false;
    forgetAnswers(turn);
  }
  turn.writes.push(IDENTIFY);
  turn.askedAt = turn.t;
  turn.dueAt = null;
}

function endTurn(turn: Turn): CameraState {
  const { phase, dueAt, askedAt, answer, times, picturedAt, begun, lookUntil, leavingSince } = turn;
  const { pictures, belief, lying, before, jam, stage } = turn;
  return {
    ...readerState(turn),
    ...{ phase, dueAt, askedAt, answer, times, picturedAt, begun, lookUntil, leavingSince },
    ...{ pictures, belief, lying, before, jam, stage },
  };
}

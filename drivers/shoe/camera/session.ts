import { after, monoUs, type MonoUs } from "../../../src/time/instant.ts";
import { passing } from "../../link/faults.ts";
import {
  damaged,
  heard,
  opened,
  portLost,
  quiet,
  silentAt,
  type LinkRules,
  type Loss,
} from "../../link/link.ts";
import type { SessionInput } from "../../session.ts";
import { abilitiesOf } from "../reader/abilities.ts";
import { hole, readerState } from "../reader/turn.ts";
import type { ShoeSession, ShoeStep } from "../session.ts";
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
    step: (state, input) => step(state, input, options),
    wakeAt,
    figures: ({ counted, link }) => ({ ...counted, damaged: link.damaged }),
  };
}

function step(state: CameraState, input: SessionInput, options: CameraOptions): ShoeStep<CameraState> {
  const turn: Turn = { ...state, out: [], writes: [], t: input.t, options };
  quiet(turn, LINK_RULES);
  switch (input.i) {
    case "opened":
      begin(turn);
      break;
    case "lost":
      portLost(turn, input.why, LINK_RULES);
      turn.dueAt = null;
      break;
    case "bytes":
      // A recording may begin with the port open.
      if (!turn.link.up) begin(turn);
      for (let at = 0; at < input.bytes.length; at++) oneByte(turn, input.bytes.charCodeAt(at));
      break;
    case "overrun":
      // What an answer says stands until the next picture, so an answer that was lost is only asked for again.
      passing(turn, "recording-overrun", { bytes: input.lost });
      if (turn.askedAt !== null) turn.dueAt = turn.t;
      forgetAnswers(turn);
      break;
    case "sent":
    case "tick":
      break;
  }
  if (turn.link.up) due(turn);
  return { state: endTurn(turn), observations: turn.out, writes: turn.writes };
}

function begin(turn: Turn): void {
  opened(turn, LINK_RULES);
  restart(turn);
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

function wakeAt(state: CameraState): MonoUs | null {
  if (!state.link.up) return null;
  const silent = silentAt(state.link, SILENCE_US);
  const answer = state.askedAt === null ? null : after(state.askedAt, ANSWER_US);
  const instants = [silent, answer, state.dueAt].filter((at) => at !== null);
  return instants.length === 0 ? null : monoUs(Math.min(...instants));
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

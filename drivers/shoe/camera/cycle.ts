import type { JamPlace, ShoeStage } from "../../../src/table/shoe/observation.ts";
import { after } from "../../../src/time/instant.ts";
import { attach, emitCard, emitSuspectedRepeat, emitUnread } from "../reader/context.ts";
import { EMPTY, faceOf, isCard, PENDING, USED, judgePictures, type Belief } from "./answers.ts";
import {
  AGREE,
  ASK_US,
  EJECT_US,
  JAM_REST_US,
  LOAD_US,
  REST_US,
  WATCH_US,
  type SessionContext,
} from "./state.ts";

/** The cycle of one card: rest, picture, lying, gone. Called with every answer; sets when the next bytes are sent. */
export function handleAnswer(context: SessionContext): void {
  if (context.phase === "picture") checkPicture(context);
  else if (context.phase === "look") watchForExit(context);
  else if (context.phase === "lying") checkLyingCard(context);
}

/** No answer came; the same is asked again, or after a while a new picture. */
export function handleNoAnswer(context: SessionContext): void {
  if (context.phase === "picture" && pictureAge(context) >= LOAD_US) restReader(context, REST_US);
  else context.dueAt = context.t;
}

function checkPicture(context: SessionContext): void {
  const { answer, times } = context;
  context.dueAt = after(context.t, ASK_US);
  if (answer === PENDING) {
    context.begun = true;
    if (pictureAge(context) >= LOAD_US) emitJam(context, "reader");
    return;
  }
  if (times < AGREE || answer === null) return;
  if (answer === USED && (context.begun || context.pictures.length > 0)) {
    emitUnread(context, "late");
    expectNextCard(context, null);
    return;
  }
  if (answer === USED) {
    // The picture was not taken: the last card is still on its way out.
    context.leavingSince ??= context.picturedAt;
    const since = context.leavingSince ?? context.t;
    if (context.t - since >= EJECT_US) emitJam(context, "exit");
    else restReader(context, REST_US);
    return;
  }
  context.leavingSince = null;
  if (answer === EMPTY) {
    Object.assign(context, { pictures: [], before: null });
    emitStage(context, "empty");
    restReader(context, REST_US);
    return;
  }
  context.pictures = [...context.pictures, answer];
  const belief = judgePictures(context.pictures, context.before);
  if (belief.b !== "more") startLying(context, belief, answer);
  else Object.assign(context, { phase: "look", lookUntil: after(context.t, REST_US), answer: null, times: 0 });
}

/** A new picture replaces the answer 252, so a card that leaves before its next picture must be seen to leave. */
function watchForExit(context: SessionContext): void {
  const { answer, times, t } = context;
  const until = context.lookUntil ?? t;
  context.dueAt = after(t, ASK_US);
  if (times >= AGREE && (answer === USED || answer === EMPTY)) {
    emitUnread(context, "late");
    expectNextCard(context, null);
  } else if (t >= until && (times >= AGREE || t >= after(until, LOAD_US))) restReader(context, 0);
}

function startLying(context: SessionContext, belief: Belief, answer: number): void {
  Object.assign(context, { phase: "lying", belief, lying: answer, answer: null, times: 0 });
  context.dueAt = after(context.t, WATCH_US);
  emitStage(context, "ready");
}

function checkLyingCard(context: SessionContext): void {
  context.dueAt = after(context.t, context.times < AGREE ? ASK_US : WATCH_US);
  if (context.times < AGREE || context.answer === context.lying) return;
  if (context.answer === USED) emitLeftCard(context);
  else if (context.answer === EMPTY) {
    // It is no longer there and did not go out through the exit.
    emitUnread(context, "late");
    expectNextCard(context, null);
  } else {
    // No picture was requested, and the answer is another one: the card at the exit is unknown.
    context.belief = { b: "unread", why: "low-confidence" };
    context.lying = context.answer;
  }
}

/** The card that lay there has left. */
function emitLeftCard(context: SessionContext): void {
  const { belief, options } = context;
  if (belief?.b === "card")
    emitCard(context, { face: faceOf(belief.answer, options.order), deck: null, id: null, at: "inside" });
  else if (belief?.b === "repeat") emitSuspectedRepeat(context);
  else emitUnread(context, belief?.b === "unread" ? belief.why : "failed");
  const known = belief !== null && (belief.b === "card" || belief.b === "repeat") && isCard(belief.answer);
  expectNextCard(context, known ? belief.answer : null);
}

function expectNextCard(context: SessionContext, before: number | null): void {
  Object.assign(context, { pictures: [], belief: null, lying: null, before });
  restReader(context, REST_US);
}

function restReader(context: SessionContext, us: number): void {
  context.phase = "rest";
  context.dueAt = after(context.t, us);
}

function emitJam(context: SessionContext, where: JamPlace): void {
  if (!context.attached) attach(context, context.stage, where);
  else if (context.jam === null) context.out.push({ o: "jam", where, during: context.stage });
  context.jam = where;
  context.pictures = [];
  restReader(context, JAM_REST_US);
}

/** A card lies there, or the shoe is empty: nothing is stuck. */
function emitStage(context: SessionContext, stage: ShoeStage): void {
  const before = context.stage;
  context.stage = stage;
  if (!context.attached) attach(context, stage);
  else if (before !== stage) context.out.push({ o: "stage", stage });
  if (context.jam !== null) context.out.push({ o: "jam-cleared" });
  context.jam = null;
}

const pictureAge = (context: SessionContext): number => context.t - (context.picturedAt ?? context.t);

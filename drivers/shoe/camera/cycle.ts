import type { JamPlace, ShoeStage } from "../../../src/table/shoe/observation.ts";
import { after } from "../../../src/time/instant.ts";
import { attach, card, repeated, unread } from "../reader/turn.ts";
import { EMPTY, faceOf, isCard, PENDING, USED } from "./answers.ts";
import { believe, type Belief } from "./believe.ts";
import { AGREE, ASK_US, EJECT_US, JAM_REST_US, LOAD_US, REST_US, WATCH_US, type Turn } from "./state.ts";

/** The cycle of one card: rest, picture, lying, gone. Called with every answer; sets when the next bytes are due. */
export function answered(turn: Turn): void {
  if (turn.phase === "picture") picture(turn);
  else if (turn.phase === "look") look(turn);
  else if (turn.phase === "lying") lying(turn);
}

/** No answer came; the same is asked again, or after a while a new picture. */
export function unanswered(turn: Turn): void {
  if (turn.phase === "picture" && pictureAge(turn) >= LOAD_US) rest(turn, REST_US);
  else turn.dueAt = turn.t;
}

function picture(turn: Turn): void {
  const { answer, times } = turn;
  turn.dueAt = after(turn.t, ASK_US);
  if (answer === PENDING) {
    turn.begun = true;
    if (pictureAge(turn) >= LOAD_US) stuck(turn, "reader");
    return;
  }
  if (times < AGREE || answer === null) return;
  if (answer === USED && (turn.begun || turn.pictures.length > 0)) {
    unread(turn, "late");
    next(turn, null);
    return;
  }
  if (answer === USED) {
    // The picture was not taken: the last card is still on its way out.
    turn.leavingSince ??= turn.picturedAt;
    const since = turn.leavingSince ?? turn.t;
    if (turn.t - since >= EJECT_US) stuck(turn, "exit");
    else rest(turn, REST_US);
    return;
  }
  turn.leavingSince = null;
  if (answer === EMPTY) {
    Object.assign(turn, { pictures: [], before: null });
    settled(turn, "empty");
    rest(turn, REST_US);
    return;
  }
  turn.pictures = [...turn.pictures, answer];
  const belief = believe(turn.pictures, turn.before);
  if (belief.b !== "more") lies(turn, belief, answer);
  else Object.assign(turn, { phase: "look", lookUntil: after(turn.t, REST_US), answer: null, times: 0 });
}

/** A picture takes the answer 252 away, so a card that leaves before its next picture must be seen to leave. */
function look(turn: Turn): void {
  const { answer, times, t } = turn;
  const until = turn.lookUntil ?? t;
  turn.dueAt = after(t, ASK_US);
  if (times >= AGREE && (answer === USED || answer === EMPTY)) {
    unread(turn, "late");
    next(turn, null);
  } else if (t >= until && (times >= AGREE || t >= after(until, LOAD_US))) rest(turn, 0);
}

function lies(turn: Turn, belief: Belief, answer: number): void {
  Object.assign(turn, { phase: "lying", belief, lying: answer, answer: null, times: 0 });
  turn.dueAt = after(turn.t, WATCH_US);
  settled(turn, "ready");
}

function lying(turn: Turn): void {
  turn.dueAt = after(turn.t, turn.times < AGREE ? ASK_US : WATCH_US);
  if (turn.times < AGREE || turn.answer === turn.lying) return;
  if (turn.answer === USED) gone(turn);
  else if (turn.answer === EMPTY) {
    // It is no longer there and did not go out through the exit.
    unread(turn, "late");
    next(turn, null);
  } else {
    // No picture was asked for, and another answer stands: whatever lies there is not known.
    turn.belief = { b: "unread", why: "low-confidence" };
    turn.lying = turn.answer;
  }
}

/** The card that lay there has left. */
function gone(turn: Turn): void {
  const { belief, options } = turn;
  if (belief?.b === "card")
    card(turn, { face: faceOf(belief.answer, options.order), deck: null, id: null, at: "inside" });
  else if (belief?.b === "repeat") repeated(turn);
  else unread(turn, belief?.b === "unread" ? belief.why : "failed");
  const known = belief !== null && (belief.b === "card" || belief.b === "repeat") && isCard(belief.answer);
  next(turn, known ? belief.answer : null);
}

function next(turn: Turn, before: number | null): void {
  Object.assign(turn, { pictures: [], belief: null, lying: null, before });
  rest(turn, REST_US);
}

function rest(turn: Turn, us: number): void {
  turn.phase = "rest";
  turn.dueAt = after(turn.t, us);
}

function stuck(turn: Turn, where: JamPlace): void {
  attach(turn, turn.stage);
  if (turn.jam === null) turn.out.push({ o: "jam", where, during: turn.stage });
  turn.jam = where;
  turn.pictures = [];
  rest(turn, JAM_REST_US);
}

/** A card lies there, or the shoe is empty: nothing is stuck. */
function settled(turn: Turn, stage: ShoeStage): void {
  const before = turn.stage;
  turn.stage = stage;
  if (!turn.attached) attach(turn, stage);
  else if (before !== stage) turn.out.push({ o: "stage", stage });
  if (turn.jam !== null) turn.out.push({ o: "jam-cleared" });
  turn.jam = null;
}

const pictureAge = (turn: Turn): number => turn.t - (turn.picturedAt ?? turn.t);

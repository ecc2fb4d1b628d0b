import { drawUniform, drawBoolean } from "../draws.ts";
import { BALL_HALF_SEEN, BALL_PLAY, POCKET_RADIUS } from "./geometry.ts";
import { enterPhase, S, setFact, type Ball, type Outcome, type World } from "./world.ts";

/**
 * On the rotor. First the ball slides on the cone above the pockets, where no sensor looks, and loses its speed against
 * the rotor; then it hops from fret to fret, each touch taking part of that speed and sometimes turning it round; then it
 * is too slow for the next fret. The reader sees it here and there when it passes. Eichberger and Small & Tse leave this
 * phase to chance; so does this model, and the numbers are our own choice: 0 to 3 turns against the rotor in all.
 */
interface ScatterState {
  /** Against the rotor: turns clockwise from the middle of pocket 0, and turns/s. */
  place: number;
  speed: number;
  slides: number;
  hops: number;
}

/** Below this, turns/s against the rotor, the ball does not get over the next fret (5 pockets a second). */
const CAUGHT = 0.13;
const SEEN_HALF_M = 0.0045;

export type Show = (w: World, us: number, ball: Ball, pin: "P", untilUs: number) => void;

export function scatterBall(
  w: World,
  us: number,
  ball: Ball,
  angle: number,
  speed: number,
  show: Show,
  outcome: Outcome,
): void {
  ball.where = "scatter";
  const way: ScatterState = {
    place: angle - w.rotor.angle(us) - w.g.reader + w.g.zero,
    speed: speed - w.rotor.speed(us),
    slides: 1 + w.physics.below(9),
    hops: 0,
  };
  if (ball === w.ball) enterPhase(w, "scatter", us, (way.slides * 0.1 + 0.2) * S);
  stepScatter(w, us, ball, way, show, outcome);
}

function stepScatter(w: World, us: number, ball: Ball, way: ScatterState, show: Show, outcome: Outcome): void {
  const slides = way.slides > 0;
  if (slides) {
    way.slides--;
    way.speed *= drawUniform(w.physics, 0.72, 0.98);
  } else {
    way.hops++;
    way.speed = way.speed * drawUniform(w.physics, -0.35, 0.8) + drawUniform(w.physics, -0.08, 0.08);
  }
  if (!slides && (Math.abs(way.speed) < CAUGHT || way.hops > 14))
    return catchInPocket(w, us, ball, way, outcome);
  const span = (slides ? drawUniform(w.physics, 0.08, 0.22) : drawUniform(w.physics, 0.04, 0.22)) * S;
  const before = w.rotor.angle(us) + way.place - w.g.zero;
  way.place += (way.speed * span) / S;
  const after = w.rotor.angle(us + span) + way.place - w.g.zero;
  if (!slides && drawBoolean(w.physics, 0.75)) passReader(w, us, span, ball, before, after, show);
  ball.angle = after + w.g.reader;
  ball.radius = slides ? POCKET_RADIUS + 0.02 : POCKET_RADIUS;
  w.agenda.schedule(us + span, ball.owner, (now) => stepScatter(w, now, ball, way, show, outcome));
}

/** Where the way against the bowl crosses the reader, which is where it is a whole number. */
function passReader(
  w: World,
  us: number,
  span: number,
  ball: Ball,
  before: number,
  after: number,
  show: Show,
): void {
  const crossed = after > before ? Math.floor(after) : Math.ceil(after);
  if (after > before ? crossed <= before : crossed >= before) return;
  const at = us + (span * (crossed - before)) / (after - before);
  const metresPerUs = (Math.abs(after - before) * 2 * Math.PI * POCKET_RADIUS) / span;
  const half = Math.min(SEEN_HALF_M / metresPerUs, span / 2);
  w.agenda.schedule(Math.max(us, at - half), ball.owner, (now) => show(w, now, ball, "P", at + half));
}

function catchInPocket(w: World, us: number, ball: Ball, way: ScatterState, outcome: Outcome): void {
  const { pockets } = w.g;
  const exact = way.place * pockets;
  const fret = ball === w.ball && w.spin.plan.fret;
  const whole =
    (fret ? Math.floor(exact) + 0.5 : Math.round(exact)) + drawUniform(w.physics, -BALL_PLAY, BALL_PLAY);
  const pocket = whole - Math.floor(whole / pockets) * pockets;
  layBall(w, us, ball, pocket, fret ? "fret" : "pocket");
  if (fret && w.spin.plan.fretSlips) return slipOffFret(w, us, ball, Math.floor(exact), outcome);
  // It rattles between its two frets for a moment more.
  const rest = us + drawUniform(w.physics, 0.15, 0.6) * S;
  w.agenda.schedule(rest, ball.owner, (now) => outcome.rests(w, now, ball));
}

function slipOffFret(w: World, us: number, ball: Ball, fret: number, outcome: Outcome): void {
  w.agenda.schedule(us + drawUniform(w.physics, 6, 15) * S, ball.owner, (now) => {
    const exact = fret + w.physics.below(2) + drawUniform(w.physics, -BALL_PLAY, BALL_PLAY);
    layBall(w, now, ball, exact - Math.floor(exact / w.g.pockets) * w.g.pockets, "pocket");
    outcome.rests(w, now, ball);
  });
}

/** It lies in the rotor at `pocket` (whole: a pocket's centre), and the reader sees it there once a turn. */
export function layBall(w: World, us: number, ball: Ball, pocket: number, where: "pocket" | "fret"): void {
  takeUpBall(w, us, ball);
  ball.where = where;
  ball.run = null;
  ball.pocket = pocket;
  ball.radius = POCKET_RADIUS;
  ball.laid = w.face.layThing(us, pocket, BALL_HALF_SEEN);
  if (!w.face.isUnderReader(us, ball.laid) || !w.bank.setPresence(us, "P", ball.laid, true)) return;
  if (ball === w.ball && where === "fret") w.spin.traced.add("ball-suspended");
}

export function takeUpBall(w: World, us: number, ball: Ball): void {
  if (ball.laid === null) return;
  w.face.takeThing(us, ball.laid);
  w.bank.setPresence(us, "P", ball.laid, false);
  ball.laid = null;
}

/**
 * «Queda suspendida … sin caer en cualquiera de los casilleros»: a ball that stays where it hangs until somebody takes it, however long
 * that is. One that falls by itself has fallen into a pocket, and was not suspended. On a deflector it is known by its absence
 * from the pockets; on the fret ring only when it passed the reader there.
 */
export function suspendBall(w: World, us: number, { where }: Ball): void {
  if (w.spin.phase === "after") return;
  setFact(w, "ball-suspended", true, us);
  if (where === "hung") w.spin.traced.add("ball-suspended");
}

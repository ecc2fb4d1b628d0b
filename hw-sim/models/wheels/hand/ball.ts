import { drawUniform, drawBoolean } from "../draws.ts";
import { fallDownStator } from "./fall.ts";
import { TRACK_RADIUS } from "./geometry.ts";
import { scatterBall, takeUpBall } from "./scatter.ts";
import { runOnTrack } from "./track.ts";
import { enterPhase, MS, S, setFact, type Ball, type Outcome, type World } from "./world.ts";

/** A ball on its way: track, stator, rotor. Each stage is planned when it begins and may be broken off at any instant. */

export function launchOnTrack(
  w: World,
  us: number,
  ball: Ball,
  from: number,
  sense: 1 | -1,
  lapsPerS: number,
  outcome: Outcome,
): void {
  w.agenda.drop(ball.owner);
  const run = runOnTrack(w.g, us, from, sense, lapsPerS, drawUniform(w.physics, 0.97, 1.03));
  ball.run = run;
  ball.where = "track";
  schedulePassing(w, ball, 0);
  w.agenda.schedule(run.dropUs, ball.owner, (now) => leaveTrack(w, now, ball, outcome));
  if (ball === w.ball) enterPhase(w, "track", us, run.dropUs - us);
}

function schedulePassing(w: World, ball: Ball, i: number): void {
  const passing = ball.run?.passings[i];
  if (passing === undefined) return;
  const wobble = drawUniform(w.physics, -15, 15);
  const half = passing.halfUs * w.bank.seenShare(passing.pin);
  w.agenda.schedule(Math.max(w.us, passing.us - half + wobble), ball.owner, (us) => {
    if (half > 0) showAtSensor(w, us, ball, passing.pin, passing.us + half + wobble);
    schedulePassing(w, ball, i + 1);
  });
}

/** The ball is in front of a sensor until `untilUs`. */
function showAtSensor(w: World, us: number, ball: Ball, pin: "A" | "B" | "C" | "P", untilUs: number): void {
  const changed = w.bank.setPresence(us, pin, ball.thing, true);
  if (changed && pin !== "P") w.spin.traced.add(ball === w.ball ? "ball-direction" : "foreign-object");
  w.agenda.schedule(Math.max(us, untilUs), "pulse", (now) => {
    w.bank.setPresence(now, pin, ball.thing, false);
  });
}

/** Laps that the ball has made on the track by `us`, not whole. */
export function lapsUntil(ball: Ball, us: number): number {
  return ball.lapsBefore + (ball.run?.turnsAt(us) ?? 0);
}

/** The ball leaves the track here and now, whatever its speed. */
export function leaveTrack(w: World, us: number, ball: Ball, outcome: Outcome): void {
  const { run } = ball;
  if (run === null) return;
  w.agenda.drop(ball.owner);
  const revolutions = run.turnsAt(us);
  const angle = run.from + run.sense * revolutions;
  const playing = ball === w.ball;
  const { plan } = w.spin;
  const way = fallDownStator(
    w.g,
    us,
    angle,
    run.sense,
    run.speedAt(revolutions),
    w.physics,
    playing && plan.deflector !== "nothing",
  );
  // A rounding error may not cost a lap that the geometry has made.
  const laps = Math.floor(ball.lapsBefore + revolutions + way.heldTurns + 1e-9);
  if (playing) setFact(w, "ball-laps", laps, way.heldUs);
  ball.where = "falling";
  ball.lapsBefore += revolutions;
  ball.run = null;
  ball.angle = angle;
  ball.radius = TRACK_RADIUS;
  if (playing) enterPhase(w, "fall", us, way.endUs - us);
  for (const { pin, onUs, offUs } of way.pulses) {
    w.agenda.schedule(Math.max(us, onUs), ball.owner, (now) => showAtSensor(w, now, ball, pin, offUs));
  }
  const points = way.points.filter((_, i) => i % 25 === 24);
  for (const point of points) {
    w.agenda.schedule(point.us, ball.owner, () => {
      ball.angle = point.angle;
      ball.radius = point.radius;
    });
  }
  if (playing && plan.deflector !== "nothing" && way.hit !== null) {
    const { hit } = way;
    w.agenda.schedule(hit.us, ball.owner, (now) => {
      ball.angle = hit.angle;
      ball.radius = hit.radius;
      hitDeflector(w, now, ball, outcome);
    });
    return;
  }
  w.agenda.schedule(way.endUs, ball.owner, (now) =>
    scatterBall(w, now, ball, way.angle, way.speed, showAtSensor, outcome),
  );
}

function hitDeflector(w: World, us: number, ball: Ball, outcome: Outcome): void {
  if (w.spin.plan.deflector === "over-rim") return leaveOverRim(w, us, ball, outcome);
  w.agenda.drop(ball.owner);
  ball.where = "hung";
  if (w.spin.plan.deflector === "hang") {
    outcome.rests(w, us, ball);
    return;
  }
  const falls = us + drawUniform(w.physics, 10, 40) * S;
  w.agenda.schedule(falls, ball.owner, (now) => {
    scatterBall(w, now, ball, ball.angle, drawUniform(w.physics, -0.1, 0.1), showAtSensor, outcome);
  });
}

/** The ball leaves the wheel over the rim and breaks the beam for its own length, when the beam sees it. */
export function leaveOverRim(w: World, us: number, ball: Ball, outcome: Outcome): void {
  w.agenda.drop(ball.owner);
  if (ball === w.ball && ball.run !== null) setFact(w, "ball-laps", Math.floor(lapsUntil(ball, us) + 1e-9), us);
  takeUpBall(w, us, ball);
  ball.where = "gone";
  ball.run = null;
  const playing = ball === w.ball;
  if (playing) setFact(w, "ball-left-cylinder", true, us);
  const changed = w.bank.setPresence(us, "X", ball.thing, true);
  if (changed && playing) w.spin.traced.add("ball-left-cylinder");
  // 17.5 mm at 1.2 to 4 m/s.
  w.agenda.schedule(us + drawUniform(w.physics, 4, 14) * MS, "rim", (now) => {
    w.bank.setPresence(now, "X", ball.thing, false);
  });
  outcome.left(w, us, ball);
}

/** A hand lets it fall on the rotor, without the track. */
export function dropIntoRotor(w: World, us: number, ball: Ball, outcome: Outcome): void {
  w.agenda.drop(ball.owner);
  scatterBall(
    w,
    us,
    ball,
    w.g.croupier + drawUniform(w.physics, -0.05, 0.05),
    drawUniform(w.physics, -0.3, 0.3),
    showAtSensor,
    outcome,
  );
}

/** A hand takes it, wherever it is. */
export function takeBall(w: World, us: number, ball: Ball): void {
  w.agenda.drop(ball.owner);
  takeUpBall(w, us, ball);
  ball.where = "away";
  ball.run = null;
  ball.lapsBefore = 0;
}

/** The croupier rolls it to and fro on the track before the launch: slow pulses of the sensors next to the hand. */
export function rollToAndFro(w: World, us: number): void {
  const near = w.g.ballSensors.reduce((a, b) =>
    angleBetween(a.angle, w.g.croupier) < angleBetween(b.angle, w.g.croupier) ? a : b,
  );
  let at = us;
  for (let i = 1 + w.people.below(3); i > 0; i--) {
    const spanUs = (near.chord / drawUniform(w.people, 0.05, 0.4)) * S;
    w.agenda.schedule(at, "table", (now) => showAtSensor(w, now, w.ball, near.pin, now + spanUs));
    at += spanUs + drawUniform(w.people, 0.2, 0.8) * S;
    if (drawBoolean(w.people, 0.3)) break;
  }
}

function angleBetween(a: number, b: number): number {
  const off = Math.abs(a - b) % 1;
  return Math.min(off, 1 - off);
}

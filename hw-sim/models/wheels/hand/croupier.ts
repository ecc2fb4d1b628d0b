import { dropIntoRotor, launchOnTrack, takeBall, rollToAndFro } from "./ball.ts";
import { drawUniform, drawBoolean } from "../draws.ts";
import { layBall, suspendBall } from "./scatter.ts";
import { clearObjects } from "./objects.ts";
import { drawUsualPlan, isSpinVoid, truthOf } from "./spin.ts";
import { pullRotor } from "./rotor-disturbance.ts";
import { wearWheel } from "./wear.ts";
import {
  breakCurtain,
  enterPhase,
  passHandOverRim,
  S,
  setFact,
  type Outcome,
  type World,
  Spin,
} from "./world.ts";

/** The croupier and the table around the wheel: drives the rotor, launches, waits for the number, clears, begins anew. */

/** A call takes four rotor turns after the ball's rest, then 3 to 8 s; nobody waits for longer than this. */
const CALL_TURNS = 4;
const PATIENCE = 45 * S;
const LAUNCH_SPREAD = 0.04;

export function beginCycle(w: World, us: number): void {
  w.spin = new Spin(w.spin.n + 1, us, drawUsualPlan(w.people), w.spin.bearing);
  if (w.wear !== null) wearWheel(w, w.wear, us);
  const usual = { drag: w.g.bearingDrag, friction: w.g.bearingFriction };
  w.spin.bearing = usual;
  w.cycleAtUs = Number.POSITIVE_INFINITY;
  const { spin } = w;
  varyRotorSpeed(w);
  let at = us;
  if (w.relaunchEarly) {
    w.relaunchEarly = false;
    spin.fault = "early-relaunch";
    spin.plan.early = true;
    spin.plan.rotorRpm = drawUniform(w.people, 8, 9);
  } else if (w.voidTravel !== null && w.previousCell !== null && drawBoolean(w.people, 0.7)) {
    const cell = w.previousCell;
    // The ball of a void spin goes to the number of the last valid one (Chile II.1.6).
    at = passHandOverRim(w, us + drawUniform(w.people, 0.5, 1.5) * S, 0.6, 1.4);
    w.agenda.schedule(at, "table", (now) => {
      if (w.spin === spin && w.ball.where === "away") layBall(w, now, w.ball, cell, "pocket");
    });
  }
  const drive = at + (spin.plan.early ? 0.5 : drawUniform(w.people, 1, 3)) * S;
  spin.phaseEndsUs = drive;
  w.troubles(w, us);
  w.agenda.schedule(drive, "table", (now) => driveRotor(w, now));
}

/** Slow and fast rotors, within what croupiers do. */
function varyRotorSpeed(w: World): void {
  if (!drawBoolean(w.people, w.dirt.humanShare / 4)) return;
  w.spin.plan.rotorRpm = drawBoolean(w.people, 0.5)
    ? drawUniform(w.people, 8, 11)
    : drawUniform(w.people, 32, 45);
}

function driveRotor(w: World, us: number): void {
  const { spin } = w;
  const { plan } = spin;
  const against: 1 | -1 =
    w.lastSense === null ? (drawBoolean(w.people, 0.5) ? 1 : -1) : w.lastSense === 1 ? -1 : 1;
  const sense: 1 | -1 = plan.notAlternated ? (against === 1 ? -1 : 1) : against;
  spin.rotorSense = sense;
  w.rotor.setBearing(plan.bearing ?? spin.bearing);
  if (plan.bearing !== null) spin.bearing = plan.bearing;
  const target = (sense * plan.rotorRpm) / 60;
  const moves: [number, number][] = [];
  const v = w.rotor.speed(us);
  if (v * sense <= 0) moves.push([0, drawUniform(w.people, 0.3, 0.8)]);
  if (drawBoolean(w.people, w.dirt.humanShare / 10)) {
    moves.push([-target * 0.7, drawUniform(w.people, 0.5, 1)], [0, drawUniform(w.people, 0.3, 0.8)]);
  }
  moves.push([target, drawUniform(w.people, 0.5, 1)]);
  let at = us + 0.2 * S;
  for (const [speed, span] of moves) {
    const from = at;
    w.agenda.schedule(from, "table", (now) => pullRotor(w, now, speed, span * S));
    at += span * S + drawUniform(w.people, 0.15, 0.4) * S;
  }
  breakCurtain(w, us, at - us + drawUniform(w.people, 0.2, 0.5) * S, null);
  w.agenda.schedule(at, "table", (now) => prepareLaunch(w, now));
}

function prepareLaunch(w: World, us: number): void {
  const { spin } = w;
  const { plan } = spin;
  let at = us + drawUniform(w.people, 3, 8) * S;
  if (drawBoolean(w.people, w.dirt.humanShare / 12)) at += drawUniform(w.people, 10, 50) * S;
  if (drawBoolean(w.people, w.dirt.humanShare / 4)) {
    const again = drawUniform(w.people, 0.1, 0.5);
    w.agenda.schedule(passHandOverRim(w, us + again * S, 0.4, 0.9), "table", (now) =>
      pullRotor(w, now, w.rotor.speed(now) * drawUniform(w.people, 1.1, 1.3), 0.3 * S),
    );
  }
  if (w.voidTravel !== null && !plan.early) {
    // The relaunch waits for three turns of the rotor, and a careful croupier for a little more.
    const left = drawUniform(w.people, 3.2, 4) - (w.travel - w.voidTravel);
    at = Math.max(at, us + (left * S) / Math.abs((w.rotor.speed(us) || 0.2) * 0.95));
  }
  if (plan.early) at = us + drawUniform(w.people, 1, 2) * S;
  const before = at - (plan.early ? 0.8 : 2.2) * S;
  if (w.ball.where === "pocket") {
    w.agenda.schedule(passHandOverRim(w, before - 0.7 * S, 0.5, 0.7), "table", (now) => {
      takeBall(w, now, w.ball);
    });
  }
  enterPhase(w, "driven", us, at - us);
  if (drawBoolean(w.people, w.dirt.humanShare / 8))
    w.agenda.schedule(before, "table", (now) => rollToAndFro(w, now));
  w.agenda.schedule(at - drawUniform(w.people, 0.3, 0.6) * S, "table", (now) => bringHandToLaunch(w, now, at));
}

/** The hand is over the rim before the launch and until about one lap after it. */
function bringHandToLaunch(w: World, us: number, at: number): void {
  const lap = S / w.spin.plan.lapsPerS;
  const stays = Math.max(0.15 * S, lap * drawUniform(w.people, 0.2, 0.95));
  breakCurtain(w, us, at - us + stays, null);
  w.agenda.schedule(at, "table", (now) => launchBall(w, now));
}

function launchBall(w: World, us: number): void {
  const { spin } = w;
  const { plan } = spin;
  takeBall(w, us, w.ball);
  spin.launchedUs = us;
  spin.rotorAtLaunch = w.rotor.speed(us);
  setFact(w, "rotor-alternated", w.lastSense === null || spin.rotorSense !== w.lastSense, us);
  if (w.voidTravel !== null) setFact(w, "rotor-turns-since-void", Math.floor(w.travel - w.voidTravel), us);
  if (w.rotor.speed(us) === 0) setFact(w, "rotor-stopped", true, us);
  if (plan.dropped) {
    spin.spoiled = "launch-missed";
    setFact(w, "ball-laps", 0, us);
    return dropIntoRotor(w, us, w.ball, BALL_OUTCOMES);
  }
  const sense: 1 | -1 = plan.withRotor === (spin.rotorSense === 1) ? 1 : -1;
  setFact(w, "ball-direction", plan.withRotor ? "with-rotor" : "against-rotor", us);
  const from = w.g.croupier + drawUniform(w.people, -LAUNCH_SPREAD, LAUNCH_SPREAD);
  launchOnTrack(w, us, w.ball, from, sense, plan.lapsPerS, BALL_OUTCOMES);
}

export const BALL_OUTCOMES: Outcome = {
  rests: (w, us, ball) => {
    if (ball !== w.ball) return;
    const { spin } = w;
    if (ball.where === "pocket") {
      spin.restUs = us;
      spin.cell = Math.round(ball.pocket) % w.g.pockets;
      setFact(w, "ball-in-pocket", true, us);
      const turn = S / Math.max(0.02, Math.abs(w.rotor.speed(us)));
      const wait = Math.min(PATIENCE, CALL_TURNS * turn) + drawUniform(w.people, 3, 8) * S;
      enterPhase(w, "rest", us, wait);
      w.agenda.schedule(us + wait, "table", (now) => clearWheel(w, now, spin.n));
      return;
    }
    spin.endUs = us;
    suspendBall(w, us, ball);
    const wait = drawUniform(w.people, 12, 25) * S;
    enterPhase(w, "rest", us, wait);
    w.agenda.schedule(us + wait, "table", (now) => clearWheel(w, now, spin.n));
  },
  left: (w, us, ball) => {
    if (ball === w.ball) giveUpSpin(w, us, drawUniform(w.people, 4, 8) * S);
  },
};

/** The spin ends without a ball in the wheel: `spanUs` later it is over. */
export function giveUpSpin(w: World, us: number, spanUs: number): void {
  const { spin } = w;
  spin.endUs ??= us;
  spin.ending = true;
  enterPhase(w, "after", us, spanUs);
  w.agenda.schedule(us + spanUs, "table", (now) => clearWheel(w, now, spin.n));
}

/** A hand takes out whatever is in the wheel. */
export function clearWheel(w: World, us: number, n: number): void {
  if (w.spin.n !== n || w.cycleAtUs !== Number.POSITIVE_INFINITY) return;
  w.spin.ending = true;
  const nothing = w.ball.where === "gone" || w.ball.where === "away";
  const empty = nothing && w.second.where === "away" && w.objects.length === 0;
  const at = empty ? us + 0.5 * S : passHandOverRim(w, us, 0.6, 1.5);
  w.cycleAtUs = at + drawUniform(w.people, 1.2, 4) * S;
  w.agenda.schedule(at, "table", (now) => {
    for (const ball of [w.ball, w.second]) takeBall(w, now, ball);
    clearObjects(w, now);
    w.agenda.drop("fault");
    finishSpin(w, now);
  });
  w.agenda.schedule(w.cycleAtUs, "table", (now) => beginCycle(w, now));
}

function finishSpin(w: World, us: number): void {
  const { spin } = w;
  const truth = truthOf(w, us);
  w.truths.push(truth);
  enterPhase(w, "after", us, w.cycleAtUs - us);
  if (isSpinVoid(spin)) w.voidTravel = spin.voidTravel;
  else if (truth.spoiled === null && spin.cell !== null) {
    w.voidTravel = null;
    w.lastSense = spin.rotorSense;
    w.previousCell = spin.cell;
  }
}

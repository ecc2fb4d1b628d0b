import { randomFrom, type RandomSource } from "../../../../src/time/random-source.ts";
import { Agenda } from "../agenda.ts";
import { drawUniform } from "../draws.ts";
import type { Picture, Profile, SensedWheel } from "../sensed/sensed-wheel.ts";
import { beginCycle } from "./croupier.ts";
import { applyFault, FAULTS, prepareFaults } from "./faults.ts";
import { INDEX_QUARTERS, makeWheelGeometry, POCKET_RADIUS, TRACK_RADIUS } from "./geometry.ts";
import { errorRatesOf } from "./profiles.ts";
import { RotorFace, wrapAngle, type Crossing } from "./rotor-face.ts";
import { Rotor } from "./rotor.ts";
import { SensorBank } from "./sensor-bank.ts";
import { drawUsualPlan } from "./spin.ts";
import type { Wear } from "../wear.ts";
import type { HandWear } from "./wear.ts";
import { Ball, S, Spin, type World } from "./world.ts";

export interface HandWheelOptions {
  readonly seed: string;
  /** Names of the 37 or 38 pockets, clockwise. */
  readonly ring: readonly string[];
  readonly profile: Profile;
  /** Degrees, for a wheel that is never level; without it up to 0.05° by the seed. */
  readonly tiltDegrees?: number;
  /** What of it wears out; without it nothing does. */
  readonly wear?: Wear<HandWear>;
}

/**
 * A roulette that a croupier spins by hand, as the sensors of the sensor board see it.
 *
 * - `geometry.ts` the wheel as made and the sensors as fitted, from the seed; angles in turns clockwise from sensor A.
 * - `rotor.ts` how the rotor turns, in closed form; `rotor-face.ts` what is fixed to it and passes the sensors: marks, index,
 *   reference patch, and whatever lies in the pockets. Every crossing is solved for, none is stepped to.
 * - `track.ts`, `fall.ts`, `scatter.ts` the ball: rim (Eichberger 2004; Small & Tse 2012), stator and deflectors, rotor.
 * - `sensor-bank.ts` the sensors: delay, jitter, missed and doubled pulses, chatter, dirt, failure.
 * - `croupier.ts` what the people do; `faults*.ts` the catalogue; `spin.ts` the truth of each spin.
 *
 * The index mark covers rotor positions 0 to 2.2 quarter marks: clockwise its sensor rises at 0, counter-clockwise it
 * rises at 2.2 and falls at 0. `calibration.zero` counts from position 0.
 *
 * Everything that happens is on one agenda of instants; between two of them the rotor's law does not change and its
 * crossings are drawn out. So a run does not depend on the steps in which it is asked for.
 */
export function handWheel(options: HandWheelOptions): SensedWheel {
  const w = createWorld(options);
  return {
    run: (us) => {
      advanceWorld(w, us);
      const truth = w.truths;
      w.truths = [];
      return { edges: w.bank.takeEdges(us), truth };
    },
    nextUs: () => Math.max(w.us + 0.25 * S, Math.ceil(endOfSpinUs(w))),
    inject: (fault) => inject(w, fault),
    faults: Object.keys(FAULTS),
    look: (us) => pictureAt(w, us),
    calibration: calibrationOf(w),
    ring: options.ring,
    levels: () => w.bank.levels(),
    lineTroubles: () => w.lines.splice(0),
  };
}

/** The end of the spin that is under way or next, as well as it can be known now: beyond it only when a fault cuts it short. */
function endOfSpinUs(w: World): number {
  const { spin } = w;
  // No spin ends earlier than this after these instants, so that the next one is not run into.
  if (spin.phase === "idle" || spin.phase === "driven") return spin.phaseEndsUs + 3 * S;
  if (spin.phase === "track") return spin.phaseEndsUs + 6 * S;
  if (spin.phase === "fall" || spin.phase === "scatter") return w.us + 3 * S;
  return w.cycleAtUs === Number.POSITIVE_INFINITY ? spin.phaseEndsUs + 0.2 * S : w.cycleAtUs;
}

function inject(w: World, name: string): void {
  const fault = FAULTS[name];
  if (fault === undefined) {
    throw new RangeError(`no fault "${name}": a hand-spun roulette knows ${Object.keys(FAULTS).join(", ")}`);
  }
  if (w.spin.n > 0 && fault.phases.includes(w.spin.phase)) applyFault(w, name);
  else w.asked = name;
}

function calibrationOf({ g }: World): SensedWheel["calibration"] {
  const [, b, c] = g.ballSensors;
  return {
    sensorB: Math.round((b?.angle ?? 0) * 360_000),
    sensorC: Math.round((c?.angle ?? 0) * 360_000),
    zero: Math.round(g.zero * 4_000 * g.pockets) % (4_000 * g.pockets),
    dropLapUs: Math.round((2 * Math.PI * S) / Math.sqrt(g.dropSquared)),
    marks: g.pockets,
  };
}

/** @throws RangeError when the ring is not that of a roulette. */
export function createWorld(options: HandWheelOptions): World {
  const { seed, ring } = options;
  if (ring.length !== 37 && ring.length !== 38) {
    throw new RangeError(`a hand-spun roulette has 37 or 38 pockets, the ring given has ${ring.length}`);
  }
  const stream = (name: string): RandomSource => randomFrom(`${seed}/hand/${name}`);
  const g = makeWheelGeometry(ring.length, stream("wheel"), options.tiltDegrees ?? null);
  const dirt = errorRatesOf(options.profile);
  const bearing = { drag: g.bearingDrag, friction: g.bearingFriction };
  const people = stream("people");
  const turning = new Rotor(bearing, drawUniform(people, 0, 1));
  const rotorFace = new RotorFace(g, turning, stream("marks"));
  const worn = stream("wear");
  const sensors = new SensorBank(dirt, stream("sensors"), worn);
  for (const { pin, thing } of rotorFace.activePins()) {
    if (pin === "Q" || pin === "R") sensors.passMark(0, pin, true, false);
    else sensors.setPresence(0, pin, thing, true);
  }
  const world: World = {
    us: 0,
    g,
    dirt,
    ring,
    agenda: new Agenda(),
    rotor: turning,
    face: rotorFace,
    bank: sensors,
    physics: stream("physics"),
    people,
    random: stream("luck"),
    worn,
    made: { ...g, worn: { ball: worn.pick(["A", "B", "C"] as const), mark: worn.pick(["Q", "R"] as const) } },
    wear: options.wear ?? null,
    ball: new Ball(2),
    second: new Ball(3),
    objects: [],
    spin: new Spin(0, 0, drawUsualPlan(people), bearing),
    lastSense: null,
    previousCell: null,
    travel: 0,
    lastAngle: turning.angle(0),
    voidTravel: null,
    asked: null,
    troubles: prepareFaults,
    broken: [],
    cycleAtUs: 1 * S,
    truths: [],
    lines: [],
    things: 1_000_000,
    relaunchEarly: false,
    usualTilt: null,
  };
  world.agenda.schedule(1 * S, "table", (us) => beginCycle(world, us));
  return world;
}

/** Everything up to `us`: what is on the agenda, and between two entries what passes under the rotor's sensors. */
function advanceWorld(w: World, us: number): void {
  for (;;) {
    emitCrossings(w, Math.min(us, w.agenda.nextUs ?? us));
    // What passes behind dust is put on the agenda.
    const at = w.agenda.nextUs;
    if (at === null || at > us) break;
    w.us = at;
    const angle = w.rotor.angle(at);
    w.travel += Math.abs(angle - w.lastAngle);
    w.lastAngle = angle;
    w.agenda.runNext();
  }
  w.us = Math.max(w.us, us);
}

/** Each of the rotor's other marks is half as wide as from one to the next. */
const MARK_QUARTERS = 2;
/** Turns a second (2 rpm) below which a mark's edge stands so long over its sensor that it trembles. */
const SLOW = 2 / 60;

function emitCrossings(w: World, us: number): void {
  for (let crossing = w.face.nextCrossing(us); crossing !== null; crossing = w.face.nextCrossing(us)) {
    const { pin, on, thing } = crossing;
    if (pin !== "P" && w.bank.isDusty(pin)) {
      if (on) passDusty(w, crossing);
      continue;
    }
    const changed = showCrossing(w, crossing, crossing.us, on);
    if (changed && thing === w.ball.laid && w.ball.where === "fret") w.spin.traced.add("ball-suspended");
    if (changed && w.objects.some(({ laid }) => laid === thing)) w.spin.traced.add("foreign-object");
  }
}

/** @returns whether the wire changed, of what is no mark */
function showCrossing(w: World, { pin, thing, afterUs }: Crossing, us: number, on: boolean): boolean {
  if (pin !== "Q" && pin !== "R") return w.bank.setPresence(us, pin, thing, on);
  w.bank.passMark(us, pin, on, afterUs > S / (SLOW * 4 * w.g.pockets));
  return false;
}

/** Behind dust a mark is seen later and for less long (`seenShare`), as if the rotor kept its speed meanwhile. */
function passDusty(w: World, crossing: Crossing): void {
  const share = w.bank.seenShare(crossing.pin);
  if (share === 0) return;
  const quarters = crossing.pin === "I" ? INDEX_QUARTERS : MARK_QUARTERS;
  const spanUs = (S * quarters) / (4 * w.g.pockets * Math.max(SLOW, Math.abs(w.rotor.speed(crossing.us))));
  const lostUs = (spanUs * (1 - share)) / 2;
  const show = (us: number, on: boolean): void =>
    w.agenda.schedule(us, "pulse", (now) => void showCrossing(w, crossing, now, on));
  show(crossing.us + lostUs, true);
  show(crossing.us + spanUs - lostUs, false);
}

/** Where everything is at `us`, which is not before what has been run. */
function pictureAt(w: World, us: number): Picture {
  return {
    us,
    rotorAngle: angleOnRotor(w, us, 0),
    readerAngle: w.g.reader,
    rotorRpm: w.rotor.speed(us) * 60,
    ball: ballAt(w, w.ball, us),
    objects: [
      ...w.objects.map(({ angle, radius, what, laid }) => ({
        angle: laid === null ? wrapAngle(angle) : angleOnRotor(w, us, angle * w.g.pockets),
        radius,
        what,
      })),
      ...[ballAt(w, w.second, us)].flatMap((ball) =>
        ball === null ? [] : [{ angle: ball.angle, radius: ball.radius, what: "ball" }],
      ),
    ],
    spin: w.spin.n,
  };
}

function angleOnRotor(w: World, us: number, pocket: number): number {
  return wrapAngle(w.rotor.angle(us) + pocket / w.g.pockets + w.g.reader - w.g.zero);
}

function ballAt(w: World, ball: Ball, us: number): Picture["ball"] {
  if (ball.where === "away" || ball.where === "gone") return null;
  if (ball.run !== null) {
    const { from, sense } = ball.run;
    return { angle: wrapAngle(from + sense * ball.run.turnsAt(us)), radius: TRACK_RADIUS, where: "track" };
  }
  if (ball.laid !== null) {
    return { angle: angleOnRotor(w, us, ball.pocket), radius: POCKET_RADIUS, where: ball.where };
  }
  return { angle: wrapAngle(ball.angle), radius: ball.radius, where: ball.where };
}

import { randomFrom } from "../../../src/time/random-source.ts";
import type { Profile } from "../sensed/sensed-wheel.ts";
import { agenda } from "./agenda.ts";
import { bank } from "./sensor-bank.ts";
import { beginCycle } from "./croupier.ts";
import { drawUniform } from "../draws.ts";
import { face } from "./rotor-face.ts";
import { prepareFaults } from "./faults.ts";
import { makeWheelGeometry } from "./geometry.ts";
import { errorRatesOf } from "./profiles.ts";
import { createRotor } from "./rotor.ts";
import { newSpin, drawUsualPlan } from "./spin.ts";
import { newBall, S, type World } from "./world.ts";

/** A world from its seed, and how its time goes on. */

export interface HandWheelOptions {
  readonly seed: string;
  /** Names of the 37 or 38 pockets, clockwise. */
  readonly ring: readonly string[];
  readonly profile: Profile;
  /** Degrees, for a wheel that is never level; without it up to 0.05° by the seed. */
  readonly tiltDegrees?: number;
}

/** @throws RangeError when the ring is not that of a roulette. */
export function createWorld(options: HandWheelOptions): World {
  const { seed, ring } = options;
  if (ring.length !== 37 && ring.length !== 38) {
    throw new RangeError(`a hand-spun roulette has 37 or 38 pockets, the ring given has ${ring.length}`);
  }
  const stream = (name: string): ReturnType<typeof randomFrom> => randomFrom(`${seed}/hand/${name}`);
  const g = makeWheelGeometry(ring.length, stream("wheel"), options.tiltDegrees ?? null);
  const dirt = errorRatesOf(options.profile);
  const bearing = { drag: g.bearingDrag, friction: g.bearingFriction };
  const people = stream("people");
  const turning = createRotor(bearing, drawUniform(people, 0, 1));
  const rotorFace = face(g, turning, stream("marks"));
  const sensors = bank(dirt, stream("sensors"));
  for (const { pin, thing } of rotorFace.activePins()) {
    if (pin === "Q" || pin === "R") sensors.mark(0, pin, true, false);
    else sensors.sees(0, pin, thing, true);
  }
  const world: World = {
    us: 0,
    g,
    dirt,
    ring,
    agenda: agenda(),
    rotor: turning,
    face: rotorFace,
    bank: sensors,
    physics: stream("physics"),
    people,
    random: stream("luck"),
    ball: newBall(2),
    second: newBall(3),
    objects: [],
    spin: newSpin(0, 0, drawUsualPlan(people), bearing),
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
  world.agenda.at(1 * S, "table", (us) => beginCycle(world, us));
  return world;
}

/** Everything up to `us`: what is on the agenda, and between two entries what passes under the rotor's sensors. */
export function advanceWorld(w: World, us: number): void {
  while (w.agenda.next() <= us) {
    const at = w.agenda.next();
    emitCrossings(w, at);
    w.us = at;
    const angle = w.rotor.angle(at);
    w.travel += Math.abs(angle - w.lastAngle);
    w.lastAngle = angle;
    w.agenda.doNext();
  }
  emitCrossings(w, us);
  w.us = Math.max(w.us, us);
}

/** Turns a second (2 rpm) below which a mark's edge stands so long over its sensor that it trembles. */
const SLOW = 2 / 60;

function emitCrossings(w: World, us: number): void {
  const slowUs = S / (SLOW * 4 * w.g.pockets);
  for (let crossing = w.face.nextCrossing(us); crossing !== null; crossing = w.face.nextCrossing(us)) {
    const { pin, on, thing } = crossing;
    if (pin === "Q" || pin === "R") {
      w.bank.mark(crossing.us, pin, on, crossing.afterUs > slowUs);
      continue;
    }
    const changed = w.bank.sees(crossing.us, pin, thing, on);
    if (changed && thing === w.ball.laid && w.ball.where === "fret") w.spin.traced.add("ball-suspended");
    if (changed && w.objects.some(({ laid }) => laid === thing)) w.spin.traced.add("foreign-object");
  }
}

import type { SensedWheel } from "../sensed/sensed-wheel.ts";
import { applyFault, FAULTS } from "./faults.ts";
import { advanceWorld, createWorld, type HandWheelOptions } from "./make.ts";
import { pictureAt } from "./picture.ts";
import { S, type World } from "./world.ts";

export type { HandWheelOptions } from "./make.ts";

/**
 * A roulette that a croupier spins by hand, as the sensors of the sensor board see it.
 *
 * - `geometry.ts` the wheel as made and the sensors as fitted, from the seed; angles in turns clockwise from sensor A.
 * - `rotor.ts` how the rotor turns, in closed form; `face.ts` what is fixed to it and passes the sensors: marks, index,
 *   reference patch, and whatever lies in the pockets. Every crossing is solved for, none is stepped to.
 * - `track.ts`, `fall.ts`, `scatter.ts` the ball: rim (Eichberger 2004; Small & Tse 2012), stator and deflectors, rotor.
 * - `bank.ts` the sensors: delay, jitter, missed and doubled pulses, chatter, dirt, failure.
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
      return { edges: w.bank.take(us), truth };
    },
    nextUs: () => Math.max(w.us + 0.25 * S, Math.ceil(nextUs(w))),
    inject: (fault) => inject(w, fault),
    faults: Object.fromEntries(Object.entries(FAULTS).map(([name, { what }]) => [name, what])),
    look: (us) => pictureAt(w, us),
    calibration: calibrationOf(w),
    ring: options.ring,
    levels: () => w.bank.levels(),
    lineTroubles: () => w.lines.splice(0),
  };
}

/** The end of the spin that is under way or next, as well as it can be known now: beyond it only when a fault cuts it short. */
function nextUs(w: World): number {
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

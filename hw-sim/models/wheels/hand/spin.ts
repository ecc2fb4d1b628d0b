import type { RandomSource } from "../../../../src/time/random-source.ts";
import { drawUniform } from "../draws.ts";
import type { SpinTruth } from "../sensed/sensed-wheel.ts";
import { S, isVoiding, type Plan, type Spin, type World } from "./world.ts";

/** What a spin is meant to be, and its truth. */

export function drawUsualPlan(people: RandomSource): Plan {
  return {
    rotorRpm: drawUniform(people, 12, 30),
    notAlternated: false,
    withRotor: false,
    lapsPerS: drawUniform(people, 1.6, 3.2),
    dropped: false,
    early: false,
    deflector: "nothing",
    fret: false,
    fretSlips: false,
    bearing: null,
  };
}

/** Facts that something must have touched a sensor for: without a trace nobody but a person could know them. */
const NEEDS_TRACE = ["foreign-object", "ball-left-cylinder", "ball-direction", "ball-suspended"];

/** What really happened; and what the croupier knows when he begins the next one. */
export function truthOf(w: World, us: number): SpinTruth {
  const { spin } = w;
  const endUs = spin.restUs ?? spin.endUs ?? us;
  const name = spin.cell === null ? null : (w.ring[spin.cell] ?? null);
  return {
    spin: spin.n,
    fault: spin.fault,
    launchedUs: spin.launchedUs ?? endUs,
    endUs,
    pocket: name,
    cell: spin.cell,
    facts: { ...spin.facts },
    sinceUs: { ...spin.since },
    unseen: NEEDS_TRACE.filter((fact) => spin.facts[fact] !== undefined && !spin.traced.has(fact)),
    spoiled: spin.spoiled ?? sensorProblem(w, us),
  };
}

/** Whether a fact of the spin voids it in some pack. */
export function isSpinVoid(spin: Spin): boolean {
  return Object.entries(spin.facts).some(([name, value]) => isVoiding(name, value));
}

/**
 * A number needs the reader, the beam, both marks and, to begin with, the index; and of the ball sensors two. What
 * failed after the three sightings does not count; a beam that is stuck lit can be known only by a hand at the launch.
 */
function sensorProblem(w: World, us: number): string | null {
  const { spin } = w;
  const from = spin.launchedUs ?? us;
  const to = (spin.restUs ?? us) + threeRevolutionsUs(w, us);
  const blind = new Set<string>();
  for (const { pin, health, fromUs, toUs, fault } of w.broken) {
    if (health === "dirty" || fromUs > to || toUs < from) continue;
    const early = fromUs <= from;
    if ((pin === "A" || pin === "B" || pin === "C") && fromUs < (spin.restUs ?? us)) blind.add(pin);
    else if (pin === "P" || pin === "Q" || pin === "R" || pin === "V") return fault;
    else if (pin === "I" && early) return fault;
    else if (pin === "X" && (health === "dead" || early)) return fault;
  }
  return blind.size >= 2 ? "ball-sensors-blind" : null;
}

/** µs that three turns take at the rotor's present speed. */
export function threeRevolutionsUs(w: World, us: number): number {
  return (3 * S) / Math.max(0.05, Math.abs(w.rotor.speed(us)));
}

import { BALL_FAULTS } from "./faults-ball.ts";
import { MACHINE_FAULTS } from "./faults-machine.ts";
import { drawBoolean } from "../draws.ts";
import type { Phase, World } from "./world.ts";

/** One thing that can go wrong in a spin: how it is brought about. What it is, and comes to, stands in the catalogue (`firmware/office/faults/faults.yaml`). */
export interface Fault {
  /** How often against the others. */
  readonly weight: number;
  /** Phases in which it can still be brought about; in a later one it waits for the next spin. */
  readonly phases: readonly Phase[];
  readonly bring: (w: World) => void;
}

export const FAULTS: Readonly<Record<string, Fault>> = { ...BALL_FAULTS, ...MACHINE_FAULTS };

const TOTAL = Object.values(FAULTS).reduce((sum, { weight }) => sum + weight, 0);

/** At the beginning of a spin, when the croupier's plan is made. */
export function prepareFaults(w: World, us: number): void {
  repairSensors(w, us);
  const fault = chooseFault(w);
  if (fault !== null) applyFault(w, fault);
}

/** The fault of the spin that begins: the one that was asked for, or one by chance, or none. */
function chooseFault(w: World): string | null {
  const lot = w.random.below(1_000) < w.dirt.faultPerMille;
  let place = (w.random.below(1_000_000) / 1_000_000) * TOTAL;
  if (w.asked !== null) {
    const asked = w.asked;
    w.asked = null;
    return asked;
  }
  if (!lot) return null;
  for (const [name, { weight }] of Object.entries(FAULTS)) {
    place -= weight;
    if (place < 0) return name;
  }
  return null;
}

/** A second fault in one spin is named beside the first. */
export function applyFault(w: World, name: string): void {
  const { spin } = w;
  spin.fault = spin.fault === null ? name : `${spin.fault}+${name}`;
  FAULTS[name]?.bring(w);
}

/** Sensors are cleaned or changed between two spins, not always at once. */
function repairSensors(w: World, us: number): void {
  const { spin } = w;
  for (const one of w.broken) {
    if (one.toUs !== Number.POSITIVE_INFINITY) continue;
    if (spin.n <= one.untilSpin) {
      spin.fault = spin.fault === null ? one.fault : `${spin.fault}+${one.fault}`;
      continue;
    }
    one.toUs = us;
    if (one.pin === "V") w.bank.setPresence(us, "V", 0, false);
    else w.bank.setHealth(us, one.pin, "ok");
  }
  w.broken = w.broken.filter(({ toUs }) => toUs > us - 1e9);
  if (w.usualTilt !== null) {
    w.g.tilt = w.usualTilt;
    w.usualTilt = null;
  }
  addStrayLight(w, us);
}

/** Flashes and single wrong pulses, somewhere in the next minute. */
function addStrayLight(w: World, us: number): void {
  const { flash, spurious } = w.dirt;
  const at = us + w.random.below(60_000_000);
  if (flash > 0 && drawBoolean(w.random, 1 / flash)) {
    // A camera's flash or a spot that sweeps over the wheel: everything that looks for reflected light sees it.
    const span = 50 + w.random.below(3_000);
    w.agenda.schedule(at, "stray", (now) => {
      for (const pin of ["A", "B", "C", "P"] as const) w.bank.addFalsePulse(now, pin, span);
    });
  }
  if (spurious > 0 && drawBoolean(w.random, 1 / spurious)) {
    const pin = w.random.pick(["A", "B", "C", "P", "X", "I"] as const);
    const span = 60 + w.random.below(2_000);
    w.agenda.schedule(at, "stray", (now) => w.bank.addFalsePulse(now, pin, span));
  }
}

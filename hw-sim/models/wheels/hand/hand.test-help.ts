import type { PinEdge, SensedWheel, SpinTruth } from "../sensed/sensed-wheel.ts";
import { createWorld, handWheel, type HandWheelOptions } from "./wheel.ts";

/** French rotor, clockwise (single zero); American one, clockwise (double zero). */
export const RING_37 =
  "0 32 15 19 4 21 2 25 17 34 6 27 13 36 11 30 8 23 10 5 24 16 33 1 20 14 31 9 22 18 29 7 28 12 35 3 26".split(
    " ",
  );
export const RING_38 =
  "0 28 9 26 30 11 7 20 32 17 5 22 34 15 3 24 36 13 1 00 27 10 25 29 12 8 19 31 18 6 21 33 16 4 23 35 14 2".split(
    " ",
  );

export function cleanWheel(seed: string, ring: readonly string[] = RING_37): SensedWheel {
  return handWheel({ seed, ring, profile: { name: "clean", faultPerMille: 0 } });
}

export interface Watched {
  readonly truth: SpinTruth;
  /** Everything since the truth before. */
  readonly edges: readonly PinEdge[];
}

/** Runs until `spins` more truths have come. */
export function watch(wheel: SensedWheel, spins: number): Watched[] {
  const done: Watched[] = [];
  let edges: PinEdge[] = [];
  for (let guard = 0; done.length < spins; guard++) {
    if (guard > 400 * spins) throw new Error(`no truth after ${done.length} spins`);
    const step = wheel.run(wheel.nextUs());
    edges.push(...step.edges);
    for (const truth of step.truth) {
      done.push({ truth, edges });
      edges = [];
    }
  }
  return done;
}

/** Truths of a world without its rotor marks, which nothing in it depends on: only what is on the agenda. */
export function truthsOnly(options: HandWheelOptions, spins: number): SpinTruth[] {
  const w = createWorld(options);
  while (w.truths.length < spins) {
    w.us = w.agenda.nextUs ?? Infinity;
    w.agenda.runNext();
    w.bank.takeEdges(w.us);
  }
  return w.truths.slice(0, spins);
}

/** Pulses of one pin: instants on and off. */
export function pulses(edges: readonly PinEdge[], pin: string): { on: number; off: number }[] {
  const found: { on: number; off: number }[] = [];
  let on: number | null = null;
  for (const edge of edges) {
    if (edge.pin !== pin) continue;
    if (edge.on) on = edge.us;
    else if (on !== null) {
      found.push({ on, off: edge.us });
      on = null;
    }
  }
  return found;
}

/**
 * An onlooker with the calibration and nothing else: the pockets under the reader at each of its pulses, by counting
 * quarter marks from the last index edge (rise clockwise, fall counter-clockwise).
 */
export function readings(wheel: SensedWheel, edges: readonly PinEdge[]): { us: number; place: number }[] {
  const { zero, marks } = wheel.calibration;
  const found: { us: number; place: number }[] = [];
  let position: number | null = null;
  let lastUs = 0;
  let quarterUs = 1;
  let sense = 1;
  let q = false;
  let r = false;
  let since: { us: number; at: number } | null = null;
  const at = (us: number): number => (position ?? 0) + sense * Math.min(1, (us - lastUs) / quarterUs);
  for (const { us, pin, on } of edges) {
    if (pin === "Q" || pin === "R") {
      // Q rises before R when clockwise.
      sense = pin === "Q" ? (on === r ? -1 : 1) : on === q ? 1 : -1;
      if (pin === "Q") q = on;
      else r = on;
      quarterUs = us - lastUs;
      lastUs = us;
      if (position !== null) position += sense;
    } else if (pin === "I" && on === sense > 0) position = -sense * Math.min(1, (us - lastUs) / quarterUs);
    else if (pin === "P" && position !== null) {
      if (on) since = { us, at: at(us) };
      else if (since !== null) {
        const middle = (since.at + at(us)) / 2;
        const place = (zero / 1_000 - middle) / 4;
        found.push({ us: since.us, place: place - Math.floor(place / marks) * marks });
        since = null;
      }
    }
  }
  return found;
}

import type { RandomSource } from "../../../../src/time/random-source.ts";
import { addOpening, lineTroublesOf, maskPins, mergeEdges, type FaultyEdges } from "../sensed/edge-faults.ts";
import type { PinEdge } from "../sensed/sensed-wheel.ts";
import type { BowlFaultPlan } from "./faults.ts";
import { HOLES, type PinChange } from "./flight.ts";
import type { PlayedSpin } from "./spin.ts";

/** Pins as edges: what several things cover is covered until the last of them is gone. */
export function edgesOf(blips: readonly PinChange[]): PinEdge[] {
  const covered = new Map<string, number>();
  const edges: PinEdge[] = [];
  for (const { us, pin, on, hole } of blips.toSorted((a, b) => a.us - b.us)) {
    const key = `${pin}${hole}`;
    const before = covered.get(key) ?? 0;
    const now = Math.max(0, before + (on ? 1 : -1));
    covered.set(key, now);
    if (before > 0 !== now > 0) edges.push({ us, pin, on: now > 0, hole });
  }
  return edges;
}

/** What a fault of the sensors, the housing or the line makes of a round's edges. */
export function applySensorFault(
  played: PlayedSpin,
  plan: BowlFaultPlan,
  startUs: number,
  endUs: number,
  random: RandomSource,
): FaultyEdges {
  const { run } = played;
  const { fault } = plan;
  const at =
    plan.share < 0
      ? Math.max(startUs + 1_000, plan.notBeforeUs)
      : Math.max(plan.notBeforeUs, run.launchedUs + plan.share * (run.restUs - run.launchedUs));
  const edges = edgesOf(played.blips);
  const stuck = stuckPinsOf(plan, run.hole);
  if (stuck !== null)
    return { edges: maskPins(edges, stuck.pins, stuck.value, () => false, at, endUs), line: [] };
  switch (fault) {
    case "hole-flickers":
      return { edges: addFlicker(edges, plan, run.hole, run.restUs, played.clearedUs, random), line: [] };
    case "cover":
    case "tamper":
      return { edges: addOpening(edges, fault === "cover" ? "V" : "W", at, endUs), line: [] };
    case "reset":
    case "noise":
    case "unplugged":
      return { edges, line: lineTroublesOf(fault === "unplugged" ? "unplug" : fault, at, plan.seconds) };
    default:
      return { edges, line: [] };
  }
}

/** Pins that say the same whatever happens. */
interface StuckPins {
  readonly pins: readonly { readonly pin: PinEdge["pin"]; readonly hole: number }[];
  readonly value: boolean;
}

function stuckPinsOf({ fault, first, sensor, hole }: BowlFaultPlan, lies: number): StuckPins | null {
  const chain = first ? "H" : "G";
  const track = (["A", "B", "C"] as const)[sensor] ?? "A";
  switch (fault) {
    case "hole-blind":
      return { pins: [{ pin: chain, hole: lies }], value: false };
    case "hole-stuck":
      return { pins: [{ pin: chain, hole: hole === lies ? (lies + 7) % HOLES : hole }], value: true };
    case "chain-blind":
      return { pins: Array.from({ length: HOLES }, (_, one) => ({ pin: chain, hole: one })), value: false };
    case "sensor-blind":
      return { pins: [{ pin: track, hole: 0 }], value: false };
    case "sensor-stuck":
      return { pins: [{ pin: track, hole: 0 }], value: true };
    case "track-blind":
      return { pins: (["A", "B", "C"] as const).map((pin) => ({ pin, hole: 0 })), value: false };
    case "rim-stuck":
      return { pins: [{ pin: "X", hole: 0 }], value: true };
    default:
      return null;
  }
}

/** A loose contact: the sensor of the hole loses what lies there for moments, again and again. */
function addFlicker(
  edges: readonly PinEdge[],
  { first }: BowlFaultPlan,
  hole: number,
  fromUs: number,
  toUs: number,
  random: RandomSource,
): readonly PinEdge[] {
  const chain = first ? "H" : "G";
  const more: PinEdge[] = [];
  for (
    let us = fromUs + 50_000 + random.below(700_000);
    us < toUs - 400_000;
    us += 200_000 + random.below(1_200_000)
  ) {
    more.push(
      { us, pin: chain, on: false, hole },
      { us: us + 20_000 + random.below(150_000), pin: chain, on: true, hole },
    );
  }
  return mergeEdges(edges, more);
}

import type { RandomSource } from "../../../src/time/random-source.ts";
import type { LineTrouble } from "../sensed/rounds.ts";
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
  trouble: BowlFaultPlan,
  startUs: number,
  endUs: number,
  random: RandomSource,
): { readonly edges: readonly PinEdge[]; readonly line: readonly LineTrouble[] } {
  const { run } = played;
  const at =
    trouble.share < 0
      ? Math.max(startUs + 1_000, trouble.notBeforeUs)
      : Math.max(trouble.notBeforeUs, run.launchedUs + trouble.share * (run.restUs - run.launchedUs));
  const edges = edgesOf(played.blips);
  const blind = stuckPinsOf(trouble, run.hole);
  if (blind !== null) return { edges: maskPins(edges, blind, at, endUs), line: [] };
  switch (trouble.fault) {
    case "hole-flickers":
      return { edges: addFlicker(edges, trouble, run.hole, run.restUs, played.clearedUs, random), line: [] };
    case "cover":
    case "tamper": {
      const pin = trouble.fault === "cover" ? "V" : "W";
      const off = Math.max(at + 1, endUs - 2e6);
      const both = [
        { us: at, pin, on: true, hole: 0 },
        { us: off, pin, on: false, hole: 0 },
      ] as const;
      return { edges: [...edges, ...both].sort((a, b) => a.us - b.us), line: [] };
    }
    case "reset":
    case "noise":
      return { edges, line: [{ us: at, what: trouble.fault }] };
    case "unplugged": {
      const back = at + trouble.seconds * 1e6;
      return {
        edges,
        line: [
          { us: at, what: "unplug" },
          { us: back, what: "replug" },
        ],
      };
    }
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

/** Pins that say `value` between two instants whatever happens. */
function maskPins(
  edges: readonly PinEdge[],
  { pins, value }: StuckPins,
  fromUs: number,
  toUs: number,
): readonly PinEdge[] {
  const isBlind = (edge: PinEdge): boolean =>
    pins.some(({ pin, hole }) => pin === edge.pin && hole === edge.hole);
  const before = edges.filter(({ us }) => us < fromUs);
  const after = edges.filter(({ us }) => us >= fromUs);
  const last = (list: readonly PinEdge[], pin: string, hole: number): boolean | undefined =>
    list.findLast((edge) => edge.pin === pin && edge.hole === hole)?.on;
  const shut: PinEdge[] = [];
  const opened: PinEdge[] = [];
  for (const { pin, hole } of pins) {
    const was = last(before, pin, hole) ?? false;
    if (was !== value) shut.push({ us: fromUs, pin, on: value, hole });
    const is = last(after, pin, hole) ?? was;
    if (is !== value) opened.push({ us: toUs, pin, on: is, hole });
  }
  return [...before, ...shut, ...after.filter((edge) => !isBlind(edge)), ...opened].sort((a, b) => a.us - b.us);
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
    us < toUs - 2_000_000;
    us += 200_000 + random.below(1_200_000)
  ) {
    more.push(
      { us, pin: chain, on: false, hole },
      { us: us + 20_000 + random.below(150_000), pin: chain, on: true, hole },
    );
  }
  return [...edges, ...more].sort((a, b) => a.us - b.us);
}

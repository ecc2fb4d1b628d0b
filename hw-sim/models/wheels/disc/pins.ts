import type { RandomSource } from "../../../../src/time/random-source.ts";
import { addOpening, lineTroublesOf, maskPins, mergeEdges, type FaultyEdges } from "../sensed/edge-faults.ts";
import type { PinEdge } from "../sensed/sensed-wheel.ts";
import { edgeOf, modulo, type Disc, type Pin } from "./geometry.ts";
import type { DiscFaultPlan } from "./faults.ts";
import type { PlayedSpin } from "./spin.ts";

/**
 * What a fault of the sensors, the housing or the line makes of a spin's edges. `before`: levels of the pins when the spin began;
 * `nextUs`: when the next round is prepared, and all is well again. µs.
 */
export function applySensorFault(
  disc: Disc,
  played: PlayedSpin,
  { notBeforeUs, blind, trembles, switch: opened, line }: DiscFaultPlan,
  before: Readonly<Record<Pin, boolean>>,
  startUs: number,
  nextUs: number,
  random: RandomSource,
): FaultyEdges {
  const usAt = (share: number): number =>
    Math.max(notBeforeUs, played.launchedUs + share * (played.stoppedUs - played.launchedUs));
  let edges: readonly PinEdge[] = played.edges;
  if (blind !== undefined) {
    const fromUs = blind.fromShare < 0 ? Math.max(startUs, notBeforeUs) : usAt(blind.fromShare);
    const pins = [{ pin: blind.pin, hole: 0 }];
    edges = maskPins(edges, pins, blind.value, () => before[blind.pin], fromUs, nextUs);
  }
  if (trembles !== undefined)
    edges = mergeEdges(edges, trembleEdges(disc, played, trembles.times, notBeforeUs, random));
  if (opened !== undefined) edges = addOpening(edges, opened.pin, usAt(opened.share), nextUs);
  return { edges, line: line === undefined ? [] : lineTroublesOf(line.what, usAt(line.share), line.seconds) };
}

/** The resting disc trembles on the edge of a mark that is near: one sensor flickers for up to two seconds. */
function trembleEdges(
  disc: Disc,
  played: PlayedSpin,
  times: number,
  notBeforeUs: number,
  random: RandomSource,
): PinEdge[] {
  const turn = 4 * disc.cells;
  const near = Math.round(modulo(played.rest.angle, turn) - 0.5);
  const { pin } = edgeOf(near, 1);
  let on = played.edges.findLast((edge) => edge.pin === pin)?.on ?? false;
  let us = Math.max(notBeforeUs, played.stoppedUs) + 100_000 + random.below(700_000);
  const flickers: PinEdge[] = [];
  for (let n = 0; n < 2 * times; n++) {
    on = !on;
    flickers.push({ us, pin, on, hole: 0 });
    us += 80 + random.below(n % 2 === 0 ? 8_000 : 25_000);
  }
  return flickers;
}

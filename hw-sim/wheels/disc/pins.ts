import type { RandomSource } from "../../../src/time/random-source.ts";
import type { LineTrouble } from "../sensed/rounds.ts";
import type { PinEdge } from "../sensed/sensed-wheel.ts";
import { edgeOf, modulo, type Disc, type Pin } from "./geometry.ts";
import type { DiscFaultPlan } from "./faults.ts";
import type { PlayedSpin } from "./spin.ts";

/** What a fault of the sensors, the housing or the line makes of a spin's edges. All instants in µs. */
export interface Spoilt {
  readonly edges: readonly PinEdge[];
  readonly line: readonly LineTrouble[];
}

/** `before`: levels of the pins when the spin began; `nextUs`: when the next round is prepared, and all is well again. */
export function applySensorFault(
  disc: Disc,
  played: PlayedSpin,
  meddling: DiscFaultPlan,
  before: Readonly<Record<Pin, boolean>>,
  startUs: number,
  nextUs: number,
  random: RandomSource,
): Spoilt {
  const at = (share: number): number =>
    Math.max(meddling.notBeforeUs, played.launchedUs + share * (played.stoppedUs - played.launchedUs));
  let edges: readonly PinEdge[] = played.edges;
  const line: LineTrouble[] = [];
  const { blind, trembles, switch: box } = meddling;
  if (blind !== undefined) {
    const from = blind.fromShare < 0 ? Math.max(startUs, meddling.notBeforeUs) : at(blind.fromShare);
    edges = maskPin(edges, blind.pin, blind.value, before[blind.pin], from, nextUs);
  }
  if (trembles !== undefined)
    edges = mergeEdges(edges, trembleEdges(disc, played, trembles.times, meddling.notBeforeUs, random));
  if (box !== undefined) {
    const us = at(box.share);
    edges = mergeEdges(edges, [
      { us, pin: box.pin, on: true, hole: 0 },
      { us: Math.max(us + 1, nextUs - 2e6), pin: box.pin, on: false, hole: 0 },
    ]);
  }
  if (meddling.line !== undefined) {
    const us = at(meddling.line.share);
    line.push({ us, what: meddling.line.what });
    if (meddling.line.what === "unplug") line.push({ us: us + meddling.line.seconds * 1e6, what: "replug" });
  }
  return { edges, line };
}

/** A pin that is `value` between two instants whatever happens. */
function maskPin(
  edges: readonly PinEdge[],
  pin: Pin,
  value: boolean,
  before: boolean,
  fromUs: number,
  toUs: number,
): readonly PinEdge[] {
  const stored: PinEdge[] = [];
  let truly = before;
  let shown = before;
  let blind = false;
  const show = (us: number, on: boolean): void => {
    if (shown !== on) stored.push({ us, pin, on, hole: 0 });
    shown = on;
  };
  for (const edge of edges) {
    if (!blind && edge.us >= fromUs) {
      blind = true;
      show(fromUs, value);
    }
    if (edge.pin !== pin) stored.push(edge);
    else {
      truly = edge.on;
      if (!blind) show(edge.us, truly);
    }
  }
  if (!blind) show(fromUs, value);
  show(toUs, truly);
  return stored;
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

/** Two lists in the order of time become one. */
export function mergeEdges(one: readonly PinEdge[], other: readonly PinEdge[]): PinEdge[] {
  return [...one, ...other].sort((a, b) => a.us - b.us);
}

import type { LineTrouble } from "./rounds.ts";
import type { PinEdge } from "./sensed-wheel.ts";

/** How broken sensors, an open housing and a disturbed line change the edges of a round. All instants in µs. */
export interface FaultyEdges {
  readonly edges: readonly PinEdge[];
  readonly line: readonly LineTrouble[];
}

/** Two lists in the order of time become one. */
export function mergeEdges(one: readonly PinEdge[], other: readonly PinEdge[]): PinEdge[] {
  return [...one, ...other].sort((a, b) => a.us - b.us);
}

/** Pins that are `value` from `fromUs` to `toUs` whatever happens; `before`: whether a pin is on before its first edge. */
export function maskPins(
  edges: readonly PinEdge[],
  pins: readonly Pick<PinEdge, "pin" | "hole">[],
  value: boolean,
  before: (pin: PinEdge["pin"]) => boolean,
  fromUs: number,
  toUs: number,
): readonly PinEdge[] {
  const isMasked = (edge: PinEdge): boolean =>
    pins.some(({ pin, hole }) => pin === edge.pin && hole === edge.hole);
  const earlier = edges.filter(({ us }) => us < fromUs);
  const later = edges.filter(({ us }) => us >= fromUs);
  const lastLevel = (list: readonly PinEdge[], pin: string, hole: number): boolean | undefined =>
    list.findLast((edge) => edge.pin === pin && edge.hole === hole)?.on;
  const masking: PinEdge[] = [];
  const unmasking: PinEdge[] = [];
  for (const { pin, hole } of pins) {
    const was = lastLevel(earlier, pin, hole) ?? before(pin);
    if (was !== value) masking.push({ us: fromUs, pin, on: value, hole });
    const is = lastLevel(later, pin, hole) ?? was;
    if (is !== value) unmasking.push({ us: toUs, pin, on: is, hole });
  }
  return mergeEdges([...earlier, ...masking, ...later.filter((edge) => !isMasked(edge))], unmasking);
}

/** The cover (`V`) or the housing (`W`) is opened at `us`, and closed when the round that ends at `endUs` is cleared. */
export function addOpening(edges: readonly PinEdge[], pin: "V" | "W", us: number, endUs: number): PinEdge[] {
  return mergeEdges(edges, [
    { us, pin, on: true, hole: 0 },
    { us: Math.max(us + 1, endUs - 2e6), pin, on: false, hole: 0 },
  ]);
}

/** `seconds`: how long an unplugged cable stays out. */
export function lineTroublesOf(
  what: "reset" | "noise" | "unplug",
  us: number,
  seconds: number,
): readonly LineTrouble[] {
  return what === "unplug"
    ? [
        { us, what },
        { us: us + seconds * 1e6, what: "replug" },
      ]
    : [{ us, what }];
}

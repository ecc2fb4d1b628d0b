import type { Channel, Edge } from "../edge.ts";

/**
 * Where the rotor (or disc) stands, in marks, while a technician turns it by hand. Only the edge at which a mark begins
 * is counted (`Q` while `R` is off: up when it is passed clockwise, down on the way back), so that unequal marks and
 * sensors do not matter; whatever happens between two of them is placed by its time.
 */
export interface Marks {
  readonly q: boolean;
  readonly r: boolean;
  /** Place of the last mark's beginning that was passed, clockwise positive; null before the first. */
  readonly place: number | null;
  readonly way: 1 | -1 | 0;
  /** When it was passed, ticks. */
  readonly at: number;
  /** Edges of other channels since then, which get their places when the next mark begins; at most `PENDING_MAX`. */
  readonly pending: readonly Pending[];
  readonly qEdges: number;
  readonly rEdges: number;
}

interface Pending {
  readonly channel: Channel;
  readonly on: boolean;
  readonly tick: number;
}

/** An edge of another channel with its place in marks; `way` is the sense in which it was passed. */
export interface Placed extends Pending {
  readonly place: number;
  readonly way: 1 | -1;
}

const PENDING_MAX = 32;

export function marksFrom(active: string): Marks {
  return {
    q: active.includes("Q"),
    r: active.includes("R"),
    place: null,
    way: 0,
    at: 0,
    pending: [],
    qEdges: 0,
    rEdges: 0,
  };
}

/** Counts since the technician began a step. */
export function recounted(marks: Marks): Marks {
  return { ...marks, qEdges: 0, rEdges: 0, pending: [] };
}

export function markEdge(
  marks: Marks,
  edge: Edge,
): { readonly marks: Marks; readonly placed: readonly Placed[] } {
  const { channel, on, tick } = edge;
  if (channel === "R") return { marks: { ...marks, r: on, rEdges: marks.rEdges + 1 }, placed: [] };
  if (channel !== "Q") {
    const pending = [...marks.pending, { channel, on, tick }].slice(-PENDING_MAX);
    return { marks: { ...marks, pending }, placed: [] };
  }
  const now = { ...marks, q: on, qEdges: marks.qEdges + 1 };
  if (marks.r) return { marks: now, placed: [] };
  return began(now, on ? 1 : -1, tick);
}

/** A mark's beginning was passed. */
function began(marks: Marks, way: 1 | -1, tick: number): ReturnType<typeof markEdge> {
  const { place, way: before, at, pending } = marks;
  const straight = way === before;
  // Passed again on the way back: the same beginning.
  const next = place === null || !straight ? (place ?? 0) : place + way;
  const placed =
    place === null || !straight || tick <= at
      ? []
      : pending.map((one) => ({ ...one, way, place: place + (way * (one.tick - at)) / (tick - at) }));
  return { marks: { ...marks, place: next, way, at: tick, pending: [] }, placed };
}

/** Place of a rotor at rest to a quarter of a mark, from its levels; null before the first mark. */
export function restPlace({ q, r, place, way }: Marks): number | null {
  if (place === null) return null;
  // After the beginning of mark n was passed clockwise it stands in mark n, on the way back in the one before.
  const mark = way > 0 ? place : place - 1;
  const quarter = q ? (r ? 1 : 0) : r ? 2 : 3;
  return mark + (quarter + 0.5) / 4;
}

/** Into [0, by). */
export function modulo(value: number, by: number): number {
  return value - Math.floor(value / by) * by;
}

/** Mean of places on a circle of `around`, and how far the farthest lies from it. */
export function circularMean(
  places: readonly number[],
  around: number,
): { readonly mean: number; readonly apart: number } {
  const [first = 0] = places;
  const near = (value: number, to: number): number => modulo(value - to + around / 2, around) - around / 2;
  const mean = first + places.reduce((sum, place) => sum + near(place, first), 0) / Math.max(1, places.length);
  const apart = Math.max(0, ...places.map((place) => Math.abs(near(place, mean))));
  return { mean: modulo(mean, around), apart };
}

import type { Channel, Edge } from "../edge.ts";

/**
 * A rotor or disc in a technician's hands, for tests: features at places in marks, turned at an uneven pace. Places grow
 * clockwise; place 0 is the beginning of a mark, not of the index.
 */
export interface Feature {
  readonly channel: Channel;
  /** Active from here to there when it passes clockwise. */
  readonly from: number;
  readonly to: number;
}

/** Marks with the printer's error in their width and the fitter's in `R`'s place. */
export function marksOf(count: number, duty = 0.46, late = 0.27): Feature[] {
  return Array.from({ length: count }, (_, mark) => [
    { channel: "Q" as const, from: mark, to: mark + duty },
    { channel: "R" as const, from: mark + late, to: mark + late + duty },
  ]).flat();
}

export const around = (at: number, half: number, channel: Channel): Feature => ({
  channel,
  from: at - half,
  to: at + half,
});

export class HandTurned {
  place: number;
  tick = 1_000_000;
  readonly #count: number;
  features: readonly Feature[];

  constructor(count: number, features: readonly Feature[], place = 0.6) {
    this.#count = count;
    this.features = features;
    this.place = place;
  }

  active(): string {
    const at = ((this.place % this.#count) + this.#count) % this.#count;
    const on = this.features.filter(({ from, to }) =>
      [-1, 0, 1].some((turn) => at >= from + turn * this.#count && at < to + turn * this.#count),
    );
    return on.map(({ channel }) => channel).join("");
  }

  /** Turns by `marks` marks, clockwise when positive, in `seconds` seconds, at a pace that varies by a quarter. */
  turnBy(marks: number, seconds: number): Edge[] {
    const from = this.place;
    const to = from + marks;
    const clockwise = marks > 0;
    const crossings: { readonly at: number; readonly edge: Omit<Edge, "tick"> }[] = [];
    const low = Math.min(from, to);
    const high = Math.max(from, to);
    for (const { channel, from: start, to: end } of this.features) {
      for (const [at, on] of [
        [start, clockwise],
        [end, !clockwise],
      ] as const) {
        const first = at + Math.ceil((low - at) / this.#count) * this.#count;
        for (let here = first; here < high; here += this.#count)
          if (here !== from) crossings.push({ at: here, edge: { channel, on, hole: 0 } });
      }
    }
    crossings.sort((a, b) => (clockwise ? a.at - b.at : b.at - a.at));
    const span = seconds * 2_000_000;
    const edges = crossings.map(({ at, edge }) => {
      const share = (at - from) / marks;
      const time = share + (0.25 * Math.sin(2 * Math.PI * 5 * share)) / (2 * Math.PI * 5);
      return { ...edge, tick: this.tick + Math.round(span * time) };
    });
    this.tick += span;
    this.place = to;
    return edges;
  }
}

/** Passings of a ball that slows down, as edges of A, B and C: sensors at these angles, clockwise or not. */
export function ballLaunch(
  angles: readonly [number, number, number],
  options: {
    readonly laps: number;
    readonly clockwise: boolean;
    readonly from: number;
    readonly dropLap?: number;
  },
): Edge[] {
  const { laps, clockwise, from, dropLap = 1.6 } = options;
  // dω/dt = −kω²: the lap grows by the same share in every lap; k so that the last lap is the slowest.
  const first = 0.7;
  const growth = (dropLap / first) ** (1 / laps);
  const k = Math.log(growth);
  const timeAt = (revolutions: number): number => (first * (Math.exp(k * revolutions) - 1)) / k;
  const edges: Edge[] = [];
  for (let lap = 0; lap <= laps; lap++) {
    (["A", "B", "C"] as const).forEach((channel, at) => {
      const angle = angles[at] ?? 0;
      const revolutions = lap + (clockwise ? angle : (360 - angle) % 360) / 360;
      if (revolutions > laps) return;
      const seconds = timeAt(revolutions);
      const half = 0.008 / (1.52 / (first * Math.exp(k * revolutions)));
      edges.push(
        { channel, on: true, hole: 0, tick: from + Math.round((seconds - half) * 2_000_000) },
        { channel, on: false, hole: 0, tick: from + Math.round((seconds + half) * 2_000_000) },
      );
    });
  }
  return edges.filter(({ tick }) => tick > 0).sort((a, b) => a.tick - b.tick);
}

import type { WheelObservation } from "../../../../../src/table/wheel/observation.ts";
import type { Channel, Edge } from "../../edge.ts";
import type { WheelSetup } from "../../wheel-setup.ts";
import { rouletteTracker } from "./tracker.ts";

/** A plain wheel made of formulas, to test the tracker's parts without any noise. Times in seconds, angles in turns. */
export interface Plain {
  /** Rotor turns a minute, clockwise positive, and what it loses a second (rpm). */
  readonly rpm: number;
  readonly rotorLoss: number;
  /** When the ball is launched, its sense, laps a second at the launch and what share it loses a second. */
  readonly launchAt: number;
  readonly sense: 1 | -1;
  readonly lapsPerS: number;
  readonly slowing: number;
  /** When it leaves the track, and when it lies in its pocket. */
  readonly dropAt: number;
  readonly restAt: number;
  readonly pocket: number;
  readonly until: number;
  /** A hand makes the rotor this much faster (or slower) within a moment. */
  readonly push?: { readonly at: number; readonly by: number };
}

export const PLAIN: Plain = {
  rpm: 24,
  rotorLoss: 0.1,
  launchAt: 5,
  sense: -1,
  lapsPerS: 1.6,
  slowing: 0.045,
  dropAt: 19,
  restAt: 22,
  pocket: 17,
  until: 45,
};

export const RING: readonly string[] = Array.from({ length: 37 }, (_, i) => `${i}`);
export const WHEEL_SETUP: WheelSetup = {
  kind: "roulette",
  ring: RING,
  calibration: { sensorB: 100_000, sensorC: 220_000, zero: 31_000, dropLapUs: 1_650_000, marks: 37 },
};

const TICKS = 2_000_000;
const STEP_S = 0.000_05;

/** Edges of the whole time, in order: sampled finely, so every edge is within 50 µs. */
export function plainEdges(plain: Plain, offset = 0): Edge[] {
  const edges: Edge[] = [];
  const levels = new Map<Channel, boolean>();
  let ball = 0;
  for (let i = 0; i * STEP_S < plain.until; i++) {
    const s = i * STEP_S;
    const rotor = rotorAt(plain, s);
    const runs = s >= plain.launchAt && s < plain.dropAt;
    const speed = plain.lapsPerS * Math.max(0.1, 1 - plain.slowing * (s - plain.launchAt));
    if (runs) ball += plain.sense * speed * STEP_S;
    const set = (channel: Channel, on: boolean): void => {
      if ((levels.get(channel) ?? false) === on) return;
      levels.set(channel, on);
      edges.push({ tick: offset + Math.round(s * TICKS), channel, on, hole: 0 });
    };
    const sensors = [
      ["A", 0],
      ["B", 100 / 360],
      ["C", 220 / 360],
    ] as const;
    for (const [channel, angle] of sensors) set(channel, runs && near(ball + 0.05, angle, 0.005));
    rotorPins(plain, rotor, s, set);
  }
  return edges;
}

function rotorAt({ rpm, rotorLoss, push }: Plain, s: number): number {
  const free = (to: number): number => (rpm * to - (rotorLoss * to * to) / 2) / 60;
  if (push === undefined || s < push.at) return free(s);
  return free(push.at) + (free(s) - free(push.at)) * push.by;
}

/** With a pulse of `ms` more. */
export function withPulse(edges: readonly Edge[], channel: Channel, atS: number, ms: number): Edge[] {
  const edge = (s: number, on: boolean): Edge => ({ tick: Math.round(s * TICKS), channel, on, hole: 0 });
  return [...edges, edge(atS, true), edge(atS + ms / 1_000, false)].sort((a, b) => a.tick - b.tick);
}

/** Without the pulses of this channel that begin between the two instants and last between `least` and `most` ms. */
export function without(
  edges: readonly Edge[],
  channel: Channel,
  fromS: number,
  toS: number,
  least = 0,
  most = 1e9,
): Edge[] {
  const gone = new Set<Edge>();
  let rise: Edge | null = null;
  for (const edge of edges) {
    if (edge.channel !== channel) continue;
    if (edge.on) rise = edge;
    else if (rise !== null && rise.tick >= fromS * TICKS && rise.tick < toS * TICKS) {
      const ms = ((edge.tick - rise.tick) * 1_000) / TICKS;
      if (ms >= least && ms <= most) gone.add(rise).add(edge);
    }
  }
  return edges.filter((edge) => !gone.has(edge));
}

/** With the croupier's hand over the rim at the launch. */
export function handed(edges: readonly Edge[], { launchAt }: Plain, offset = 0): Edge[] {
  const hand = (s: number, on: boolean): Edge => ({
    tick: offset + Math.round(s * TICKS),
    channel: "X",
    on,
    hole: 0,
  });
  return [...edges, hand(launchAt - 0.5, true), hand(launchAt + 0.4, false)].sort((a, b) => a.tick - b.tick);
}

const NO_LEVELS = { active: "", holesH: 0, holesG: 0 };

/** Everything that is said of the edges, with heartbeats every 250 ms. */
export function saidOf(
  edges: readonly Edge[],
  setup: WheelSetup = WHEEL_SETUP,
  offset = 0,
): WheelObservation[] {
  const tracker = rouletteTracker(setup);
  const observations: WheelObservation[] = [];
  const emit = (seen: WheelObservation): void => void observations.push(seen);
  let state = tracker.initial();
  let beat = offset + TICKS / 4;
  for (const edge of edges) {
    for (; beat <= edge.tick; beat += TICKS / 4) state = tracker.handleHeartbeat(state, beat, NO_LEVELS, emit);
    state = tracker.handleEdge(state, edge, emit);
  }
  return observations;
}

export const spoken = (observations: readonly WheelObservation[]): WheelObservation[] =>
  observations.filter(({ o }) => o !== "rotor" && o !== "drop-predicted");

export const numberIn = (observations: readonly WheelObservation[]): string | null =>
  observations.find((one) => one.o === "number")?.pocket ?? null;

function rotorPins(plain: Plain, rotor: number, s: number, set: (channel: Channel, on: boolean) => void): void {
  const marks = RING.length;
  const mark = frac(rotor * marks - 0.13);
  set("Q", mark < 0.5);
  set("R", mark >= 0.25 && mark < 0.75);
  set("I", frac(rotor) < 2.2 / (4 * marks));
  const zero = (WHEEL_SETUP.calibration?.zero ?? 0) / (4_000 * marks);
  const under = (place: number, half: number): boolean => near(rotor, zero - place / marks, half / marks);
  set("P", under(0.5, 0.08) || (s >= plain.restAt && under(plain.pocket + 0.1, 0.15)));
}

function frac(x: number): number {
  return x - Math.floor(x);
}

function near(x: number, place: number, half: number): boolean {
  return Math.abs(frac(x - place + 0.5) - 0.5) < half;
}

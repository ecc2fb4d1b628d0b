import type { Pin, PinEdge } from "../../models/wheels/sensed/sensed-wheel.ts";

/** More than any wheel can do at once, for tests: a rotor, a ball, the reader and a pointer, all at their highest speed. */

const MARKS = 64;
const TURNS_PER_S = 75 / 60;
const BALL_LAPS_PER_S = 3.5;
const START_US = 300_000;

interface Source {
  readonly pin: Pin;
  /** Pulses a second. */
  readonly rate: number;
  /** Where in its period it rises, and for how much of it it is active. */
  readonly phase: number;
  readonly duty: number;
}

const SOURCES: readonly Source[] = [
  { pin: "Q", rate: MARKS * TURNS_PER_S, phase: 0.1, duty: 0.5 },
  { pin: "R", rate: MARKS * TURNS_PER_S, phase: 0.35, duty: 0.5 },
  { pin: "T", rate: MARKS * TURNS_PER_S, phase: 0.2, duty: 0.3 },
  { pin: "I", rate: TURNS_PER_S, phase: 0.5, duty: 0.01 },
  { pin: "P", rate: 2 * TURNS_PER_S, phase: 0.3, duty: 0.01 },
  { pin: "A", rate: BALL_LAPS_PER_S, phase: 0.01, duty: 0.01 },
  { pin: "B", rate: BALL_LAPS_PER_S, phase: 0.29, duty: 0.01 },
  { pin: "C", rate: BALL_LAPS_PER_S, phase: 0.62, duty: 0.01 },
];

/** Edges a second at the highest speed. */
export const HIGHEST_RATE = SOURCES.reduce((sum, { rate }) => sum + 2 * rate, 0);

/** The edges of this load for `seconds` seconds, `times` as fast. */
export function edgesOfLoad(seconds: number, times: number): PinEdge[] {
  const edges: PinEdge[] = [];
  for (const { pin, rate, phase, duty } of SOURCES) {
    const period = 1e6 / (rate * times);
    for (let n = 0; (n + phase + duty) * period < seconds * 1e6; n++) {
      const us = START_US + (n + phase) * period;
      edges.push({ us, pin, on: true, hole: 0 }, { us: us + duty * period, pin, on: false, hole: 0 });
    }
  }
  return edges.sort((a, b) => a.us - b.us);
}

/** The edges as texts, as the board reports them when nothing is lost. */
export function edgeTexts(edges: readonly PinEdge[]): string[] {
  return edges.map(({ pin, on }) => (on ? pin : pin.toLowerCase()));
}

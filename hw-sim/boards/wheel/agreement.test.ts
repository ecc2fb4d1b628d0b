import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Pin, PinEdge } from "../../models/wheels/sensed/sensed-wheel.ts";
import { ALL, runSeedNumber, sampleOfRun, SOAK, volume } from "../../../test/support/volume.ts";
import {
  beatsOf,
  edgesOf,
  linesOutOfOrder,
  playBoard,
  ticksApart,
  type Line,
} from "./board-lines.test-help.ts";
import { emulatedBoard } from "./emulated.ts";
import { fastBoard } from "./fast.ts";

/** The real image and the board written apart from it tell the same edges of whatever the pins do. */

const CHANNELS = ["A", "B", "C", "Q", "R", "I", "P", "X", "T", "V", "W"] as const;
const START_US = 300_000;
/** Debounce time, µs, and how near to it nobody can say on which side a pulse is. */
const DEBOUNCE_US = 50;
const UNSURE_US = 16;
/** Pulses shorter than an interrupt routine may be missed whole, instead of being counted. */
const BLIND_US = 16;

/** Edges on these channels with these gaps, none of them as long as the debounce time to within what is unsure. */
function edgesFrom(steps: readonly (readonly [number, number])[], channels: readonly Pin[]): PinEdge[] {
  const levels = new Map<Pin, { on: boolean; us: number }>();
  const edges: PinEdge[] = [];
  let us = START_US;
  for (const [choice, gap] of steps) {
    const pin = channels[choice % channels.length] ?? "A";
    us += gap;
    const before = levels.get(pin);
    if (before !== undefined) {
      const width = us - before.us;
      if (width < BLIND_US) us = before.us + BLIND_US;
      else if (Math.abs(width - DEBOUNCE_US) < UNSURE_US) us = before.us + DEBOUNCE_US + UNSURE_US;
    }
    const on = !(before?.on ?? false);
    levels.set(pin, { on, us });
    edges.push({ us, pin, on, hole: 0 });
  }
  return edges;
}

/** µs between two edges: bursts of bouncing, marks of a fast rotor, long rests. */
const GAP = fc.oneof(
  { weight: 2, arbitrary: fc.integer({ min: 20, max: 200 }) },
  { weight: 6, arbitrary: fc.integer({ min: 200, max: 6_000 }) },
  { weight: 1, arbitrary: fc.integer({ min: 6_000, max: 120_000 }) },
);
const STEPS = fc.array(fc.tuple(fc.nat(1_000), GAP), { minLength: 1, maxLength: 120 });

function same(edges: readonly PinEdge[], kind: "roulette" | "disc" | "bowl"): void {
  const end = (edges.at(-1)?.us ?? START_US) + 700_000;
  const options = { kind, marks: kind === "bowl" ? 0 : 37, seed: "agreement" };
  const [real, fast] = [emulatedBoard(options), fastBoard(options)].map((board) =>
    playBoard(board, end, edges),
  ) as [Line[], Line[]];
  for (const lines of [real, fast]) expect(linesOutOfOrder(lines)).toEqual([]);
  const [a, b] = [edgesOf(real), edgesOf(fast)];
  expect(a.map(({ what }) => what)).toEqual(b.map(({ what }) => what));
  expect(ticksApart(a, b)).toBeLessThanOrEqual(30);
  const [x, y] = [beatsOf(real).at(-1), beatsOf(fast).at(-1)];
  expect(x).toMatchObject({ levels: y?.levels, holes: y?.holes, lost: 0, short: y?.short });
  expect(y?.lost).toBe(0);
  const truth = new Map(edges.map(({ pin, on }) => [pin, on]));
  for (const pin of CHANNELS) expect(x?.levels.includes(pin), pin).toBe(truth.get(pin) ?? false);
}

const HOLE_STEPS = fc.array(fc.tuple(fc.nat(5), fc.integer({ min: 12_000, max: 90_000 })), {
  minLength: 1,
  maxLength: 30,
});

/** Holes and ball sensors in turn, each for so long that nobody can miss it. */
function holeEdges(steps: readonly (readonly [number, number])[]): PinEdge[] {
  const levels = new Map<number, boolean>();
  let us = START_US;
  return steps.map(([choice, gap]): PinEdge => {
    us += gap;
    const on = !(levels.get(choice) ?? false);
    levels.set(choice, on);
    const pin = (["H", "H", "G", "G", "A", "X"] as const)[choice] ?? "A";
    return { us, pin, on, hole: choice < 4 ? choice * 5 : 0 };
  });
}

/** The two boards look at different instants; edges 12 ms apart keep their order all the same. */
function sameHoles(edges: readonly PinEdge[]): void {
  const end = (edges.at(-1)?.us ?? START_US) + 700_000;
  const options = { kind: "bowl", marks: 0 } as const;
  const [real, fast] = [emulatedBoard(options), fastBoard(options)].map((board) =>
    playBoard(board, end, edges),
  ) as [Line[], Line[]];
  for (const lines of [real, fast]) expect(linesOutOfOrder(lines)).toEqual([]);
  const [a, b] = [edgesOf(real), edgesOf(fast)];
  expect(a.map(({ what }) => what)).toEqual(b.map(({ what }) => what));
  expect(ticksApart(a, b)).toBeLessThanOrEqual(2 * 4_000);
  expect(beatsOf(real).at(-1)).toMatchObject({ holes: beatsOf(fast).at(-1)?.holes, short: 0, lost: 0 });
}

/** So many sequences of this seed in a soak; a sixth of them in each run, of a seed that changes with it. */
const sequences = (all: number, seed: number): { readonly numRuns: number; readonly seed: number } => ({
  numRuns: volume(Math.ceil(all / 6), all),
  seed: SOAK ? seed : runSeedNumber(`agreement ${seed}`),
});

describe("the emulated and the fast board", () => {
  it("tell the same edges, with times within 15 µs, of any sequence on any channels", () => {
    fc.assert(
      fc.property(STEPS, (steps) => same(edgesFrom(steps, CHANNELS), "roulette")),
      sequences(60, 20_260_101),
    );
  });

  it("tell the same when the pointer and the marks of a disc change together", () => {
    fc.assert(
      fc.property(STEPS, (steps) => same(edgesFrom(steps, ["Q", "R", "T"]), "disc")),
      sequences(30, 20_260_102),
    );
  });

  it("tell the same of a ball on a bowl's track", () => {
    fc.assert(
      fc.property(STEPS, (steps) => same(edgesFrom(steps, ["A", "B", "C", "X"]), "bowl")),
      sequences(15, 20_260_103),
    );
  });

  it("tell the same of balls in the holes, with their times within one look of 2 ms", () => {
    fc.assert(
      fc.property(HOLE_STEPS, (steps) => sameHoles(holeEdges(steps))),
      sequences(15, 20_260_104),
    );
  });

  it("keep the crystal's error: 100 s are 50 ppm too many ticks", () => {
    const edges: PinEdge[] = [true, false].map((on, at) => ({ us: 1e6 + at * 1e8, pin: "A", on, hole: 0 }));
    for (const make of [emulatedBoard, fastBoard]) {
      const [first, last] = edgesOf(playBoard(make({ kind: "disc", marks: 54, ppm: 50 }), 102e6, edges));
      expect(Math.abs((last?.tick ?? 0) - (first?.tick ?? 0) - 200_010_000)).toBeLessThan(30);
    }
  });

  // 35 minutes of an emulated board; what the host makes of a time that begins anew is tried beside its codec.
  if (ALL)
    it("go on over the 32 bits of their time", () => {
      // 35.8 minutes; nothing happens before, and a sleeping board costs little.
      const wrap = 2 ** 31;
      const edges: PinEdge[] = Array.from({ length: 40 }, (_edge, at) => ({
        us: wrap - 60_000 + at * 3_000,
        pin: at % 2 === 0 ? "Q" : "R",
        on: at % 4 < 2,
        hole: 0,
      }));
      // Each is held against the pins, so that one of them at a time will do.
      const boards = sampleOfRun([emulatedBoard, fastBoard], 1, "wrap").map((make) =>
        playBoard(make({ kind: "roulette", marks: 37 }), wrap + 600_000, edges),
      );
      for (const lines of boards) {
        const reported = edgesOf(lines);
        expect(reported).toHaveLength(40);
        expect(reported[0]?.tick).toBeGreaterThan(0xfff0_0000);
        expect(reported.at(-1)?.tick).toBeLessThan(0x0010_0000);
        const gaps = reported.slice(1).map(({ tick }, at) => (tick - (reported[at]?.tick ?? 0)) >>> 0);
        for (const gap of gaps) expect(Math.abs(gap - 6_000)).toBeLessThan(30);
        const beats = beatsOf(lines).map(({ tick }) => tick);
        expect(beats.length).toBeGreaterThan(8_580);
        for (const [at, tick] of beats.slice(2).entries())
          expect(Math.abs(((tick - (beats[at + 1] ?? 0)) >>> 0) - 500_000)).toBeLessThan(20_000);
      }
      for (const lines of boards)
        expect(edgesOf(lines).map(({ what }) => what)).toEqual(
          edgesOf(boards[0] ?? []).map(({ what }) => what),
        );
    });
});

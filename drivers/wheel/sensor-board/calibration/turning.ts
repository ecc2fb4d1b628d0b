import type { WheelSetup } from "../wheel-setup.ts";
import { circularMean, modulo, type Marks, type Placed } from "./marks.ts";
import type { Check } from "./learn.ts";
import { problemOf, type Problem } from "./problem.ts";

/** Three turns by hand in one sense: the marks, the index, and what passes reader and pointer. */
export interface Turning {
  readonly way: 1 | -1;
  /** Place at which the step began; null before the first mark. */
  readonly from: number | null;
  /** Places of the index, one a turn. */
  readonly index: readonly number[];
  /** Middles of the pulses of reader and pointer since the first index. */
  readonly reader: readonly number[];
  readonly pegs: readonly number[];
  /** Where the pulse under way began. */
  readonly began: { readonly P: number | null; readonly T: number | null };
}

/** What three turns taught, places in marks after the index, 0 to marks. */
export interface LearnedTurning {
  /** Things that pass the reader, in the order of their places. */
  readonly reader: readonly number[];
  /** Place of the pegs within a mark, 0 to 1; null without pegs. */
  readonly pegs: number | null;
}

export const TURNS = 3;
/** Marks turned the wrong way that are more than a slip of the hand. */
const WRONG_WAY = 8;
/** Two index edges lie a whole number of marks apart; interpolation is good to a part of one. */
const MARK_PLAY = 0.5;
/**
 * The most by which sightings of one thing differ in three turns, marks; the patch and a ball beside it lie a third of a pocket
 * apart at least.
 */
const ONE_THING = 0.2;
/** Pegs stand at one place of every cell, marks. */
const SAME_PLACE = 0.25;
const PULSES_MAX = 400;

export function startTurning(way: 1 | -1): Turning {
  return { way, from: null, index: [], reader: [], pegs: [], began: { P: null, T: null } };
}

export function addPlacedEdges(turning: Turning, marks: Marks, placed: readonly Placed[]): Turning {
  let next = turning.from === null && marks.place !== null ? { ...turning, from: marks.place } : turning;
  for (const one of placed) next = addPlacedEdge(next, one);
  return next;
}

function addPlacedEdge(turning: Turning, { channel, on, place, way }: Placed): Turning {
  if (way !== turning.way) return { ...turning, began: { P: null, T: null } };
  // The origin is, in both directions, the index's edge that comes first clockwise.
  if (channel === "I")
    return on === way > 0 ? { ...turning, index: [...turning.index, place].slice(0, TURNS + 1) } : turning;
  if ((channel !== "P" && channel !== "T") || turning.index.length === 0) return turning;
  const { began } = turning;
  if (on) return { ...turning, began: { ...began, [channel]: place } };
  const from = began[channel];
  if (from === null) return turning;
  const middle = (from + place) / 2;
  const rest = { ...turning, began: { ...began, [channel]: null } };
  return channel === "P"
    ? { ...rest, reader: [...turning.reader, middle].slice(0, PULSES_MAX) }
    : { ...rest, pegs: [...turning.pegs, middle].slice(0, PULSES_MAX) };
}

/** `things`: how many must pass the reader in a turn. */
export function checkTurning(
  turning: Turning,
  marks: Marks,
  { kind, ring }: Pick<WheelSetup, "kind" | "ring">,
  things: number,
): Check<LearnedTurning> {
  const { index, way } = turning;
  const problem = earlyProblem(turning, marks, ring.length);
  if (problem !== null) return { problem };
  if (index.length <= TURNS) return null;
  for (let at = 1; at < index.length; at++) {
    const counted = Math.abs((index[at] ?? 0) - (index[at - 1] ?? 0));
    if (Math.abs(counted - ring.length) > MARK_PLAY)
      return {
        problem: problemOf("marks-counted", { counted: Math.round(counted), ring: ring.length }),
      };
  }
  const within = (places: readonly number[]): number[] =>
    places.filter((place) => (place - (index[TURNS] ?? 0)) * way < 0);
  if (kind === "disc") return learnPegs(within(turning.pegs), index, ring.length);
  const reader = thingsOf(within(turning.reader), index, ring.length);
  if (reader.length !== things) return { problem: readerProblem(reader.length, things) };
  return { learned: { reader, pegs: null } };
}

function earlyProblem({ index, from, way }: Turning, marks: Marks, around: number): Problem | null {
  if (marks.qEdges >= 2 * around && marks.rEdges < marks.qEdges / 4)
    return problemOf("mark-sensor", { sensor: "R" });
  if (marks.rEdges >= 2 * around && marks.qEdges < marks.rEdges / 4)
    return problemOf("mark-sensor", { sensor: "Q" });
  if (from === null || marks.place === null) return null;
  const moved = (marks.place - from) * way;
  if (moved < -WRONG_WAY) return problemOf(way > 0 ? "turns-counter" : "turns-clockwise");
  if (moved > 2.5 * around && index.length === 0) return problemOf("no-index");
  return null;
}

/** The things that pulses show in each of three turns. A pulse in one turn alone was a hand. */
function thingsOf(pulses: readonly number[], index: readonly number[], around: number): number[] {
  const places = pulses.map((place) => modulo(place - (index[0] ?? 0), around)).sort((a, b) => a - b);
  const things: number[] = [];
  const left = [...places];
  for (let first = left.shift(); first !== undefined; first = left.shift()) {
    const to = first;
    const same = left.filter((place) => distance(place, to, around) <= ONE_THING);
    for (const place of same) left.splice(left.indexOf(place), 1);
    if (same.length + 1 === TURNS) things.push(circularMean([first, ...same], around).mean);
  }
  return things.sort((a, b) => a - b);
}

export function distance(a: number, b: number, around: number): number {
  const apart = modulo(a - b, around);
  return Math.min(apart, around - apart);
}

function readerProblem(seen: number, wanted: number): Problem {
  if (seen === 0) return problemOf("reader-blind");
  if (seen < wanted) return problemOf("reader-one");
  return problemOf(wanted === 1 ? "reader-ball" : "reader-more", { seen, wanted });
}

function learnPegs(pegs: readonly number[], index: readonly number[], around: number): Check<LearnedTurning> {
  if (Math.abs(pegs.length - TURNS * around) > 1)
    return { problem: problemOf("pegs-counted", { pegs: pegs.length, around }) };
  const { mean, apart } = circularMean(
    pegs.map((place) => modulo(place - (index[0] ?? 0), 1)),
    1,
  );
  if (apart > SAME_PLACE) return { problem: problemOf("pegs-uneven") };
  return { learned: { reader: [], pegs: mean } };
}

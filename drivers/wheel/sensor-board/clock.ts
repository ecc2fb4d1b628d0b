import type { MonoUs } from "../../../src/time/instant.ts";
import { TICKS_PER_S } from "./edge.ts";

/**
 * When on the host's clock a tick of the board was. Two bounds are certain: the board stamped a time line after the
 * host began to send its question and before the answer came; and no line comes before what it tells. Each bound is
 * as good as the two oscillators, so it loosens with its age. Within the bounds the estimate follows a straight line
 * through the last pairs (least squares): the bounds are proof, the line is only the better guess.
 *
 * All in ticks of 0.5 µs: `offset` is the host's time minus the board's. Whole numbers, below 2^53.
 */
export interface ClockState {
  /** The newest pairs, oldest first, at most `PAIRS_MAX`. */
  readonly pairs: readonly Pair[];
  /** The tightest upper bound that an arriving line has given, at board time `at`. */
  readonly arrival: { readonly at: number; readonly high: number } | null;
}

/** One answered question: at board time `at` the offset lay in [low, high]. */
interface Pair {
  readonly at: number;
  readonly low: number;
  readonly high: number;
}

export interface ClockReading {
  /** Host time minus board time, ticks. */
  readonly offset: number;
  /** How far the host's clock runs ahead of the board's, parts per billion; null before there are pairs enough. */
  readonly ratePpb: number | null;
  /** The true offset lies within this of `offset`, µs. */
  readonly doubtUs: number;
}

export const CLOCK_START: ClockState = { pairs: [], arrival: null };

export const PAIRS_MAX = 12;
/** Largest rate between board and host at any instant, parts per million. Two crystals of 100 ppm each. */
export const RATE_MAX_PPM = 200;
/** A rate is said from this span of board time on. */
const RATE_SPAN = 10 * TICKS_PER_S;

/** How much a bound may have moved in a span of board time, rounded away from the truth. */
const drift = (span: number): number => Math.ceil((Math.abs(span) * RATE_MAX_PPM) / 1_000_000);

/** A question that was sent from `sent` on was stamped `at` by the board, and its answer came at `came`. */
export function timePair(clock: ClockState, at: number, sent: MonoUs, came: MonoUs): ClockState {
  const pair = { at, low: 2 * sent - at, high: 2 * came - at };
  const pairs = [...clock.pairs.filter((one) => one.at < at), pair].slice(-PAIRS_MAX);
  const next = { ...clock, pairs };
  if (boundsAt(next, at) !== null) return next;
  // The bounds exclude each other: a clock jumped, or a crystal is worse than any. What was learned before is void.
  return { pairs: [pair], arrival: null };
}

/** A line that the board stamped `at` came at `came`. */
export function lineCame(clock: ClockState, at: number, came: MonoUs): ClockState {
  const high = 2 * came - at;
  const { arrival } = clock;
  if (arrival !== null && arrival.high + drift(at - arrival.at) <= high) return clock;
  const next = { ...clock, arrival: { at, high } };
  if (clock.pairs.length === 0 || boundsAt(next, at) !== null) return next;
  return { pairs: [], arrival: { at, high } };
}

/** What is known of board time `at`; null before the first pair. */
export function clockAt(clock: ClockState, at: number): ClockReading | null {
  const bounds = clock.pairs.length === 0 ? null : boundsAt(clock, at);
  if (bounds === null) return null;
  const line = fit(clock.pairs);
  const guess = line === null ? (bounds.low + bounds.high) / 2 : line.offset + line.rate * (at - line.at);
  const offset = Math.round(Math.min(Math.max(guess, bounds.low), bounds.high));
  const doubt = Math.max(bounds.high - offset, offset - bounds.low);
  return {
    offset,
    ratePpb: line === null ? null : Math.round(line.rate * 1e9),
    doubtUs: Math.ceil(doubt / 2),
  };
}

/** The offset's certain bounds at board time `at`, or null when they exclude each other. */
function boundsAt(clock: ClockState, at: number): { low: number; high: number } | null {
  let low = -Infinity;
  let high = Infinity;
  for (const pair of clock.pairs) {
    const moved = drift(at - pair.at);
    low = Math.max(low, pair.low - moved);
    high = Math.min(high, pair.high + moved);
  }
  const { arrival } = clock;
  if (arrival !== null) high = Math.min(high, arrival.high + drift(at - arrival.at));
  return low <= high ? { low, high } : null;
}

const middle = ({ low, high }: Pair): number => (low + high) / 2;
/** A millisecond wide counts as 1; nothing counts more than what is as wide as two bytes on the line (170 µs). */
const weightOf = ({ low, high }: Pair): number => (2_000 / Math.max(350, high - low)) ** 2;

/** Least squares through the middles of the pairs; null when they span too little. */
function fit(pairs: readonly Pair[]): { at: number; offset: number; rate: number } | null {
  const [first] = pairs;
  const last = pairs.at(-1);
  if (first === undefined || last === undefined || last.at - first.at < RATE_SPAN) return null;
  // Counted from the first pair, and in proportions: the products stay far below 2^53. A tight pair weighs more.
  let weights = 0;
  let meanX = 0;
  let meanY = 0;
  for (const pair of pairs) {
    const weight = weightOf(pair);
    weights += weight;
    meanX += weight * (pair.at - first.at);
    meanY += weight * (middle(pair) - first.low);
  }
  meanX /= weights;
  meanY /= weights;
  let xx = 0;
  let xy = 0;
  for (const pair of pairs) {
    const x = pair.at - first.at - meanX;
    xx += weightOf(pair) * x * x;
    xy += weightOf(pair) * x * (middle(pair) - first.low - meanY);
  }
  return { at: first.at + meanX, offset: first.low + meanY, rate: xy / xx };
}

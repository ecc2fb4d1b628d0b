import { TICKS_PER_S } from "../../edge.ts";
import type { Direction } from "../../../../../src/table/wheel/observation.ts";

/**
 * The rotor's marks: quadrature, index, position, speed. Position is counted in quarter steps (four a pocket), clockwise
 * as seen from above. A count is only good between two index edges that lie exactly a whole turn apart: a mark that was
 * not seen, or seen twice, shifts everything after it by a pocket.
 */
export interface Rotor {
  readonly q: boolean | null;
  readonly r: boolean | null;
  /** Quarter steps since power-up, clockwise positive: which state the marks are in. Whole. */
  readonly count: number;
  /** Instant of the last step, or −1 before the first. */
  readonly at: number;
  /** Instant and position of the newest edge of the kind from which positions are computed: once a mark. */
  readonly markAt: number;
  readonly mark: number;
  /** Sense of the last step, 1 clockwise. */
  readonly way: 1 | -1;
  /** Steps that ran in the sense of the last one without a step back. */
  readonly run: number;
  /** Ticks that the newest step took. */
  readonly took: number;
  /** Successive edges of one channel, without an edge of the other. */
  readonly alone: number;
  readonly lastQ: boolean;
  /** Sense confirmed by `SENSE_STEPS` running steps; 0 while none has been. */
  readonly sense: 1 | -1 | 0;
  readonly gauge: Gauge;
  readonly index: Index;
}

/** What changes only every few marks. */
interface Gauge {
  /**
   * Tick and count, in turn, every `SAMPLE_STEPS`, newest last; all of one sense and without a step back between them: a
   * mark that is missed or chatters, and a rotor that turns round, begin the list anew.
   */
  readonly samples: readonly number[];
  /** The list before that, when it was long enough for a pace: so that a missed mark does not hide what a hand did meanwhile. */
  readonly before: readonly number[];
  /** Ticks of a step over the last sample; 0 while not known. */
  readonly stepTicks: number;
  /** Edges to a level that the channel had already: an edge in between was lost. */
  readonly illegal: number;
}

interface Index {
  /** Position at the index edge that is the origin, or null. */
  readonly origin: number | null;
  /** When it was; −1 before the first. */
  readonly at: number;
  /** Whole turns in a row between index edges. */
  readonly sure: number;
  /** Position of an index edge at a wrong place; null: none. */
  readonly alt: number | null;
  /** Position at which the index became active, while it is. */
  readonly onPosition: number | null;
}

/** Running steps that confirm a sense: two marks. A mark that chatters gives one step and its reverse. */
export const SENSE_STEPS = 8;
/** A sample every four marks, always at the same kind of edge, so that unequal marks and channels cancel out. */
export const SAMPLE_STEPS = 16;
/** Steps are uneven by less than this share of one. */
const STEP_PLAY = 0.6;
/** Somewhat more than three turns of a rotor of 38. */
const SAMPLES_MAX = 32;
/** Samples, of two numbers each, that make a pace. */
const PACE_SAMPLES = 6;
/** An index edge may fall on either side of a step, and interpolation is good to a part of one. */
const INDEX_PLAY_STEPS = 1.5;
/** An error of up to this many quarter steps is a mark or two; with a larger one the index edge itself may be wrong. */
const FEW_MARKS_STEPS = 13;
/** An index pulse is longer than this share of a quarter step; what is shorter is noise. */
const INDEX_WIDTH = 0.3;
/** Edges of one channel with none of the other: more than any reversal gives. The other channel is dead. */
export const ALONE_EDGES = 8;

const NONE: readonly number[] = [];

export const NEW_ROTOR: Rotor = {
  q: null,
  r: null,
  count: 0,
  at: -1,
  markAt: -1,
  mark: 0,
  way: 1,
  run: 0,
  took: 0,
  alone: 0,
  lastQ: false,
  sense: 0,
  gauge: { samples: [], before: [], stepTicks: 0, illegal: 0 },
  index: { origin: null, at: -1, sure: 0, alt: null, onPosition: null },
};

/** An edge of `Q` or `R`. Cheap: nearly every edge of a wheel is one. */
export function handleMarkEdge(rotor: Rotor, tick: number, isQ: boolean, on: boolean): Rotor {
  const { q, r, gauge } = rotor;
  const own = isQ ? q : r;
  const other = isQ ? r : q;
  if (own === on) return { ...rotor, gauge: { ...gauge, illegal: gauge.illegal + 1 } };
  if (own === null || other === null) return isQ ? { ...rotor, q: on } : { ...rotor, r: on };
  // Clockwise: Q up, R up, Q down, R down.
  const way = isQ === (on !== other) ? 1 : -1;
  const count = rotor.count + way;
  const run = way === rotor.way ? rotor.run + 1 : 1;
  // The edge between two states lies at the upper one's number, whichever way it is crossed.
  const boundary = way > 0 ? count : count + 1;
  const isMark = (boundary & 3) === 0;
  return {
    q: isQ ? on : q,
    r: isQ ? r : on,
    count,
    at: tick,
    markAt: isMark ? tick : rotor.markAt,
    mark: isMark ? boundary : rotor.mark,
    way,
    run,
    took: rotor.at >= 0 ? tick - rotor.at : 0,
    alone: rotor.lastQ === isQ ? rotor.alone + 1 : 0,
    lastQ: isQ,
    sense: run >= SENSE_STEPS ? way : rotor.sense,
    gauge:
      way !== rotor.way && rotor.run >= 2
        ? { ...gauge, samples: NONE, before: samplesBefore(gauge) }
        : run >= 2 && count % SAMPLE_STEPS === 0
          ? addSample(rotor, tick, count, way)
          : gauge,
    index: rotor.index,
  };
}

function addSample(rotor: Rotor, tick: number, count: number, way: 1 | -1): Gauge {
  const { samples, before, illegal } = rotor.gauge;
  const lastTick = samples.at(-2);
  const lastCount = samples.at(-1);
  if (count === lastCount) return rotor.gauge;
  const steps = lastCount === undefined ? 0 : way * (count - lastCount);
  if (lastTick === undefined || steps !== SAMPLE_STEPS)
    return { ...rotor.gauge, samples: [tick, count], before: samplesBefore(rotor.gauge) };
  const stored = samples.length >= 2 * SAMPLES_MAX ? samples.slice(2) : samples.slice();
  stored.push(tick, count);
  return { samples: stored, before, stepTicks: (tick - lastTick) / steps, illegal };
}

function samplesBefore({ samples, before }: Gauge): readonly number[] {
  return samples.length >= PACE_SAMPLES ? samples : before;
}

/**
 * Position in quarter steps, with its fraction: on from the last edge of one kind with the pace of the last marks, so that
 * unequal dark and light parts and a wrong quadrature do not matter.
 */
export function positionAt(rotor: Rotor, tick: number): number {
  const { stepTicks } = rotor.gauge;
  if (rotor.way !== rotor.sense || stepTicks === 0 || rotor.markAt < 0) return rotor.count + 0.5;
  const on = (tick - rotor.markAt) / stepTicks;
  const position = rotor.mark + (rotor.way > 0 ? on : -on);
  // Never far from the position of the newest step.
  return Math.min(Math.max(position, rotor.count - STEP_PLAY), rotor.count + 1 + STEP_PLAY);
}

export type RevolutionEnd =
  /** The index came where it belongs: everything that was seen in the turn was seen at a good position. */
  | "whole"
  /** It came elsewhere: marks were lost or seen twice, and nothing of the turn can be trusted. */
  | "lost"
  | null;

/**
 * An edge of `I`. The origin is the end of the index that becomes active when the rotor turns clockwise, so that a pulse
 * is judged at its end in either sense. `marks`: pockets of the ring.
 */
export function handleIndexEdge(
  rotor: Rotor,
  tick: number,
  on: boolean,
  marks: number,
): { readonly rotor: Rotor; readonly turn: RevolutionEnd } {
  const position = positionAt(rotor, tick);
  const { index, sense } = rotor;
  if (on) return { rotor: { ...rotor, index: { ...index, onPosition: position } }, turn: null };
  const { onPosition } = index;
  const off: Rotor = { ...rotor, index: { ...index, onPosition: null } };
  if (onPosition === null || sense === 0 || Math.abs(position - onPosition) < INDEX_WIDTH)
    return { rotor: off, turn: null };
  return placeIndex(off, tick, sense > 0 ? onPosition : position, 4 * marks);
}

function placeIndex(
  rotor: Rotor,
  tick: number,
  here: number,
  whole: number,
): { readonly rotor: Rotor; readonly turn: RevolutionEnd } {
  const { index } = rotor;
  const { origin, alt } = index;
  const set = (sure: number): Rotor => ({
    ...rotor,
    index: { origin: here, at: tick, sure, alt: null, onPosition: null },
  });
  if (origin === null) return { rotor: set(0), turn: null };
  const revolutions = Math.round(Math.abs(here - origin) / whole);
  if (areRevolutionsApart(here, origin, revolutions, whole))
    return revolutions === 0
      ? { rotor: set(index.sure), turn: null }
      : { rotor: set(index.sure + 1), turn: "whole" };
  // About a revolution from the origin: marks were missed or doubled. Or two index edges that fit each other and not the
  // origin. Positions are good from here on.
  if (Math.abs(Math.abs(here - origin) - whole) <= FEW_MARKS_STEPS) return { rotor: set(0), turn: "lost" };
  if (alt !== null && areRevolutionsApart(here, alt, 1, whole)) return { rotor: set(1), turn: "lost" };
  return { rotor: { ...rotor, index: { ...index, at: tick, sure: 0, alt: here } }, turn: "lost" };
}

function areRevolutionsApart(here: number, there: number, revolutions: number, whole: number): boolean {
  return Math.abs(Math.abs(here - there) - revolutions * whole) <= INDEX_PLAY_STEPS;
}

/** Whether the marks run on in one sense just now: a channel that is dead or stuck makes them go to and fro. */
export function areMarksRead(rotor: Rotor, tick: number): boolean {
  const late = tick - rotor.at > 4 * rotor.gauge.stepTicks;
  return rotor.run >= SENSE_STEPS && rotor.way === rotor.sense && rotor.alone === 0 && !late;
}

/** Tenths of a turn a minute over the last half turn (or as much as is known), and the sense. */
export function speedOf(
  rotor: Rotor,
  tick: number,
  marks: number,
): { readonly rpm10: number; readonly direction: Direction | null } {
  const { samples, stepTicks } = rotor.gauge;
  const last = samples.length - 2;
  const first = sampleBackFrom(samples, last, 2 * marks);
  const newest = samples[last];
  if (!isSpeedKnown(rotor)) return STILL;
  const few = newest === undefined || first === last;
  const steps = few ? SAMPLE_STEPS : Math.abs((samples[last + 1] ?? 0) - (samples[first + 1] ?? 0));
  // A rotor whose next step is late is slower than it was.
  const late = Math.max(0, tick - rotor.at - 4 * stepTicks);
  const ticks = (few ? SAMPLE_STEPS * stepTicks : newest - (samples[first] ?? 0)) + late;
  const rpm10 = Math.round((600 * TICKS_PER_S * steps) / (4 * marks * ticks));
  return rpm10 === 0 ? STILL : { rpm10, direction: rotor.sense > 0 ? "cw" : "ccw" };
}

/** Whether the marks have shown its speed since they are read without a gap; until then it may turn or stand. */
export const isSpeedKnown = ({ sense, gauge }: Rotor): boolean => sense !== 0 && gauge.stepTicks > 0;

const STILL = { rpm10: 0, direction: null } as const;

/** Ticks of a whole turn at the pace of the last marks; endless while it is not known. */
export function revolutionTicks(rotor: Rotor, marks: number): number {
  const { stepTicks } = rotor.gauge;
  return stepTicks > 0 ? 4 * marks * stepTicks : Number.POSITIVE_INFINITY;
}

/** Place in `samples` of the newest one at least `steps` before the one at `from`; the oldest when there is none. */
export function sampleBackFrom(samples: readonly number[], from: number, steps: number): number {
  const count = samples[from + 1] ?? 0;
  for (let at = from - 2; at >= 0; at -= 2) if (Math.abs(count - (samples[at + 1] ?? 0)) >= steps) return at;
  return 0;
}

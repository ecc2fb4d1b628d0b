import { TICKS_PER_MS, TICKS_PER_S } from "../../edge.ts";
import type { Calibration } from "../../wheel-setup.ts";

/** Place of a ball sensor: 0 `A`, 1 `B`, 2 `C`. */
export type SensorNo = 0 | 1 | 2;
/** Sense of the ball on the track, 1 clockwise. */
export type Sense = 1 | -1;

/** A pulse of a ball sensor: the middle of it, and how long it was (ticks). */
export interface Pulse {
  readonly sensor: SensorNo;
  readonly at: number;
  readonly width: number;
}

/** A ball that runs on the track: every passing of a sensor lies where the passings before say that it must. */
export interface Track {
  readonly sense: Sense;
  readonly firstAt: number;
  /** Thousandths of a degree from the first to the last passing that was seen. */
  readonly angle: number;
  /** Thousandths of a degree between the sensor before the first passing and the first passing. */
  readonly before: number;
  /** Tick and angle, in turn, of the newest passings, newest last. */
  readonly passings: readonly number[];
  readonly sensor: SensorNo;
  /** Passings that were seen, and windows that passed empty since the last of them. */
  readonly seen: number;
  readonly skipped: number;
  /** The sensor that is next, its angle from the last passing, and its window. */
  readonly next: SensorNo;
  readonly gap: number;
  readonly due: number;
  readonly from: number;
  readonly until: number;
  /** Windows in a row that each sensor left empty while the others saw the ball. */
  readonly missed: readonly [number, number, number];
}

export const LAP_MDEG = 360_000;
/** Passings that confirm a ball: a whole lap in its rhythm. */
export const PASSINGS_TO_CONFIRM = 4;
/** Three laps and the one that begins. */
const PASSINGS_STORED = 10;
/** A lap faster or slower than these is no ball on a track (a hard launch: 0.4 s; it falls at about 1.5 to 2.5 s). */
export const FASTEST_LAP_TICKS = 0.28 * TICKS_PER_S;
export const SLOWEST_LAP_TICKS = 4 * TICKS_PER_S;
/** A ball's speed from one sensor gap to the next: it only slows down, by less than a fifth (air and rail). */
const SPEED_GAIN_MOST = 1.04;
const SPEED_LEFT_LEAST = 0.8;
/** A ball covers a sensor for at most 17.5 mm of a track of 1.5 m, 0.0115 of a lap; the lap is known to a fifth. */
const PULSE_LAP_SHARE_MOST = 0.02;
/** One ball covers every sensor for about the same share of its lap; less where it has begun to fall, never so much more. */
const PULSE_RATIO_MOST = 3;
/** How far a passing may lie from its prediction: a share of the way, and a fixed part for the middle of a pulse. */
const WINDOW_SHARE = 0.06;
const WINDOW_SHARE_NEW = 0.11;
const WINDOW_TICKS = 4 * TICKS_PER_MS;
/** Share of its speed that a ball loses in a lap, before two laps have shown it. */
const USUAL_LOSS = 0.06;

/** Angles clockwise from sensor to the next one clockwise. */
export function anglesOf(calibration: Calibration): readonly [number, number, number] {
  return [0, calibration.sensorB, calibration.sensorC];
}

/** Angle from one sensor to another in the ball's sense; a whole turn from a sensor to itself. */
export function angleBetween(angles: readonly number[], from: number, to: number, sense: Sense): number {
  const way = sense * ((angles[to] ?? 0) - (angles[from] ?? 0));
  const angle = ((way % LAP_MDEG) + LAP_MDEG) % LAP_MDEG;
  return angle === 0 ? LAP_MDEG : angle;
}

export function nextSensor(sensor: SensorNo, sense: Sense): SensorNo {
  return ((sensor + sense + 3) % 3) as SensorNo;
}

/**
 * Whether these pulses, in their order, are a ball running in `sense`: every gap takes the time that belongs to its angle at a
 * speed that only falls.
 */
export function rhythmFits(angles: readonly number[], pulses: readonly Pulse[], sense: Sense): boolean {
  let lap = 0;
  for (let i = 1; i < pulses.length; i++) {
    const from = pulses[i - 1];
    const to = pulses[i];
    if (from === undefined || to === undefined) return false;
    const gap = angleBetween(angles, from.sensor, to.sensor, sense);
    const now = ((to.at - from.at) * LAP_MDEG) / gap;
    if (now < FASTEST_LAP_TICKS || now > SLOWEST_LAP_TICKS) return false;
    // A pulse as long as this belongs to something slower than the rhythm: fingers, or a ball that is rolled to and fro.
    if (from.width > PULSE_LAP_SHARE_MOST * now || to.width > PULSE_LAP_SHARE_MOST * now) return false;
    if (to.width > PULSE_RATIO_MOST * from.width) return false;
    if (lap > 0 && (now * SPEED_GAIN_MOST < lap || now * SPEED_LEFT_LEAST > lap)) return false;
    lap = now;
  }
  return pulses.length > 1;
}

/** The track of the ball that made these pulses; `rhythmFits` has accepted them. */
export function trackOfPulses(angles: readonly number[], pulses: readonly Pulse[], sense: Sense): Track {
  const passings: number[] = [];
  let angle = 0;
  pulses.forEach((pulse, i) => {
    const last = pulses[i - 1];
    if (last !== undefined) angle += angleBetween(angles, last.sensor, pulse.sensor, sense);
    passings.push(pulse.at, angle);
  });
  const first = pulses[0];
  const last = pulses.at(-1);
  if (first === undefined || last === undefined) throw new RangeError("a track needs pulses");
  const before = angleBetween(angles, nextSensor(first.sensor, sense === 1 ? -1 : 1), first.sensor, sense);
  return aimAtNextSensor(
    {
      sense,
      firstAt: first.at,
      angle,
      before,
      passings: passings.slice(-2 * PASSINGS_STORED),
      sensor: last.sensor,
      seen: pulses.length,
      skipped: 0,
      next: last.sensor,
      gap: 0,
      due: 0,
      from: 0,
      until: 0,
      missed: [0, 0, 0],
    },
    angles,
  );
}

/** The ball passed the next sensor within its window. */
export function trackAfterPassing(track: Track, pulse: Pulse, angles: readonly number[]): Track {
  const angle = track.angle + track.gap;
  const stored = track.passings.slice(track.passings.length >= 2 * PASSINGS_STORED ? 2 : 0);
  stored.push(pulse.at, angle);
  const missed: [number, number, number] = [...track.missed];
  missed[pulse.sensor] = 0;
  const on = {
    ...track,
    angle,
    passings: stored,
    sensor: pulse.sensor,
    seen: track.seen + 1,
    skipped: 0,
    missed,
  };
  return aimAtNextSensor({ ...on, next: pulse.sensor, gap: 0 }, angles);
}

/** The window passed without a pulse. */
export function trackAfterEmptyWindow(track: Track, angles: readonly number[]): Track {
  const missed: [number, number, number] = [...track.missed];
  missed[track.next] += 1;
  return aimAtNextSensor({ ...track, skipped: track.skipped + 1, missed }, angles);
}

/** Aims at the sensor after `next`. */
function aimAtNextSensor(track: Track, angles: readonly number[]): Track {
  const next = nextSensor(track.next, track.sense);
  const gap = track.gap + angleBetween(angles, track.next, next, track.sense);
  const { span, play } = predictGap(track.passings, gap);
  const last = track.passings.at(-2) ?? 0;
  const due = last + span;
  return { ...track, next, gap, due, from: due - play, until: due + play };
}

/** Ticks that the ball needs for the next `gap`, and how far that may be wrong. */
function predictGap(
  passings: readonly number[],
  gap: number,
): { readonly span: number; readonly play: number } {
  const end = passings.length - 2;
  const lap = placeBackBy(passings, end, LAP_MDEG);
  const before = placeBackBy(passings, lap, LAP_MDEG);
  const speed = meanSpeedBetween(passings, lap, end);
  const angleAt = (at: number): number => passings[at + 1] ?? 0;
  const turned = angleAt(end) - angleAt(lap);
  const turnedBefore = angleAt(lap) - angleAt(before);
  const known = turnedBefore >= LAP_MDEG / 2;
  // The mean speed of a stretch is the speed in its middle; it falls further from there to the middle of the gap ahead.
  const loss = known ? Math.max(0, 1 - speed / meanSpeedBetween(passings, before, lap)) : USUAL_LOSS;
  const share = (turned + gap) / (known ? turned + turnedBefore : 2 * LAP_MDEG);
  const ahead = speed * Math.max(0.5, 1 - loss * share);
  const span = ahead > 0 ? gap / ahead : 0;
  return { span, play: span * (known ? WINDOW_SHARE : WINDOW_SHARE_NEW) + WINDOW_TICKS };
}

/** Place of the newest passing at least `angle` before the one at `from`; the oldest if there is none. */
function placeBackBy(passings: readonly number[], from: number, angle: number): number {
  const here = passings[from + 1] ?? 0;
  for (let at = from - 2; at >= 0; at -= 2) if (here - (passings[at + 1] ?? 0) >= angle - 1) return at;
  return 0;
}

/** Thousandths of a degree a tick. */
function meanSpeedBetween(passings: readonly number[], from: number, to: number): number {
  const ticks = (passings[to] ?? 0) - (passings[from] ?? 0);
  return ticks > 0 ? ((passings[to + 1] ?? 0) - (passings[from + 1] ?? 0)) / ticks : 0;
}

/** Ticks of the last whole lap, by the newest passing. */
export function lapTicks(track: Track): number {
  const end = track.passings.length - 2;
  const speed = meanSpeedBetween(track.passings, placeBackBy(track.passings, end, LAP_MDEG), end);
  return speed > 0 ? LAP_MDEG / speed : 0;
}

/** A ball on a track only slows down: found again at less of its last lap's time than this, it was launched anew. */
const LAUNCHED_ANEW_SHARE = 0.8;

/** Whether this ball cannot be the one whose last lap took so long; a lap of 0 is not known. */
export const isLaunchedAnew = (track: Track, lap: number): boolean =>
  lapTicks(track) < LAUNCHED_ANEW_SHARE * lap;

/** Ticks of the whole lap before that, or 0 while it has not been seen whole. */
export function previousLapTicks(track: Track): number {
  const { passings } = track;
  const end = passings.length - 2;
  const lap = placeBackBy(passings, end, LAP_MDEG);
  const before = placeBackBy(passings, lap, LAP_MDEG);
  if ((passings[lap + 1] ?? 0) - (passings[before + 1] ?? 0) < LAP_MDEG - 1) return 0;
  const speed = meanSpeedBetween(passings, before, lap);
  return speed > 0 ? LAP_MDEG / speed : 0;
}

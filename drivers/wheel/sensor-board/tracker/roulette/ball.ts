import { TICKS_PER_MS, TICKS_PER_S } from "../../edge.ts";
import {
  trackAfterPassing,
  PASSINGS_TO_CONFIRM,
  rhythmFits,
  trackAfterEmptyWindow,
  trackOfPulses,
  LAP_MDEG,
  type Pulse,
  type Sense,
  type SensorNo,
  type Track,
} from "./track.ts";

/** The ball sensors: which pulses are a ball that runs, and what the others are. */
export interface Ball {
  /** Since when each sensor is active; −1 when it is not. */
  readonly on: readonly [number, number, number];
  /** Pulses that no ball explains yet, oldest first. */
  readonly loose: readonly Pulse[];
  readonly track: Track | null;
  /** Sensors that a running ball passed three times without being seen, until they see it again. */
  readonly blind: readonly [boolean, boolean, boolean];
  readonly stuck: readonly [boolean, boolean, boolean];
  /** When light last came to several sensors at once; −1 for never. */
  readonly flashAt: number;
}

export type BallEvent =
  | { readonly e: "launched"; readonly track: Track }
  | { readonly e: "passed"; readonly track: Track }
  /** The windows of a whole lap passed empty: it is off the track since its last passing. */
  | { readonly e: "off"; readonly track: Track }
  /** A pulse that the running ball does not explain. */
  | { readonly e: "odd"; readonly pulse: Pulse }
  /** Pulses beside the running ball's that have a rhythm of their own. */
  | { readonly e: "second"; readonly track: Track }
  | { readonly e: "blind"; readonly sensor: SensorNo }
  | { readonly e: "stuck"; readonly sensor: SensorNo };

export type EmitBallEvent = (event: BallEvent) => void;

/** Shorter than any ball (a fast one covers a sensor for 2 ms and more): noise. */
export const SHORTEST_PULSE_TICKS = 0.6 * TICKS_PER_MS;
/** Longer than any ball that runs (the slowest covers a sensor for 30 ms): a hand. */
export const LONGEST_PULSE_TICKS = 70 * TICKS_PER_MS;
/** Sensors that become active within this time saw a change of the light, not something that moves. */
const FLASH_TICKS = TICKS_PER_MS;
/** A pulse is known only at its end: a window is given up this much after it closed. */
const PULSE_LATE_TICKS = 45 * TICKS_PER_MS;
/** Active for so long: not a ball, and no hand stays there. */
const STUCK_TICKS = 3 * TICKS_PER_S;
/** Empty windows in a row that mean off the track: a whole lap, or less when no sensor is blind and it was seen this often. */
export const EMPTY_WINDOWS_OFF = 3;
export const EMPTY_WINDOWS_OFF_SURE = 2;
export const PASSINGS_SURE = 7;
/** Running empty windows that make a sensor blind. */
const MISSES_TO_BLIND = 3;
/** Fewer passings than these have no rhythm. */
export const WEAK_PASSINGS = 3;
/** Loose pulses kept, and for how long: two laps of the slowest ball. */
const LOOSE_MAX = 10;
const LOOSE_TICKS = 6 * TICKS_PER_S;

export const NEW_BALL: Ball = {
  on: [-1, -1, -1],
  loose: [],
  track: null,
  blind: [false, false, false],
  stuck: [false, false, false],
  flashAt: -1,
};

/** An edge of `A`, `B` or `C`. */
export function handleBallEdge(
  ball: Ball,
  angles: readonly number[],
  sensor: SensorNo,
  tick: number,
  on: boolean,
  emit: EmitBallEvent,
): Ball {
  const since = ball.on[sensor];
  const levels = withValueAt(ball.on, sensor, on ? tick : -1);
  const now: Ball = { ...ball, on: levels, stuck: on ? ball.stuck : withValueAt(ball.stuck, sensor, false) };
  if (on || since < 0) return now;
  const width = tick - since;
  if (width < SHORTEST_PULSE_TICKS) return now;
  if (isFlash(ball, sensor, since)) return { ...now, flashAt: since };
  return handlePulse(now, angles, { sensor, at: since + width / 2, width }, emit);
}

function isFlash({ on, flashAt }: Ball, sensor: SensorNo, since: number): boolean {
  if (flashAt >= 0 && Math.abs(since - flashAt) < FLASH_TICKS) return true;
  return on.some((other, at) => at !== sensor && other >= 0 && Math.abs(since - other) < FLASH_TICKS);
}

function handlePulse(before: Ball, angles: readonly number[], pulse: Pulse, emit: EmitBallEvent): Ball {
  const ball = closeMissedWindows(before, angles, pulse.at, emit);
  const { track } = ball;
  if (track !== null && pulse.sensor === track.next && pulse.at >= track.from && pulse.at <= track.until) {
    const on = trackAfterPassing(track, pulse, angles);
    emit({ e: "passed", track: on });
    return { ...ball, track: on, blind: withValueAt(ball.blind, pulse.sensor, false) };
  }
  if (pulse.width > LONGEST_PULSE_TICKS) return ball;
  emit({ e: "odd", pulse });
  const loose = [...ball.loose.filter(({ at }) => pulse.at - at < LOOSE_TICKS), pulse].slice(-LOOSE_MAX);
  const found = findBall(loose, angles);
  if (found === null) return { ...ball, loose };
  if (track !== null) {
    emit({ e: "second", track: found });
    return { ...ball, loose: [] };
  }
  emit({ e: "launched", track: found });
  return { ...ball, loose: [], track: found };
}

/** Time passed: windows close, sensors stay active. */
export function checkBallTime(
  before: Ball,
  angles: readonly number[],
  tick: number,
  emit: EmitBallEvent,
): Ball {
  let ball = closeMissedWindows(before, angles, tick - PULSE_LATE_TICKS, emit);
  for (const sensor of [0, 1, 2] as const) {
    const since = ball.on[sensor];
    if (since < 0 || ball.stuck[sensor] || tick - since < STUCK_TICKS) continue;
    ball = { ...ball, stuck: withValueAt(ball.stuck, sensor, true) };
    emit({ e: "stuck", sensor });
  }
  return ball;
}

/** Gives up the windows that closed before `until`. */
function closeMissedWindows(before: Ball, angles: readonly number[], until: number, emit: EmitBallEvent): Ball {
  let ball = before;
  while (ball.track !== null && ball.track.until < until) {
    const sensor = ball.track.next;
    const track = trackAfterEmptyWindow(ball.track, angles);
    ball = { ...ball, track };
    if (track.missed[sensor] === MISSES_TO_BLIND) {
      ball = { ...ball, blind: withValueAt(ball.blind, sensor, true) };
      emit({ e: "blind", sensor });
    }
    if (!hasLeftTrack(ball, track)) continue;
    ball = { ...ball, track: null, loose: [] };
    emit({ e: "off", track });
  }
  return ball;
}

/** A whole lap of empty windows; windows of blind sensors say nothing. */
function hasLeftTrack({ blind }: Ball, track: Track): boolean {
  if (track.skipped >= EMPTY_WINDOWS_OFF) return true;
  return track.skipped >= EMPTY_WINDOWS_OFF_SURE && !blind.includes(true) && track.seen >= PASSINGS_SURE;
}

/** The ball that the newest pulses are: the longest chain with a whole turn that fits one sense and not the other. */
function findBall(loose: readonly Pulse[], angles: readonly number[]): Track | null {
  const cw = longestChain(loose, angles, 1);
  const ccw = longestChain(loose, angles, -1);
  const best = cw.length > ccw.length ? cw : ccw;
  if (best.length < PASSINGS_TO_CONFIRM || cw.length === ccw.length) return null;
  const sense: Sense = best === cw ? 1 : -1;
  // What fits the other sense as well, or has no rhythm (one sensor alone), tells no sense.
  if (rhythmFits(angles, best, sense === 1 ? -1 : 1)) return null;
  const track = trackOfPulses(angles, best, sense);
  return track.angle >= LAP_MDEG ? track : null;
}

/** Three passings of three sensors in the rhythm of one sense and not of the other, and none after them; or null. */
export function findWeakBall({ loose }: Ball, angles: readonly number[]): Track | null {
  const cw = longestChain(loose, angles, 1);
  const ccw = longestChain(loose, angles, -1);
  const best = cw.length > ccw.length ? cw : ccw;
  const sensors = new Set(best.map(({ sensor }) => sensor));
  if (best.length !== WEAK_PASSINGS || sensors.size !== best.length || cw.length === ccw.length) return null;
  return trackOfPulses(angles, best, best === cw ? 1 : -1);
}

/** The longest chain of pulses, ending with the newest, that is a ball in this sense. */
function longestChain(loose: readonly Pulse[], angles: readonly number[], sense: Sense): readonly Pulse[] {
  let best: readonly Pulse[] = loose.slice(-1);
  const back = (chain: readonly Pulse[], from: number): void => {
    if (chain.length > best.length) best = chain;
    for (let i = from; i >= 0; i--) {
      const pulse = loose[i];
      if (pulse === undefined) continue;
      const longer = [pulse, ...chain];
      if (rhythmFits(angles, longer.slice(0, 3), sense)) back(longer, i - 1);
    }
  };
  back(best, loose.length - 2);
  return best;
}

function withValueAt<T>(three: readonly [T, T, T], at: SensorNo, value: T): readonly [T, T, T] {
  const copy: [T, T, T] = [...three];
  copy[at] = value;
  return copy;
}

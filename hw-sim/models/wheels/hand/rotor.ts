/**
 * How the rotor turns. One law at a time: free (bearing: |v|' = −k|v| − c, solved in closed form), or pulled by a hand
 * (constant acceleration). Angles in turns, clockwise positive and never wrapped; speeds in turns per second; instants
 * in µs. Small & Tse 2012 let the rotor slow down evenly; Dixon (2004) exponentially. A real bearing does both.
 */
export interface Bearing {
  /** 1/s. */
  readonly drag: number;
  /** turns/s². */
  readonly friction: number;
}

interface Law {
  readonly from: number;
  readonly angle: number;
  readonly speed: number;
  readonly free: boolean;
  readonly pull: number;
  /** Seconds: when a pull ends, or a free rotor stands. */
  readonly ends: number;
  readonly drag: number;
  /** c ÷ k, and |speed| + c ÷ k. */
  readonly ratio: number;
  readonly sum: number;
  readonly sign: number;
}

const US = 1e6;

export class Rotor {
  #bearing: Bearing;
  #law: Law;
  /** Changes with every change of law: what was computed under an older one is stale. */
  version = 0;

  /** Stands at `angle` at instant 0. */
  constructor(bearing: Bearing, angle: number) {
    this.#bearing = bearing;
    this.#law = freeLaw(0, angle, 0, bearing);
  }

  angle(us: number): number {
    return angleIn(this.#law, this.#secondsAt(us));
  }

  speed(us: number): number {
    return speedIn(this.#law, this.#secondsAt(us));
  }

  /** From `us` on it turns freely at the speed it has, or at `speed`. */
  release(us: number, speed = this.speed(us)): void {
    this.#law = freeLaw(us, this.angle(us), speed, this.#bearing);
    this.version++;
  }

  /** From the next `release` on the bearing is this one. */
  setBearing(bearing: Bearing): void {
    this.#bearing = bearing;
  }

  /** A hand brings it to `speed` within `spanUs`. Answers when; the caller releases it then. */
  pullTo(us: number, speed: number, spanUs: number): number {
    const v = this.speed(us);
    const span = Math.max(1, spanUs) / US;
    const free = freeLaw(us, this.angle(us), v, this.#bearing);
    this.#law = { ...free, free: false, pull: (speed - v) / span, ends: span };
    this.version++;
    return us + span * US;
  }

  /**
   * The instant, not before `afterUs`, at which it comes to `angle` clockwise (1) or counter-clockwise (-1) under the present
   * law, or endless. An angle that was passed a rounding error ago counts as reached now.
   */
  reachesAt(angle: number, afterUs: number, sense: 1 | -1): number {
    const solve = this.#law.free ? solveFree : solvePulled;
    return this.#law.from + solve(this.#law, angle, this.#secondsAt(afterUs), sense) * US;
  }

  /** The instant at which a free rotor comes to a stand, or endless. */
  stopsAt(): number {
    return this.#law.free ? this.#law.from + this.#law.ends * US : Number.POSITIVE_INFINITY;
  }

  /** Seconds into the law, which ends. */
  #secondsAt(us: number): number {
    return Math.min((us - this.#law.from) / US, this.#law.ends);
  }
}

function freeLaw(from: number, angle: number, speed: number, { drag, friction }: Bearing): Law {
  const size = Math.abs(speed);
  const ratio = friction / drag;
  const ends = Math.log(1 + (drag * size) / friction) / drag;
  const sign = Math.sign(speed);
  return { from, angle, speed, free: true, pull: 0, ends, drag, ratio, sum: size + ratio, sign };
}

function speedIn(law: Law, s: number): number {
  if (!law.free) return law.speed + law.pull * s;
  if (s >= law.ends) return 0;
  return law.sign * (law.sum * Math.exp(-law.drag * s) - law.ratio);
}

function angleIn(law: Law, s: number): number {
  if (!law.free) return law.angle + law.speed * s + (law.pull * s * s) / 2;
  return law.angle + law.sign * ((law.sum * -Math.expm1(-law.drag * s)) / law.drag - law.ratio * s);
}

/**
 * Seconds into the law at which `angle` is reached, at or after `s0`, or endless. The way is concave in time, so
 * Newton's steps come to the solution from one side and never beyond it.
 */
function solveFree(law: Law, angle: number, s0: number, sense: 1 | -1): number {
  if (law.sign !== sense || s0 >= law.ends) return Number.POSITIVE_INFINITY;
  const target = (angle - law.angle) * sense;
  let s = s0;
  for (let i = 0; i < 60; i++) {
    const decay = Math.exp(-law.drag * s);
    const left = target - (law.sum * (1 - decay)) / law.drag + law.ratio * s;
    const v = law.sum * decay - law.ratio;
    if (v <= 0) return Number.POSITIVE_INFINITY;
    // The first step knows the deceleration as well: then one more is enough for the next mark.
    let step = left / v;
    if (i === 0) step *= 1 + (law.drag * (v + law.ratio) * step) / (2 * v);
    s += step;
    if (s >= law.ends) return Number.POSITIVE_INFINITY;
    if (step < 1e-7 && i > 0) break;
  }
  return Math.max(s, s0);
}

/** The same for a pull: where v·t + a·t²/2 is the way and the speed has the sense. */
function solvePulled(law: Law, angle: number, s0: number, sense: 1 | -1): number {
  const way = angle - angleIn(law, s0);
  const v = speedIn(law, s0);
  const root = v * v + 2 * law.pull * way;
  if (root < 0 || (v === 0 && law.pull * sense <= 0)) return Number.POSITIVE_INFINITY;
  const q = sense * Math.sqrt(root);
  // The first form does not lose digits where the rotor goes on in its sense; the second is for one that turns round.
  const onward = v * sense > 0;
  const t = onward ? (2 * way) / (v + q) : (q - v) / law.pull;
  const s = s0 + (onward && t > -1e-6 ? Math.max(t, 0) : t);
  return s >= s0 && s <= law.ends ? s : Number.POSITIVE_INFINITY;
}

/** Speed of a free rotor `seconds` after it had `speed`. */
export function freeSpeed(speed: number, bearing: Bearing, seconds: number): number {
  return speedIn(freeLaw(0, 0, speed, bearing), seconds);
}

import { TRACK_RADIUS, tiltPull, type Geometry } from "./geometry.ts";

/**
 * The ball on the track: dΩ/dt = −αΩ² + β − γ sin θ (Eichberger, Roulette Physics, 2004, eq. 1; Small & Tse, Chaos 22,
 * 2012), θ measured from the low point of the tilted wheel in the ball's sense. In u = Ω² the equation is linear in θ,
 * u' = −2αu + 2β − 2γ sin θ, so the speed at every angle is exact; the time is the integral of dθ ÷ √u, by
 * Gauss-Legendre quadrature between the sensors. The ball leaves the track where u falls below
 * (g ÷ R)·tan(slope) − γ cos θ: the low side holds it for longer (Eichberger's exit condition).
 */
export interface TrackRun {
  readonly startUs: number;
  /** Where it began, turns clockwise from A, and which way. */
  readonly from: number;
  readonly sense: 1 | -1;
  /** Turns on the track at which it leaves it, and when. */
  readonly turns: number;
  readonly dropUs: number;
  readonly passings: readonly Passing[];
  /** Laps a second after so many turns. */
  speedAt(revolutions: number): number;
  turnsAt(us: number): number;
  /** Endless when it has left the track before. */
  usAt(revolutions: number): number;
}

export interface Passing {
  readonly pin: "A" | "B" | "C";
  readonly us: number;
  readonly turns: number;
  /** Half of the pulse. */
  readonly halfUs: number;
}

const TAU = 2 * Math.PI;
const US = 1e6;
/** Nodes and weights of four-point Gauss-Legendre quadrature on 0 to 1 (Abramowitz & Stegun 25.4.30). */
const NODES: readonly (readonly [number, number])[] = [
  [0.06943184420297371, 0.17392742256872693],
  [0.33000947820757187, 0.32607257743127307],
  [0.6699905217924281, 0.32607257743127307],
  [0.9305681557970263, 0.17392742256872693],
];

/** `lapsPerS` at the start; `dragFactor` scales α for this spin (a ball is cleaner one day than the other). */
export function runOnTrack(
  geometry: Geometry,
  startUs: number,
  from: number,
  sense: 1 | -1,
  lapsPerS: number,
  dragFactor: number,
): TrackRun {
  const speed = squaredSpeedOf(geometry, from, sense, lapsPerS, dragFactor);
  const revolutions = findDrop(speed);
  const secondsBetween = (a: number, b: number): number => {
    let sum = 0;
    for (const [node, weight] of NODES) sum += weight / Math.sqrt(speed.u(a + (b - a) * node));
    return TAU * (b - a) * sum;
  };
  const passings = passingsOf(geometry, from, sense, revolutions, startUs, speed.u, secondsBetween);
  const lastUs = passings.at(-1)?.us ?? startUs;
  const dropUs = lastUs + secondsBetween(passings.at(-1)?.turns ?? 0, revolutions) * US;
  const knots = [{ us: startUs, turns: 0 }, ...passings, { us: dropUs, turns: revolutions }];
  const before = (hit: (knot: { us: number; turns: number }) => boolean): number => {
    let i = 0;
    while (i + 2 < knots.length && hit(knots[i + 1] ?? { us: dropUs, turns: revolutions })) i++;
    return i;
  };
  const start = { us: startUs, turns: 0 };
  return {
    startUs,
    from,
    sense,
    turns: revolutions,
    dropUs,
    passings,
    speedAt: (s) => Math.sqrt(speed.u(s)) / TAU,
    turnsAt: (us) => {
      const i = before((knot) => knot.us <= us);
      const { us: a, turns: s } = knots[i] ?? start;
      const { us: b, turns: z } = knots[i + 1] ?? start;
      return b > a ? s + ((z - s) * Math.min(Math.max(us - a, 0), b - a)) / (b - a) : s;
    },
    usAt: (s) => {
      if (s > revolutions) return Number.POSITIVE_INFINITY;
      const { us, turns: a } = knots[before((knot) => knot.turns <= s)] ?? start;
      return us + secondsBetween(a, s) * US;
    },
  };
}

interface Speed {
  readonly u: (revolutions: number) => number;
  /** u minus what keeps the ball on the track: it leaves at 0. */
  readonly margin: (revolutions: number) => number;
  /** A turn before which it cannot leave. */
  readonly safe: number;
}

function squaredSpeedOf(g: Geometry, from: number, sense: 1 | -1, lapsPerS: number, dragFactor: number): Speed {
  const alpha = g.drag * dragFactor;
  const gamma = tiltPull(g.tilt);
  const rest = g.relief / alpha;
  // Particular solution a·sin θ + b·cos θ of the tilt's term.
  const a = (-4 * alpha * gamma) / (1 + 4 * alpha * alpha);
  const b = (2 * gamma) / (1 + 4 * alpha * alpha);
  const theta0 = TAU * sense * (from - g.lowPoint);
  const free = (TAU * lapsPerS) ** 2 - rest - a * Math.sin(theta0) - b * Math.cos(theta0);
  const u = (s: number): number => {
    const theta = theta0 + TAU * s;
    return rest + a * Math.sin(theta) + b * Math.cos(theta) + free * Math.exp(-2 * alpha * TAU * s);
  };
  const margin = (s: number): number => u(s) - g.dropSquared + gamma * Math.cos(theta0 + TAU * s);
  const swing = Math.hypot(a, b) + gamma;
  const over = free / (g.dropSquared + swing - rest);
  return { u, margin, safe: over > 1 ? Math.log(over) / (2 * alpha * TAU) : 0 };
}

/** The first turn at which the margin is used up: scanned from where that is possible, then halved down. */
function findDrop(speed: Speed): number {
  const STEP = 1 / 64;
  let s = speed.safe;
  if (speed.margin(s) <= 0) return s;
  while (speed.margin(s + STEP) > 0 && s < speed.safe + 40) s += STEP;
  let low = s;
  let high = s + STEP;
  for (let i = 0; i < 40; i++) {
    const middle = (low + high) / 2;
    if (speed.margin(middle) > 0) low = middle;
    else high = middle;
  }
  return high;
}

function passingsOf(
  g: Geometry,
  from: number,
  sense: 1 | -1,
  revolutions: number,
  startUs: number,
  u: (revolutions: number) => number,
  secondsBetween: (a: number, b: number) => number,
): Passing[] {
  const firsts = g.ballSensors
    .map(({ pin, angle, chord }) => {
      const ahead = sense * (angle - from);
      return { pin, chord, first: ahead - Math.floor(ahead) };
    })
    .sort((one, other) => one.first - other.first);
  const passings: Passing[] = [];
  let us = startUs;
  let at = 0;
  for (let lap = 0; ; lap++) {
    for (const { pin, chord, first } of firsts) {
      const s = lap + first;
      if (s > revolutions) return passings;
      us += secondsBetween(at, s) * US;
      at = s;
      const metresPerS = Math.sqrt(u(s)) * TRACK_RADIUS;
      passings.push({ pin, us, turns: s, halfUs: (chord / 2 / metresPerS) * US });
    }
  }
}

/** Laps a second that a ball needs at the start to make `laps` on a level track. */
export function startSpeedFor(g: Geometry, laps: number): number {
  const rest = g.relief / g.drag;
  return Math.sqrt(rest + (g.dropSquared - rest) * Math.exp(2 * g.drag * TAU * laps)) / TAU;
}

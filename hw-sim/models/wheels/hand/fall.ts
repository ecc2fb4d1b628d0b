import type { RandomSource } from "../../../../src/time/random-source.ts";
import { drawUniform, drawBoolean } from "../draws.ts";
import { wrapAngle } from "./rotor-face.ts";
import {
  DEFLECTOR_INNER,
  DEFLECTOR_OUTER,
  DEFLECTORS,
  GRAVITY,
  ROTOR_RADIUS,
  TRACK_RADIUS,
  type Geometry,
} from "./geometry.ts";

/**
 * From the track down the stator to the rotor, in steps of 4 ms. The ball rolls (5/7 of the pull moves it: a sphere that
 * does not slide), the stator becomes steeper inward, and one of eight deflectors may be in its way. The published models
 * end at the deflectors (Small & Tse 2012); what they do to a ball is our own choice.
 */
export interface Fall {
  readonly pulses: readonly { readonly pin: "A" | "B" | "C"; readonly onUs: number; readonly offUs: number }[];
  readonly points: readonly { readonly us: number; readonly angle: number; readonly radius: number }[];
  /** When and where it comes to the rotor, turns clockwise from A (unwrapped), and how fast, turns/s clockwise. */
  readonly endUs: number;
  readonly angle: number;
  readonly speed: number;
  /** The first deflector that it hit. */
  readonly hit: { readonly us: number; readonly angle: number; readonly radius: number } | null;
  /** Turns that it still made against the track's wall before it hit anything, faster than what it takes to stay there, and until when. */
  readonly heldTurns: number;
  readonly heldUs: number;
}

const STEP = 0.004;
const ROLLING = 5 / 7;
const ROLLING_LOSS = 0.02;
/** A ball this far from the track's wall is out of the ball sensors' sight. */
const SEEN_WITHIN = 0.006;
const HALF_WIDTH = [0.012, 0.022];

interface FallState {
  s: number;
  angle: number;
  radius: number;
  inward: number;
  /** Along the track, m/s, always forward. */
  along: number;
}

/** `lapsPerS` when it left the track. `mustHit`: a deflector is in its way for certain. */
export function fallDownStator(
  g: Geometry,
  startUs: number,
  angle: number,
  sense: 1 | -1,
  lapsPerS: number,
  random: RandomSource,
  mustHit: boolean,
): Fall {
  const state: FallState = {
    s: 0,
    angle,
    radius: TRACK_RADIUS,
    inward: drawUniform(random, 0.01, 0.04),
    along: lapsPerS * 2 * Math.PI * TRACK_RADIUS,
  };
  const points = [{ us: startUs, angle, radius: TRACK_RADIUS }];
  const pulses: { pin: "A" | "B" | "C"; onUs: number; offUs: number }[] = [];
  const struck = new Set<number>();
  let hit: Fall["hit"] = null;
  let held = { angle, s: 0 };
  while (state.radius > ROTOR_RADIUS && state.s < 12) {
    const before = state.angle;
    stepFall(g, state, sense);
    if (hit === null && state.radius >= TRACK_RADIUS) held = { angle: state.angle, s: state.s };
    if (TRACK_RADIUS - state.radius < SEEN_WITHIN) addSensorPulses(g, state, before, sense, startUs, pulses);
    const deflector = deflectorAt(g, state, struck, mustHit && hit === null);
    if (deflector !== null) {
      struck.add(deflector);
      hit ??= { us: startUs + state.s * 1e6, angle: state.angle, radius: state.radius };
      bounceOff(state, random);
    }
    if (points.length < 400)
      points.push({ us: startUs + state.s * 1e6, angle: state.angle, radius: state.radius });
  }
  const speed = (sense * state.along) / (2 * Math.PI * state.radius);
  const heldTurns = Math.abs(held.angle - angle);
  const heldUs = startUs + held.s * 1e6;
  return { pulses, points, endUs: startUs + state.s * 1e6, angle: state.angle, speed, hit, heldTurns, heldUs };
}

function stepFall(g: Geometry, state: FallState, sense: 1 | -1): void {
  const slope =
    ((g.dropSquared * TRACK_RADIUS) / GRAVITY) * (1 + (5 * (TRACK_RADIUS - state.radius)) / TRACK_RADIUS);
  const outward = (state.along * state.along) / state.radius - GRAVITY * slope;
  state.inward -= ROLLING * outward * STEP;
  state.radius -= state.inward * STEP;
  if (state.radius > TRACK_RADIUS) {
    state.radius = TRACK_RADIUS;
    state.inward = 0.3 * Math.abs(state.inward);
  }
  const loss = (g.drag * state.along * state.along) / state.radius + ROLLING_LOSS * GRAVITY * ROLLING;
  state.along = Math.max(0.02, state.along - loss * STEP);
  state.angle += (sense * state.along * STEP) / (2 * Math.PI * state.radius);
  state.s += STEP;
}

/** Which deflector the ball touches: they lie alternately along and across its way, so that their widths differ. */
function deflectorAt(g: Geometry, state: FallState, struck: ReadonlySet<number>, must: boolean): number | null {
  if (state.radius > DEFLECTOR_OUTER || state.radius < DEFLECTOR_INNER) return null;
  const place = wrapAngle(state.angle - g.deflectorPhase) * DEFLECTORS;
  const nearest = Math.round(place) % DEFLECTORS;
  if (struck.has(nearest)) return null;
  const off = Math.abs(wrapAngle(place / DEFLECTORS - nearest / DEFLECTORS + 0.5) - 0.5);
  return must || off < (HALF_WIDTH[nearest % 2] ?? 0) ? nearest : null;
}

/** It loses part of its speed and is thrown inward, or back outward as far as the track. */
function bounceOff(state: FallState, random: RandomSource): void {
  state.along *= drawUniform(random, 0.25, 0.9);
  state.inward = drawBoolean(random, 0.25) ? drawUniform(random, -0.5, -0.1) : drawUniform(random, 0.05, 0.6);
}

function addSensorPulses(
  g: Geometry,
  state: FallState,
  before: number,
  sense: 1 | -1,
  startUs: number,
  pulses: { pin: "A" | "B" | "C"; onUs: number; offUs: number }[],
): void {
  for (const { pin, angle, chord } of g.ballSensors) {
    const revolutions =
      sense > 0
        ? Math.floor(state.angle - angle) - Math.floor(before - angle)
        : Math.floor(before - angle) - Math.floor(state.angle - angle);
    if (revolutions === 0) continue;
    // The further inside, the shorter the chord that the sensor still sees.
    const share = 1 - (TRACK_RADIUS - state.radius) / SEEN_WITHIN;
    const half = ((chord / 2) * Math.max(0.1, share)) / Math.max(0.05, state.along);
    const middle = startUs + (state.s - STEP / 2) * 1e6;
    pulses.push({ pin, onUs: middle - half * 1e6, offUs: middle + half * 1e6 });
  }
}

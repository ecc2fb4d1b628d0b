import type { RandomSource } from "../../../../src/time/random-source.ts";
import type { SpinTruth } from "../sensed/sensed-wheel.ts";
import type { Agenda } from "../agenda.ts";
import type { HandPin, SensorBank, SensorHealth } from "./sensor-bank.ts";
import { drawUniform } from "../draws.ts";
import type { RotorFace } from "./rotor-face.ts";
import type { Geometry } from "./geometry.ts";
import type { ErrorRates } from "./profiles.ts";
import type { Bearing, Rotor } from "./rotor.ts";
import type { TrackRun } from "./track.ts";
import type { Wear } from "../wear.ts";
import type { HandWear } from "./wear.ts";

/** What the parts of the model share. Everything in it changes only inside `run`. */

/**
 * Where the croupier's cycle is: `idle` before the rotor is driven, `driven` until the launch, then where the ball is,
 * and `after` when the spin has its end and the table is cleared.
 */
export type Phase = "idle" | "driven" | "track" | "fall" | "scatter" | "rest" | "after";

export class Ball {
  /** What the sensors call it (2, or 3 for a second one). */
  readonly thing: number;
  /** The agenda's name for everything that it is going to do. */
  readonly owner: string;
  where: "away" | "track" | "falling" | "scatter" | "pocket" | "fret" | "hung" | "gone" = "away";
  run: TrackRun | null = null;
  lapsBefore = 0;
  /** What lies on the rotor's face when it rests there, and at which pocket (0 to N, not whole). */
  laid: number | null = null;
  pocket = 0;
  /** Last known place off the track: turns clockwise from A, metres. */
  angle = 0;
  radius = 0;

  constructor(thing: number) {
    this.thing = thing;
    this.owner = `ball-${thing}`;
  }
}

/** What the croupier means to do, and what a fault makes of it. */
export interface Plan {
  rotorRpm: number;
  /** With the rotor of the last valid spin, instead of against it. */
  notAlternated: boolean;
  withRotor: boolean;
  lapsPerS: number;
  /** The ball is dropped into the rotor by hand. */
  dropped: boolean;
  early: boolean;
  /** What happens at a deflector, and on the rotor. */
  deflector: "nothing" | "hang" | "hang-and-fall" | "over-rim";
  fret: boolean;
  /** It does not stay on the fret. */
  fretSlips: boolean;
  bearing: Bearing | null;
}

export interface Hook {
  readonly phase: Phase;
  /** When in the phase, as a share of its expected length. */
  readonly share: number;
  readonly act: (us: number) => void;
}

/** A spin from the croupier's first move to its truth. */
export class Spin {
  readonly n: number;
  readonly plan: Plan;
  fault: string | null = null;
  phase: Phase = "idle";
  phaseEndsUs: number;
  hooks: Hook[] = [];
  launchedUs: number | null = null;
  rotorAtLaunch = 0;
  /** The bearing that the rotor had then. */
  bearing: Bearing;
  restUs: number | null = null;
  endUs: number | null = null;
  /** Pocket number in the ring. */
  cell: number | null = null;
  spoiled: string | null = null;
  rotorSense: 1 | -1 = 1;
  /** `World.travel` when the first fact that voids it became true. */
  voidTravel: number | null = null;
  readonly facts: Record<string, boolean | number | string> = {};
  readonly since: Record<string, number> = {};
  readonly traced = new Set<string>();
  /** Nothing more is done to it: its end is on the agenda. */
  ending = false;

  constructor(n: number, us: number, plan: Plan, bearing: Bearing) {
    this.n = n;
    this.plan = plan;
    this.phaseEndsUs = us;
    this.bearing = bearing;
  }
}

export interface Foreign {
  readonly thing: number;
  readonly what: string;
  angle: number;
  readonly radius: number;
  laid: number | null;
  readonly covers: HandPin | null;
}

/** The wheel as it was made, and which of its parts wear out. */
export interface Made extends Readonly<Pick<Geometry, "drag" | "bearingFriction" | "tilt">> {
  readonly worn: { readonly ball: "A" | "B" | "C"; readonly mark: "Q" | "R" };
}

export interface World {
  us: number;
  readonly g: Geometry;
  readonly dirt: ErrorRates;
  readonly ring: readonly string[];
  readonly agenda: Agenda;
  readonly rotor: Rotor;
  readonly face: RotorFace;
  readonly bank: SensorBank;
  readonly physics: RandomSource;
  readonly people: RandomSource;
  readonly random: RandomSource;
  /** Chance of what wears out alone: a wheel that does not plays the same spins. */
  readonly worn: RandomSource;
  readonly made: Made;
  readonly wear: Wear<HandWear> | null;
  readonly ball: Ball;
  readonly second: Ball;
  objects: Foreign[];
  spin: Spin;
  /** Sense of the rotor in the last spin that was valid; null before the first. */
  lastSense: 1 | -1 | null;
  previousCell: number | null;
  /** Turns that the rotor has made, either way. */
  travel: number;
  lastAngle: number;
  /** `travel` when the last void happened, until a valid spin. */
  voidTravel: number | null;
  asked: string | null;
  /** Mends what is broken and brings about what goes wrong in the spin that begins (the catalogue of `faults.ts`). */
  readonly troubles: (w: World, us: number) => void;
  /** Faults of sensors: what was broken from when to when. */
  broken: {
    pin: HandPin;
    health: SensorHealth;
    fromUs: number;
    toUs: number;
    untilSpin: number;
    fault: string;
  }[];
  cycleAtUs: number;
  truths: SpinTruth[];
  lines: { readonly us: number; readonly what: "reset" | "unplug" | "replug" | "noise" }[];
  things: number;
  relaunchEarly: boolean;
  /** The tilt to go back to after a spin with another one. */
  usualTilt: number | null;
}

export interface Outcome {
  /** The ball has come to rest in a pocket, or where it will stay. */
  rests(w: World, us: number, ball: Ball): void;
  /** It will never rest in the wheel. */
  left(w: World, us: number, ball: Ball): void;
}

export const S = 1e6;
export const MS = 1e3;

/** Something crosses the light curtain for `spanUs`. `fact`: which fact it is a trace of. */
export function breakCurtain(w: World, us: number, spanUs: number, fact: string | null): void {
  const thing = w.things++;
  w.agenda.schedule(us, "rim", (now) => {
    if (w.bank.setPresence(now, "X", thing, true) && fact !== null) w.spin.traced.add(fact);
  });
  w.agenda.schedule(us + spanUs, "rim", (now) => {
    w.bank.setPresence(now, "X", thing, false);
  });
}

/** A hand over the rim; answers the instant in the middle, when it does what it came for. */
export function passHandOverRim(w: World, us: number, fromS: number, toS: number): number {
  const span = drawUniform(w.people, fromS, toS) * S;
  breakCurtain(w, us, span, null);
  return us + span / 2;
}

export function setFact(w: World, name: string, value: boolean | number | string, us: number): void {
  if (w.spin.facts[name] !== undefined) return;
  w.spin.facts[name] = value;
  if (!isVoiding(name, value)) return;
  w.spin.since[name] = us;
  w.spin.voidTravel ??= w.travel;
}

/** Whether some pack calls a spin with this fact void. */
export function isVoiding(name: string, value: boolean | number | string): boolean {
  if (name === "ball-direction") return value === "with-rotor";
  if (name === "ball-laps") return typeof value === "number" && value < 3;
  return VOID_FLAGS.has(name) && value === true;
}

const VOID_FLAGS = new Set([
  "ball-left-cylinder",
  "ball-suspended",
  "foreign-object",
  "rotor-stopped",
  "rotor-irregular",
]);

/** From now on the spin is in `phase`, which will last for about `spanUs`; what waits for the phase gets its instant. */
export function enterPhase(w: World, phase: Phase, us: number, spanUs: number): void {
  const { spin } = w;
  spin.phase = phase;
  spin.phaseEndsUs = us + spanUs;
  const due = spin.hooks.filter((hook) => hook.phase === phase);
  spin.hooks = spin.hooks.filter((hook) => hook.phase !== phase);
  for (const hook of due) scheduleHook(w, spin, hook, us);
}

/** `act` happens in `phase` of this spin: now at the soonest, when it is that phase. */
export function scheduleInPhase(
  w: World,
  phase: Phase,
  act: (us: number) => void,
  from = 0.05,
  to = 0.95,
): void {
  const hook: Hook = { phase, share: drawUniform(w.random, from, to), act };
  if (w.spin.phase === phase) scheduleHook(w, w.spin, hook, w.us);
  else w.spin.hooks.push(hook);
}

function scheduleHook(w: World, spin: Spin, hook: Hook, us: number): void {
  const at = us + hook.share * Math.max(0, spin.phaseEndsUs - us);
  w.agenda.schedule(at, "fault", (now) => {
    if (w.spin === spin && spin.phase === hook.phase && !spin.ending) hook.act(now);
  });
}

/** The playing ball is running: launched and not yet at rest. */
export function isBallRunning(spin: Spin): boolean {
  return spin.launchedUs !== null && spin.restUs === null && spin.endUs === null;
}

import { randomFrom, type RandomSource } from "../../../src/time/random-source.ts";
import { Agenda } from "./agenda.ts";
import { drawBetween } from "./draws.ts";
import { wornShare, type Wear } from "./wear.ts";

/** What the models of both Cammegh wheels share: the step from bytes to bytes, the rotor, the pockets. */

/** What of such a wheel wears out: the belt of its rotor slips, or its bearing runs dry; the track and the ball become rough. */
export const CAMMEGH_WEAR = ["rotor-drive", "rough-track"] as const;
export type CammeghWear = (typeof CAMMEGH_WEAR)[number];

/** A wheel with electronics, changed in place by its agenda. `out` and `truth` gather until the next step. */
export class CammeghWheel<Truth> {
  readonly agenda = new Agenda();
  readonly rotor = new Rotor();
  readonly timing: RandomSource;
  readonly readings: RandomSource;
  readonly outcomes: RandomSource;
  readonly faultDraws: RandomSource;
  on = false;
  flags = 0;
  last: string | null = null;
  spins = 0;
  out = "";
  truth: Truth[] = [];

  readonly #wear: Wear<CammeghWear> | null;

  constructor(seed: string, wear: Wear<CammeghWear> | null = null) {
    this.#wear = wear;
    const random = randomFrom(seed);
    this.timing = random.fork("timing");
    this.readings = random.fork("readings");
    this.outcomes = random.fork("outcomes");
    this.faultDraws = random.fork("faults");
  }

  /** How far one of its parts has worn out by the spin that is played, 0 to 1. */
  worn(what: CammeghWear): number {
    return this.#wear?.what === what ? wornShare(this.#wear, this.spins) : 0;
  }
}

export interface FaultOptions<Fault extends string> {
  /** Faults by spin, from 1; they come for certain. */
  readonly script?: Readonly<Record<number, Fault>>;
  /** One spin in so many has this fault. */
  readonly oneIn?: Readonly<Partial<Record<Fault, number>>>;
}

/**
 * The faults that come by chance. Every kind draws at every spin, so that the odds of one kind do not change the spins of
 * another.
 */
export function drawFaults<Fault extends string>(
  kinds: readonly Fault[],
  { oneIn }: FaultOptions<Fault>,
  random: RandomSource,
): readonly Fault[] {
  return kinds.filter((kind) => {
    const odds = oneIn?.[kind];
    return random.below(Math.max(1, odds ?? 1)) === 0 && odds !== undefined;
  });
}

/** What came out of a model up to an instant. */
export interface ModelStep<Truth> {
  /** Bytes to the host, one character a byte. Step at every `wakeAt` to have each line at its own instant. */
  readonly bytes: string;
  /** When the model has something to do next, µs, or null while it is off. */
  readonly wakeAt: number | null;
  readonly truth: readonly Truth[];
}

export interface LineModel<Truth> {
  /** Goes on to `nowUs` (never back), then takes the host's bytes. */
  readonly step: (nowUs: number, bytesIn?: string) => ModelStep<Truth>;
  /** The power switch. */
  readonly power: (on: boolean, nowUs: number) => void;
}

/** Longest command that a wheel takes; the rest of a longer line is lost. */
const COMMAND_LIMIT = 300;

/** The common part of a model: time, lines of the host, power. `advance` advances to an instant without bytes from the host. */
export function createLineModel<Truth>(
  w: CammeghWheel<Truth>,
  handleLine: (us: number, line: string) => void,
  setPower: (on: boolean, us: number) => void,
): LineModel<Truth> & { readonly advance: (us: number) => void } {
  let line = "";
  let now = 0;
  const advance = (us: number): void => {
    if (us < now) throw new RangeError(`time goes back from ${now} to ${us} µs`);
    now = us;
    w.agenda.runUntil(us);
  };
  const receive = (bytes: string): void => {
    for (const char of bytes) {
      if (char !== "\r" && char !== "\n") {
        if (line.length < COMMAND_LIMIT) line += char;
        continue;
      }
      if (w.on) handleLine(now, line);
      line = "";
    }
  };
  return {
    advance,
    step: (nowUs, bytesIn = "") => {
      advance(nowUs);
      receive(bytesIn);
      const step = { bytes: w.out, wakeAt: w.agenda.nextUs, truth: w.truth };
      w.out = "";
      w.truth = [];
      return step;
    },
    power: (on, nowUs) => {
      advance(nowUs);
      line = "";
      if (on !== w.on) setPower(on, nowUs);
    },
  };
}

/** Pockets of a rotor: 0–36, with 38 also `00`. */
export type PocketCount = 37 | 38;

/** A pocket by chance, by its name: `0`…`36` or `00`. */
export function drawPocket(random: RandomSource, count: PocketCount): string {
  const at = random.below(count);
  return at === 37 ? "00" : String(at);
}

/** Two characters, right-justified; two blanks when there is none. */
export function padPocket(pocket: string | null): string {
  return (pocket ?? "").padStart(2);
}

/** 0 clockwise, 1 counter-clockwise, as the wheels' lines say it. */
export type Sense = 0 | 1;

interface Ramp {
  readonly fromUs: number;
  readonly from: number;
  readonly toUs: number;
  readonly to: number;
}

const JITTER_RPM10 = 2;

/** A rotor: its speed runs in straight lines between instants. Speeds in tenths of rpm. */
export class Rotor {
  /** Turns only when it is set. */
  sense: Sense = 0;
  #ramps: Ramp[] = [];

  /** True speed at `us`, rpm × 10, no jitter. */
  speed(us: number): number {
    let value = 0;
    for (const { fromUs, from, toUs, to } of this.#ramps) {
      if (us < fromUs) break;
      value = us >= toUs ? to : from + ((to - from) * (us - fromUs)) / (toUs - fromUs);
    }
    return value;
  }

  /** From the speed at `us` to `rpm10` within `spanUs`; what was planned beyond `us` is forgotten. */
  ramp(us: number, rpm10: number, spanUs: number): void {
    this.#ramps = [{ fromUs: us, from: this.speed(us), toUs: us + Math.max(1, spanUs), to: rpm10 }];
  }

  /** Adds a ramp after the planned ones. */
  addRamp(rpm10: number, spanUs: number): void {
    const last = this.#ramps.at(-1) ?? { toUs: 0, to: 0 };
    this.#ramps.push({ fromUs: last.toUs, from: last.to, toUs: last.toUs + Math.max(1, spanUs), to: rpm10 });
  }

  /** What a line says at `us`: jitter of ±0.2 rpm while it turns (captured). */
  drawReading(us: number, random: RandomSource): number {
    const true10 = Math.round(this.speed(us));
    return true10 < 10 ? true10 : Math.max(0, true10 + drawBetween(random, -JITTER_RPM10, JITTER_RPM10));
  }
}

/**
 * Whole laps of a ball that slows down exponentially from `lapsPerSecond` over `spanUs` to `endLapsPerSecond`.
 * Mean speed of an exponential between two speeds: (a − b) ÷ ln(a ÷ b).
 */
export function lapsWhileSlowing(startLapsPerS: number, endLapsPerS: number, spanUs: number): number {
  if (startLapsPerS <= endLapsPerS) return (endLapsPerS * spanUs) / 1_000_000;
  return (((startLapsPerS - endLapsPerS) / Math.log(startLapsPerS / endLapsPerS)) * spanUs) / 1_000_000;
}

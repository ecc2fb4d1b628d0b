import type { RandomSource } from "../../../../src/time/random-source.ts";
import { drawNormal } from "../draws.ts";
import { INDEX_QUARTERS, PATCH_HALF, type Geometry } from "./geometry.ts";
import type { Rotor } from "./rotor.ts";

/**
 * Everything that is fixed to the rotor and passes a sensor once a turn: quadrature marks, index, reference patch, and
 * what lies in the pockets. Each is two crossings, at rotor angles from 0 to 1; clockwise the first makes its sensor
 * active. Rotor angle 0 is the edge of the index mark: clockwise the index rises there, counter-clockwise it falls there.
 */
export type RotorPin = "Q" | "R" | "I" | "P";

export interface Crossing {
  readonly us: number;
  readonly pin: RotorPin;
  readonly on: boolean;
  /** Who makes the sensor active: several things may lie under the reader at once. */
  readonly thing: number;
  /** Since the crossing before. */
  readonly afterUs: number;
}

interface FaceMark {
  readonly angle: number;
  readonly pin: RotorPin;
  readonly on: boolean;
  readonly thing: number;
}

export const PATCH_THING = 1;
const FIRST_THING = 16;
const ACTIVE: readonly { readonly pin: RotorPin; readonly thing: number }[] = [
  { pin: "Q", thing: 0 },
  { pin: "R", thing: 0 },
  { pin: "I", thing: 0 },
  { pin: "P", thing: PATCH_THING },
];
/** A mark's own place, in marks: cut or printed, not ground. */
const MARK_ERROR = 0.006;

/** The marks and things on the rotor, as they pass the sensors. */
export class RotorFace {
  readonly #geometry: Geometry;
  readonly #rotor: Rotor;
  readonly #fixed: readonly FaceMark[];
  readonly #things = new Map<number, { angle: number; half: number }>();
  #marks: readonly FaceMark[];
  #angles: Float64Array;
  /** The next mark clockwise, and the turn that it belongs to; the one before it lies at or behind the rotor's angle. */
  #place = 0;
  #lap = 0;
  #version: number;
  #forward = true;
  #nextUs = Number.POSITIVE_INFINITY;
  #crossedUs = 0;
  #lastUs = 0;
  #names = FIRST_THING;

  constructor(geometry: Geometry, rotor: Rotor, random: RandomSource) {
    this.#geometry = geometry;
    this.#rotor = rotor;
    this.#fixed = fixedMarks(geometry, random, (pocket) => this.readerAngleOf(pocket));
    this.#marks = this.#fixed;
    this.#angles = Float64Array.from(this.#marks, (mark) => mark.angle);
    this.#version = rotor.version;
    this.#locate(0);
  }

  /** The next crossing at or before `us` under the rotor's present law, or null; each is given once. */
  nextCrossing(us: number): Crossing | null {
    if (this.#version !== this.#rotor.version) this.#plan(this.#lastUs);
    if (this.#nextUs > us) {
      this.#lastUs = us;
      return null;
    }
    const now = this.#nextUs;
    const forward = this.#forward;
    if (!forward) this.#roll(-1);
    const mark = this.#marks[this.#place];
    if (mark === undefined) return null;
    if (forward) this.#roll(1);
    const afterUs = now - this.#crossedUs;
    this.#lastUs = now;
    this.#crossedUs = now;
    this.#plan(now);
    return { us: now, pin: mark.pin, on: mark.on === forward, thing: mark.thing, afterUs };
  }

  /** Something that the reader sees, `half` wide to both sides of `pocket` (0 to N, whole numbers are centres). */
  layThing(us: number, pocket: number, half: number): number {
    const thing = this.#names++;
    this.#things.set(thing, { angle: this.readerAngleOf(pocket), half: half / this.#geometry.pockets });
    this.#changed(us);
    return thing;
  }

  takeThing(us: number, thing: number): void {
    if (this.#things.delete(thing)) this.#changed(us);
  }

  /** Whether `thing` lies under the reader. */
  isUnderReader(us: number, thing: number): boolean {
    const lies = this.#things.get(thing);
    if (lies === undefined) return false;
    return Math.abs(wrapAngle(this.#rotor.angle(us) - lies.angle + 0.5) - 0.5) <= lies.half;
  }

  /** What the sensors over the rotor see without its moving. */
  activePins(): readonly { readonly pin: RotorPin; readonly thing: number }[] {
    const behind = [...this.#marks.slice(this.#place), ...this.#marks.slice(0, this.#place)];
    return ACTIVE.filter(({ pin, thing }) => {
      const mine = behind.filter((mark) => mark.pin === pin && mark.thing === thing);
      return mine.at(-1)?.on === true;
    });
  }

  /** Rotor angle, 0 to 1, at which the place `pocket` lies under the reader. */
  readerAngleOf(pocket: number): number {
    return wrapAngle(this.#geometry.zero - pocket / this.#geometry.pockets);
  }

  #changed(us: number): void {
    const things = [...this.#things].flatMap(([thing, { angle, half }]) =>
      crossingsOf("P", angle, half, thing),
    );
    this.#marks = [...this.#fixed, ...things].sort((a, b) => a.angle - b.angle);
    this.#angles = Float64Array.from(this.#marks, (mark) => mark.angle);
    this.#locate(us);
    this.#plan(us);
  }

  #locate(us: number): void {
    const angle = this.#rotor.angle(us);
    this.#lap = Math.floor(angle);
    this.#place = this.#angles.findIndex((one) => one > angle - this.#lap);
    if (this.#place >= 0) return;
    this.#place = 0;
    this.#lap++;
  }

  #roll(by: 1 | -1): void {
    this.#place += by;
    if (this.#place >= this.#angles.length) {
      this.#place = 0;
      this.#lap++;
    } else if (this.#place < 0) {
      this.#place = this.#angles.length - 1;
      this.#lap--;
    }
  }

  /** The next crossing under the rotor's law: of the mark ahead, or of the one behind when it turns back. */
  #plan(afterUs: number): void {
    this.#version = this.#rotor.version;
    const last = this.#angles.length - 1;
    const ahead = this.#lap + (this.#angles[this.#place] ?? 0);
    const behind =
      this.#place > 0
        ? this.#lap + (this.#angles[this.#place - 1] ?? 0)
        : this.#lap - 1 + (this.#angles[last] ?? 0);
    const on = this.#rotor.reachesAt(ahead, afterUs, 1);
    const back = this.#rotor.reachesAt(behind, afterUs, -1);
    this.#forward = on <= back;
    this.#nextUs = this.#forward ? on : back;
  }
}

function fixedMarks(
  { pockets, duty, quadrature, markPhase }: Geometry,
  random: RandomSource,
  angleOf: (pocket: number) => number,
): FaceMark[] {
  const marks: FaceMark[] = [];
  for (let mark = 0; mark < pockets; mark++) {
    const start = (late: number): number =>
      (mark + markPhase / 4 + late + drawNormal(random, MARK_ERROR)) / pockets;
    marks.push(
      { angle: start(0), pin: "Q", on: true, thing: 0 },
      { angle: start(quadrature), pin: "R", on: true, thing: 0 },
      { angle: start(duty), pin: "Q", on: false, thing: 0 },
      { angle: start(duty + quadrature), pin: "R", on: false, thing: 0 },
    );
  }
  marks.push({ angle: 0, pin: "I", on: true, thing: 0 });
  marks.push({ angle: INDEX_QUARTERS / (4 * pockets), pin: "I", on: false, thing: 0 });
  marks.push(...crossingsOf("P", angleOf(0.5), PATCH_HALF / pockets, PATCH_THING));
  return marks.map((mark) => ({ ...mark, angle: wrapAngle(mark.angle) })).sort((a, b) => a.angle - b.angle);
}

function crossingsOf(pin: RotorPin, angle: number, half: number, thing: number): FaceMark[] {
  return [
    { angle: wrapAngle(angle - half), pin, on: true, thing },
    { angle: wrapAngle(angle + half), pin, on: false, thing },
  ];
}

/** Into 0 to 1. */
export function wrapAngle(revolutions: number): number {
  const rest = revolutions - Math.floor(revolutions);
  return rest >= 1 ? 0 : rest;
}

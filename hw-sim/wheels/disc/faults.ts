import type { RandomSource } from "../../../src/time/random-source.ts";
import { drawBetween } from "../agenda.ts";
import type { Dirt, Disc, Pin } from "./geometry.ts";

/** Faults of a vertical wheel by name, and what they are. */
export const DISC_FAULTS = {
  "weak-spin": "the disc is pushed for less than three turns",
  "near-three-turns": "the disc stops within a cell of three full turns",
  "on-a-peg": "the disc comes to rest with the pointer on a peg",
  "hand-stops": "a hand stops the running disc",
  "hand-touches": "a hand brakes the running disc",
  "pushed-again": "the running disc is pushed again",
  jam: "the disc jams",
  "mark-dirty": "dirt hides a mark from one sensor or both",
  "marks-blind": "a sensor of the marks sees nothing any more",
  "index-blind": "the index sensor sees nothing any more",
  "pointer-blind": "the pointer's switch does not close any more",
  "pointer-stuck": "the pointer's switch stays closed",
  "pointer-chatters": "every contact of the pointer's switch bounces",
  vibration: "the resting disc trembles on the edge of a mark",
  bumped: "somebody bumps into the wheel after it stopped",
  nudged: "a hand moves the stopped disc before the number is called",
  cover: "the cover is put on while the disc turns",
  tamper: "the sensors' housing is opened while the disc turns",
  reset: "the board is reset while the disc turns",
  unplugged: "the board's cable is pulled while the disc turns",
  noise: "the line is disturbed while the disc turns",
} as const;

export type DiscFault = keyof typeof DISC_FAULTS;

export function isDiscFault(name: string): name is DiscFault {
  return Object.hasOwn(DISC_FAULTS, name);
}

/** A pin that says `value` whatever happens, from this share of the run on until the next round is prepared. */
export interface Blind {
  readonly pin: Pin;
  readonly value: boolean;
  /** Share of the run, 0 to 1; −1: since before it. */
  readonly fromShare: number;
}

export interface DiscFaultPlan {
  readonly fault: DiscFault;
  /** Nothing of it can happen sooner: the run so far was seen already. */
  readonly notBeforeUs: number;
  readonly turns?: number;
  readonly stopAt?: "on-a-peg" | "three-turns";
  readonly run?: {
    readonly turnsToGo: number;
    /** Quarter steps/s²; negative pushes. */
    readonly brake: number;
    readonly seconds: number;
    /** How long a stopped disc is held. */
    readonly holds: number;
  };
  readonly after?: {
    readonly kind: "bump" | "nudge";
    readonly seconds: number;
    readonly cells: number;
    readonly sense: 1 | -1;
  };
  readonly dirt?: Dirt;
  readonly blind?: Blind;
  readonly bounces?: true;
  readonly trembles?: { readonly times: number };
  readonly switch?: { readonly pin: "V" | "W"; readonly share: number };
  readonly line?: {
    readonly what: "reset" | "unplug" | "noise";
    readonly share: number;
    readonly seconds: number;
  };
}

/** Faults that begin with the push, or before it: they can only hit a spin that has not begun. */
export const AT_LAUNCH: ReadonlySet<DiscFault> = new Set<DiscFault>([
  "weak-spin",
  "near-three-turns",
  "on-a-peg",
  "mark-dirty",
  "pointer-chatters",
]);

/** How a fault shows this time. */
export function drawFaultPlan(fault: DiscFault, disc: Disc, notBeforeUs: number, random: RandomSource): DiscFaultPlan {
  return { fault, notBeforeUs, ...details(fault, disc, random) };
}

type Details = Omit<DiscFaultPlan, "fault" | "notBeforeUs">;

function details(fault: DiscFault, disc: Disc, random: RandomSource): Details {
  const milli = (low: number, high: number): number => drawBetween(random, low, high) / 1_000;
  switch (fault) {
    case "weak-spin":
      return { turns: milli(500, 2_850) };
    case "near-three-turns":
      return { turns: 3, stopAt: "three-turns" };
    case "on-a-peg":
      return { stopAt: "on-a-peg" };
    case "hand-stops":
      return {
        run: {
          turnsToGo: milli(500, 2_500),
          brake: milli(25_000, 120_000),
          seconds: 9,
          holds: milli(200, 1_500),
        },
      };
    case "hand-touches":
      return {
        run: {
          turnsToGo: milli(500, 2_500),
          brake: milli(6_000, 40_000),
          seconds: milli(200, 1_000),
          holds: 0.2,
        },
      };
    case "pushed-again":
      return {
        run: {
          turnsToGo: milli(300, 2_000),
          brake: -milli(20_000, 90_000),
          seconds: milli(150, 500),
          holds: 0,
        },
      };
    case "jam":
      return {
        run: {
          turnsToGo: milli(300, 2_500),
          brake: milli(900_000, 4_000_000),
          seconds: 9,
          holds: milli(500, 3_000),
        },
      };
    default:
      return sensorDetails(fault, disc, random);
  }
}

/** Faults of sensors, housing and line, and of people after the stop. */
function sensorDetails(fault: DiscFault, disc: Disc, random: RandomSource): Details {
  const milli = (low: number, high: number): number => drawBetween(random, low, high) / 1_000;
  switch (fault) {
    case "mark-dirty":
      return { dirt: { mark: random.below(disc.cells), hides: random.pick(["Q", "R", "QR"] as const) } };
    case "marks-blind":
      return {
        blind: { pin: random.pick(["Q", "R"] as const), value: random.oneIn(2), fromShare: share(random) },
      };
    case "index-blind":
      return { blind: { pin: "I", value: random.oneIn(2), fromShare: -1 } };
    case "pointer-blind":
      return { blind: { pin: "T", value: false, fromShare: share(random) } };
    case "pointer-stuck":
      return { blind: { pin: "T", value: true, fromShare: share(random) } };
    case "pointer-chatters":
      return { bounces: true };
    case "vibration":
      return { trembles: { times: drawBetween(random, 4, 60) } };
    case "cover":
      return { switch: { pin: "V", share: milli(50, 900) } };
    case "tamper":
      return { switch: { pin: "W", share: milli(50, 900) } };
    case "reset":
      return { line: { what: "reset", share: milli(50, 950), seconds: 0 } };
    case "unplugged":
      return { line: { what: "unplug", share: milli(50, 950), seconds: milli(500, 20_000) } };
    case "noise":
      return { line: { what: "noise", share: milli(50, 950), seconds: 0 } };
    default:
      return { after: afterDetails(fault, random) };
  }
}

function afterDetails(fault: DiscFault, random: RandomSource): NonNullable<DiscFaultPlan["after"]> {
  const milli = (low: number, high: number): number => drawBetween(random, low, high) / 1_000;
  const sense = random.oneIn(2) ? 1 : -1;
  return fault === "bumped"
    ? { kind: "bump", seconds: milli(500, 3_800), cells: drawBetween(random, 1, 3), sense }
    : { kind: "nudge", seconds: milli(600, 1_500), cells: drawBetween(random, 1, 4), sense };
}

function share(random: RandomSource): number {
  return random.oneIn(3) ? -1 : drawBetween(random, 50, 900) / 1_000;
}

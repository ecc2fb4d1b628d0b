import type { Pin, PinEdge } from "../../models/wheels/sensed/sensed-wheel.ts";

/** A wheel sensor board as it was set up for its table. */
export interface WheelBoardOptions {
  readonly kind: "roulette" | "bowl" | "disc";
  /** Marks of the rotor, 8 to 80; 0 for a bowl. */
  readonly marks: number;
  /** The board's number, 0 to FFFFFFFF; 0 when missing. */
  readonly board?: number;
  /** How much the crystal is too fast, millionths; 0 when missing. A good one stays within ±50. */
  readonly ppm?: number;
  /** Chance of the fast board: how late each stamp is, within a few ticks. */
  readonly seed?: string;
  /** Sensors that the self-test finds dead, as they are when it runs: a channel, or `H` or `G` and two digits for one hole. */
  readonly blind?: ReadonlySet<string>;
}

/** Throws RangeError when a board cannot be set up so. */
export function checkOptions({ marks, board, ppm }: WheelBoardOptions): void {
  if (!Number.isInteger(marks) || marks < 0 || marks > 80 || (marks > 0 && marks < 8))
    throw new RangeError(`marks of a sensor board are 0 or 8 to 80, not ${marks}`);
  if (board !== undefined && board !== board >>> 0)
    throw new RangeError(`the number of a sensor board is a whole one from 0 to FFFFFFFF, not ${board}`);
  if (ppm !== undefined && !(Math.abs(ppm) <= 10_000))
    throw new RangeError(`the crystal of a sensor board is off by at most 10000 ppm, not ${ppm}`);
}

/** Channels whose sensor works with light; the others are switches. */
const OPTICAL: ReadonlySet<Pin> = new Set<Pin>(["A", "B", "C", "P", "X", "Q", "R", "I", "H", "G"]);
/** Optical channels on which light means inactive: bare rotor, whole beam. */
const DARK_IS_ACTIVE: ReadonlySet<Pin> = new Set<Pin>(["X", "Q", "R", "I"]);

/** Channels that each kind of wheel has its self-test for; a bowl has its holes besides. */
export const SELF_TESTED: Readonly<Record<WheelBoardOptions["kind"], readonly string[]>> = {
  roulette: ["A", "B", "C", "P", "X", "Q", "R", "I"],
  bowl: ["A", "B", "C", "X"],
  disc: ["Q", "R", "I"],
};

/** The board's own light: the sensors' emitters, and the test lights that shine straight into them. */
export interface Light {
  readonly emitters: boolean;
  readonly test: boolean;
}

/** Whether a sensor reads active, when `active` is what the wheel shows it under its own light. */
export function sensorReads(pin: Pin, active: boolean, light: Light, blind: boolean): boolean {
  if (!OPTICAL.has(pin)) return active;
  const darkIsActive = DARK_IS_ACTIVE.has(pin);
  const lit = !blind && (light.test || (light.emitters && active !== darkIsActive));
  return lit !== darkIsActive;
}

/** Name of a sensor as in `blind`. */
export function sensorName(edge: Pick<PinEdge, "pin" | "hole">): string {
  return edge.pin === "H" || edge.pin === "G" ? `${edge.pin}${String(edge.hole).padStart(2, "0")}` : edge.pin;
}

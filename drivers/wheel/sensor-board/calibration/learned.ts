import type { Calibration, WheelSetup } from "../wheel-setup.ts";
import { problemOf } from "./problem.ts";

/** What a guided spin taught, and with which board: a board that is moved to another wheel must be calibrated again. */
export interface LearnedCalibration extends Calibration {
  /** Board number, 32 bits. */
  readonly board: number;
}

/** Its numbers by name, as they stand in the table's evidence and in the heads of recordings. */
export const CALIBRATION_NUMBERS = ["sensorB", "sensorC", "zero", "dropLapUs", "marks", "board"] as const;

/** What was learned, as this board's calibration; a number that is missing is none, which `calibrationProblem` refuses. */
export function learnedOf(learned: Readonly<Record<string, number>>): LearnedCalibration {
  return Object.fromEntries(
    CALIBRATION_NUMBERS.map((name) => [name, learned[name] ?? NaN]),
  ) as unknown as LearnedCalibration;
}

/** Two sensors closer than this see one ball at once. Thousandths of a degree. */
export const SENSOR_APART_MIN = 15_000;
/**
 * Arcs between the sensors must differ by this much, thousandths of a degree: otherwise the rhythm does not show which sensor
 * is blind. The nominal arcs (100°, 120°, 140°) differ by 20°, and every sensor may be 3° off: 8° are left.
 */
export const ARCS_DIFFER_MIN = 5_000;
/** Laps of a ball that still holds the track take about 1 s to 2 s; anything else was not learned from a ball. */
const DROP_LAP_MIN_US = 300_000;
const DROP_LAP_MAX_US = 5_000_000;
const BOARD_MAX = 0xffff_ffff;

/**
 * What is wrong with a calibration for a wheel of this kind and ring, in a few words, or null. It may come from a file
 * that somebody edited.
 */
export function calibrationProblem(
  { board, ...learned }: LearnedCalibration,
  { kind, ring }: Pick<WheelSetup, "kind" | "ring">,
): string | null {
  const { sensorB, sensorC, zero, dropLapUs, marks } = learned;
  if (![board, sensorB, sensorC, zero, dropLapUs, marks].every((value) => Number.isSafeInteger(value)))
    return "every value must be a whole number";
  if (board < 0 || board > BOARD_MAX) return `board must be 0 to ${BOARD_MAX}`;
  const wanted = kind === "bowl" ? 0 : ring.length;
  if (marks !== wanted) return `marks is ${marks}, and the ring has ${wanted}`;
  const places = kind === "bowl" ? ring.length : 4_000 * marks;
  if (zero < 0 || zero >= places) return `zero must be 0 to ${places - 1}`;
  return kind === "disc" ? null : ballProblem(sensorB, sensorC, dropLapUs);
}

function ballProblem(sensorB: number, sensorC: number, dropLapUs: number): string | null {
  if (!(sensorB > 0 && sensorB < sensorC && sensorC < 360_000))
    return "sensorB and sensorC must be above 0 and below 360000, B before C";
  const apart = anglesApart(sensorB, sensorC);
  if (apart !== null) return problemOf(apart).what.en;
  return dropLapUs >= DROP_LAP_MIN_US && dropLapUs <= DROP_LAP_MAX_US
    ? null
    : `dropLapUs must be ${DROP_LAP_MIN_US} to ${DROP_LAP_MAX_US}`;
}

/** The three arcs between the sensors must differ, and none may be small. */
export function anglesApart(sensorB: number, sensorC: number): "close-sensors" | "alike-arcs" | null {
  const arcs = [sensorB, sensorC - sensorB, 360_000 - sensorC];
  if (arcs.some((arc) => arc < SENSOR_APART_MIN)) return "close-sensors";
  const [ab = 0, bc = 0, ca = 0] = arcs;
  const differ = Math.min(Math.abs(ab - bc), Math.abs(bc - ca), Math.abs(ca - ab));
  return differ < ARCS_DIFFER_MIN ? "alike-arcs" : null;
}

import {
  CALIBRATION_NUMBERS,
  type LearnedCalibration,
} from "../drivers/wheel/sensor-board/calibration/learned.ts";
import type { TableOptions, TableSetup } from "./unit/table-setup.ts";

/** A table's options as flat values, as they stand in boot records and in the heads of recordings, and back again. */
export type FlatOptions = Readonly<Record<string, string | number | boolean | null>>;

const CALIBRATION = "calibration.";

/** All that a replay needs to read the line as the unit did. */
export function flatOptions({ options, pack }: Pick<TableSetup, "options" | "pack">): FlatOptions {
  const { rotorVariationRpm10, protocol, ask, gameMode, ring, calibration } = options;
  const names = ring.join(" ");
  return {
    rotorVariationRpm10,
    protocol,
    ask,
    gameMode,
    ...(names === pack.wheel.pockets.join(" ") ? {} : { ring: names }),
    ...flatCalibration(calibration),
  };
}

/** `calibration.sensorB` and so on; nothing for a wheel without one. */
export function flatCalibration(learned: LearnedCalibration | null): Readonly<Record<string, number>> {
  if (learned === null) return {};
  return Object.fromEntries(CALIBRATION_NUMBERS.map((name) => [`${CALIBRATION}${name}`, learned[name]]));
}

/** The options of a recording's head. Values of other releases that are not known here are left out. */
export function optionsOf(flat: FlatOptions): TableOptions {
  const { rotorVariationRpm10, protocol, ask, gameMode, ring } = flat;
  const calibration = calibrationOf(flat);
  return {
    ...(typeof rotorVariationRpm10 === "number" ? { rotorVariationRpm10 } : {}),
    ...(protocol === "basic" || protocol === "advanced" || protocol === "extended" ? { protocol } : {}),
    ...(typeof ask === "boolean" ? { ask } : {}),
    ...(typeof gameMode === "number" || gameMode === null ? { gameMode } : {}),
    ...(typeof ring === "string" ? { ring: ring.split(" ") } : {}),
    ...(calibration === null ? {} : { calibration }),
  };
}

function calibrationOf(flat: FlatOptions): LearnedCalibration | null {
  const value = (name: (typeof CALIBRATION_NUMBERS)[number]): number => {
    const found = flat[`${CALIBRATION}${name}`];
    return typeof found === "number" ? found : NaN;
  };
  const learned = {
    sensorB: value("sensorB"),
    sensorC: value("sensorC"),
    zero: value("zero"),
    dropLapUs: value("dropLapUs"),
    marks: value("marks"),
    board: value("board"),
  };
  return Object.values(learned).some(Number.isNaN) ? null : learned;
}

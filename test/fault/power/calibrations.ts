import type { StoredCalibration } from "../../../firmware/table/wheel/calibration-file.ts";

/** A calibration that is known again by its mark at zero. */
export function calibrationOf(zero: number): StoredCalibration {
  const learned = {
    sensorB: 90_000,
    sensorC: 180_000,
    zero,
    dropLapUs: 1_900_000,
    marks: 37,
    board: 0x1234abcd,
  };
  return { kind: "roulette", learned };
}

import type { DiceConfig, DiceDeviceConfig, EyeConfig } from "../../config/config.ts";
import { optionsOf } from "../../../../drivers/options.ts";
import { readEyeCalibration } from "../../dice/calibration-file.ts";
import { type DicePartOptions, type DiceTableOptions, type ThrownDice } from "./thrown-dice.ts";
import { BESIDE_OPTIONS } from "../../config/devices.ts";
import { usageProblem } from "../../../problem.ts";

/** `tirada-eye+cup-switch`: as recordings, records and the command line name the devices of a table together. */
export function deviceNames({ eye, thrower, second, witness }: DiceConfig): string {
  const own = second === undefined ? witness?.device : "witness-eye";
  return [eye.device, thrower?.device, own].filter((name) => name !== undefined).join("+");
}

/** What a configuration says of its devices of dice. Throws Problem when a calibration is not of these dice. */
export function diceOptions(
  { eye, thrower, second, witness, witnessRequired }: DiceConfig,
  game: ThrownDice,
): DiceTableOptions {
  return {
    eye: eyeOptions(eye, game),
    ...(thrower === undefined ? {} : { thrower: partOptions(thrower) }),
    ...(witness === undefined ? {} : { witness: partOptions(witness) }),
    ...(second === undefined ? {} : { witness: eyeOptions(second, game) }),
    witnessRequired,
  };
}

/** An eye of this computer knows what its calibration holds; for an eye on a line the configuration names what it must know. */
function eyeOptions({ camera, calibration, digest, knows }: EyeConfig, game: ThrownDice): DicePartOptions {
  if (camera === undefined) return { port: "serial", digest: digest ?? null, knows };
  const read = readEyeCalibration(calibration ?? "");
  // Without a calibration the table runs, certifies nothing and says why.
  if (read === null) return { port: "camera" };
  const { faces, dice: thrown } = read.calibration;
  if (faces !== game.faces || thrown !== game.dice)
    throw usageProblem(
      `${calibration ?? ""} was learned for ${thrown} dice with ${faces}; this game is played with ${game.dice} with ${game.faces}: learn it anew with tirada dice calibrate`,
    );
  return { port: "camera", digest: read.digest, knows: read.knows };
}

function partOptions(device: DiceDeviceConfig): DicePartOptions {
  const port = device.path === undefined ? "mqtt" : "serial";
  return { port, ...optionsOf(device, BESIDE_OPTIONS) };
}

import type { BallDevice } from "../../../drivers/balls/device.ts";
import type { DiceDevice } from "../../../drivers/dice/device.ts";
import { mergeOptions, type Values } from "../../../drivers/options.ts";
import type { ShoeDevice } from "../../../drivers/shoe/device.ts";
import type { WheelDevice } from "../../../drivers/wheel/device.ts";
import { BALLS_DEVICES, BESIDE_DEVICES, EYE_DEVICES, SHOE_DEVICES, WHEEL_DEVICES } from "./installed.ts";

/** A device that tirada can be installed on or with. */
export type Device = WheelDevice | ShoeDevice | DiceDevice | BallDevice;

export type WheelDeviceName = (typeof WHEEL_DEVICES)[number]["name"];
export type ShoeDeviceName = (typeof SHOE_DEVICES)[number]["name"];

/** The devices of each family. */
export const WHEEL_TYPES: readonly WheelDevice[] = WHEEL_DEVICES;
export const SHOE_TYPES: readonly ShoeDevice[] = SHOE_DEVICES;
export const DICE_TYPES: readonly DiceDevice[] = [...EYE_DEVICES, ...BESIDE_DEVICES];

export const BALLS_TYPES: readonly BallDevice[] = BALLS_DEVICES;

/** Every device, in the order in which it is offered. */
export const DEVICES: readonly Device[] = [...WHEEL_TYPES, ...SHOE_TYPES, ...DICE_TYPES, ...BALLS_TYPES];

/** Options of the devices of each family: keys of its configurations and of the heads of its recordings. */
export const WHEEL_OPTIONS = mergeOptions(WHEEL_DEVICES);
export const SHOE_OPTIONS = mergeOptions(SHOE_DEVICES);
export const EYE_OPTIONS = mergeOptions(EYE_DEVICES);
export const BESIDE_OPTIONS = mergeOptions(BESIDE_DEVICES);
export const DICE_OPTIONS = { ...EYE_OPTIONS, ...BESIDE_OPTIONS };

export const BALLS_OPTIONS = mergeOptions(BALLS_DEVICES);

export type WheelOptions = Values<typeof WHEEL_OPTIONS>;
export type ShoeOptions = Values<typeof SHOE_OPTIONS>;
export type DiceOptions = Values<typeof DICE_OPTIONS>;
export type BallsOptions = Values<typeof BALLS_OPTIONS>;

/** The device of this name; null: none has it. */
export const lookUpDevice = (name: string): Device | null => DEVICES.find((one) => one.name === name) ?? null;

/** The device of this name. Throws RangeError, which lists the known ones. */
export function deviceNamed(name: string): Device {
  const found = lookUpDevice(name);
  if (found !== null) return found;
  throw new RangeError(`no device "${name}"; known: ${DEVICES.map((one) => one.name).join(", ")}`);
}

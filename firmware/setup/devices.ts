import { DICE_DEVICES, type DiceDeviceType } from "./dice-devices.ts";
import { SHOE_DEVICES, type ShoeDeviceType } from "./shoe-devices.ts";
import { WHEEL_DEVICES, type WheelDeviceType } from "./wheel-devices.ts";

export { DEVICE_DEFAULTS, ROTOR_VARIATION_RPM10, type DeviceOptions } from "./wheel-devices.ts";

/** A device type that tirada can be installed on. */
export type DeviceType = WheelDeviceType | ShoeDeviceType | DiceDeviceType;

/** Every device type, by the name that the command line and the configuration use. */
export const DEVICES: Readonly<Record<string, DeviceType>> = {
  ...WHEEL_DEVICES,
  ...SHOE_DEVICES,
  ...DICE_DEVICES,
};

/** The device types of wheels. */
export const WHEEL_TYPES: readonly WheelDeviceType[] = Object.values(WHEEL_DEVICES);
/** The device types of cards. */
export const SHOE_TYPES: readonly ShoeDeviceType[] = Object.values(SHOE_DEVICES);

/** The device types of dice. */
export const DICE_TYPES: readonly DiceDeviceType[] = Object.values(DICE_DEVICES);

/** The device type, or an error that lists the known ones. */
export function deviceType(name: string): DeviceType {
  const found = Object.hasOwn(DEVICES, name) ? DEVICES[name] : undefined;
  if (found === undefined)
    throw new RangeError(`no device "${name}"; known: ${Object.keys(DEVICES).join(", ")}`);
  return found;
}

import type { Profile } from "../models/wheels/sensed/sensed-wheel.ts";

/** Which board stands between the simulated wheel and the unit. */
export type BoardChoice = "fast" | "emulated";

/** Wheels with electronics of their own that are simulated, by the name of the device that reads each (`wheels.ts`). */
export const ELECTRONIC_DEVICES = [
  "cammegh-ss2",
  "cammegh-mercury-360",
  // The next wheel with electronics: a row above.
] as const;
export type ElectronicDevice = (typeof ELECTRONIC_DEVICES)[number];

/** Devices that a simulated wheel can be read by: the board around one without electronics, or a wheel that has its own. */
export const WHEEL_DEVICES = ["sensor-board", ...ELECTRONIC_DEVICES] as const;
export type WheelDevice = (typeof WHEEL_DEVICES)[number];

export const PROFILES: Readonly<Record<Profile["name"], Profile>> = {
  clean: { name: "clean", faultPerMille: 0 },
  default: { name: "default", faultPerMille: 30 },
  rough: { name: "rough", faultPerMille: 250 },
};

export { SHOE_PROFILES } from "../people/cards/fault-plans.ts";

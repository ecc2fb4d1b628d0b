import type { Profile } from "../wheels/sensed/sensed-wheel.ts";

/** Which board stands between the simulated wheel and the unit. */
export type BoardChoice = "fast" | "emulated";

export const PROFILES: Readonly<Record<Profile["name"], Profile>> = {
  clean: { name: "clean", faultPerMille: 0 },
  default: { name: "default", faultPerMille: 30 },
  rough: { name: "rough", faultPerMille: 250 },
};

export { SHOE_PROFILES } from "../shoe/table/fault-plans.ts";

import type { RuleFamily } from "./families.ts";
import type { WheelPack } from "./pack.ts";
import { WHEEL_FACTS } from "./vocabulary/wheel.ts";
import { wheelFaults, wheelRuleFaults } from "./wheel-check.ts";
import { WHEEL_SHAPE } from "./wheel-schema.ts";

/** Rulebooks of games on a wheel. */
export const WHEEL_RULES: RuleFamily = {
  voided: "spin",
  facts: WHEEL_FACTS,
  shape: WHEEL_SHAPE,
  faults: (pack: WheelPack) => wheelFaults(pack),
  ruleFaults: (_, rule, path) => wheelRuleFaults(rule, path),
};

import type { Abilities } from "../../../src/rules/facts.ts";

/** What the cage's encoder can know. */
export const CAGE_ABILITIES: Abilities = {
  "cage-turns": {
    level: "measured",
    note: "an encoder on the cage's axle counts; the longest way in one direction counts, so rocking is no turn (line P)",
  },
};

import type { Abilities } from "../../../src/rules/facts.ts";

/** What the switches at cup and horn can know. */
export const CUP_ABILITIES: Abilities = {
  "dice-in-cup": {
    level: "measured",
    note: "dice are counted as they go into the cup, or weighed in it; not counted is told as such (line L)",
  },
  "die-retained": {
    level: "measured",
    note: "dice that left through the horn are counted and held against those put in and those that stayed (line T)",
  },
};

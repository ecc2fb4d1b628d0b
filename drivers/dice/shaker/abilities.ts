import type { Abilities } from "../../../src/rules/facts.ts";

/** What a shaker can know of each fact of the dice family, and why. Facts that are missing it cannot know. */
export const SHAKER_MQTT_ABILITIES: Abilities = {
  shake: {
    level: "measured",
    note: "the shaker says when it accepts, shakes and is idle; the time that was commanded is heard on its own topic",
  },
};

export const SHAKER_LINE_ABILITIES: Abilities = {
  shake: {
    level: "measured",
    note: "the shaker tells how long its drive ran and, with a motion sensor, how long it was in motion (line S)",
  },
};

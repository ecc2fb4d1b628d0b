import type { Abilities } from "../../../src/rules/facts.ts";
import { DEVICE_ID, diceDevice } from "../device.ts";

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

export const CUP_SWITCH = diceDevice({
  name: "cup-switch",
  acceptance: { steps: new URL("acceptance.yaml", import.meta.url) },
  kind: "thrower",
  about: "switches at cup and horn that count the dice, serial 115200 8N1",
  ports: ["serial"],
  throws: ["cup", "horn"],
  abilities: CUP_ABILITIES,
  options: { id: DEVICE_ID },
  readDecoding: async () => (await import("./decoding.ts")).CUP_DECODING,
  readSession: async () => {
    const { cupSession } = await import("./session.ts");
    return ({ id }) => cupSession({ device: id });
  },
});

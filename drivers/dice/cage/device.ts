import type { Abilities } from "../../../src/rules/facts.ts";
import { DEVICE_ID, diceDevice } from "../device.ts";

/** What the cage's encoder can know. */
export const CAGE_ABILITIES: Abilities = {
  "cage-turns": {
    level: "measured",
    note: "an encoder on the cage's axle counts; the longest way in one direction counts, so rocking is no turn (line P)",
  },
};

export const CAGE = diceDevice({
  name: "cage",
  acceptance: { steps: new URL("acceptance.yaml", import.meta.url) },
  kind: "thrower",
  about: "an encoder on the axle of a chuck-a-luck cage, serial 115200 8N1",
  ports: ["serial"],
  throws: ["cage"],
  abilities: CAGE_ABILITIES,
  options: { id: DEVICE_ID },
  readDecoding: async () => (await import("./decoding.ts")).CAGE_DECODING,
  readSession: async () => {
    const { cageSession } = await import("./session.ts");
    return ({ id }) => cageSession({ device: id });
  },
});

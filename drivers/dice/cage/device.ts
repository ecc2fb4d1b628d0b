import { DEVICE_ID, diceDevice } from "../device.ts";
import { CAGE_ABILITIES } from "./abilities.ts";

export const CAGE = diceDevice({
  name: "cage",
  family: "dice",
  kind: "thrower",
  about: "an encoder on the axle of a chuck-a-luck cage, serial 115200 8N1",
  baudRate: 115_200,
  ports: ["serial"],
  throws: ["cage"],
  abilities: CAGE_ABILITIES,
  options: { id: DEVICE_ID },
  readSession: async () => {
    const { cageSession } = await import("./session.ts");
    return ({ id }) => cageSession({ device: id, countsPerTurn: null });
  },
});

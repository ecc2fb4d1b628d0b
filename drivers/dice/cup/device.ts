import { DEVICE_ID, diceDevice } from "../device.ts";
import { CUP_ABILITIES } from "./abilities.ts";

export const CUP_SWITCH = diceDevice({
  name: "cup-switch",
  family: "dice",
  kind: "thrower",
  about: "switches at cup and horn that count the dice, serial 115200 8N1",
  baudRate: 115_200,
  ports: ["serial"],
  throws: ["cup", "horn"],
  abilities: CUP_ABILITIES,
  options: { id: DEVICE_ID },
  readSession: async () => {
    const { cupSession } = await import("./session.ts");
    return ({ id }) => cupSession({ device: id });
  },
});

import { z } from "zod";
import { option } from "../../options.ts";
import { noGreeting, shoeDevice } from "../device.ts";
import { abilitiesOf } from "../reader/abilities.ts";

export const CARD_CAMERA = shoeDevice({
  name: "card-camera",
  acceptance: { steps: new URL("acceptance.yaml", import.meta.url) },
  family: "shoe",
  about: "a shoe with a camera over the card in front, serial 115200 8N1",
  baudRate: 115_200,
  ports: ["serial"],
  codes: null,
  abilities: abilitiesOf("card-camera"),
  options: {
    suits: option({
      about: "the order in which it counts the suits, by their letters",
      value: z.enum(["cdhs", "shdc", "shcd", "hdcs", "dchs"]),
      otherwise: null,
    }),
    ranks: option({
      about: "which rank it counts first",
      value: z.enum(["two-first", "ace-first"]),
      otherwise: null,
    }),
  },
  greeting: noGreeting,
  readsAhead: () => true,
  readDecoding: async () => (await import("./decoding.ts")).CARD_CAMERA_DECODING,
  readSession: async () => {
    const { cameraSession } = await import("./session.ts");
    return ({ suits, ranks }) => {
      if (suits === null || ranks === null)
        throw new TypeError("shoe.suits and shoe.ranks are missing: the camera does not tell how it counts");
      return cameraSession({ order: { suits, ranks } });
    };
  },
});

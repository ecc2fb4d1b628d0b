import { z } from "zod";
import { option } from "../../options.ts";
import { noGreeting, shoeDevice } from "../device.ts";
import { abilitiesOf } from "../reader/abilities.ts";
import { isInside, READER_AT } from "../reader/options.ts";

export const CARD_RFID = shoeDevice({
  name: "card-rfid",
  acceptance: { steps: new URL("acceptance.yaml", import.meta.url) },
  family: "shoe",
  about: "a radio tag reader that sends a line a reading, serial 9600 8N1",
  baudRate: 9_600,
  ports: ["serial"],
  codes: "uid",
  abilities: abilitiesOf("card-rfid"),
  options: {
    lines: option({
      about: "equal lines that a tag needs to be believed",
      value: z.union([z.literal(1), z.literal(2)]),
      otherwise: 2,
    }),
    at: READER_AT,
  },
  greeting: noGreeting,
  readsAhead: isInside,
  readDecoding: async () => (await import("./decoding.ts")).RFID_DECODING,
  readSession: async () => {
    const { rfidSession } = await import("./session.ts");
    return ({ codes, lines, at }) => {
      if (codes === null) throw new TypeError("shoe.codes is missing: a tag's number alone names no card");
      return rfidSession({ table: codes.table, lines, at });
    };
  },
});

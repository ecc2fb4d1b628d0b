import { z } from "zod";
import { option } from "../../options.ts";
import { noGreeting, shoeDevice } from "../device.ts";
import { abilitiesOf } from "../reader/abilities.ts";
import { isInside, READER_AT } from "../reader/options.ts";
import { CODING_NAMES, codingOf } from "./codings.ts";

export const CARD_BARCODE = shoeDevice({
  name: "card-barcode",
  acceptance: { steps: new URL("acceptance.yaml", import.meta.url) },
  family: "shoe",
  about: "a bar-code scanner that types what is printed on the cards, USB keyboard",
  baudRate: 9_600,
  ports: ["keyboard"],
  codes: "bar-code",
  abilities: abilitiesOf("card-barcode"),
  options: {
    coding: option({
      about: "what the bar codes hold; it is never guessed, and `table` needs codes",
      value: z.enum(CODING_NAMES),
      otherwise: null,
    }),
    at: READER_AT,
  },
  greeting: noGreeting,
  readsAhead: isInside,
  readDecoding: async () => (await import("./decoding.ts")).BARCODE_DECODING,
  readSession: async () => {
    const { barcodeSession } = await import("./session.ts");
    return ({ coding, codes, at }) => {
      if (coding === null)
        throw new TypeError("shoe.coding is missing: what the bar codes hold is never guessed");
      return barcodeSession({ coding: codingOf(coding, codes?.table ?? null), at });
    };
  },
});

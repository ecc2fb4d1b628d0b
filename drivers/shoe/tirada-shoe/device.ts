import { z } from "zod";
import { schemaWords } from "../../../src/rules/problem-words.ts";
import { option } from "../../options.ts";
import { shoeDevice } from "../device.ts";
import { tiradaShoeAbilities } from "./abilities.ts";

export const TIRADA_SHOE = shoeDevice({
  name: "tirada-shoe",
  acceptance: { steps: new URL("acceptance.yaml", import.meta.url) },
  family: "shoe",
  about: "a shoe or shuffler of the open tirada protocol, USB HID or serial 115200 8N1",
  baudRate: 115_200,
  ports: ["hid", "serial"],
  // docs/devices/tirada-shoe.md, "USB HID".
  usage: { usagePage: 0xff54, usage: 0x01 },
  codes: null,
  abilities: tiradaShoeAbilities(),
  options: {
    number: option({
      about:
        "the number of the one device that belongs to this table, eight hex digits in quotes; without it any",
      value: z
        .string('must be text: put digits in quotes, "00000001"')
        .refine((text) => /^[0-9A-F]{8}$/.test(text), schemaWords("hex", { count: 8, letters: "A-F" })),
      otherwise: null,
    }),
    mode: option({
      about:
        "how cards leave it; told to it whenever it is connected and has another; without it: as it is set",
      value: z.enum(["one-by-one", "packets", "continuous"]),
      otherwise: null,
    }),
  },
  greeting: ({ mode }) => (mode === null ? [] : [{ c: "mode", mode }]),
  readsAhead: () => false,
  readDecoding: async (port) => {
    const { SHOE_HID_DECODING, SHOE_LINE_DECODING } = await import("./decoding.ts");
    return port === "hid" ? SHOE_HID_DECODING : SHOE_LINE_DECODING;
  },
  readSession: async () => {
    const { tiradaShoeSession } = await import("./session.ts");
    return ({ port, number, decks }) => {
      if (port === "keyboard") throw new TypeError("a tirada-shoe is no keyboard");
      return tiradaShoeSession({
        carrier: port === "hid" ? "hid" : "line",
        device: number,
        decks: decks.length,
      });
    };
  },
});

import { SOCKET } from "../../../drivers/transport/find-hid.ts";
import { z } from "zod";
import { isFace, type Face } from "../../../src/cards/card.ts";
import { MAX_DECKS } from "../../../src/cards/decks.ts";
import { problemWords, schemaWords } from "../../../src/rules/problem-words.ts";
import { checkOptions, keysOf, problemsOf, serialBaud } from "./device-keys.ts";
import { SHOE_OPTIONS, SHOE_TYPES } from "./devices.ts";
import { firstDiceSchema } from "./dice-config.ts";
import type { ConfigSection } from "./device-keys.ts";

/** Cards that may have been taken out of one deck. */
export const REMOVED_MAX = 20;

const face = z
  .string()
  .max(5)
  .refine((text): text is Face => isFace(text), schemaWords("card"));

const LETTERS = /^[0-9A-Za-z-]{1,16}$/;
const deck = z.strictObject({
  /** How the cards' own code, or the house, names this deck; each has its own. */
  id: z.string().refine((id) => LETTERS.test(id), schemaWords("letters", { most: 16 })),
  /** Colour or design of its backs, as the device reports it; without it backs are not compared with the deck. */
  back: z
    .nullable(z.string().refine((back) => LETTERS.test(back), schemaWords("letters", { most: 16 })))
    .default(null),
  /** Cards without jokers, and jokers; without them: what the rulebook is played with. */
  pack: z.union([z.literal(52), z.literal(32), z.literal(28)]).exactOptional(),
  jokers: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]).exactOptional(),
  /** Cards that were taken out of it on purpose. */
  removed: z.array(face).max(REMOVED_MAX).default([]),
});

/** The card device of a table: a shoe, a shuffler or a reader of single cards. */
export const shoeSchema = z
  .strictObject({
    /** Its name, from the list of devices. The type is never guessed. */
    device: z.string().min(1).max(64),
    /** A serial port's stable name, e.g. `/dev/serial/by-id/usb-FTDI_…`. */
    path: z.string().min(1).max(300).exactOptional(),
    /** On USB as a HID device instead: its serial number, as the device shows it. */
    serial: z
      .string()
      .refine((serial) => /^[\x21-\x7e]{1,64}$/.test(serial), schemaWords("serial"))
      .exactOptional(),
    /** Of one without a number of its own: the USB socket in which it is, as the kernel names it. */
    socket: z
      .string()
      .refine((socket) => SOCKET.test(socket), schemaWords("usb-socket"))
      .exactOptional(),
    /** Of the serial port. Without it: the device's own. */
    baud: serialBaud,
    /** True: a unit that starts before its card device is plugged in waits for it instead of giving up. */
    wait: z.boolean().default(false),
    /** Every deck that is in play, in any order. */
    decks: z.array(deck).min(1).max(MAX_DECKS),
    ...keysOf(SHOE_OPTIONS),
    /** For a reader that knows cards by codes: the file that says which code is which card. */
    codes: z.string().min(1).max(300).exactOptional(),
    /** A game that three dice begin (pai gow): the eye that reads them, and the device that throws. Without it people key the result. */
    dice: firstDiceSchema.exactOptional(),
  })
  .refine(
    ({ path, serial, socket }) => [path, serial, socket].filter((one) => one !== undefined).length === 1,
    schemaWords("shoe-place"),
  )
  .refine(({ baud, path }) => baud === undefined || path !== undefined, {
    ...schemaWords("baud"),
    path: ["baud"],
  })
  .superRefine((shoe, context) => {
    const problem = problemsOf(context);
    checkOptions(shoe, SHOE_TYPES, SHOE_OPTIONS, problem);
    const device = SHOE_TYPES.find(({ name }) => name === shoe.device);
    if (shoe.codes !== undefined && device?.codes === null)
      problem(problemWords("no-codes", { device: device.name }), "codes");
  });

export const SHOE_SECTION: ConfigSection = { at: "at a card table", schema: shoeSchema };

export type ShoeConfig = z.infer<typeof shoeSchema>;

import { z } from "zod";
import { defaultValues } from "../../../drivers/options.ts";
import { problemWords } from "../../../src/rules/problem-words.ts";
import { checkOptions, keysOf, problemsOf, serialBaud, type ConfigSection } from "./device-keys.ts";
import { BALLS_OPTIONS, BALLS_TYPES, type BallsOptions } from "./devices.ts";

/** Series of cards that a hall has files of. */
export const CARD_FILES_MAX = 12;

/** The tags of a set come from its file, not from the configuration itself. */
const { tags: _tags, ...OWN_OPTIONS } = BALLS_OPTIONS;

/** What the balls are drawn from. */
export const EXTRACTORS = ["pneumatic", "drum"] as const;
export type Extractor = (typeof EXTRACTORS)[number];

/** The reader of a table of balls, and the machine that they come from. */
export const ballsSchema = z
  .strictObject({
    /** The reader, by its device's name. The type is never guessed. */
    device: z.string().min(1).max(64),
    /** The port's stable name, e.g. `/dev/serial/by-id/usb-FTDI_…`. */
    path: z.string().min(1).max(300),
    /** Of the serial port; 115200 unless told. */
    baud: serialBaud,
    /** True: a unit that starts before its reader is plugged in waits for it instead of giving up. */
    wait: z.boolean().default(false),
    ...keysOf(OWN_OPTIONS),
    /** A reader of tagged balls: the file that says which tag is which ball (`tirada-ball-tags/1`). */
    set: z.string().min(1).max(300).exactOptional(),
    /** Files of the cards' printer, one a series: `tirada-bingo-cards/1`. Left out: people read each card that is called. */
    cards: z
      .array(z.string().max(300).regex(/^\//, "must be the file's whole path, from /"))
      .min(1)
      .max(CARD_FILES_MAX)
      .optional(),
    /** A pneumatic machine or a drum: the laws change the balls of a pneumatic one after so many games. */
    extractor: z.enum(EXTRACTORS),
  })
  .superRefine((balls, context) => {
    const problem = problemsOf(context);
    checkOptions(balls, BALLS_TYPES, OWN_OPTIONS, problem);
    const hasTags = BALLS_TYPES.some(
      ({ name, options }) => name === balls.device && Object.hasOwn(options, "tags"),
    );
    if (hasTags !== (balls.set !== undefined))
      problem(
        problemWords(hasTags ? "balls-set-missing" : "balls-set-none", { device: balls.device }),
        hasTags ? "device" : "set",
      );
  })
  .transform((balls) => ({ ...defaultValues(OWN_OPTIONS), ...balls }));

export const BALLS_SECTION: ConfigSection = { at: "at a table of balls", schema: ballsSchema };

type Shape = z.infer<typeof ballsSchema>;
type OwnOptions = Omit<BallsOptions, "tags">;
export type BallsConfig = Omit<Shape, keyof OwnOptions> & OwnOptions;

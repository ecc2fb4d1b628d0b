import { z } from "zod";
import { LANGUAGES } from "../../../src/text/language.ts";
import type { ScreenChoices } from "../../../src/table/kernel/view/view.ts";

/** For how many seconds each of the other languages stands on the display. */
export const TURN_SECONDS = { least: 3, most: 60, default: 6 } as const;

/** Keys of `display` by which a house chooses how its screens look and sound (docs/technician/screens.md). */
export const screenChoicesShape = {
  /** Which languages take turns on the line of the display, and for how long each; left out: the table's others, six seconds each. */
  languages: z
    .strictObject({
      /** None: the line is not there. */
      turns: z.array(z.enum(LANGUAGES)).max(LANGUAGES.length).optional(),
      seconds: z.int().min(TURN_SECONDS.least).max(TURN_SECONDS.most).default(TURN_SECONDS.default),
    })
    .optional(),
  /** `calm`: a result arrives in one transition; `none`: nothing moves. */
  motion: z.enum(["calm", "none"]).optional(),
  /** True: the control page sounds where a key is refused and where something waits for the person; left out: it is silent. */
  staffSounds: z.boolean().optional(),
} as const;

const choicesSchema = z.strictObject(screenChoicesShape);

/** What the screens are told of a house's choices; null: nothing was chosen. `offered`: the table's languages, the main one first. */
export function screenChoices(
  { languages, motion, staffSounds }: z.infer<typeof choicesSchema>,
  offered: ScreenLanguages,
): ScreenChoices | null {
  const [main, ...others] = offered;
  const turns =
    languages === undefined
      ? {}
      : {
          turns: {
            languages: (languages.turns ?? others).filter((one) => one !== main),
            seconds: languages.seconds,
          },
        };
  const choices: ScreenChoices = {
    ...turns,
    ...(motion === "none" ? { motion } : {}),
    ...(staffSounds === true ? { staffSounds } : {}),
  };
  return Object.keys(choices).length === 0 ? null : choices;
}

type ScreenLanguages = readonly (typeof LANGUAGES)[number][];

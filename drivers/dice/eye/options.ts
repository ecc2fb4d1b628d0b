import { z } from "zod";
import { option, type Options, type Values } from "../../options.ts";
import { KNOWS, type EyeKnows, type Knows } from "./codes.ts";

/** Of an eye, the first one as the second. */
export const EYE_OPTIONS = {
  digest: option({
    about:
      "an eye on a line: digest of the one calibration that belongs to this table, 16 hex digits; without it any",
    value: z
      .string('must be text: put digits in quotes, "0123456789abcdef"')
      .regex(/^[0-9a-f]{16}$/, "must be 16 hex digits"),
    otherwise: null,
  }),
  knows: option({
    about:
      "an eye on a line: what it must have been calibrated for beside the arena; without one of them it is refused",
    value: z.array(z.enum(KNOWS)).max(KNOWS.length).readonly(),
    otherwise: [] as readonly Knows[],
  }),
} satisfies Options;

/** What an eye knows, by name. */
export function knowing({ knows }: Pick<Values<typeof EYE_OPTIONS>, "knows">): EyeKnows {
  return Object.fromEntries(KNOWS.map((name) => [name, knows.includes(name)])) as EyeKnows;
}

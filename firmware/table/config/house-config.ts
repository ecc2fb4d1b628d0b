import { z } from "zod";
import { NAME_MAX, nameFault } from "../../../src/people/names.ts";
import { problemWords, schemaWords } from "../../../src/rules/problem-words.ts";
import { problemsOf } from "./device-keys.ts";
import {
  COLOUR,
  CONTRAST_LEAST,
  contrastText,
  LOOKS,
  lowContrasts,
  type HousePalette,
  type Look,
} from "./house-colours.ts";
import { daysOf, HOUR, overlapOf } from "./house-hours.ts";

/** The longest path of a picture, characters; how many suertes, rules and stretches of opening hours a house may name. */
const PATH_MAX = 200;
const SUERTES_MAX = 80;
const RULES_MAX = 12;
const HOURS_MAX = 21;
/** The largest amount of a limit. */
const AMOUNT_MAX = 1_000_000_000_000;
/** Minutes of open bets and nothing else after which a table counts as idle. */
export const IDLE_MINUTES = { least: 1, most: 240 } as const;

/** The fonts that come with tirada, by the name in a configuration. */
export const HOUSE_FONTS = ["sans", "serif"] as const;

/**
 * A file in the folder of the configuration, or below it: a configuration that was ordered from afar names nothing else of the machine.
 * Whether it is one that can be shown is seen when it is read.
 */
const housePath = z
  .string()
  .min(1)
  .max(PATH_MAX)
  .refine(isBelow, schemaWords("house-path", { like: "house/logo.png" }));

function isBelow(path: string): boolean {
  const steps = path.split("/");
  return !/[\p{C}\\]/u.test(path) && steps.every((step) => step !== "" && step !== "." && step !== "..");
}

const colour = z.string().refine((said) => COLOUR.test(said), schemaWords("colour", { like: '"#0b1520"' }));

/** Colours of a look that can be read: each pair of text and ground has the contrast of WCAG 2.2 AA. */
const paletteOf = (look: Look) =>
  z
    .strictObject({
      background: colour,
      text: colour,
      accent: colour,
      muted: colour.optional(),
      panel: colour.optional(),
      felt: colour.optional(),
    })
    .superRefine((palette: HousePalette, context) => {
      const said: readonly (string | undefined)[] = Object.values(palette);
      if (!said.every((one) => one === undefined || COLOUR.test(one))) return;
      const problem = problemsOf(context);
      for (const { key, other, contrast } of lowContrasts(palette, look)) {
        const [has, wanted] = [contrastText(contrast), String(CONTRAST_LEAST)];
        problem(problemWords("contrast", { other, has, wanted }), key);
      }
    });

/** A picture, a silent video, or both: the picture stands where the video does not play. */
const attraction = {
  picture: housePath.optional(),
  video: housePath.optional(),
};

const amount = z
  .number()
  .positive()
  .max(AMOUNT_MAX)
  .refine((said) => Math.abs(said * 100 - Math.round(said * 100)) < 1e-6, schemaWords("amount"));

/** The least and the most that may be staked; one of them may be left out. */
const limit = z
  .strictObject({ minimum: amount.optional(), maximum: amount.optional() })
  .superRefine(({ minimum, maximum }, context) => {
    const problem = problemsOf(context);
    if (minimum === undefined && maximum === undefined) problem(problemWords("limit-none"));
    else if (minimum !== undefined && maximum !== undefined && minimum > maximum)
      problem(problemWords("limit-order", { minimum, maximum }), "minimum");
  });

const CURRENCIES = new Set(Intl.supportedValuesOf("currency"));

/** Limits of the table. Whether its rulebook has these suertes is seen beside the rulebook (`house-limits.ts`). */
const limits = z
  .strictObject({
    currency: z.string().refine((said) => CURRENCIES.has(said), schemaWords("currency", { like: "EUR, CLP" })),
    /** Between which amounts the casino is authorised to set the limits of a table, where the law has that shown. */
    band: limit.optional(),
    /** Of any bet at this table. */
    table: limit.optional(),
    /** By the id of the suerte or the bet, as `tirada rules print` names it. */
    suertes: z
      .record(z.string().min(1).max(60), limit)
      .refine(
        (said) => Object.keys(said).length <= SUERTES_MAX,
        schemaWords("long-list", { most: SUERTES_MAX }),
      )
      .optional(),
  })
  .superRefine(({ band, table, suertes = {} }, context) => {
    const report = (outer: "band" | "limit", at: readonly string[], bounds?: Limit, inner?: Limit): void => {
      for (const { key, side, said, most } of findBeyond(bounds, inner)) {
        const words = problemWords(`${outer}-${side}`, { said, most });
        context.addIssue({ code: "custom", message: words.en, params: { words }, path: [...at, key] });
      }
    };
    report("band", ["table"], band, table);
    for (const [name, limits] of Object.entries(suertes)) report("limit", ["suertes", name], table, limits);
  });

type Limit = z.infer<typeof limit>;

/** An amount that lies outside of another limit. */
interface Beyond {
  readonly key: keyof Limit;
  readonly side: "below" | "above";
  readonly said: number;
  /** The end that it passes. */
  readonly most: number;
}

function findBeyond(
  { minimum: least = 0, maximum: most = Infinity }: Limit = {},
  inner: Limit = {},
): readonly Beyond[] {
  return (["minimum", "maximum"] as const).flatMap((key): readonly Beyond[] => {
    const said = inner[key];
    if (said === undefined || (said >= least && said <= most)) return [];
    return said < least ? [{ key, side: "below", said, most: least }] : [{ key, side: "above", said, most }];
  });
}

const hours = z
  .array(
    z.strictObject({
      days: z.string().refine((said) => daysOf(said) !== null, schemaWords("days", { like: "mon-thu" })),
      from: z.string().refine((said) => HOUR.test(said), schemaWords("hour", { like: "18:00" })),
      to: z.string().refine((said) => HOUR.test(said), schemaWords("hour", { like: "04:00" })),
    }),
  )
  .min(1)
  .max(HOURS_MAX)
  .superRefine((said, context) => {
    const found = overlapOf(said);
    if (found === null) return;
    const { at, other, day, hour } = found;
    const words = problemWords("hours-overlap", { other: `hours.${other}`, day, hour });
    context.addIssue({ code: "custom", message: words.en, params: { words }, path: [at] });
  });

/** How the house shows itself on the screens of its table (docs/technician/house.md). Nothing of it reaches a record. */
export const houseSchema = z.strictObject({
  /** Name of the house, in any script. */
  name: z
    .string()
    .min(1)
    .max(NAME_MAX)
    .refine((name) => nameFault(name) !== "unseen", schemaWords("name-unseen"))
    .optional(),
  /** PNG, JPEG or WebP. */
  logo: housePath.optional(),
  font: z.enum(HOUSE_FONTS).default("sans"),
  look: z.enum(LOOKS).default("dark"),
  colours: z
    .strictObject({ dark: paletteOf("dark").optional(), light: paletteOf("light").optional() })
    .default({}),
  /** What a closed table shows. */
  closed: z.strictObject(attraction).optional(),
  /** What a table shows that has open bets and nothing else for so long; left out: it shows its call. */
  idle: z
    .strictObject({ minutes: z.int().min(IDLE_MINUTES.least).max(IDLE_MINUTES.most), ...attraction })
    .optional(),
  limits: limits.optional(),
  /** Which rules of the rulebook stand in brief beside the limits, by id; left out: those that annul a round. */
  rules: z.array(z.string().min(1).max(60)).max(RULES_MAX).optional(),
  hours: hours.optional(),
});

export type HouseConfig = z.infer<typeof houseSchema>;
export type HouseLimits = NonNullable<HouseConfig["limits"]>;

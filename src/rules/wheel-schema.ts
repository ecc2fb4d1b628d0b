import { z } from "zod";
import { basis, cite, id, prose, role, text } from "./common-schema.ts";

/** More cells than any wheel of the catalogues; the sensor board counts at most 80 marks. */
const MAX_RING = 80;
/** What a wheel of each kind may call its pockets is checked by `ring.ts`. */
const POCKET = /^(?=.{1,12}$)[a-z0-9]+(-[a-z0-9]+)*$/;
const pocket = z.string().regex(POCKET, 'must be a pocket in quotes, e.g. "0", "36" or "joker"');
/** Pockets in one line with spaces between: `0 32 15 19`. */
const pockets = z.string().transform((line, ctx): readonly string[] => {
  const names = line.split(/\s+/);
  for (const name of names) {
    if (!POCKET.test(name))
      ctx.addIssue({ code: "custom", message: `"${name}" is no pocket: 0, 00, 1 to 36 or a word` });
  }
  if (names.length > MAX_RING) ctx.addIssue({ code: "custom", message: `must be at most ${MAX_RING} pockets` });
  return names;
});
const suerte = z.strictObject({
  id,
  group: z.enum(["colour", "parity", "half", "column", "dozen", "cell"]),
  name: text,
  pockets,
  pays: z
    .string()
    .regex(/^([1-9]\d{0,2}:1|push)$/, 'must be what it pays, e.g. "45:1", or push')
    .exactOptional(),
  cells: z.int().min(1).max(MAX_RING).exactOptional(),
  basis,
  cite,
});

const bet = z.strictObject({
  id,
  name: text,
  numbers: z.int().min(1).max(MAX_RING),
  pays: z.string().regex(/^[1-9]\d{0,2}:[1-9]$/, 'must be what it pays, e.g. "35:1" or "1:2"'),
  cite,
});

const sectors = z.int().min(2).max(16);
const layoutRule = z.discriminatedUnion("rule", [
  z.strictObject({ rule: z.literal("equal-values-apart"), cite }),
  z.strictObject({ rule: z.literal("opposite-cells-equal"), cite }),
  z.strictObject({ rule: z.literal("colours-alternate"), cite }),
  z.strictObject({ rule: z.literal("consecutive-apart"), cite }),
  z.strictObject({ rule: z.literal("double-zero-faces-zero"), cite }),
  z.strictObject({
    rule: z.literal("equal-sectors"),
    sectors,
    each: z.record(pocket, z.int().min(1).max(MAX_RING)),
    cite,
  }),
  z.strictObject({ rule: z.literal("alternate-sectors"), sectors, name: pocket, cite }),
]);

const wheel = z.strictObject({
  kind: z.enum(["roulette", "bowl", "disc"]),
  pockets,
  betsClose: z.enum(["at-launch", "before-drop"]),
  layout: z.array(layoutRule).min(1).max(8).exactOptional(),
  labels: z.record(pocket, text).exactOptional(),
  basis,
  note: prose,
});

const specialPocket = z.strictObject({
  pocket,
  simple: z.enum(["half", "half-or-prison", "lose"]),
  rule: text,
  basis,
  cite,
});

/** The keys that only packs of wheels have. What a wheel of each kind may hold is checked by `wheel-rules.ts`. */
export const WHEEL_SHAPE = {
  wheel,
  suertes: z.array(suerte).min(1).max(60),
  bets: z.array(bet).min(1).max(20).exactOptional(),
  result: z.strictObject({
    announce: z
      .array(z.enum(["number", "colour", "simple", "multiple", "value"]))
      .min(1)
      .max(4),
    by: role,
    special: z.array(specialPocket).max(2),
    cite,
  }),
};

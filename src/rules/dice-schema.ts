import { z } from "zod";
import { FACE_SETS } from "../dice/faces.ts";
import { basis, cite, id, role, text } from "./common-schema.ts";
import type { DiceGame, DiceSuerte, DiceWin } from "./dice-game.ts";

/** No total of three dice is more. What a game of its dice can throw is checked by `dice-rules.ts`. */
const total = z.int().min(1).max(18);
const totals = z.array(total).min(1).max(18);
const side = z.enum(["right", "wrong"]);
const odds = z
  .string()
  .regex(/^[1-9]\d{0,2}:[1-9]\d?$/, 'must be what is paid for how much, e.g. "61:1" or "9:5"');
const minutes = z.int().min(1).max(1440);

const win: z.ZodType<DiceWin> = z.discriminatedUnion("on", [
  z.strictObject({ on: z.literal("total"), totals, notTriple: z.literal(true).exactOptional() }),
  z.strictObject({ on: z.literal("chosen-total"), from: total, to: total }),
  z.strictObject({
    on: z.literal("equal"),
    dice: z.union([z.literal(2), z.literal(3)]),
    face: z.enum(["any", "chosen"]),
  }),
  z.strictObject({ on: z.literal("shows") }),
  z.strictObject({ on: z.literal("pair") }),
  z.strictObject({ on: z.enum(["line", "come", "odds"]), side }),
  z.strictObject({ on: z.literal("number"), numbers: totals, side }),
  z.strictObject({
    on: z.literal("hard"),
    total,
    only: z.enum(["come-out", "point"]).exactOptional(),
  }),
  z.strictObject({ on: z.literal("standing"), totals }),
]);

const suerte: z.ZodType<DiceSuerte> = z.strictObject({
  id,
  group: z.enum(["category", "bet"]),
  name: text,
  win,
  pays: z.union([odds, z.record(z.string().regex(/^[1-9]\d?$/, "must be a number"), odds)]).exactOptional(),
  basis,
  cite,
});

/** The `dice` part of a pack: shapes and ranges. What its parts say of each other is checked by `dice-rules.ts`. */
export const diceGameSchema: z.ZodType<DiceGame> = z.strictObject({
  faces: z.enum(FACE_SETS),
  dice: z.union([z.literal(2), z.literal(3)]),
  thrownFrom: z.enum(["hand", "shaker", "cup", "horn", "cage"]),
  thrower: z.strictObject({
    who: z.enum(["shooter", "croupier"]),
    reliefMinutes: minutes.exactOptional(),
    passes: z.strictObject({ to: z.enum(["clockwise", "right"]), cite }).exactOptional(),
    cite: cite.exactOptional(),
  }),
  set: z.strictObject({
    counts: z.array(z.int().min(2).max(12)).min(1).max(4),
    sets: z.int().min(1).max(12),
    sideMm: z
      .tuple([z.number().min(5).max(100), z.number().min(5).max(100)])
      .refine(([least, most]) => least <= most, "the larger side comes before the smaller")
      .nullable(),
    oppositeSum: z.literal(7).nullable(),
    transparent: z.boolean().nullable(),
    change: z.enum(["free", "not-in-series"]),
    rotateMinutes: minutes.exactOptional(),
    cite: cite.exactOptional(),
  }),
  betsClose: z.enum(["call", "shake", "announcement"]),
  betsOpen: z.enum(["dice-taken-up", "call"]),
  craps: z
    .strictObject({
      comeOut: z.strictObject({ win: totals, lose: totals, point: totals }),
      pointLoses: totals,
      barred: z.array(total).max(11),
      cite,
    })
    .nullable(),
  suertes: z.array(suerte).min(1).max(60),
  noCategory: z.strictObject({ rule: text, basis, cite }).nullable(),
  result: z.strictObject({
    announce: z
      .array(z.enum(["faces", "total", "category"]))
      .min(1)
      .max(3),
    by: role,
    cite,
  }),
});

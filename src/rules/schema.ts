import { z } from "zod";
import { LANGUAGES } from "../text/language.ts";
import { isDay } from "../time/day.ts";
import { CARD_EFFECTS } from "./card-game.ts";
import { cardGameSchema } from "./card-schema.ts";
import { basis, call, cite, id, prose, role, text } from "./common-schema.ts";
import { conditionFaults } from "./condition.ts";
import { diceGameSchema } from "./dice-schema.ts";
import type { Condition } from "./pack.ts";

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
/** Checked by hand, because a union of shapes would only answer "invalid input". */
const condition = z.custom<Condition>().superRefine((value, ctx) => {
  for (const fault of conditionFaults(value)) {
    ctx.addIssue({ code: "custom", path: [...fault.path], message: fault.message });
  }
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

const announcement = z.strictObject({
  phase: z.enum([
    "betting",
    "last-bets",
    "no-more-bets",
    "void",
    "last-three-spins",
    "last-game",
    "closed",
    "last-round",
  ]),
  by: role,
  say: text,
  printed: z.array(z.enum(LANGUAGES)).max(LANGUAGES.length),
  oncePerSession: z.literal(true).exactOptional(),
  of: z.literal("shoe").exactOptional(),
  basis,
  cite: cite.exactOptional(),
  note: prose.exactOptional(),
});

const rule = z.strictObject({
  id,
  cite,
  basis,
  text,
  when: condition,
  verdict: z.enum(["void", "deviation", "person-decides", "stands", "corrected"]),
  scope: z.enum(["spin", "bet", "session", "throw", "round", "next-round", "hand", "cloth", "card", "shoe"]),
  effect: z.enum(CARD_EFFECTS).exactOptional(),
  deem: z.union([z.int().min(0).max(9), z.literal("natural")]).exactOptional(),
  asks: z.literal("hand").exactOptional(),
  announce: call.exactOptional(),
  declaredBy: role.exactOptional(),
  then: z.array(id).max(20),
  mayBeCalled: id.exactOptional(),
  adopts: z
    .strictObject({
      verdict: z.literal("void"),
      by: z.literal("house"),
      announce: call,
      then: z.array(id).max(20),
    })
    .exactOptional(),
  readings: z
    .array(
      z.strictObject({
        id,
        verdict: z.enum(["void", "stands"]),
        announce: call.exactOptional(),
        then: z.array(id).max(20),
      }),
    )
    .min(1)
    .max(4)
    .exactOptional(),
  note: prose.exactOptional(),
});

const step = z.strictObject({
  id,
  who: role,
  text,
  basis,
  cite: cite.exactOptional(),
  rotorTurnsAtLeast: z.int().min(1).max(1000).exactOptional(),
});

const day = z.string().refine(isDay, 'must be a day of the calendar in quotes, e.g. "2023-03-14"');

const base = {
  pack: z.literal("tirada-pack/1"),
  jurisdiction: z
    .string()
    .regex(/^[a-z]{2}(-[a-z]{2})?$/, "must be an ISO 3166 code in lower case, e.g. cl or es-cb"),
  game: id,
  edition: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, "must be a year and a month, e.g. 2023-03"),
  inForce: day,
  until: day.exactOptional(),
  untrustedClock: z.enum(["certify", "mark", "stop"]).exactOptional(),
  title: text,
  law: z.strictObject({ name: prose, published: prose }),
  voidName: text.exactOptional(),
  announcements: z.array(announcement).min(1).max(20),
  rules: z.array(rule).max(100),
  steps: z.array(step).max(100),
  session: z
    .strictObject({
      opening: z.array(id).min(1).max(6).exactOptional(),
      closing: z.array(id).min(1).max(6).exactOptional(),
    })
    .exactOptional(),
  remarks: z.array(z.strictObject({ about: id, text: prose, cite: cite.exactOptional() })).max(100),
};

/** The shape of a pack file. What its parts say of each other is checked by `check.ts`. */
export const packSchema = z.discriminatedUnion("family", [
  z.strictObject({
    ...base,
    family: z.literal("wheel"),
    wheel,
    suertes: z.array(suerte).min(1).max(60),
    result: z.strictObject({
      announce: z
        .array(z.enum(["number", "colour", "simple", "multiple", "value"]))
        .min(1)
        .max(4),
      by: role,
      special: z.array(specialPocket).max(2),
      cite,
    }),
  }),
  z.strictObject({ ...base, family: z.literal("shoe"), cards: cardGameSchema }),
  z.strictObject({ ...base, family: z.literal("dice"), dice: diceGameSchema }),
]);

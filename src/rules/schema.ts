import { z } from "zod";
import { LANGUAGES } from "../text/language.ts";
import { isDay } from "../time/day.ts";
import { CARD_EFFECTS } from "./card-game.ts";
import { basis, call, cite, id, prose, role, text } from "./common-schema.ts";
import { conditionFaults } from "./condition.ts";
import { RULE_FAMILIES } from "./families.ts";
import { type Condition, type Pack, LATE_MINUTES_MAX, NAMED_BY_LAW } from "./pack.ts";
import { CARD_ROLES, HAND_ROLES, SEEN_CONDITIONS, WINDOW_ENDS, WINDOW_STARTS } from "./windows.ts";

/** Checked by hand, because a union of shapes would only answer "invalid input". */
const condition = z.custom<Condition>().superRefine((value, ctx) => {
  for (const fault of conditionFaults(value)) {
    ctx.addIssue({ code: "custom", path: [...fault.path], message: fault.message });
  }
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
  rounds: z.int().min(2).max(9).exactOptional(),
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
  hand: z.enum(HAND_ROLES).exactOptional(),
  card: z.enum(CARD_ROLES).exactOptional(),
  window: z.strictObject({ from: z.enum(WINDOW_STARTS), until: z.enum(WINDOW_ENDS) }).exactOptional(),
  seen: z.array(z.enum(SEEN_CONDITIONS)).min(1).max(4).exactOptional(),
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
  only: z.enum(["come-out", "point"]).exactOptional(),
  hands: z.literal("two-card-21").exactOptional(),
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
  names: z.partialRecord(z.enum(NAMED_BY_LAW), text).exactOptional(),
  afterResult: z.strictObject({ minutes: z.int().min(1).max(LATE_MINUTES_MAX), cite }).exactOptional(),
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

/** Shapes of the packs of each family, and how many families there were when the union was made. */
let made: { readonly families: number; readonly schema: z.ZodType<Pack> } | null = null;

/** The shape of a pack file. What its parts say of each other is checked by `check.ts`. */
export function packSchema(): z.ZodType<Pack> {
  const { names } = RULE_FAMILIES;
  if (made?.families === names.length) return made.schema;
  const [first, ...rest] = names.map((name) =>
    z.strictObject({ ...base, family: z.literal(name), ...RULE_FAMILIES.get(name).shape }),
  );
  if (first === undefined) throw new TypeError("no family of tables is installed");
  // Each family's shape makes what its interface in `pack.ts` says.
  const schema = z.discriminatedUnion("family", [first, ...rest]) as unknown as z.ZodType<Pack>;
  made = { families: names.length, schema };
  return schema;
}

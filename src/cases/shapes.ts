import { z } from "zod";
import { LANGUAGES } from "../text/language.ts";
import { CARD_EFFECTS } from "../rules/card-game.ts";

/** What ends or does not end the round, in the words of the case files. */
export const OUTCOMES = [
  "void",
  "stands",
  "undecided",
  "corrected",
  "deviation",
  "goes on",
  "person decides",
  "refused",
] as const;

const id = z.string().min(1).max(60);
export const given = z.record(z.string(), z.union([z.boolean(), z.int().min(0), z.string()]));
const say = z.partialRecord(z.enum(LANGUAGES), z.string());

/** `jefe de mesa: pick-up-ball, croupier: relaunch`: who does it and the step of the pack; also a list of them. */
export const stepLines = z
  .union([z.string().transform((line) => line.split(/,\s*/)), z.array(z.string())])
  .pipe(z.array(z.string().regex(/^[a-z ]+: [a-z0-9-]+$/, "who: step, e.g. jefe de mesa: pick-up-ball")));

/** What the law wants done as the table is opened and closed. */
export const session = z.strictObject({
  opening: stepLines.exactOptional(),
  closing: stepLines.exactOptional(),
});

/** What follows, in the words of the case files. */
export const outcome = z.strictObject({
  verdict: z.enum(OUTCOMES),
  /** One word is Spanish. */
  announce: z.union([z.string().transform((es): z.infer<typeof say> => ({ es })), say]).exactOptional(),
  by: z.string().exactOptional(),
  steps: stepLines.exactOptional(),
  "rotor-turns": z.int().exactOptional(),
  /** Void because a person decided so, not because the law lists the cause. */
  discretionary: z.literal(true).exactOptional(),
  "may-be-called": id.exactOptional(),
  /** Cards: what the rule does to the deal; what a void reaches when it is not the round; what the hand counts. */
  effect: z.enum(CARD_EFFECTS).exactOptional(),
  scope: z.enum(["next-round", "hand", "cloth"]).exactOptional(),
  deem: z.union([z.int(), z.literal("natural")]).exactOptional(),
  /** Cards: whoever declares it names the hand. */
  asks: z.literal("hand").exactOptional(),
  observed: z.record(z.string(), z.union([z.string(), z.int(), z.boolean(), z.null()])).exactOptional(),
});

import { z } from "zod";
import { ACTA_FIELDS, type BallsGame, type BallsPack } from "./balls-game.ts";
import { cite } from "./common-schema.ts";
import type { Fault } from "./condition.ts";
import type { RuleFamily } from "./families.ts";
import { reportCardKeys, repeatedWordFaults } from "./listed.ts";
import type { Rule } from "./pack.ts";
import { BALLS_FACTS } from "./vocabulary/balls.ts";
import type { Path } from "./yaml.ts";

/** The shape of the `balls` part of a pack. */
const ballsGame: z.ZodType<BallsGame> = z.strictObject({
  count: z.literal(90),
  card: z.strictObject({ rows: z.literal(3), numbers: z.literal(5), cite }),
  setGames: z
    .strictObject({ most: z.int().min(1).max(100_000), of: z.literal("pneumatic").exactOptional(), cite })
    .nullable(),
  counted: z
    .strictObject({
      at: z
        .array(z.enum(["opening", "closing"]))
        .min(1)
        .max(2),
      cite,
    })
    .nullable(),
  leastCards: z.strictObject({ count: z.int().min(1).max(1_000), cite }).nullable(),
  misannounced: z.strictObject({ counts: z.literal("ball"), cite }).nullable(),
  byHand: z.strictObject({ from: z.literal("first-ball"), cite }).nullable(),
  firstCard: z.strictObject({ follows: z.literal("last-sold"), cite }).nullable(),
  otherLines: z.strictObject({ until: z.enum(["resumption", "end"]), cite }).nullable(),
  acta: z
    .strictObject({
      fields: z.array(z.enum(ACTA_FIELDS)).min(1).max(ACTA_FIELDS.length),
      months: z.int().min(1).max(120).exactOptional(),
      complete: z.literal("before-first-ball").exactOptional(),
      cite,
    })
    .nullable(),
});

/** What the parts of a game of balls say of each other that cannot be. */
function gameFaults({ balls }: BallsPack): readonly Fault[] {
  return [
    ...repeatedWordFaults(balls.acta?.fields ?? [], ["balls", "acta", "fields"], "field"),
    ...repeatedWordFaults(balls.counted?.at ?? [], ["balls", "counted", "at"], "time"),
  ];
}

/** What a rule about a game may not say. */
function gameRuleFaults(rule: Rule, path: Path): readonly Fault[] {
  const faults: Fault[] = [];
  const report = (key: string, message: string): unknown => faults.push({ path: [...path, key], message });
  if (rule.verdict === "void" && rule.scope !== "round")
    report("scope", "a void rule annuls the game: scope must be round");
  else if (!["round", "bet", "session"].includes(rule.scope))
    report("scope", `"${rule.scope}" is no scope of a game of balls: round, bet, session`);
  reportCardKeys(rule, report);
  return faults;
}

/** Rulebooks of games of balls. */
export const BALLS_RULES: RuleFamily = {
  voided: "round",
  facts: BALLS_FACTS,
  shape: { balls: ballsGame },
  faults: (pack: BallsPack) => gameFaults(pack),
  ruleFaults: (_, rule, path) => gameRuleFaults(rule, path),
};

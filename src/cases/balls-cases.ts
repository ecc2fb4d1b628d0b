import { z } from "zod";
import { CLAIMS } from "../table/balls/cards/called-card.ts";
import { cardFaults, isBall } from "../table/balls/cards/card.ts";
import type { BallsPack } from "../rules/balls-game.ts";
import type { CaseFamily } from "./family.ts";

/** Numbers in one line with spaces between: `4 16 30`. */
const numbers = z
  .string()
  .regex(/^\d{1,2}( \d{1,2})*$/, "must be numbers with a space between: 4 16 30")
  .transform((line) => line.split(" ").map(Number));

/** A card that was called, the balls until then, and what the law makes of it. */
const callCase = z.strictObject({
  call: z.enum(CLAIMS),
  card: z
    .string()
    .regex(/^\d{1,2}( \d{1,2}| \|)*$/, "must be three rows: 4 16 30 57 73 | 9 28 34 60 85 | 12 39 47 66 90")
    .transform((line) => line.split(" | ").map((row) => row.split(" ").map(Number))),
  balls: numbers,
  holds: z.boolean(),
  /** The ball that made it, and how many came after it. */
  ball: z.int().exactOptional(),
  since: z.int().exactOptional(),
  lacks: z.union([z.int().transform((one) => [one]), numbers]).exactOptional(),
});
export type CallCase = z.infer<typeof callCase>;

/** Cases of games of balls: cards that were called, and rules that people declare. */
export const BALLS_CASES: CaseFamily<BallsPack, "games"> = {
  kind: "ordinary-game",
  list: "games",
  shape: z.array(callCase).min(1).max(60),
  running: null,
  over: () => "round over",
  runsWith: () => false,
  momentFault: (_, when) => (when === "round over" ? null : "a case of balls is of a round over"),
  faults(_pack, { games }, report) {
    for (const [index, { card, balls }] of games.entries()) {
      for (const fault of cardFaults(card)) report(["games", index, "card"], fault);
      for (const number of balls)
        if (!isBall(number)) report(["games", index, "balls"], `${number} is the number of no ball`);
    }
  },
};

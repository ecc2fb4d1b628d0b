import type { Fact } from "../facts.ts";

/**
 * The vocabulary of games of balls: every fact that a rule about a game may ask for. All of them the table knows from its own records.
 * What is the matter with a ball, or with the machine that it comes from, only people can say: a reader sees that a number came twice,
 * and not whether the set has two such balls or one of the two was read wrongly.
 */
export const BALLS_FACTS = {
  "card-called": {
    is: "word",
    words: ["none", "line-right", "bingo-right", "wrong"],
    from: "table",
    about: "what the check of a called card came to",
  },
  "set-overdue": {
    is: "flag",
    from: "table",
    about: "this set of balls has had more games than the law lets it have in such a machine",
  },
  "balls-counted": {
    is: "flag",
    from: "table",
    about: "people counted the balls of the set in this session and found it whole",
  },
  "acta-complete": {
    is: "flag",
    from: "table",
    about: "series, cards, price and prizes were said before the first ball",
  },
  "first-card-odd": {
    is: "flag",
    from: "table",
    about: "the first card that was sold is neither number one nor the next behind the last sold of its series",
  },
  "cards-sold": { is: "count", from: "table", about: "cards that were sold for the game" },
  "after-last-game": {
    is: "flag",
    from: "table",
    about: "the last game of the session was announced and has been played",
  },
} as const satisfies Record<
  string,
  { is: Fact["is"]; words?: readonly string[]; from?: "table"; about: string }
>;

export type BallsFactName = keyof typeof BALLS_FACTS;

import type { Fact } from "../facts.ts";

/**
 * The vocabulary of the dice family: every fact that a rule about a throw may ask for. A gap in what the devices reported, or a
 * device that cannot know it, leaves a fact unknown.
 */
export const DICE_FACTS = {
  "dice-in-arena": { is: "count", about: "dice at rest inside the arena, flat or not" },
  "dice-seen": { is: "count", about: "dice at rest anywhere in the eye's view" },
  "die-outside": { is: "flag", about: "a die rests on the table outside the arena" },
  "die-off-table": { is: "flag", about: "a die left the table" },
  "die-on-rim": { is: "flag", about: "a die rests on the table's edge" },
  "die-in-basket": { is: "flag", about: "a die rests in the basket of the reserve dice" },
  "dice-stacked": { is: "flag", about: "a die rests on another die" },
  "die-on-object": { is: "flag", about: "a die rests on a chip or on anything else that is no die" },
  "die-cocked": { is: "flag", about: "a die leans: its top face is not level" },
  "dice-touching": { is: "flag", about: "two dice that lie flat touch each other" },
  "die-damaged": { is: "flag", about: "a die is broken or its face is no face" },
  "foreign-die": { is: "flag", about: "more dice than were thrown, or one that is not of the set" },
  "foreign-contact": {
    is: "flag",
    about: "something that is no die touched one while it rolled, or stood in its way",
  },
  "hand-while-rolling": { is: "flag", about: "a hand was in the arena while the dice rolled" },
  "moved-after-rest": {
    is: "flag",
    about: "dice that lay at rest were touched, lifted or moved before the result was announced",
  },
  "dice-slid": { is: "flag", about: "a die slid along the table and did not turn over" },
  "wall-contacts": { is: "count", about: "dice that touched the edge opposite the thrower" },
  "dice-in-far-half": {
    is: "count",
    about: "dice at rest in the half of the table that is farther from the thrower",
  },
  "throw-before-call": {
    is: "flag",
    from: "table",
    about: "the dice were thrown before bets were closed by the call",
  },
  "dice-in-cup": { is: "count", about: "dice that were put into the cup before the throw" },
  "die-retained": { is: "flag", about: "a die stayed in the cup at the throw" },
  shake: {
    is: "word",
    words: ["full", "short", "none", "failed"],
    about: "whether the shaker shook for about as long as it was told to before the dice came to rest",
  },
  "cage-turns": { is: "count", about: "whole turns of the cage before the dice came to rest" },
  "set-change-owed": {
    is: "flag",
    from: "table",
    about: "a change of the dice that the law orders at once was not made before this throw",
  },
  "set-rotation-late": { is: "flag", from: "table", about: "the dice were in play longer than the law allows" },
  "thrower-relief-late": {
    is: "flag",
    from: "table",
    about: "the croupier threw for longer than the law allows",
  },
} as const satisfies Record<
  string,
  { is: Fact["is"]; words?: readonly string[]; from?: "table"; about: string }
>;

export type DiceFactName = keyof typeof DICE_FACTS;

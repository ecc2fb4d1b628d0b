import type { Fact, FactSheet } from "../facts.ts";

/**
 * The vocabulary of the wheel family: every fact that a rule about a spin may ask for.
 * `test/conformance` checks that packs and devices use no other name.
 */
export const WHEEL_FACTS = {
  "ball-direction": {
    is: "word",
    words: ["with-rotor", "against-rotor"],
    about: "sense of the ball on the track against the rotor's",
  },
  "ball-laps": { is: "count", about: "full laps of the ball on the track before it fell" },
  "ball-left-cylinder": { is: "flag", about: "the ball jumped out of the cylinder" },
  "ball-suspended": { is: "flag", about: "the ball stays outside every pocket and does not fall" },
  "ball-in-pocket": { is: "flag", about: "the ball came to definitive rest in a pocket" },
  "foreign-object": {
    is: "flag",
    about: "something that is not the ball fell into the cylinder while the ball ran",
  },
  "rotor-stopped": { is: "flag", about: "the rotor stood still between launch and rest" },
  "rotor-irregular": {
    is: "flag",
    about: "the rotor's speed or sense changed as no free or regulated rotor does",
  },
  "rotor-alternated": { is: "flag", about: "the rotor turned against its sense in the last valid spin" },
  "rotor-turns-since-void": {
    is: "count",
    about:
      "rotor turns before the relaunch since the ball lay in the last number, at most those since the void",
  },
  relaunch: { is: "flag", from: "table", about: "the spin repeats a void one: no spin has been valid since" },
  "disc-turns": { is: "count", of: "disc", about: "full turns of a vertical wheel from its start to its stop" },
  "pointer-between-cells": {
    is: "flag",
    of: "disc",
    about: "the pointer of a stopped vertical wheel rests between two cells",
  },
  "launch-defective": { is: "flag", about: "the launch was defective, in the words of the catalogue" },
} as const satisfies Record<
  string,
  { is: Fact["is"]; words?: readonly string[]; from?: "table"; of?: "disc"; about: string }
>;

export type WheelFactName = keyof typeof WHEEL_FACTS;
export type WheelFacts = Partial<Record<WheelFactName, Fact>> & FactSheet;

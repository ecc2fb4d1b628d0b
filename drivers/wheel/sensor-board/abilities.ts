import type { Abilities, Ability } from "../../../src/rules/facts.ts";
import type { WheelSetup } from "./wheel-setup.ts";
import { boundedBy, boundedSilenceMeansNo, measuredBy, unknownBecause } from "../../abilities.ts";

/** What a sensor board can know of a spin, by the kind of wheel that it sits on, and why (docs/devices/sensor-board.md). */

const PERSON: Ability = unknownBecause("the catalogue gives no measure: only a person can say so");

const BALL: Abilities = {
  "ball-laps": measuredBy(
    "every passing of three sensors is stamped; between the last passing and the fall the lap is known within two bounds",
  ),
  "ball-in-pocket": measuredBy("the sensors of the pockets see it there again and again"),
  "launch-defective": PERSON,
};

const ROULETTE: Abilities = {
  ...BALL,
  "ball-direction": measuredBy("the order of three track sensors against the quadrature of the rotor's marks"),
  "ball-left-cylinder": measuredBy(
    "the light curtain all round the rim sees it go; a number in three turns proves that it stayed in",
  ),
  "ball-suspended": boundedBy(
    "three turns in one pocket prove that it does not hang; one that hangs is not told from one that is gone",
  ),
  "ball-in-pocket": measuredBy(
    "the pocket reader sees it in the same pocket on three turns running, and the reference patch each time",
  ),
  "foreign-object": boundedSilenceMeansNo(
    "only what breaks the light curtain of the rim or passes a track sensor; what lies still where no sensor looks is not seen",
  ),
  "rotor-stopped": measuredBy("one mark a pocket in quadrature, stamped to 0.5 µs"),
  "rotor-irregular": measuredBy("one mark a pocket in quadrature, stamped to 0.5 µs"),
  "rotor-alternated": measuredBy(
    "rotor direction of this spin and of the last valid one, from the quadrature of its marks",
  ),
  "rotor-turns-since-void": boundedBy(
    "turns since the void, from the speed of the marks every 0.5 s, prove too few; how many were made before the ball lay in the last number is not seen",
  ),
};

const BOWL: Abilities = {
  ...BALL,
  "ball-left-cylinder": measuredBy(
    "the light curtain all round the rim sees it go; both sensors of one hole prove that it stayed in",
  ),
  "ball-suspended": boundedBy(
    "both sensors of one hole for 2 s prove that it does not hang; one that hangs is not told from one that is gone",
  ),
  "ball-in-pocket": measuredBy(
    "two sensors look into every hole, and both must see it for 2 s and no other hole",
  ),
  "foreign-object": boundedSilenceMeansNo(
    "only what breaks the light curtain of the rim, passes a track sensor or lies in a hole",
  ),
};

const DISC: Abilities = {
  "disc-turns": measuredBy(
    "one mark a cell in quadrature and an index once a turn; counted to the furthest point, since a disc swings back at the end; within a quarter mark of a full turn it is one or the other",
  ),
  "pointer-between-cells": measuredBy(
    "the pointer that a peg bends, and the place of the marks, after 2 s without an edge",
  ),
  "rotor-stopped": measuredBy("one mark a cell in quadrature, stamped to 0.5 µs"),
  "rotor-irregular": boundedSilenceMeansNo(
    "a hand that drives or brakes harder than pegs and bearing do is seen; a gentle one is not",
  ),
  "launch-defective": PERSON,
};

export function sensorBoardAbilities(kind: WheelSetup["kind"]): Abilities {
  switch (kind) {
    case "roulette":
      return ROULETTE;
    case "bowl":
      return BOWL;
    case "disc":
      return DISC;
  }
}

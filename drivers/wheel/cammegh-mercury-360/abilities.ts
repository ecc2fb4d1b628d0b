import type { Abilities, Ability } from "../../../src/rules/facts.ts";
import type { Protocol } from "./codec.ts";
import { boundedBy, measuredBy, unknownBecause } from "../../abilities.ts";

const GUIDE = "Mercury 360 guide 1051-INT-02-L";
const person: Ability = unknownBecause("the catalogue gives no measure: only a person can say so");

const BASIC: Abilities = {
  "ball-direction": unknownBecause(`basic output has no directions (${GUIDE})`),
  "ball-laps": unknownBecause(`basic output counts no laps (${GUIDE})`),
  "ball-left-cylinder": boundedBy(
    `a number (*W) proves that the ball lies in a pocket now; one that left and came back is not seen (${GUIDE})`,
  ),
  "ball-suspended": boundedBy(`a number (*W) proves that the ball lies in a pocket (${GUIDE})`),
  "ball-in-pocket": boundedBy(`a number (*W) proves that the ball lies in a pocket (${GUIDE})`),
  "foreign-object": unknownBecause(`basic output has no flags (${GUIDE})`),
  "rotor-stopped": unknownBecause(`basic output has no rotor speed (${GUIDE})`),
  "rotor-irregular": unknownBecause(`basic output has no rotor speed (${GUIDE})`),
  "rotor-alternated": unknownBecause(`basic output has no rotor direction (${GUIDE})`),
  "rotor-turns-since-void": unknownBecause(`basic output has no rotor speed (${GUIDE})`),
  "launch-defective": person,
};

const ADVANCED: Abilities = {
  "ball-direction": boundedBy(
    `flag 2 says that the ball runs with the rotor; a game mode with bit 20 keeps it silent (${GUIDE})`,
  ),
  "ball-laps": boundedBy(`state 3 proves one lap; laps are not counted (${GUIDE})`),
  "ball-left-cylinder": boundedBy(
    `flag 8 covers ball, launch and rotor alike; a number proves that the ball lies in a pocket now; one that left and came back is not seen (${GUIDE})`,
  ),
  "ball-suspended": boundedBy(`state 5 proves that the ball lies in a pocket (${GUIDE})`),
  "ball-in-pocket": boundedBy(`state 5 proves that the ball lies in a pocket (${GUIDE})`),
  "foreign-object": unknownBecause(`flag 4 covers lost ball, failed sensor and other objects alike (${GUIDE})`),
  "rotor-stopped": boundedBy(
    `below 2.0 and above 60.0 rpm the speed is 000: only a rotor that was slow before is known to have stopped (${GUIDE})`,
  ),
  "rotor-irregular": measuredBy(`rotor speed and direction every 0.5 s (${GUIDE})`),
  "rotor-alternated": measuredBy(`rotor direction of this spin and of the last valid one (${GUIDE})`),
  "rotor-turns-since-void": boundedBy(
    `turns since the void, from the rotor speed every 0.5 s, prove too few; how many were made before the ball lay in the last number is not seen (${GUIDE})`,
  ),
  "launch-defective": person,
};

const EXTENDED: Abilities = {
  ...ADVANCED,
  "ball-direction": measuredBy(`field B against the rotor's direction, and flag 2 (${GUIDE})`),
  "ball-laps": measuredBy(`field SS counts the laps in the outer track (${GUIDE})`),
  "ball-left-cylinder": measuredBy(`event 0080: no ball in the wheel (${GUIDE})`),
  "ball-in-pocket": measuredBy(`event 0100 and field PP (${GUIDE})`),
  "rotor-stopped": measuredBy(`event 0001: rotor stopped (${GUIDE})`),
};

/**
 * What a Mercury 360 can know of a spin on a port of this protocol, and why. With a known `*G0` game mode that lets
 * flag 2 through, an advanced port measures the ball's direction too.
 */
export function mercuryAbilities(protocol: Protocol, gameMode: number | null): Abilities {
  if (protocol === "basic") return BASIC;
  if (protocol === "extended") return EXTENDED;
  if (!tellsDirection(gameMode)) return ADVANCED;
  return {
    ...ADVANCED,
    "ball-direction": measuredBy(`flag 2, which this game mode lets through (${GUIDE}, *G0)`),
  };
}

/** `*G0` bit 20 takes flag 2 away; 3F shows 8 in its place. */
export function tellsDirection(gameMode: number | null): boolean {
  return gameMode !== null && (gameMode & 0x20) === 0;
}

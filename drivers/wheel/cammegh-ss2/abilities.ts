import type { Abilities } from "../../../src/rules/facts.ts";
import { boundedBy, measuredBy, unknownBecause } from "../../abilities.ts";

const GUIDE = "SS2 guide V2.10";

/** What an SS2 can know of a spin, and why (guide §2.5, §4.1; captured traffic). */
export const SS2_ABILITIES: Abilities = {
  "ball-direction": measuredBy(`warning flag 2 says that the ball runs with the rotor (${GUIDE} §2.5)`),
  "ball-laps": boundedBy(
    `laps are not counted; a spin that passed states 3, 4 and 5 has made at least one lap plus about 3.5, so 4 whole laps (${GUIDE} §2.5)`,
  ),
  "ball-left-cylinder": boundedBy(
    `flag 1 says only that the ball is not seen, which may also be a blind sensor; state 5 proves that it lies in a pocket now; one that left and came back between two lines is not seen (${GUIDE} §4.1)`,
  ),
  "ball-suspended": boundedBy(
    `state 5 proves that the ball lies in a pocket; a ball that hangs is not told from one that is not seen (${GUIDE} §2.5)`,
  ),
  "ball-in-pocket": boundedBy(`state 5: three sensors agree on the pocket (${GUIDE} §2.5)`),
  "foreign-object": unknownBecause(
    `flag 4 covers stuck sensors, motor and encoder alike; an object as such is not seen (${GUIDE} §2.5)`,
  ),
  "rotor-stopped": measuredBy(`rotor speed every 0.5 s; at or below 1 rpm it stands (${GUIDE} §2.5)`),
  "rotor-irregular": measuredBy(
    `rotor speed and direction every 0.5 s against the step that the wheel makes on purpose (${GUIDE} §2.5, *T m)`,
  ),
  "rotor-alternated": measuredBy(`rotor direction of this spin and of the last valid one (${GUIDE} §2.5)`),
  "rotor-turns-since-void": boundedBy(
    `turns since the void, from the rotor speed every 0.5 s, prove too few; how many were made before the ball lay in the last number is not seen (${GUIDE} §2.5)`,
  ),
  "launch-defective": unknownBecause("the catalogue gives no measure: only a person can say so"),
};

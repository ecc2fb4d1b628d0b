import type { Abilities, Ability } from "../../../src/rules/facts.ts";
import type { DiceFactName } from "../../../src/rules/vocabulary/dice.ts";
import {
  boundedSilenceMeansNo,
  boundedSilenceTellsNothing,
  measuredBy,
  unknownBecause,
} from "../../abilities.ts";
import type { EyeKnows } from "./codes.ts";

/**
 * What an eye can know of each fact of the dice family, and why (docs/devices/eye.md, "What it can know"). It depends on
 * what the installation was calibrated for. A fact that is missing it cannot know.
 */
export function eyeAbilities(knows: EyeKnows): Abilities {
  return {
    "dice-in-arena": measuredBy(
      "each die at rest is found by two readers and placed inside or outside the outline",
    ),
    "dice-seen": measuredBy(
      "each die at rest in the picture is found by two readers, or the throw is not read",
    ),
    "die-outside": boundedSilenceMeansNo(
      "a die that rests outside the outline is seen as far as the picture goes",
    ),
    "die-off-table": boundedSilenceMeansNo(
      "fewer dice come to rest in the picture than were thrown; where they went is not seen",
    ),
    "die-on-rim": knows.rim
      ? measuredBy("a die on the calibrated rim is placed there")
      : unknownBecause("no rim was calibrated for this eye"),
    "die-in-basket": knows.basket
      ? measuredBy("a die in the calibrated basket is placed there")
      : unknownBecause("no basket was calibrated for this eye"),
    "dice-stacked": boundedSilenceMeansNo(
      "a top face that is nearer to the camera is larger, and its outline higher; more is not seen",
    ),
    "die-on-object": boundedSilenceMeansNo(
      "what lies under a die is seen as far as it stands out from under it, or tilts it",
    ),
    "die-cocked": boundedSilenceMeansNo(
      "one camera from above tells a tilt of 15 degrees and more; below 5 degrees it tells none",
    ),
    "dice-touching": measuredBy("outlines closer than 0.5 mm touch; from 0.5 to 1 mm the throw is not decided"),
    "die-damaged": boundedSilenceTellsNothing(
      "no reader tells a broken die from one that cannot be read, nor sees chipped corners and edges: people declare them",
    ),
    "foreign-die": boundedSilenceMeansNo(
      "one die more than were thrown, or of another size or face set; a copy is not told from a die",
    ),
    "foreign-contact": boundedSilenceMeansNo(
      "what reaches a rolling die between two pictures, or hidden under a hand, is not seen",
    ),
    "hand-while-rolling": measuredBy(
      "anything larger than the dice that moves into the arena with them, in every picture",
    ),
    "moved-after-rest": boundedSilenceMeansNo(
      "dice at rest are watched in every picture until they are taken up; whether the result was announced before, a person says",
    ),
    "dice-slid": knows.rolled
      ? boundedSilenceMeansNo(
          "faces are followed from picture to picture as long as they can be read on the way",
        )
      : unknownBecause("this eye's pictures do not follow dice on their way"),
    "wall-contacts": knows.wall
      ? boundedSilenceMeansNo(
          "a die's path is held against the calibrated strip at the far edge, seen from above",
        )
      : unknownBecause("no far edge was calibrated for this eye"),
    "dice-in-far-half": knows.half
      ? measuredBy("each die at rest is placed beyond or before the calibrated half line")
      : unknownBecause("no half line was calibrated for this eye"),
  } satisfies Partial<Record<DiceFactName, Ability>>;
}

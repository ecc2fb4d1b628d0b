import type { Abilities } from "../../../src/rules/facts.ts";
import type { DiceFactName } from "../../../src/rules/vocabulary/dice.ts";
import type { EyeKnows } from "./codes.ts";

const measured = (note: string): Abilities[string] => ({ level: "measured", note });
const bounded = (note: string): Abilities[string] => ({ level: "bounded", note, silence: "no" });
const none = (note: string): Abilities[string] => ({ level: "none", note });

/**
 * What an eye can know of each fact of the dice family, and why (docs/devices/eye.md, "What it can know"). It depends on
 * what the installation was calibrated for. A fact that is missing it cannot know.
 */
export function eyeAbilities(knows: EyeKnows): Abilities {
  const abilities: Partial<Record<DiceFactName, Abilities[string]>> = {
    "dice-in-arena": measured(
      "each die at rest is found by two readers and placed inside or outside the outline",
    ),
    "dice-seen": measured("each die at rest in the picture is found by two readers, or the throw is not read"),
    "die-outside": bounded("a die that rests outside the outline is seen as far as the picture goes"),
    "die-off-table": bounded(
      "fewer dice come to rest in the picture than were thrown; where they went is not seen",
    ),
    "die-on-rim": knows.rim
      ? measured("a die on the calibrated rim is placed there")
      : none("no rim was calibrated for this eye"),
    "die-in-basket": knows.basket
      ? measured("a die in the calibrated basket is placed there")
      : none("no basket was calibrated for this eye"),
    "dice-stacked": bounded(
      "a top face that is nearer to the camera is larger, and its outline higher; more is not seen",
    ),
    "die-on-object": bounded(
      "what lies under a die is seen as far as it stands out from under it, or tilts it",
    ),
    "die-cocked": bounded(
      "one camera from above tells a tilt of 15 degrees and more; below 5 degrees it tells none",
    ),
    "dice-touching": measured("outlines closer than 0.5 mm touch; from 0.5 to 1 mm the throw is not decided"),
    "die-damaged": bounded(
      "a face that neither reader takes for one is not read; chipped corners and edges are not seen: people declare them",
    ),
    "foreign-die": bounded(
      "one die more than were thrown, or of another size or face set; a copy is not told from a die",
    ),
    "foreign-contact": bounded(
      "what reaches a rolling die between two pictures, or hidden under a hand, is not seen",
    ),
    "hand-while-rolling": measured(
      "anything larger than the dice that moves into the arena with them, in every picture",
    ),
    "moved-after-rest": bounded(
      "dice at rest are watched in every picture until they are taken up; whether the result was announced before, a person says",
    ),
    "dice-slid": knows.rolled
      ? bounded("faces are followed from picture to picture as long as they can be read on the way")
      : none("this eye's pictures do not follow dice on their way"),
    "wall-contacts": knows.wall
      ? bounded("a die's path is held against the calibrated strip at the far edge, seen from above")
      : none("no far edge was calibrated for this eye"),
    "dice-in-far-half": knows.half
      ? measured("each die at rest is placed beyond or before the calibrated half line")
      : none("no half line was calibrated for this eye"),
  };
  return abilities;
}

import { NETWORKS, openKernels, openNetworks } from "../../../drivers/dice/camera/reader-files.ts";
import { READ_DEFAULTS, readDice, verdictOf, type ReadOptions } from "../../../src/dice/reading/read-dice.ts";
import type { Reading } from "../../../src/dice/reading/read-types.ts";
import type { Arena } from "../../../src/dice/scene/arena.ts";
import type { Box } from "../../../src/dice/scene/events.ts";
import type { GreyImage } from "../../../src/vision/grey-image.ts";
import { withoutCloth } from "../../../src/dice/scene/cloth.ts";

/** Both readers on one of the two averages of still frames; `boxes`: where something lies. */
export type ReadPicture = (image: GreyImage, boxes: readonly Box[], which: "early" | "late") => Reading;

/** Side of the readers' box over the side of a top face seen from above, measured on renders (docs/devices/eye.md). */
export const BOX = 1.14;

/**
 * Attitudes in which the network looks at each die again: the two averages have their own, so that together it has seen the die
 * with all four sides up.
 */
const TURNS = { early: [0, Math.PI], late: [Math.PI / 2, -Math.PI / 2] } as const;

/**
 * Both readers as a table's eye asks them: what the calibrated cloth explains by itself is no die. Throws when the networks of
 * the arena's face set are missing or damaged.
 */
export function openReader(arena: Arena): ReadPicture {
  const { faces } = arena.calibration;
  const networks = openNetworks(openKernels(), NETWORKS[faces]);
  return (image, boxes, which) => {
    const options = {
      ...READ_DEFAULTS,
      networks,
      set: faces,
      die: BOX * arena.diePx,
      regions: boxes,
      angles: TURNS[which],
    } satisfies ReadOptions;
    return verdictOf(withoutCloth(readDice(image, options).dice, image, arena), options);
  };
}

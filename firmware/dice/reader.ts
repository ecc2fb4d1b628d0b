import { NETWORKS, openKernels, openNetworks } from "../../drivers/dice/camera/reader-files.ts";
import { READ_DEFAULTS, readDice, verdictOn, type ReadOptions } from "../../src/dice/reading/read-dice.ts";
import type { Arena } from "../../src/dice/scene/arena.ts";
import { withoutCloth, withoutParts } from "../../src/dice/scene/cloth.ts";
import type { ReadPicture } from "./eye-loop.ts";

/** Side of the readers' box over the side of a top face seen from above, measured on renders (docs/devices/eye.md). */
export const BOX = 1.14;

/**
 * Both readers as a table's eye asks them: what the calibrated cloth explains by itself, or is a part of a
 * die, is no die. Throws when the networks of
 * the arena's face set are missing or damaged.
 */
export function openReader(arena: Arena): ReadPicture {
  const { faces } = arena.calibration;
  const networks = openNetworks(openKernels(), NETWORKS[faces]);
  return (image, boxes) => {
    const options = {
      ...READ_DEFAULTS,
      networks,
      set: faces,
      die: BOX * arena.diePx,
      regions: boxes,
    } satisfies ReadOptions;
    const onCloth = withoutCloth(readDice(image, options).dice, image, arena);
    return verdictOn(withoutParts(onCloth, arena.calibration.dice, options.die), options);
  };
}

import { driftOf } from "../../../src/dice/calibration/features.ts";
import type { Arena } from "../../../src/dice/scene/arena.ts";
import { byteShift } from "../../../src/vision/byte-shift.ts";
import { greyImage, type GreyImage } from "../../../src/vision/grey-image.ts";

/**
 * Whether a picture that is about to be read may be one of a shifted stream of bare frames: it is the calibrated arena once
 * more, beginning elsewhere; or not one of the cloth's own patterns is where it must be. The splitter refuses such frames
 * (`drivers/dice/camera/bare.ts`); this is the second thing between them and a reading.
 */
export function shiftCheckOf(arena: Arena): (image: GreyImage) => boolean {
  const empty = greyImage(arena.width, arena.height, arena.background);
  return (image) => driftOf(image, arena.features).found === 0 || byteShift(image, empty) !== null;
}

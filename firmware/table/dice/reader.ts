import { NETWORKS, openKernels, openNetworks } from "../../../drivers/dice/camera/reader-files.ts";
import { READ_DEFAULTS, readDice, verdictOf, type ReadOptions } from "../../../src/dice/reading/read-dice.ts";
import type { Reading } from "../../../src/dice/reading/read-types.ts";
import type { Arena } from "../../../src/dice/scene/arena.ts";
import type { Box } from "../../../src/dice/scene/events.ts";
import { greyImage, type GreyImage } from "../../../src/vision/grey-image.ts";
import { artOf, drawFace } from "../../../src/dice/art/faces.ts";
import { facesOf } from "../../../src/dice/faces.ts";
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

/** Levels of the table, of a die's body and of what it bears, and how often they are read. */
const DRAWN = { table: 90, body: 210, ink: 40, times: 3 } as const;

/**
 * The first readings take many times as long as the others, until what they need is compiled: they are of a drawn die, and not of a
 * throw. It is read where it lies and no farther, so that nothing of a whole picture's size is kept.
 */
export function warmUp(read: ReadPicture, { calibration, diePx }: Arena): void {
  const { width, height, faces } = calibration;
  const side = Math.min(Math.round(diePx), width >> 1, height >> 1);
  const [left, top] = [(width - side) >> 1, (height - side) >> 1];
  const data = new Uint8Array(width * height).fill(DRAWN.table);
  const [face = "5"] = facesOf(faces).slice(-2);
  drawFace(artOf(faces, face), side, 2).forEach((ink, at) => {
    const level = DRAWN.body + (ink / 255) * (DRAWN.ink - DRAWN.body);
    data[(top + Math.floor(at / side)) * width + left + (at % side)] = Math.round(level);
  });
  const margin = side >> 1;
  const box = { x: left - margin, y: top - margin, width: side + 2 * margin, height: side + 2 * margin };
  for (let time = 0; time < DRAWN.times; time++)
    for (const which of ["early", "late"] as const) read(greyImage(width, height, data), [box], which);
}

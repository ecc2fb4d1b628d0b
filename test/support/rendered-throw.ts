import { encodePng } from "../../drivers/dice/camera/image-file.ts";
import { layFlat } from "../../hw-sim/models/dice/physics/posed.ts";
import { truthOfPicture } from "../../hw-sim/models/dice/render/picture-truth.ts";
import type { Calibration } from "../../src/dice/calibration/schema.ts";
import type { DieFace } from "../../src/dice/faces.ts";
import { averageOf } from "../../src/vision/means.ts";
import { EMPTY, simArena } from "./dice-arena.ts";

/** A throw as an eye keeps it: both averages in one picture, and what a record says of where the dice lie. */
export interface RenderedThrow {
  readonly calibration: Calibration;
  /** The evidence picture. */
  readonly png: Buffer;
  readonly lay: readonly { readonly face: DieFace | null; readonly x: number; readonly y: number }[];
}

const LIE: readonly (readonly [DieFace, number, number, number])[] = [
  ["5", -25, 10, 12],
  ["2", 22, -14, 50],
  ["6", 10, 22, 80],
];

/** Three dice that show 2, 5 and 6 under a calibrated eye. */
export async function renderThrow(): Promise<RenderedThrow> {
  const sim = simArena("scene 3", { light: "installed", framed: true, side: 16 });
  const { appearance } = sim.setup;
  const shot = {
    ...EMPTY,
    dice: LIE.map(([face, x, y, yaw]) => ({
      appearance,
      pose: layFlat(appearance.set, appearance.side, face, x, y, yaw),
    })),
  };
  const frames = sim.frames(shot, 12);
  const [early, late] = [averageOf(frames.slice(0, 6)), averageOf(frames.slice(6))];
  const png = Buffer.from(
    await encodePng({ ...early, height: 2 * early.height, data: Buffer.concat([early.data, late.data]) }),
  );
  const { calibration, geometry } = sim.arena;
  const lay = truthOfPicture(sim.stage, shot).map(({ face, at }) => {
    const { x, y } = geometry.toPlace(at, calibration.dieMm);
    return { face, x: Math.round(10 * x), y: Math.round(10 * y) };
  });
  return { calibration, png, lay };
}

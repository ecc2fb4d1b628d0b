import { projectPoint } from "../../models/dice/render/camera.ts";
import type { Shot } from "../../models/dice/render/looks.ts";
import { drawPlate } from "../../models/dice/render/plate.ts";
import { exposeImage, framesOf } from "../../models/dice/video.ts";
import { stageOf, type Stage } from "../../models/dice/render/stage.ts";
import { randomCameraSetup, type CameraSetup } from "../../models/dice/camera-setup.ts";
import type { LearnProblem } from "../../../src/dice/calibration/learn-problem.ts";
import { learnCalibration } from "../../../src/dice/calibration/learn.ts";
import { plateDots, type PlateSize } from "../../../src/dice/calibration/plate-drawing.ts";
import type { Calibration } from "../../../src/dice/calibration/schema.ts";
import { isCovered } from "../../people/dice/install.ts";
import type { DicePack } from "../../../src/rules/pack.ts";
import type { RandomSource } from "../../../src/time/random-source.ts";
import type { Point } from "../../../src/vision/grey-image.ts";

/** A rendered table with its camera, calibrated as a technician does it: from pictures of the plate and of the empty arena. */
export interface CalibratedSetup {
  readonly setup: CameraSetup;
  readonly stage: Stage;
  readonly calibration: Calibration;
  /** The dice lie on a shaker's plate, which ends its motion in weaker and weaker kicks. */
  readonly isPlate: boolean;
}

export const EMPTY_SHOT: Shot = { dice: [], things: [], drift: 1 };

/** The plate that is laid down: small dots, so that enough of them are in the picture of a small arena. */
const PLATE: PlateSize = { pitchMm: 15, columns: 17, rows: 11 };
/** Frames that are taken of each. */
const FRAMES = 12;
/** Tables that cannot be calibrated are set up anew, so often. */
const TRIES = 25;
/** How much of what fills the picture the arena takes, so that all of it and some printed cloth around it are seen. */
const SHARE = { round: 0.87, rect: 0.82 };

/** Throws an Error when no table of this seed can be calibrated: says what the last one lacked. */
export function calibrateRandomSetup({ dice }: DicePack, random: RandomSource): CalibratedSetup {
  let problems: readonly LearnProblem[] = [];
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const learned = trySetup(dice, random.fork(`rig ${attempt}`));
    if (!Array.isArray(learned)) return learned as CalibratedSetup;
    problems = learned as readonly LearnProblem[];
  }
  throw new Error(
    `no simulated table could be calibrated: ${problems.map(({ problem }) => problem).join("; ")}`,
  );
}

function trySetup(game: DicePack["dice"], random: RandomSource): CalibratedSetup | readonly LearnProblem[] {
  const isRound = isCovered({ dice: game });
  const any = randomCameraSetup(random.fork("rig"), {
    set: game.faces,
    width: 640,
    height: 480,
    sidePx: 46 + random.below(10),
    light: "installed",
    framed: true,
    kept: true,
    dome: false,
    arena: isRound ? "round" : "rect",
  });
  const { arena: table, camera } = any.setting;
  const half = [table.half[0] * SHARE[table.shape], table.half[1] * SHARE[table.shape]] as const;
  const setup: CameraSetup = {
    ...any,
    setting: { ...any.setting, arena: { ...table, half, cloth: "printed" } },
  };
  const stage = stageOf(setup.setting);
  const noise = random.fork("noise");
  const plate = drawPlate(stage, { dots: plateDots(PLATE), x: 0, y: 0, turn: random.below(360), margin: 6 });
  const ofPlate = Array.from({ length: 4 }, () => exposeImage(stage, plate, 1, noise));
  const learned = learnCalibration(ofPlate, framesOf(stage, EMPTY_SHOT, FRAMES, noise), PLATE, {
    faces: game.faces,
    dieMm: setup.appearance.side,
    dice: game.dice,
    heightMm: camera.at[2],
    arena: outlineOf(setup),
  });
  return learned.ok
    ? { setup, stage, calibration: learned.calibration, isPlate: game.thrownFrom === "shaker" }
    : learned.problems;
}

/** The arena's outline as people point it out in the picture. */
function outlineOf({ setting: { arena, camera } }: CameraSetup): Point[] {
  const [w, h] = arena.half;
  const corners: readonly (readonly [number, number])[] =
    arena.shape === "rect"
      ? [
          [-w, -h],
          [w, -h],
          [w, h],
          [-w, h],
        ]
      : Array.from({ length: 32 }, (_, at) => [
          w * Math.cos((at * Math.PI) / 16),
          w * Math.sin((at * Math.PI) / 16),
        ]);
  const within = (value: number, most: number): number => Math.max(1, Math.min(most - 1, value));
  return corners.map(([x, y]) => {
    const at = projectPoint(camera, [x, y, 0]);
    return { x: within(at.x, camera.width), y: within(at.y, camera.height) };
  });
}

import { openSync, closeSync, readFileSync, writeSync } from "node:fs";
import type { CameraSetup } from "../../../hw-sim/models/dice/camera-setup.ts";
import type { Shot } from "../../../hw-sim/models/dice/render/looks.ts";
import { stageOf } from "../../../hw-sim/models/dice/render/stage.ts";
import { frameBytes, streamHeader } from "../../../hw-sim/models/dice/stream.ts";
import { frameOf, framesOf } from "../../../hw-sim/models/dice/video.ts";
import { RATE } from "../../../hw-sim/demo/camera/messages.ts";
import { showThrow } from "../../../hw-sim/demo/camera/shown-throw.ts";
import { EMPTY_SHOT, type CalibratedSetup } from "../../../hw-sim/sim/dice/calibrated-setup.ts";
import { shownInstallation } from "../../../hw-sim/people/dice/install.ts";
import { parseCalibration } from "../../../src/dice/calibration/schema.ts";
import { loadPack } from "../../../firmware/table/rules/load.ts";
import { dicePack } from "../../../src/rules/pack.ts";
import { randomFrom } from "../../../src/time/random-source.ts";

/** What a film shows: throws of a table whose camera was calibrated. */
export interface FilmChoice {
  readonly rulebook: string;
  /** Path of the calibration that was learned of this camera setup. */
  readonly calibration: string;
  readonly setup: CameraSetup;
  readonly throws: number;
  readonly seed: string;
}

/** Frames of the empty arena before a throw, and of dice that lie: the eye wants 12 still ones. */
const EMPTY_FRAMES = 25;
const LYING_FRAMES = 45;
/** Frames of a still picture that are drawn, each with its own noise, and shown in turn. */
const RING = 6;

/**
 * Writes a film of throws as a camera gives it, YUV4MPEG2 in grey, ten frames a second. A machine that is too slow to draw dice
 * as they are thrown can still play it.
 */
export function writeFilm(path: string, { rulebook, calibration, setup, throws, seed }: FilmChoice): void {
  const parsed = parseCalibration(readFileSync(calibration, "utf8"));
  if (!parsed.ok) throw new Error(`${calibration}: ${parsed.problem}`);
  const pack = dicePack(loadPack(rulebook).pack);
  const learned: CalibratedSetup = {
    setup,
    stage: stageOf(setup.setting),
    calibration: parsed.calibration,
    isPlate: pack.dice.thrownFrom === "shaker",
  };
  const installed = shownInstallation(pack);
  const noise = randomFrom(`${seed}/noise`);
  const { width, height } = setup.setting.camera;
  const file = openSync(path, "w");
  const write = (frames: readonly Uint8Array[], count = frames.length): void => {
    for (let at = 0; at < count; at++) writeSync(file, frames[at % frames.length] ?? new Uint8Array());
  };
  const still = (shot: Shot): Uint8Array[] =>
    framesOf(learned.stage, shot, RING, noise).map((image) => frameBytes("y4m", image));
  const drawn = (shots: readonly Shot[]): Uint8Array[] =>
    shots.map((shot) => frameBytes("y4m", frameOf(learned.stage, shot, noise)));
  try {
    writeSync(file, streamHeader("y4m", width, height, RATE));
    const empty = still(EMPTY_SHOT);
    for (let n = 1; n <= throws; n++) {
      const { shaken, moving, lies, takeUp } = showThrow(n, { installed, setup: learned, seed });
      write(empty, EMPTY_FRAMES);
      write(drawn(shaken));
      write(drawn(moving));
      write(still(lies), LYING_FRAMES);
      write(drawn(takeUp));
    }
    write(empty, EMPTY_FRAMES);
  } finally {
    closeSync(file);
  }
}

import { readFileSync } from "node:fs";
import { setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import type { Shot } from "../../models/dice/render/looks.ts";
import { stageOf } from "../../models/dice/render/stage.ts";
import { frameBytes } from "../../models/dice/stream.ts";
import { frameOf, framesOf } from "../../models/dice/video.ts";
import { parseCalibration } from "../../../src/dice/calibration/schema.ts";
import { dicePack } from "../../../src/rules/pack.ts";
import { randomFrom } from "../../../src/time/random-source.ts";
import { loadPack } from "../../../firmware/table/rules/load.ts";
import "../../../firmware/table/setup/families.ts";
import { shownInstallation } from "../../people/dice/install.ts";
import { EMPTY_SHOT, type CalibratedSetup } from "../../sim/dice/calibrated-setup.ts";
import type { ThrowTruth } from "../../people/dice/truth.ts";
import type { Scenery, Wanted } from "./messages.ts";
import { showThrow } from "./shown-throw.ts";

/** The thread that draws: frames as the stream has them. Nothing but drawing is done here, so that no frame waits for it. */

/** A throw whose pictures are made; null: none, the empty arena. */
export interface Drawn {
  readonly n: number | null;
  readonly truth: ThrowTruth | null;
  readonly shaken: readonly Uint8Array[];
  readonly moving: readonly Uint8Array[];
  /** Of one picture, each with its own noise. */
  readonly lies: readonly Uint8Array[];
  readonly touch: readonly Uint8Array[];
  readonly takeUp: readonly Uint8Array[];
}

/** Frames of one picture, shown in turn: as many as the eye averages. */
const RING = 12;
/** Frames of a hand over dice that lie. */
const TOUCH = 5;
/**
 * The niceness of this thread once the stream has begun, which waits for the empty arena: drawing may wait then, frames may not. On
 * Linux each thread has its own. More of it would let a busy machine draw next to nothing.
 */
const NICE = 5;

const port = parentPort;
if (port === null) throw new Error("the drawing thread was started as a program");
const { rulebook, seed, setup, calibration: path, isPlanned = false } = workerData as Scenery;
const parsed = parseCalibration(readFileSync(path, "utf8"));
if (!parsed.ok) throw new Error(`${path}: ${parsed.problem}`);
const pack = dicePack(loadPack(rulebook).pack);
const learned: CalibratedSetup = {
  setup,
  stage: stageOf(setup.setting),
  calibration: parsed.calibration,
  isPlate: pack.dice.thrownFrom === "shaker",
};
const installed = shownInstallation(pack);
const noise = randomFrom(`${seed}/noise`);

const frameBytesOf = (shot: Shot): Uint8Array => frameBytes("y4m", frameOf(learned.stage, shot, noise));
const framesInTurn = (shot: Shot, count: number): Uint8Array[] =>
  framesOf(learned.stage, shot, count, noise).map((image) => frameBytes("y4m", image));

function drawThrow(wanted: Wanted | null): Drawn {
  if (wanted === null)
    return {
      n: null,
      truth: null,
      shaken: [],
      moving: [],
      lies: framesInTurn(EMPTY_SHOT, RING),
      touch: [],
      takeUp: [],
    };
  const { n, fault } = wanted;
  const parts = { installed, setup: learned, seed, ...(isPlanned ? { fault } : {}) };
  const { truth, shaken, moving, lies, touch, takeUp } = showThrow(n, parts);
  return {
    n,
    truth,
    shaken: shaken.map(frameBytesOf),
    moving: moving.map(frameBytesOf),
    lies: framesInTurn(lies, RING),
    touch: framesInTurn(touch, TOUCH),
    takeUp: takeUp.map(frameBytesOf),
  };
}

port.on("message", (wanted: Wanted | null) => {
  const made = drawThrow(wanted);
  const frames = [...made.shaken, ...made.moving, ...made.lies, ...made.touch, ...made.takeUp];
  port.postMessage(
    made,
    frames.map(({ buffer }) => buffer as ArrayBuffer),
  );
  setPriority(NICE);
});

import { parentPort, workerData } from "node:worker_threads";
import { Camera } from "../../../drivers/dice/camera/camera.ts";
import { captureOf, isUnframed } from "../../../drivers/dice/camera/commands.ts";
import { openKernels } from "../../../drivers/dice/camera/reader-files.ts";
import { EyeReporter } from "../../../drivers/dice/eye/reporter.ts";
import { parseCalibration } from "../../../src/dice/calibration/schema.ts";
import { arenaOf } from "../../../src/dice/scene/arena.ts";
import { Scene } from "../../../src/dice/scene/scene.ts";
import { systemClock } from "../../../src/time/system-clock.ts";
import { US_PER_MS } from "../../../src/time/instant.ts";
import { EyeLoop } from "./eye-loop.ts";
import { knowsOf } from "./calibration-file.ts";
import type { EyeThreadData } from "./eye-port.ts";
import { openPictures } from "./pictures.ts";
import { ReaderThread } from "./reader-port.ts";
import { shiftCheckOf } from "./shifted.ts";

/** The eye's own thread: camera → scene → eye lines. The two readers have a thread of their own; signing and screens are elsewhere. */

const TICK_US = 50 * US_PER_MS;

const port = parentPort;
if (port === null) throw new Error("the eye's thread was started as a program");
const { camera, calibrationText, picturesFolder, picturesBytes, picturesDays, boot } =
  workerData as EyeThreadData;

const parsed = parseCalibration(calibrationText);
if (!parsed.ok) throw new Error(parsed.problem);
const { calibration, digest } = parsed;
const clock = systemClock();
const arena = arenaOf(calibration);
const { width, height, faces } = calibration;

const readers = new ReaderThread(calibrationText, clock);
const reporter = new EyeReporter(
  { boot, digest, faces, width, height, knows: knowsOf(calibration) },
  clock.now(),
);
const loop = new EyeLoop({
  arena,
  scene: new Scene(arena, openKernels(), camera.fps),
  reporter,
  read: (...asked) => readers.read(...asked),
  isShifted: isUnframed(camera) ? shiftCheckOf(arena) : null,
  pictures: openPictures(picturesFolder, picturesBytes, { days: picturesDays, clock }),
  clock,
  fps: camera.fps,
  send: (lines) => port.postMessage(lines),
  log: (why) => void process.stderr.write(`eye: ${why}\n`),
});
const timer = clock.every(TICK_US, "eye heartbeat", () => loop.tick());
const path = camera.path === undefined ? {} : { path: camera.path };
const running = new Camera({ capture: captureOf(camera), fps: camera.fps, clock, ...path }, loop);
port.once("message", () => {
  timer.cancel();
  void Promise.all([running.close(), readers.close()]).then(() => port.close());
});

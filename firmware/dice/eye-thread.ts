import { parentPort, workerData } from "node:worker_threads";
import { openCamera } from "../../drivers/dice/camera/camera.ts";
import { captureOf } from "../../drivers/dice/camera/commands.ts";
import { openKernels } from "../../drivers/dice/camera/reader-files.ts";
import { EyeTeller } from "../../drivers/dice/eye/teller.ts";
import { parseCalibration } from "../../src/dice/calibration/schema.ts";
import { arenaOf } from "../../src/dice/scene/arena.ts";
import { Scene } from "../../src/dice/scene/scene.ts";
import { greyImage } from "../../src/vision/grey-image.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { US_PER_MS } from "../../src/time/instant.ts";
import { EyeLoop } from "./eye-loop.ts";
import { knowsOf, type EyeThreadData } from "./eye-port.ts";
import { openPictures } from "./pictures.ts";
import { openReader } from "./reader.ts";

/** The eye's own thread: camera → scene → two readers → eye lines. Signing, disk and screens are elsewhere. */

const TICK_US = 50 * US_PER_MS;

const port = parentPort;
if (port === null) throw new Error("the eye's thread was started as a program");
const { camera, calibrationText, picturesFolder, picturesBytes, boot } = workerData as EyeThreadData;

const parsed = parseCalibration(calibrationText);
if (!parsed.ok) throw new Error(parsed.problem);
const { calibration, digest } = parsed;
const clock = systemClock();
const arena = arenaOf(calibration);
const { width, height, faces } = calibration;

const read = openReader(arena);
// The first reading takes many times as long as the others: it is not a throw's.
read(greyImage(width, height, new Uint8Array(width * height).fill(100)), [{ x: 0, y: 0, width, height }]);

const teller = new EyeTeller({ boot, digest, faces, width, height, knows: knowsOf(calibration) }, clock.now());
const loop = new EyeLoop({
  arena,
  // The kernels of the readers keep their weights in memory: frames have a room of their own.
  scene: new Scene(arena, openKernels(), camera.fps),
  teller,
  read,
  pictures: openPictures(picturesFolder, picturesBytes),
  clock,
  fps: camera.fps,
  say: (lines) => port.postMessage(lines),
});
const timer = clock.every(TICK_US, "eye heartbeat", () => loop.tick());
const path = camera.path === undefined ? {} : { path: camera.path };
const running = openCamera({ capture: captureOf(camera), fps: camera.fps, clock, ...path }, loop);
port.once("message", () => {
  timer.cancel();
  void running.close().then(() => port.close());
});

import { join } from "node:path";
import {
  type BytePort,
  type OpenPort,
  type PortEvents,
  type PortLoss,
  PortError,
} from "../../../drivers/port.ts";
import type { CameraConfig } from "../../../drivers/dice/camera/config.ts";
import { readCalibrationFile } from "./calibration-file.ts";
import type { Clock } from "../../../src/time/clock.ts";
import { US_PER_S } from "../../../src/time/instant.ts";
import { startThread, type Thread } from "../../threads/thread.ts";

/** What the thread is given. */
export interface EyeThreadData {
  readonly camera: CameraConfig;
  readonly calibrationText: string;
  readonly picturesFolder: string;
  readonly picturesBytes: number;
  readonly picturesDays: number;
  /** A number of this start, 32 bits. */
  readonly boot: number;
}

export interface EyePortOptions {
  readonly camera: CameraConfig;
  /** Path of the calibration file. */
  readonly calibration: string;
  /** The table's storage folder; pictures lie below it. */
  readonly storage: string;
  readonly picturesMegabytes: number;
  /** Pictures of so many days are kept, however many bytes they have; 0: bytes alone decide. */
  readonly picturesDays: number;
  readonly clock: Clock;
}

/** How long the eye may take to let go of its camera. */
const CLOSE_US = 5 * US_PER_S;
/** Below the storage folder. */
export const PICTURES_FOLDER = "pictures";

/**
 * The eye of this computer as a byte port: its thread's lines come as bytes, stamped on arrival. Opening rejects with a
 * PortError when calibration and camera do not fit each other. Nothing can be written to an eye.
 */
export function openEye(options: EyePortOptions): OpenPort {
  const { camera, calibration: path, storage, picturesMegabytes, picturesDays, clock } = options;
  return (events) => {
    const file = readCalibrationFile(path);
    if (!file.ok) return Promise.reject(new PortError("unusable", file.problem));
    const { width, height } = file.calibration;
    if (width !== camera.width || height !== camera.height)
      return Promise.reject(
        new PortError(
          "unusable",
          `${path} was learned at ${width}x${height}, and the camera is set to ${camera.width}x${camera.height}; use the same`,
        ),
      );
    const data: EyeThreadData = {
      camera,
      calibrationText: file.text,
      picturesFolder: join(storage, PICTURES_FOLDER),
      picturesBytes: picturesMegabytes * 1_000_000,
      picturesDays,
      boot: (clock.wall() ^ clock.now()) >>> 0,
    };
    const thread = startThread<"close", string>({
      url: new URL("./eye-thread.ts", import.meta.url),
      name: "eye",
      data,
    });
    return Promise.resolve(livePort(thread, `eye:${camera.path ?? camera.source}`, clock, events));
  };
}

function livePort(thread: Thread<"close", string>, name: string, clock: Clock, events: PortEvents): BytePort {
  let lost: PortLoss | null = null;
  const lose = (loss: PortLoss): void => {
    if (lost !== null) return;
    lost = loss;
    events.onLost(loss, clock.now());
  };
  thread.listen({
    onMessage: (lines) => {
      const at = clock.now();
      if (lost === null) events.onBytes(Buffer.from(lines, "latin1"), at);
    },
    onEnd: (why) => lose({ why: "error", detail: `the eye's thread ended: ${why}` }),
  });
  return {
    name,
    write: () => Promise.reject(new Error(`${name} takes no orders`)),
    close: async () => {
      lose({ why: "closed", detail: `${name} was closed` });
      await thread.end("close", { limitUs: CLOSE_US, clock });
    },
  };
}

import { captureOf } from "../../../drivers/dice/camera/commands.ts";
import { Camera, type RawFrame } from "../../../drivers/dice/camera/camera.ts";
import { decodeGrey } from "../../../drivers/dice/camera/image-file.ts";
import type { CameraConfig } from "../../../drivers/dice/camera/config.ts";
import type { Frame } from "../../../src/dice/scene/events.ts";
import type { Clock } from "../../../src/time/clock.ts";
import { US_PER_S, type MonoUs } from "../../../src/time/instant.ts";
import { greyImage, type GreyImage } from "../../../src/vision/grey-image.ts";
import { EXIT, Problem } from "../../problem.ts";
import { eyeProblemText } from "./eye-problem.ts";

/** A camera's frames for the technician, while the unit is stopped: a camera has one owner. */

/** Frames of a live camera that are passed over: its controls settle. */
const SETTLING = 10;
/** Frames that wait while one is looked at; older ones go. Of a file, which does not wait, every frame counts. */
const WAITING_MAX = 2;
const WAITING_FILE_MAX = 64;
/** Damaged frames after which the stream is refused. */
const DAMAGED_MAX = 5;
/** Nobody waits longer for what was asked. */
export const LIMIT_US = 30 * US_PER_S;

/**
 * Gives the camera's frames one by one to `take` until that says true. A file ends at its end. Resolves with false when
 * the frames ended, or 30 s were over, before `take` was content. Rejects with Problem when no frames can be had.
 */
export function watchFrames(
  camera: CameraConfig,
  clock: Clock,
  take: (frame: Frame) => boolean,
): Promise<boolean> {
  return new Watching(camera, clock, take).done;
}

/** The next `count` frames; fewer when a file holds no more. */
export async function takeFrames(camera: CameraConfig, clock: Clock, count: number): Promise<GreyImage[]> {
  const images: GreyImage[] = [];
  const isFull = await watchFrames(camera, clock, ({ image }) => images.push(image) >= count);
  if (!isFull && camera.source !== "file")
    throw new CameraLost(
      EXIT.device,
      eyeProblemText("camera-slow", {
        camera: nameOf(camera),
        n: images.length,
        of: count,
        seconds: LIMIT_US / US_PER_S,
      }),
    );
  return images;
}

/** The camera is no more there, or too slow to be one. */
export class CameraLost extends Problem {}

/** What a camera is called, for people: where it is. */
export const nameOf = ({ path, source }: CameraConfig): string => path ?? source;

const recordedAt = (frame: number, fps: number): MonoUs => Math.round((frame * US_PER_S) / fps) as MonoUs;

class Watching {
  readonly done: Promise<boolean>;
  readonly #camera: CameraConfig;
  readonly #take: (frame: Frame) => boolean;
  #waiting: RawFrame[] = [];
  #isBusy = false;
  #isEnding = false;
  #isContent = false;
  #seen = 0;
  #looked = 0;
  #damaged = 0;
  #resolve!: (whether: boolean) => void;
  #reject!: (problem: Error) => void;

  constructor(camera: CameraConfig, clock: Clock, take: (frame: Frame) => boolean) {
    this.#camera = camera;
    this.#take = take;
    const settled = new Promise<boolean>((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    const path = camera.path === undefined ? {} : { path: camera.path };
    const running = new Camera(
      { capture: captureOf(camera), fps: camera.fps, clock, ...path },
      {
        onFrame: (frame) => this.#addFrame(frame),
        onDamage: (why) => {
          if (++this.#damaged >= DAMAGED_MAX) this.#refuse("camera-damaged", { why });
        },
        onGone: (detail) => this.#handleGone(detail),
      },
    );
    const timer = clock.after(LIMIT_US, "frames", () => this.#end());
    const close = async (): Promise<boolean> => {
      try {
        return await settled;
      } finally {
        timer.cancel();
        await running.close();
      }
    };
    this.done = close();
  }

  #addFrame(frame: RawFrame): void {
    if (this.#isEnding || this.#isContent) return;
    const isFile = this.#camera.source === "file";
    if (this.#seen++ < SETTLING && !isFile) return;
    this.#waiting.push(frame);
    if (this.#waiting.length > (isFile ? WAITING_FILE_MAX : WAITING_MAX)) this.#waiting.shift();
    void this.#handleWaiting();
  }

  #handleGone(detail: string): void {
    if (this.#camera.source === "file" && this.#seen > 0) this.#end();
    else this.#refuse("camera-gone", { why: detail });
  }

  /** What waits is still looked at. */
  #end(): void {
    this.#isEnding = true;
    void this.#handleWaiting();
  }

  async #handleWaiting(): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    try {
      for (let frame = this.#waiting.shift(); frame !== undefined; frame = this.#waiting.shift()) {
        if (!(await this.#handleFrame(frame))) continue;
        // Nothing that comes behind is looked at.
        this.#isContent = true;
        this.#waiting = [];
        this.#resolve(true);
      }
    } catch (error) {
      this.#reject(error as Error);
    } finally {
      this.#isBusy = false;
    }
    if (this.#isEnding) this.#resolve(false);
  }

  async #handleFrame({ kind, data, t }: RawFrame): Promise<boolean> {
    const { width, height } = this.#camera;
    const image = kind === "grey" ? greyImage(width, height, data) : await decodeGrey(data);
    // A recording goes by its own time: however busy this computer is, no frame of it was late.
    const at = this.#camera.source === "file" ? recordedAt(this.#looked++, this.#camera.fps) : t;
    if (image?.width === width && image.height === height) return this.#take({ image, t: at });
    this.#refuse("camera-size", { size: `${width}x${height}` });
    return false;
  }

  #refuse(name: Parameters<typeof eyeProblemText>[0], values: Readonly<Record<string, string>>): void {
    const words = eyeProblemText(name, { camera: nameOf(this.#camera), ...values });
    this.#reject(name === "camera-gone" ? new CameraLost(EXIT.device, words) : new Problem(EXIT.device, words));
  }
}

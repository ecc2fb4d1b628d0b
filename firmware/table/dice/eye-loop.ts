import { decodeGrey } from "../../../drivers/dice/camera/image-file.ts";
import type { CameraEvents, RawFrame } from "../../../drivers/dice/camera/camera.ts";
import type { EyeFault } from "../../../drivers/dice/eye/codes.ts";
import type { EyeReporter } from "../../../drivers/dice/eye/reporter.ts";
import type { Reading } from "../../../src/dice/reading/read-types.ts";
import type { Arena } from "../../../src/dice/scene/arena.ts";
import { judgeReadings, type Judged } from "../../../src/dice/scene/judge.ts";
import type { Scene } from "../../../src/dice/scene/scene.ts";
import type { ReadDue, SceneEvent } from "../../../src/dice/scene/events.ts";
import type { Clock } from "../../../src/time/clock.ts";
import { US_PER_S, type MonoUs } from "../../../src/time/instant.ts";
import { greyImage, type GreyImage } from "../../../src/vision/grey-image.ts";
import type { PictureStore } from "./pictures.ts";
import type { ReadPicture } from "./reader.ts";

/** Both readers on one of the two averages, beside the frames: heartbeats and new frames do not wait for them. */
export type ReadAverage = (...asked: Parameters<ReadPicture>) => Promise<Reading>;

export interface EyeParts {
  readonly arena: Arena;
  readonly scene: Scene;
  readonly reporter: EyeReporter;
  readonly read: ReadAverage;
  /** Bare frames: whether the bytes of a picture that is to be read are shifted; null or absent: nothing can shift them. */
  readonly isShifted?: ((image: GreyImage) => boolean) | null;
  readonly pictures: PictureStore;
  readonly clock: Clock;
  readonly fps: number;
  /** Lines for the unit, as they are to be sent. */
  readonly send: (lines: string) => void;
  /** Why dice could not be read, in one line, for the computer's own log; the unit is told only by the fault. */
  readonly log: (why: string) => void;
}

/** Frames that wait; the oldest is dropped for a newer one. */
export const WAITING_MAX = 2;
/** What is counted for overload and slow cameras. */
export const WINDOW_US = 5 * US_PER_S;
/** Parts of the frames that may be dropped, and must come. */
export const DROPPED_MAX = 0.2;
export const COMING_MIN = 0.7;
/** Damaged frames within the window that are a fault. */
export const DAMAGED_MAX = 3;

/** Characters of an error that are logged. */
const WHY_MAX = 200;

type EyeEvent = Parameters<EyeReporter["reportEvent"]>[0];

/** The eye at work: frames in, lines out. One frame at a time; what comes meanwhile waits, or is dropped and counted. */
export class EyeLoop implements CameraEvents {
  readonly #parts: EyeParts;
  #waiting: RawFrame[] = [];
  #isBusy = false;
  #isReading = false;
  /** How often nothing could be seen any more. */
  #blinds = 0;
  /** Readings that ended with an error. */
  #failures = 0;
  #counts = { frames: 0, dropped: 0, damaged: 0 };
  /** Since the window began: frames that came, that were dropped though nothing was read, that were damaged. */
  #window: { from: MonoUs; came: number; dropped: number; damaged: number };
  /** Since when frames come without the camera being gone; null: they do not. */
  #comingFrom: MonoUs | null = null;

  constructor(parts: EyeParts) {
    this.#parts = parts;
    this.#window = { from: parts.clock.now(), came: 0, dropped: 0, damaged: 0 };
  }

  /** To be called often: heartbeats, and the health of the stream. */
  tick(): void {
    const { reporter, clock, send: say } = this.#parts;
    const now = clock.now();
    if (now - this.#window.from >= WINDOW_US) this.#checkStream(now);
    const lines = reporter.takeDueLines(clock.now(), this.#counters());
    if (lines !== "") say(lines);
  }

  onFrame(frame: RawFrame): void {
    this.#window.came++;
    this.#comingFrom ??= frame.t;
    this.#setFault("eye-camera-gone", false);
    this.#waiting.push(frame);
    if (this.#waiting.length > WAITING_MAX) {
      this.#waiting.shift();
      this.#counts.dropped++;
      // While dice are read frames must be passed over: the next one shows whether anything moved.
      if (!this.#isReading) this.#window.dropped++;
    }
    void this.#handleWaiting();
  }

  onDamage(): void {
    this.#counts.damaged++;
    this.#window.damaged++;
    if (this.#window.damaged >= DAMAGED_MAX) this.#setFault("eye-frames-damaged", true, this.#window.damaged);
    // What came between is lost: the next frame does not follow the last one.
    this.#loseSight();
  }

  onGone(): void {
    this.#waiting = [];
    this.#comingFrom = null;
    this.#setFault("eye-camera-gone", true);
    this.#loseSight();
  }

  async #handleWaiting(): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    try {
      for (let frame = this.#waiting.shift(); frame !== undefined; frame = this.#waiting.shift())
        await this.#handleFrame(frame);
    } catch (error) {
      // Nothing that was read counts; a fault is raised, and the next frames are looked at again.
      this.#isReading = false;
      this.#loseSight();
      const [why = ""] = (error instanceof Error ? error.message : String(error)).split("\n", 1);
      this.#parts.log(`the dice could not be read: ${why.slice(0, WHY_MAX)}`);
      this.#setFault("eye-reader", true, ++this.#failures);
    } finally {
      this.#isBusy = false;
    }
  }

  async #handleFrame(frame: RawFrame): Promise<void> {
    const { scene, arena, fps } = this.#parts;
    const { width, height } = arena.calibration;
    const image = frame.kind === "grey" ? greyImage(width, height, frame.data) : await decodeGrey(frame.data);
    if (image?.width !== width || image.height !== height) {
      this.onDamage();
      return;
    }
    this.#counts.frames++;
    const { events, due } = scene.takeFrame({ image, t: frame.t });
    this.#sendEvents(events);
    if (due === null) return;
    if (this.#parts.isShifted?.(due.early) === true) {
      this.onDamage();
      return;
    }
    this.#isReading = true;
    const blinds = this.#blinds;
    const judged = await this.#read(due);
    // The camera was lost meanwhile: what lies there now is not known.
    if (blinds !== this.#blinds) {
      this.#isReading = false;
      return;
    }
    const { events: after, rest } = scene.applyJudgement(judged, due, frame.t);
    this.#sendEvents(after);
    if (rest !== null) {
      // Durable first: a throw is reported only once its picture cannot be lost any more.
      const picture = await this.#parts.pictures.store(due.early, due.late);
      const stored =
        picture ?? (judged.dice.length > 0 ? null : await this.#parts.pictures.store(due.early, due.late));
      this.#setFault("eye-pictures", stored === null);
      // A throw without its evidence picture must not be certified.
      const doubt =
        stored === null
          ? ({ verdict: "undecided", reasons: [...rest.reasons, "no-picture"].slice(-12) } as const)
          : {};
      this.#send({ m: "rest", read: { ...rest, ...doubt, picture: stored } });
    }
    this.#setFault("eye-reader", false);
    // Frames that came meanwhile: the newest goes on, and its time is the next after this one.
    const now = this.#parts.clock.now();
    scene.skipPause(Math.max(frame.t, now - Math.round(US_PER_S / fps)) as MonoUs);
    this.#waiting = this.#waiting.filter(({ t }) => t > now - US_PER_S / fps);
    this.#isReading = false;
  }

  /** Two readings of two averages. */
  async #read({ early, late, boxes }: ReadDue): Promise<Judged> {
    const { arena, read } = this.#parts;
    const one = await read(early, boxes, "early");
    const two = await read(late, boxes, "late");
    return judgeReadings(arena, { early, late, boxes }, one, two);
  }

  #checkStream(now: MonoUs): void {
    const { from, came, dropped, damaged } = this.#window;
    this.#setFault("eye-overload", came > 0 && dropped > DROPPED_MAX * came, dropped);
    // A camera takes a while to begin: it is not slow before its first frame.
    const coming = (now - Math.max(from, this.#comingFrom ?? now)) / US_PER_S;
    const isSlow = came > 0 && came < COMING_MIN * this.#parts.fps * coming;
    this.#setFault("eye-slow-camera", isSlow, isSlow ? Math.round(came / coming) : 0);
    if (damaged < DAMAGED_MAX) this.#setFault("eye-frames-damaged", false);
    this.#window = { from: now, came: 0, dropped: 0, damaged: 0 };
  }

  #loseSight(): void {
    this.#blinds++;
    this.#sendEvents(this.#parts.scene.loseSight());
  }

  #sendEvents(events: readonly SceneEvent[]): void {
    for (const event of events) this.#send(event);
  }

  #setFault(fault: EyeFault, on: boolean, value = 0): void {
    this.#send({ m: "fault", fault, on, value: Math.min(value, 0xffff_ffff) });
  }

  #send(body: EyeEvent): void {
    const { reporter, clock, send: say } = this.#parts;
    const lines = reporter.reportEvent(body, clock.now(), this.#counters());
    if (lines !== "") say(lines);
  }

  #counters(): Parameters<EyeReporter["takeDueLines"]>[1] {
    const { light, drift } = this.#parts.scene;
    return { ...this.#counts, light, drift: drift === null ? null : 100 * drift };
  }
}

import type { Sent } from "../../lines/sent.ts";
import { bareSplitter } from "../../../drivers/dice/camera/bare.ts";
import { openKernels } from "../../../drivers/dice/camera/reader-files.ts";
import { KNOWS, type EyeKnows } from "../../../drivers/dice/eye/codes.ts";
import { EyeReporter } from "../../../drivers/dice/eye/reporter.ts";
import { frameBytes } from "../../models/dice/stream.ts";
import { digestOf } from "../../../src/dice/calibration/schema.ts";
import { arenaOf } from "../../../src/dice/scene/arena.ts";
import { Scene } from "../../../src/dice/scene/scene.ts";
import { sha256Hex } from "../../../src/record/bytes.ts";
import type { Clock, Timer } from "../../../src/time/clock.ts";
import { monoUs, wallMs } from "../../../src/time/instant.ts";
import type { GreyImage } from "../../../src/vision/grey-image.ts";
import { EyeLoop } from "../../../firmware/table/dice/eye-loop.ts";
import { openReader } from "../../../firmware/table/dice/reader.ts";
import type { CalibratedSetup } from "./calibrated-setup.ts";

/** Frames a second while something happens, and while nothing does: what lies still is looked at now and then. */
const RATE = 30;
const FULL_US = Math.round(1_000_000 / RATE);
const IDLE_US = 900_000;
/** What the loop asks the stream's health to be: the slower of the two. */
const LEAST_RATE = 1;
const TICK_US = 50_000;
/** Steps of what waits for nothing but its turn: reading, keeping a picture. */
const TURNS = 60;

interface Planned {
  readonly us: number;
  readonly image: GreyImage;
}

/**
 * The eye of a table whose pictures are rendered: frames as the bytes of a camera, through the frame splitter, the scene, both
 * readers and the eye's own loop, in simulated time.
 */
export class RenderedEye {
  readonly #loop: EyeLoop;
  readonly #reporter: EyeReporter;
  readonly #splitter;
  #plan: Planned[] = [];
  /** What is seen while nothing happens, from when on: frames of one picture in turn. */
  #idle: { readonly us: number; readonly images: readonly GreyImage[] }[] = [];
  #idleAt = 0;
  #lastUs = 0;
  #tickUs = 0;
  #nowUs = 0;
  #out: Sent[] = [];

  constructor({ calibration }: CalibratedSetup, boot: number, us: number) {
    const arena = arenaOf(calibration);
    const { width, height, faces } = calibration;
    this.#nowUs = us;
    const knows = Object.fromEntries(KNOWS.map((name) => [name, false])) as unknown as EyeKnows;
    this.#reporter = new EyeReporter(
      { boot, digest: digestOf(calibration), faces, width, height, knows },
      monoUs(us),
    );
    this.#splitter = bareSplitter({ width, height }, "grey");
    const read = openReader(arena);
    this.#loop = new EyeLoop({
      arena,
      scene: new Scene(arena, openKernels(), RATE),
      reporter: this.#reporter,
      read: (...asked) => Promise.resolve(read(...asked)),
      pictures: { store: (early, late) => Promise.resolve(sha256Hex(Buffer.concat([early.data, late.data]))) },
      clock: this.#clock(),
      fps: LEAST_RATE,
      log: () => undefined,
      send: (lines) => this.#out.push({ us: this.#nowUs, bytes: lines }),
    });
  }

  /**
   * Frames to come, `everyUs` apart, beginning at `us`. What was planned later than that is dropped, and what lay still before
   * is not seen between them.
   */
  show(us: number, images: readonly GreyImage[], everyUs: number): void {
    this.#plan = this.#plan.filter((one) => one.us < us);
    images.forEach((image, at) => this.#plan.push({ us: us + at * everyUs, image }));
    this.#idleFrom(us, []);
  }

  /** From here on nothing happens: these frames, of one picture, come in turn. The first of them at full rate. */
  still(us: number, images: readonly GreyImage[], full: number): void {
    const first = Array.from({ length: full }, (_, at) => images[at % images.length]).filter(
      (one) => one !== undefined,
    );
    this.show(us, first, FULL_US);
    this.#idleFrom(us, images);
  }

  /** Looks at everything that comes up to `us`. */
  async advance(us: number): Promise<void> {
    for (;;) {
      const next = Math.min(this.#plan[0]?.us ?? Infinity, this.#lastUs + this.#pauseUs);
      const until = Math.min(us, next);
      for (; this.#tickUs + TICK_US <= until; this.#tickUs += TICK_US) {
        this.#nowUs = this.#tickUs + TICK_US;
        this.#loop.tick();
      }
      this.#nowUs = until;
      if (next > us) return;
      const isPlanned = (this.#plan[0]?.us ?? Infinity) <= next;
      await this.#frame(isPlanned ? this.#plan.shift()?.image : this.#idleFrame());
    }
  }

  /** What was said up to `us`. */
  step(us: number): readonly Sent[] {
    const out = this.#out.filter((one) => one.us <= us);
    this.#out = this.#out.filter((one) => one.us > us);
    return out;
  }

  /** Until what moved has come to rest every frame is looked at. */
  get #pauseUs(): number {
    const { state } = this.#reporter.status;
    return state === "moving" || state === "settling" ? FULL_US : IDLE_US;
  }

  #idleFrom(us: number, images: readonly GreyImage[]): void {
    const past = this.#idle.filter((one) => one.us <= this.#nowUs).slice(-1);
    const still = this.#idle.filter((one) => one.us > this.#nowUs && one.us < us);
    this.#idle = [...past, ...still, { us, images }];
  }

  #idleFrame(): GreyImage | undefined {
    const images = this.#idle.findLast(({ us }) => us <= this.#nowUs)?.images ?? [];
    return images[this.#idleAt++ % Math.max(1, images.length)];
  }

  async #frame(image: GreyImage | undefined): Promise<void> {
    this.#lastUs = this.#nowUs;
    if (image === undefined) return;
    for (const piece of this.#splitter.push(frameBytes("raw", image)))
      if (piece.p !== "lost") this.#loop.onFrame({ kind: piece.p, data: piece.data, t: monoUs(this.#nowUs) });
    for (let turn = 0; turn < TURNS; turn++) await Promise.resolve();
  }

  #clock(): Clock {
    const none = (): Timer => {
      throw new Error("the eye's loop has no timers of its own");
    };
    return {
      now: () => monoUs(this.#nowUs),
      wall: () => wallMs(0),
      after: none,
      every: none,
      sleep: () => Promise.resolve(),
    };
  }
}

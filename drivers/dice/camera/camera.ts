import type { Clock, Timer } from "../../../src/time/clock.ts";
import { US_PER_MS, US_PER_S, type MonoUs } from "../../../src/time/instant.ts";
import { runChild, type Child } from "./child.ts";
import { controlsRefused, type Capture, type Command } from "./commands.ts";
import { playFrameFile, readFrameSocket } from "./sources.ts";
import type { FrameLoss, Piece, Splitter } from "./split.ts";

/** A frame as it came: whole, stamped when its last byte was read. */
export interface RawFrame {
  readonly kind: "grey" | "jpeg";
  readonly data: Uint8Array;
  readonly t: MonoUs;
}

export interface CameraEvents {
  onFrame(frame: RawFrame): void;
  /** Bytes came that are no whole frame; what was between them is lost. */
  onDamage(why: FrameLoss, t: MonoUs): void;
  /** No frames come: `detail` in one line for people. Called once each time. */
  onGone(detail: string, t: MonoUs): void;
}

export interface CameraOptions {
  readonly capture: Capture;
  readonly fps: number;
  /** Only with `capture.stream` and `capture.socket` null: the recorded frames. */
  readonly path?: string;
  readonly clock: Clock;
}

/** Waits before the program is started again, µs; the last one for ever. */
export const RESTART_US: readonly number[] = [500_000, 1_000_000, 2_000_000, 5_000_000, 10_000_000];
/** A program that gives no whole frame for so long is stopped and started anew. */
export const STALL_US = 2 * US_PER_S;
/**
 * The same for its first frame, one try after another; the last for ever. Cameras take up to 3 s to begin, their programs on a busy
 * machine many times that: one that is stopped each time before it has begun would never begin.
 */
export const BEGIN_US: readonly number[] = [8, 16, 32, 60].map((s) => s * US_PER_S);
const WATCH_US = 250 * US_PER_MS;
/**
 * A stream without heads is quiet when so many looks in a row found no new byte, each in its time: a look that came late
 * was kept waiting by this very thread, and then bytes may have been too. Looks are an eighth of a frame apart, 2 to 4 ms.
 */
const QUIET_LOOKS = 2;
const LOOKS_A_FRAME = 8;
const LOOK_US = { least: 2 * US_PER_MS, most: 4 * US_PER_MS } as const;
/** A look is late after so many times its pause. */
const LATE = 1.75;
/** Damage that needs no restart by itself, but so often within one run: the stream is nonsense. */
export const DAMAGE_MAX = 30;

/** Runs a camera until it is closed: starts its program, starts it again when it ends, stalls or sends damaged frames. */
export class Camera {
  readonly #options: CameraOptions;
  readonly #events: CameraEvents;
  #child: Child | null = null;
  #timer: Timer | null = null;
  #watch: Timer | null = null;
  #looks: Timer | null = null;
  #tries = 0;
  #isClosed = false;
  #isGone = false;

  constructor(options: CameraOptions, events: CameraEvents) {
    this.#options = options;
    this.#events = events;
    this.#start();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#timer?.cancel();
    this.#watch?.cancel();
    this.#looks?.cancel();
    await this.#child?.stop();
  }

  #start(): void {
    void this.#prepare().then((refused) => {
      if (this.#isClosed) return;
      if (refused === null) this.#stream();
      else this.#restartLater(refused);
    });
  }

  /** Runs what must run before. Returns what went wrong, or null. */
  async #prepare(): Promise<string | null> {
    for (const command of this.#options.capture.before) {
      const { refused } = await runToEnd(command, this.#options.clock);
      if (this.#isClosed) return null;
      if (refused !== null) return refused;
    }
    return null;
  }

  /** Its frames come: gives it its controls once more, and asks whether it has them. Returns what is wrong, or null. */
  async #checkControls({ ask, wanted }: NonNullable<Capture["controls"]>): Promise<string | null> {
    const refused = await this.#prepare();
    if (refused !== null || this.#isClosed) return refused;
    const asked = await runToEnd(ask, this.#options.clock);
    return asked.refused ?? controlsRefused(wanted, asked.said);
  }

  #stream(): void {
    const { capture, clock, path = "", fps } = this.#options;
    const { controls } = capture;
    const splitter = capture.splitter();
    // No picture counts before the camera is known to have the controls under which it was calibrated.
    let isRight = controls === null;
    const begin = (): void => {
      isRight = true;
      this.#tries = 0;
      this.#isGone = false;
    };
    const lookUs = Math.min(LOOK_US.most, Math.max(LOOK_US.least, US_PER_S / fps / LOOKS_A_FRAME));
    const run = new Run({
      splitter,
      lookUs,
      clock,
      beginUs: nth(BEGIN_US, this.#tries),
      events: {
        ...this.#events,
        onFrame: (frame) => {
          if (isRight) this.#events.onFrame(frame);
        },
      },
      onFirst: () => {
        if (controls === null) return begin();
        void this.#checkControls(controls).then((refused) => {
          if (this.#isClosed) return;
          if (refused === null) begin();
          else run.giveUp(refused);
        });
      },
      onOver: (why) => this.#restartLater(why),
    });
    const listener = {
      onBytes: (bytes: Uint8Array, t: MonoUs): number => run.handleBytes(bytes, t),
      onEnd: (detail: string, t: MonoUs) => run.handleEnd(detail, t),
    };
    const { stream, socket, fileChunk, frameBytes } = capture;
    if (stream !== null) this.#child = runChild(stream, clock, listener);
    else if (socket !== null) this.#child = readFrameSocket(socket, clock, listener);
    else this.#child = playFrameFile({ path, fps, clock, bytes: fileChunk, frameBytes }, listener);
    this.#watch = clock.every(WATCH_US, "camera stall", () => run.checkStall());
    if (splitter.handlePause !== undefined)
      this.#looks = clock.every(lookUs, "camera's pauses", () => run.lookForQuiet());
  }

  /** The run is over: waits, and starts anew. */
  #restartLater(detail: string): void {
    if (this.#isClosed) return;
    const { clock } = this.#options;
    this.#watch?.cancel();
    this.#looks?.cancel();
    if (!this.#isGone) this.#events.onGone(detail, clock.now());
    this.#isGone = true;
    const wait = nth(RESTART_US, this.#tries++);
    const child = this.#child;
    this.#child = null;
    // The camera must be free before anyone opens it again.
    void (child?.stop() ?? Promise.resolve()).then(() => {
      if (this.#isClosed) return;
      this.#timer = clock.after(wait, "camera restart", () => this.#start());
    });
  }
}

/** The value for a try, counted from 0; the last one for all further tries. */
const nth = (values: readonly number[], tries: number): number => values[tries] ?? values.at(-1) ?? 0;

interface RunParts {
  readonly splitter: Splitter;
  readonly lookUs: number;
  /** Time for the first whole frame. */
  readonly beginUs: number;
  readonly clock: Clock;
  readonly events: CameraEvents;
  /** The first whole frame came. */
  readonly onFirst: () => void;
  readonly onOver: (why: string) => void;
}

/** One run of the program, from its start to its end. */
class Run {
  readonly #parts: RunParts;
  #frameAt: MonoUs;
  #watchedAt: MonoUs;
  #frames = 0;
  #damage = 0;
  #isOver = false;
  /** When the last bytes came; null: none have, or the pause after them was given to the splitter. */
  #bytesAt: MonoUs | null = null;
  #lookedAt: MonoUs;
  /** Looks in a row, each in its time, that found nothing new. */
  #quietLooks = 0;

  constructor(parts: RunParts) {
    this.#parts = parts;
    this.#frameAt = parts.clock.now();
    this.#watchedAt = this.#frameAt;
    this.#lookedAt = this.#frameAt;
  }

  /** Returns how many frames these bytes completed. */
  handleBytes(bytes: Uint8Array, t: MonoUs): number {
    const before = this.#frames;
    this.#bytesAt = t;
    this.#quietLooks = 0;
    if (!this.#isOver) this.#handlePieces(this.#parts.splitter.push(bytes), t);
    return this.#frames - before;
  }

  handleEnd(detail: string, t: MonoUs): void {
    if (this.#isOver) return;
    this.#handlePieces(this.#parts.splitter.end(), t);
    this.#finish(detail);
  }

  /** Whether the stream has fallen quiet since its last bytes; given to the splitter once for each pause. */
  lookForQuiet(): void {
    const now = this.#parts.clock.now();
    const isLate = now - this.#lookedAt > LATE * this.#parts.lookUs;
    this.#lookedAt = now;
    if (this.#isOver || this.#bytesAt === null) return;
    this.#quietLooks = isLate ? 0 : this.#quietLooks + 1;
    if (this.#quietLooks < QUIET_LOOKS) return;
    const at = this.#bytesAt;
    this.#bytesAt = null;
    // A frame is of the instant when its last byte came, not of that when it was believed.
    this.#handlePieces(this.#parts.splitter.handlePause?.() ?? [], at);
  }

  checkStall(): void {
    const now = this.#parts.clock.now();
    // This thread itself was busy: what came meanwhile has not been looked at yet.
    if (now - this.#watchedAt > 2 * WATCH_US) this.#frameAt = now;
    this.#watchedAt = now;
    const most = this.#frames === 0 ? this.#parts.beginUs : STALL_US;
    const silent = now - this.#frameAt;
    if (silent > most) this.#finish(`no frame for ${Math.round(silent / US_PER_MS)} ms`);
  }

  #handlePieces(pieces: readonly Piece[], t: MonoUs): void {
    for (const piece of pieces) {
      if (this.#isOver) return;
      if (piece.p === "lost") this.#handleLoss(piece.why, piece.dead, t);
      else {
        this.#frameAt = t;
        if (this.#frames++ === 0) this.#parts.onFirst();
        this.#parts.events.onFrame({ kind: piece.p, data: piece.data, t });
      }
    }
  }

  #handleLoss(why: FrameLoss, dead: boolean, t: MonoUs): void {
    this.#parts.events.onDamage(why, t);
    if (dead || ++this.#damage > DAMAGE_MAX) this.#finish(`its frames are damaged (${why})`);
  }

  /** It is to end, for this reason. */
  giveUp(why: string): void {
    this.#finish(why);
  }

  #finish(why: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#parts.onOver(why);
  }
}

/** What is kept of what a short program says. */
const SAID_MAX = 4_096;

/** Runs a short program. Returns what it said, and what it complained of: null when it succeeded. */
function runToEnd(
  command: Command,
  clock: Clock,
): Promise<{ readonly said: string; readonly refused: string | null }> {
  return new Promise((resolve) => {
    let isOver = false;
    let said = "";
    const over = (refused: string | null): void => {
      if (isOver) return;
      isOver = true;
      timer.cancel();
      resolve({ said, refused });
    };
    const child = runChild(command, clock, {
      onBytes: (bytes) => {
        said = (said + Buffer.from(bytes).toString("latin1")).slice(0, SAID_MAX);
      },
      onEnd: (detail, _t, status) => over(status === 0 ? null : detail),
    });
    const timer = clock.after(5 * US_PER_S, "camera controls", () => {
      void child.stop();
      over(`${command.program} did not end within 5 s`);
    });
  });
}

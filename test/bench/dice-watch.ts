import { openKernels } from "../../drivers/dice/camera/reader-files.ts";
import { Y4mSplitter } from "../../drivers/dice/camera/y4m.ts";
import { frameBytes, streamHeader } from "../../hw-sim/models/dice/stream.ts";
import { judgeReadings } from "../../src/dice/scene/judge.ts";
import { Scene } from "../../src/dice/scene/scene.ts";
import type { SceneEvent } from "../../src/dice/scene/events.ts";
import { monoUs, US_PER_S, type MonoUs } from "../../src/time/instant.ts";
import { greyImage, type GreyImage } from "../../src/vision/grey-image.ts";
import { readBy } from "../support/dice-arena.ts";
import { filmed, FPS, type Film } from "./dice-table.ts";
import { cpuMs } from "./dice.ts";
import { median, type Figure, type Part } from "./figures.ts";

const SIZES = [
  { width: 640, height: 480, sidePx: 44 },
  { width: 1280, height: 720, sidePx: 66 },
] as const;
const THROWS = 4;
const EMPTY = 60;
/** Rounds through the empty pictures. */
const IDLE_ROUNDS = 5;
/** Bytes of one read of a pipe. */
const CHUNK = 65_536;

/** What watching costs: a camera's bytes through splitter and scene, and both readers once dice lie still. */
export function diceWatching(): Promise<Part> {
  return Promise.resolve({
    title: "Dice watched",
    about: "CPU time of one thread: a camera's bytes cut into frames, half size, motion, what lies there",
    figures: SIZES.flatMap((size) => watched(size)),
  });
}

function watched(size: (typeof SIZES)[number]): Figure[] {
  const film = filmed("bench table", size, THROWS, EMPTY);
  const desk = new WatchDesk(film);
  desk.feed(film.empty);
  const idle = Array.from({ length: IDLE_ROUNDS }, () => desk.feed(film.empty)).flat();
  const moving: number[] = [];
  const resting: number[] = [];
  for (const { moving: roll, resting: rest } of film.throws) {
    moving.push(...desk.feed(roll));
    resting.push(...desk.feed(rest));
    desk.feed(film.empty);
  }
  const name = `${size.width}x${size.height}`;
  // The kernel counts a thread's time in ticks: only sums over many frames mean something.
  const perFrame = (what: string, ms: readonly number[]): Figure => {
    const mean = ms.reduce((sum, one) => sum + one, 0) / ms.length;
    return {
      name: `${name}, ${what}: CPU a frame`,
      value: mean,
      unit: "ms",
      note: `${Math.round(1_000 / mean)} frames/s on one core, a camera gives ${FPS}; mean of ${ms.length}`,
    };
  };
  return [
    perFrame("nothing happens", idle),
    perFrame("dice move", moving),
    perFrame("dice lie there, reading apart", resting),
    {
      name: `${name}, both pictures read and judged, median`,
      value: median(desk.readMs),
      unit: "ms",
      note: `${desk.readMs.length} rests of ${THROWS} throws, ${desk.readable} readable`,
    },
    {
      name: `${name}, last movement to the pictures taken`,
      value: median(desk.stillMs),
      unit: "ms",
      note: `of simulated time at ${FPS} frames/s`,
    },
  ];
}

/** Splitter, scene and readers as the eye runs them, fed with pictures; time is the pictures' own. */
export class WatchDesk {
  readonly readMs: number[] = [];
  /** Simulated ms from the first picture of a feed to the frame that made a reading due. */
  readonly stillMs: number[] = [];
  readonly words: SceneEvent[] = [];
  readable = 0;
  frames = 0;
  readonly #film: Film;
  readonly #scene: Scene;
  readonly #splitter: Y4mSplitter;

  constructor(film: Film) {
    const { table, width, height } = film;
    this.#film = film;
    this.#scene = new Scene(table.arena, openKernels(), FPS);
    this.#splitter = new Y4mSplitter({ width, height });
    this.#splitter.push(streamHeader("y4m", width, height, FPS));
  }

  get state(): string {
    return this.#scene.state;
  }

  /** CPU ms of each frame, without its reading. */
  feed(frames: readonly GreyImage[]): number[] {
    const from = this.frames;
    return frames.map((frame) => {
      const bytes = frameBytes("y4m", frame);
      return this.#one(bytes, from);
    });
  }

  #one(bytes: Uint8Array, from: number): number {
    const { width, height } = this.#film;
    const t = monoUs(Math.round((++this.frames * US_PER_S) / FPS));
    const { ms, result } = cpuMs(() => {
      const pieces = [];
      for (let at = 0; at < bytes.length; at += CHUNK)
        pieces.push(...this.#splitter.push(bytes.subarray(at, at + CHUNK)));
      return pieces.map((piece) => {
        if (piece.p !== "grey") throw new Error("a frame was lost");
        return this.#scene.takeFrame({ image: greyImage(width, height, piece.data), t });
      });
    });
    for (const { events: words, due } of result) {
      this.#hear(words);
      if (due !== null) {
        this.stillMs.push((1_000 * (this.frames - from)) / FPS);
        this.#read(due, t);
      }
    }
    return ms;
  }

  #read(due: NonNullable<ReturnType<Scene["takeFrame"]>["due"]>, t: MonoUs): void {
    const { arena } = this.#film.table;
    const { ms, result } = cpuMs(() => {
      const [early, late] = [readBy(arena, due.early, due.boxes), readBy(arena, due.late, due.boxes)];
      return this.#scene.applyJudgement(judgeReadings(arena, due, early, late), due, t);
    });
    this.readMs.push(ms);
    if (result.rest?.verdict === "readable") this.readable++;
    this.#hear(result.events);
  }

  /** The newest words only: an hour has many. */
  #hear(words: readonly SceneEvent[]): void {
    this.words.push(...words);
    if (this.words.length > 200) this.words.splice(0, this.words.length - 200);
  }
}

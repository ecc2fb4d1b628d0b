import { describe, expect, it } from "vitest";
import { randomFrom, type RandomSource } from "../../../src/time/random-source.ts";
import {
  bareBytes,
  bareSplitter,
  FRAMES_WAITING,
  liveBareSplitter,
  QUIETS_INSIDE,
  QUIETS_SURE,
  type BareFormat,
} from "./bare.ts";
import type { Piece, Splitter } from "./split.ts";
import { more } from "../../../test/support/volume.ts";

/** A stream whose frames have no heads, from a program that runs: only its pauses tell where a frame ends. */

const SIZE = { width: 24, height: 16 };
const GREY = SIZE.width * SIZE.height;
const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1");
const anyBytes = (random: RandomSource, length: number): Uint8Array =>
  Uint8Array.from({ length }, () => random.below(256));

/** A program's frames and the pauses between them; `given`: what of each a splitter gives. */
class Stream {
  readonly sent = new Set<string>();
  readonly pieces: Piece[] = [];
  readonly #splitter: Splitter;
  readonly #random: RandomSource;
  readonly #whole: number;

  constructor(format: BareFormat, seed: string) {
    this.#splitter = liveBareSplitter(SIZE, format);
    this.#random = randomFrom(seed);
    this.#whole = bareBytes(SIZE, format);
  }

  get given(): readonly string[] {
    return this.pieces.flatMap((piece) => (piece.p === "lost" ? [] : [text(piece.data)]));
  }

  get losses(): readonly Piece[] {
    return this.pieces.filter(({ p }) => p === "lost");
  }

  get isDead(): boolean {
    return this.pieces.some((piece) => piece.p === "lost" && piece.dead);
  }

  bytes(bytes: Uint8Array): this {
    for (let at = 0; at < bytes.length && !this.isDead;) {
      const length = 1 + this.#random.below(200);
      this.pieces.push(...this.#splitter.push(bytes.subarray(at, at + length)));
      at += length;
    }
    return this;
  }

  garbage(length: number): this {
    return this.bytes(anyBytes(this.#random, length));
  }

  pause(): this {
    if (!this.isDead) this.pieces.push(...(this.#splitter.handlePause?.() ?? []));
    return this;
  }

  /** So many frames, each followed by a pause. `lost`: bytes of the last one that never come. */
  frames(count: number, lost = 0): this {
    for (let at = 0; at < count; at++) {
      const frame = anyBytes(this.#random, this.#whole);
      const isCut = lost > 0 && at === count - 1;
      if (!isCut) this.sent.add(text(frame.subarray(0, GREY)));
      this.bytes(isCut ? frame.subarray(0, frame.length - lost) : frame).pause();
    }
    return this;
  }

  end(): this {
    if (!this.isDead) this.pieces.push(...this.#splitter.end());
    return this;
  }
}

describe.each(["grey", "yuv420"] as const)("bare %s of a running program", (format) => {
  it("frames are given once the stream has paused between them, all and in order", () => {
    const stream = new Stream(format, "whole").frames(QUIETS_SURE - 1);
    expect(stream.given).toEqual([]);
    stream.frames(20);
    expect(stream.given).toEqual([...stream.sent]);
    expect(stream.end().losses).toEqual([]);
  });

  it("a frame that a program paused in is lost, and those after it wait until the stream is sure again", () => {
    const stream = new Stream(format, "hiccup").frames(5);
    const frame = anyBytes(randomFrom("slow"), bareBytes(SIZE, format));
    stream.bytes(frame.subarray(0, 100)).pause().bytes(frame.subarray(100)).pause();
    stream.frames(QUIETS_SURE - 2);
    expect(stream.given).toHaveLength(5);
    stream.frames(1);
    expect(stream.given).toEqual([...stream.sent]);
    expect(stream.given).toHaveLength(5 + QUIETS_SURE - 1);
    expect(stream.losses).toEqual([{ p: "lost", why: "cut", dead: false }]);
  });

  it("bytes that are lost, and as many that come for them after a pause, make no frame", () => {
    const stream = new Stream(format, "made good").frames(5).frames(1, 40).garbage(40).pause().frames(9);
    expect(stream.given).toEqual([...stream.sent]);
    expect(stream.losses).toEqual([{ p: "lost", why: "cut", dead: false }]);
  });

  it.each([1, 7, 24, 200])(
    "%i bytes that are lost: no frame after them is ever given, and it begins anew",
    (lost) => {
      const stream = new Stream(format, `lost ${lost}`)
        .frames(6)
        .frames(1, lost)
        .frames(3 * QUIETS_INSIDE);
      expect(stream.given).toHaveLength(6);
      expect(stream.losses.at(-1)).toEqual({ p: "lost", why: "cut", dead: true });
    },
  );

  it.each([1, 30, 333])("%i bytes too many, or another program's words before the first frame", (more) => {
    const amid = new Stream(format, `more ${more}`)
      .frames(6)
      .garbage(more)
      .frames(3 * QUIETS_INSIDE);
    expect(amid.given).toHaveLength(6);
    expect(amid.isDead).toBe(true);
    const before = new Stream(format, `before ${more}`).garbage(more).frames(3 * QUIETS_INSIDE);
    expect(before.given).toEqual([]);
    expect(before.isDead).toBe(true);
  });

  it("frames of another size, as of padded rows", () => {
    const random = randomFrom("padded");
    const stream = new Stream(format, "padded");
    for (let at = 0; at < 30; at++) stream.bytes(anyBytes(random, bareBytes(SIZE, format) + 16 * 8)).pause();
    expect(stream.given).toEqual([]);
    expect(stream.isDead).toBe(true);
  });

  it("a stream that never pauses is never believed", () => {
    const random = randomFrom("endless");
    const stream = new Stream(format, "endless").frames(4);
    for (let at = 0; at <= FRAMES_WAITING; at++) stream.bytes(anyBytes(random, bareBytes(SIZE, format)));
    expect(stream.given).toHaveLength(4);
    expect(stream.isDead).toBe(true);
  });

  it("one that ends inside a frame, or before its last one was believed, loses that", () => {
    expect(new Stream(format, "end").frames(5).garbage(9).end().losses).toHaveLength(1);
    const unsure = new Stream(format, "unsure").frames(1).end();
    expect(unsure.given).toEqual([]);
    expect(unsure.losses).toHaveLength(1);
  });

  it("thousands of streams that are cut, grown or stopped anywhere: never a frame that was not sent whole", () => {
    let [given, dead] = [0, 0];
    const whole = bareBytes(SIZE, format);
    for (let turn = 0; turn < more(600, 1_500); turn++) {
      const random = randomFrom(`any ${turn}`);
      const stream = new Stream(format, `stream ${turn}`).frames(random.below(8));
      for (let trouble = 0; trouble < 3 && !stream.isDead; trouble++) {
        if (random.oneIn(3)) stream.frames(1, 1 + random.below(GREY - 1));
        // Less than a frame: as many bytes, between two pauses, are a frame by all that anybody can tell.
        else if (random.oneIn(2)) stream.garbage(1 + random.below(whole - 1)).pause();
        else stream.pause();
        stream.frames(random.below(12));
      }
      for (const one of stream.end().given) expect(stream.sent.has(one)).toBe(true);
      given += stream.given.length;
      dead += stream.isDead ? 1 : 0;
    }
    expect(given).toBeGreaterThan(more(1_200, 3_000));
    expect(dead).toBeGreaterThan(500);
  });
});

it("of a file every frame counts, and its length says whether they are whole", () => {
  const splitter = bareSplitter(SIZE, "grey");
  expect("quiet" in splitter).toBe(false);
  expect(splitter.push(anyBytes(randomFrom("file"), 3 * GREY))).toHaveLength(3);
  expect(bareBytes({ width: 5, height: 3 }, "yuv420")).toBe(15 + 2 * 3 * 2);
});

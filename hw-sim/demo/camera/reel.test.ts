import { describe, expect, it } from "vitest";
import { Reel } from "./reel.ts";
import type { Drawn } from "./renderer.ts";

/** Frames of one byte each: a throw's own number in the tens. */
const frames = (...bytes: number[]): Uint8Array[] => bytes.map((byte) => Uint8Array.of(byte));
const EMPTY: Drawn = {
  n: null,
  truth: null,
  shaken: [],
  moving: [],
  lies: frames(1, 2),
  touch: [],
  takeUp: [],
};
const drawn = (n: number, shaken: readonly Uint8Array[] = []): Drawn => ({
  n,
  truth: null,
  shaken,
  moving: frames(10 * n, 10 * n + 1),
  lies: frames(10 * n + 4, 10 * n + 5),
  touch: frames(10 * n + 7),
  takeUp: frames(10 * n + 8, 10 * n + 9),
});
const shown = (reel: Reel, count: number): number[] =>
  Array.from({ length: count }, () => reel.next()[0] ?? -1);

describe("what a camera is shown", () => {
  it("is the empty arena, frame after frame", () => {
    expect(shown(new Reel(EMPTY, null), 5)).toEqual([1, 2, 1, 2, 1]);
  });

  it("is a throw: a while nothing, dice on their way, and dice that lie", () => {
    const reel = new Reel(EMPTY, null);
    reel.keep(drawn(3));
    expect(reel.throw(3, 3, 0)).toBe(true);
    expect(shown(reel, 9)).toEqual([1, 2, 1, 30, 31, 34, 35, 34, 35]);
  });

  it("is shaking for as long as it is asked for, over what lay there before", () => {
    const reel = new Reel(EMPTY, drawn(2));
    reel.keep(drawn(3, frames(100, 101, 102)));
    reel.throw(3, 1, 4);
    expect(shown(reel, 9)).toEqual([24, 100, 101, 102, 100, 30, 31, 34, 35]);
  });

  it("is shaking without end until it is settled", () => {
    const reel = new Reel(EMPTY, null);
    reel.keep(drawn(3, frames(100, 101)));
    reel.throw(3, 0, null);
    expect(shown(reel, 5)).toEqual([100, 101, 100, 101, 100]);
    reel.settle();
    expect(shown(reel, 4)).toEqual([30, 31, 34, 35]);
    reel.settle();
    expect(shown(reel, 2)).toEqual([34, 35]);
  });

  it("is a hand over dice that lie, and one that takes them up", () => {
    const reel = new Reel(EMPTY, drawn(2));
    reel.touch();
    expect(shown(reel, 3)).toEqual([27, 24, 25]);
    reel.takeUp();
    expect(shown(reel, 4)).toEqual([28, 29, 1, 2]);
    reel.takeUp();
    reel.touch();
    expect(shown(reel, 2)).toEqual([1, 2]);
  });

  it("is the newest that is asked for: what was to come is dropped", () => {
    const reel = new Reel(EMPTY, drawn(2));
    reel.keep(drawn(3));
    reel.throw(3, 50, 0);
    expect(shown(reel, 1)).toEqual([24]);
    reel.takeUp();
    expect(shown(reel, 3)).toEqual([38, 39, 1]);
  });

  it("is never a throw that was not prepared", () => {
    const reel = new Reel(EMPTY, null);
    expect(reel.throw(1, 0, 0)).toBe(false);
    reel.keep(drawn(3));
    expect(reel.throw(1, 0, 0)).toBe(false);
    expect(shown(reel, 2)).toEqual([1, 2]);
  });
});

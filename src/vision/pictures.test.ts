import { describe, expect, it } from "vitest";
import { randomFrom } from "../time/random-source.ts";
import { greyOf } from "./colour-image.ts";
import { greyImage, IMAGE_SIDE_MAX, type GreyImage } from "./grey-image.ts";
import { averageOf, halfOf, levelOf, mean3Of } from "./means.ts";
import { mipsOf, normalised, sampleWindow, toPicture, type Window } from "./sample.ts";

const picture = (width: number, height: number, level: (x: number, y: number) => number): GreyImage =>
  greyImage(
    width,
    height,
    Uint8Array.from({ length: width * height }, (_, at) => level(at % width, Math.floor(at / width))),
  );
const random = randomFrom("pictures");
const noise = (width: number, height: number): GreyImage => picture(width, height, () => random.below(256));
const at = ({ width, data }: GreyImage, x: number, y: number): number => data[y * width + x]!;

describe("a picture", () => {
  it("has a size that fits its bytes, and no side beyond the limit", () => {
    expect(greyImage(2, 3, new Uint8Array(6))).toMatchObject({ width: 2, height: 3 });
    expect(greyImage(IMAGE_SIDE_MAX, 1, new Uint8Array(IMAGE_SIDE_MAX)).width).toBe(IMAGE_SIDE_MAX);
    expect(greyImage(1, IMAGE_SIDE_MAX, new Uint8Array(IMAGE_SIDE_MAX)).height).toBe(IMAGE_SIDE_MAX);
    for (const [width, height, bytes] of [
      [0, 3, 0],
      [3, 0, 0],
      [-1, -6, 6],
      [1.5, 4, 6],
      [4, 1.5, 6],
      [NaN, 1, 0],
    ] as const)
      expect(() => greyImage(width, height, new Uint8Array(bytes))).toThrow(
        `a picture of ${width} by ${height} pixels`,
      );
    expect(() => greyImage(2, 3, new Uint8Array(5))).toThrow("5 bytes for a picture of 2 by 3 pixels");
    const over = IMAGE_SIDE_MAX + 1;
    for (const [width, height] of [
      [over, 1],
      [1, over],
    ] as const)
      expect(() => greyImage(width, height, new Uint8Array(over))).toThrow(`at most ${IMAGE_SIDE_MAX} a side`);
  });

  it("in colour becomes grey by luma, or by what red dice are opaque in", () => {
    const data = Uint8Array.from([255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255, 0, 0, 0, 10, 20, 30]);
    const colour = { width: 3, height: 2, data };
    expect([...greyOf(colour, "luma").data]).toEqual([77, 149, 29, 255, 0, 18]);
    expect([...greyOf(colour, "min-green-blue").data]).toEqual([0, 0, 0, 255, 0, 20]);
    expect(greyOf(colour, "luma")).toMatchObject({ width: 3, height: 2 });
    expect(() => greyOf({ ...colour, data: data.subarray(1) }, "luma")).toThrow(RangeError);
  });
});

describe("means", () => {
  it("of four make half a picture, and an odd last row and column go", () => {
    const whole = noise(9, 7);
    const half = halfOf(whole);
    expect([half.width, half.height]).toEqual([4, 3]);
    for (let y = 0; y < 3; y++)
      for (let x = 0; x < 4; x++) {
        const four = [0, 1].flatMap((dy) => [0, 1].map((dx) => at(whole, 2 * x + dx, 2 * y + dy)));
        expect(at(half, x, y)).toBe(Math.floor((four.reduce((sum, one) => sum + one) + 2) / 4));
      }
  });

  it("of nine leave the outermost pixels as they are", () => {
    const whole = noise(8, 6);
    const means = mean3Of(whole);
    for (let y = 0; y < 6; y++)
      for (let x = 0; x < 8; x++) {
        const isEdge = x === 0 || y === 0 || x === 7 || y === 5;
        const nine = [-1, 0, 1].flatMap((dy) =>
          [-1, 0, 1].map((dx) => (isEdge ? 0 : at(whole, x + dx, y + dy))),
        );
        const mean = Math.round(nine.reduce((sum, one) => sum + one) / 9);
        expect(at(means, x, y)).toBe(isEdge ? at(whole, x, y) : mean);
      }
  });

  it("of a square of a picture, and of pictures of one size", () => {
    const whole = picture(5, 4, (x, y) => 10 * x + y);
    expect(levelOf(whole, { x: 1, y: 2, side: 2 })).toBe(17.5);
    expect(levelOf(whole, { x: 0, y: 0, side: 1 })).toBe(0);
    const flat = (level: number): GreyImage => picture(2, 2, () => level);
    expect([...averageOf([flat(10), flat(11)]).data]).toEqual([11, 11, 11, 11]);
    expect([...averageOf([flat(250), flat(255), flat(254)]).data]).toEqual([253, 253, 253, 253]);
    expect(averageOf([noise(3, 2)])).toMatchObject({ width: 3, height: 2 });
    expect(() => averageOf([])).toThrow(RangeError);
    for (const other of [picture(1, 4, () => 0), picture(4, 1, () => 0)])
      expect(() => averageOf([flat(1), other])).toThrow("pictures of different sizes");
  });
});

describe("a window of a picture", () => {
  const window = (change: Partial<Window>): Window => ({
    centre: { x: 32, y: 24 },
    step: 1,
    angle: 0,
    width: 8,
    height: 6,
    ...change,
  });

  it("shows its points where they lie, turned with the clock", () => {
    expect(toPicture(window({}), { x: 4, y: 3 })).toEqual({ x: 32, y: 24 });
    expect(toPicture(window({ step: 2 }), { x: 0, y: 0 })).toEqual({ x: 24, y: 18 });
    const turned = toPicture(window({ angle: Math.PI / 2 }), { x: 5, y: 3 });
    expect([turned.x, turned.y]).toEqual([expect.closeTo(32, 9), expect.closeTo(25, 9)]);
  });

  it("on whole pixels is those pixels, turned or not", () => {
    const mips = mipsOf(noise(64, 48));
    const whole = mips.picture;
    const straight = sampleWindow(mips, window({}));
    const turned = sampleWindow(mips, window({ angle: Math.PI / 2 }));
    for (let y = 0; y < 6; y++)
      for (let x = 0; x < 8; x++) {
        expect(straight[y * 8 + x]).toBeCloseTo(at(whole, 28 + x, 21 + y), 3);
        expect(turned[y * 8 + x]).toBeCloseTo(at(whole, 34 - y, 20 + x), 3);
      }
  });

  it("between pixels is between their levels, and beyond the edge the edge", () => {
    const slope = mipsOf(picture(64, 48, (x, y) => 2 * x + y));
    const between = sampleWindow(slope, window({ centre: { x: 32.25, y: 24.5 } }));
    expect(between[0]).toBeCloseTo(2 * 28.25 + 21.5, 3);
    expect(between[3 * 8 + 5]).toBeCloseTo(2 * 33.25 + 24.5, 3);
    const corner = sampleWindow(slope, window({ centre: { x: 0, y: 0 } }));
    expect([corner[0], corner[7], corner[5 * 8]]).toEqual([0, expect.closeTo(6, 3), expect.closeTo(2, 3)]);
    const last = sampleWindow(slope, window({ centre: { x: 64, y: 48 } }));
    expect(last.at(-1)).toBeCloseTo(2 * 63 + 47, 3);
  });

  it("with larger steps is taken from a smaller picture, so that a fine pattern becomes grey", () => {
    const stripes = mipsOf(picture(128, 128, (x) => (x % 2 === 0 ? 0 : 200)));
    const widths = [0, 1, 2, 3, 4, 5].map((index) => stripes.levelAt(index).level.width);
    expect(widths).toEqual([128, 64, 32, 16, 8, 8]);
    const centre = { x: 64, y: 64 };
    expect(new Set(sampleWindow(stripes, window({ centre })))).toEqual(new Set([0, 200]));
    for (const step of [2, 4, 8, 16, 32])
      expect([step, ...new Set(sampleWindow(stripes, window({ centre, step })))]).toEqual([step, 100]);
    expect(mipsOf(noise(15, 64)).levelAt(9).halvings).toBe(0);
    expect(mipsOf(noise(16, 64)).levelAt(9).halvings).toBe(1);
  });

  it("of one pixel's height or width is read", () => {
    const line = mipsOf(picture(16, 1, (x) => 10 * x));
    expect([...sampleWindow(line, window({ centre: { x: 8, y: 0.5 }, width: 2, height: 1 }))]).toEqual([
      70, 80,
    ]);
    const column = mipsOf(picture(1, 16, (_, y) => 10 * y));
    expect([...sampleWindow(column, window({ centre: { x: 0.5, y: 8 }, width: 1, height: 2 }))]).toEqual([
      70, 80,
    ]);
  });
});

it("values with mean 0 and deviation 1 are the same whatever the light was; one grey is nothing", () => {
  const some = Float32Array.from({ length: 50 }, () => random.below(200));
  const even = normalised(some);
  const mean = even.reduce((sum, one) => sum + one) / 50;
  expect(mean).toBeCloseTo(0, 4);
  expect(even.reduce((sum, one) => sum + one * one, 0) / 50).toBeCloseTo(1, 4);
  normalised(some.map((value) => 3 * value + 40)).forEach((value, index) =>
    expect(value).toBeCloseTo(even[index]!, 3),
  );
  expect([...normalised(new Float32Array([7, 7, 7]))]).toEqual([0, 0, 0]);
  expect([...normalised(new Float32Array([7, 7.001]))]).toEqual([0, 0]);
});

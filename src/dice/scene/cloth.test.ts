import { describe, expect, it } from "vitest";
import { greyImage, type GreyImage, type Point } from "../../vision/grey-image.ts";
import type { DieSeen } from "../reading/read-types.ts";
import type { Arena } from "./arena.ts";
import { isCloth, withoutCloth } from "./cloth.ts";

const [WIDTH, HEIGHT] = [160, 120];
/** A printed cloth: dark discs on a light ground, which look like pips. */
const printAt = (x: number, y: number): number => (((x % 16) - 8) ** 2 + ((y % 16) - 8) ** 2 < 20 ? 60 : 150);

function picture(level: (x: number, y: number) => number): GreyImage {
  const data = new Uint8Array(WIDTH * HEIGHT);
  for (let at = 0; at < data.length; at++) data[at] = Math.round(level(at % WIDTH, Math.floor(at / WIDTH)));
  return greyImage(WIDTH, HEIGHT, data);
}

const half = new Uint8Array((WIDTH / 2) * (HEIGHT / 2));
for (let at = 0; at < half.length; at++) {
  const [x, y] = [2 * (at % (WIDTH / 2)), 2 * Math.floor(at / (WIDTH / 2))];
  half[at] = Math.round((printAt(x, y) + printAt(x + 1, y) + printAt(x, y + 1) + printAt(x + 1, y + 1)) / 4);
}
const arena = { width: WIDTH / 2, height: HEIGHT / 2, background: half } as unknown as Arena;
const MIDDLE: Point = { x: 80, y: 60 };

const seen = (face: DieSeen["face"], at: Point): DieSeen => ({
  face,
  at,
  size: 40,
  confidence: 500,
  notes: [],
});

describe("a candidate on the calibrated cloth", () => {
  it.each([
    ["as it was learned", printAt],
    ["in shadow", (x: number, y: number) => 0.5 * printAt(x, y)],
    [
      "in a shadow that grows softer across it",
      (x: number, y: number) => (0.5 + (x - 60) / 200) * printAt(x, y),
    ],
  ])("is nothing but cloth: %s", (_, level) => {
    expect(isCloth(picture(level), arena, MIDDLE, 40)).toBe(true);
  });

  it.each([
    ["a die of one grey", () => 150],
    ["print that lies otherwise", (x: number, y: number) => printAt(x + 8, y)],
    ["a patch that is black", () => 4],
  ])("is something: %s", (_, level) => {
    expect(isCloth(picture(level), arena, MIDDLE, 40)).toBe(false);
  });

  it("is dropped only when neither reader could take it for a die", () => {
    const empty = picture(printAt);
    expect(withoutCloth([seen(null, MIDDLE)], empty, arena)).toEqual([]);
    expect(withoutCloth([seen("5", MIDDLE)], empty, arena)).toHaveLength(1);
  });
});

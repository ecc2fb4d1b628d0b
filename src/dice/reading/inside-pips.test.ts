import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { greyImage, type GreyImage, type Point } from "../../vision/grey-image.ts";
import { KernelMemory } from "../../vision/kernels/kernels.ts";
import { mipsOf } from "../../vision/sample.ts";
import { drawnPicture, pipsOf, type DrawnDie } from "./drawn-dice.ts";
import type { Geometry } from "./geometry/reader.ts";
import type { DieSeen } from "./read-types.ts";
import { lookInsidePips } from "./inside-pips.ts";
import { placesAsDice } from "./read-dice.ts";
import { FaceNetwork } from "./network/network.ts";

const memory = new KernelMemory(readFileSync(new URL("../../vision/kernels/kernels.wasm", import.meta.url)));
const weights = (name: string): Buffer => readFileSync(new URL(`network/weights/${name}`, import.meta.url));
const networks = ["pips-a", "pips-b"].map(
  (name) => new FaceNetwork(memory, weights(`${name}.json`).toString("utf8"), weights(`${name}.bin`)),
);
const READER = { networks, set: "pips" } as const;

/** A face with pips of this radius at these places. */
function face(radius: number, ...places: readonly Point[]): Geometry {
  const pips = places.map((at) => ({ at, radius }));
  return {
    face: "4",
    failure: null,
    quality: 1,
    contrast: 100,
    centre: null,
    corners: [],
    pips,
    pitch: null,
    square: 1,
  };
}

const die = (x: number, y: number, side: number, more: Partial<DrawnDie>): DrawnDie => ({
  at: { x, y },
  side,
  turn: 0,
  body: 210,
  pip: 40,
  pips: [],
  ...more,
});

function inside(image: GreyImage, geometry: Geometry): string {
  return lookInsidePips(READER, mipsOf(image), geometry).inside;
}

describe("what is inside of pips", () => {
  it.each(["2", "3", "4", "5", "6"] as const)("is nothing in the pips of a drawn %s of 160 pixels", (value) => {
    const image = drawnPicture(260, 260, 90, [die(130, 130, 160, { pips: pipsOf(value) })]);
    const places = pipsOf(value).map(({ x, y }) => ({ x: 50 + 160 * x, y: 50 + 160 * y }));
    expect(inside(image, face(pipsOf(value)[0]!.radius * 160, ...places))).toBe("pips");
  });

  it("is a lamp's mirror image: still a pip", () => {
    const beside = (at: number, radius: number): number => at - 0.35 * radius;
    const lamp = pipsOf("4").map(({ x, y, radius }) => ({
      x: beside(x, radius),
      y: beside(y, radius),
      radius: 0.18 * radius,
      ink: -0.9,
    }));
    const image = drawnPicture(260, 260, 90, [die(130, 130, 160, { pips: [...pipsOf("4"), ...lamp] })]);
    const places = pipsOf("4").map(({ x, y }) => ({ x: 50 + 160 * x, y: 50 + 160 * y }));
    expect(inside(image, face(pipsOf("4")[0]!.radius * 160, ...places))).toBe("pips");
  });

  it("are dice, when a sheet with four dice on it looks like a four", () => {
    const places = [80, 180].flatMap((x) => [80, 180].map((y) => ({ x, y })));
    const small = places.map(({ x, y }, at) =>
      die(x, y, 48, { body: 50, pip: 220, turn: 0.3 * at, pips: pipsOf((["5", "3", "6", "2"] as const)[at]!) }),
    );
    const image = drawnPicture(260, 260, 90, [die(130, 130, 220, {}), ...small]);
    expect(inside(image, face(26, ...places))).toBe("dice");
    expect(inside(image, face(26, places[3]!))).not.toBe("pips");
  });

  it("is in doubt, when a pip is a coin", () => {
    const data = drawnPicture(160, 160, 200, []).data.map((level, at) => {
      const [x, y] = [(at % 160) - 80, Math.floor(at / 160) - 80];
      return Math.hypot(x, y) > 24 ? level : 90 + 60 * Math.sign(Math.sin(x / 3));
    });
    expect(inside(greyImage(160, 160, data), face(24, { x: 80, y: 80 }))).toBe("doubt");
  });

  it("is not asked where nothing could be read", () => {
    const image = drawnPicture(160, 160, 200, [die(80, 80, 10, { pips: pipsOf("5") })]);
    expect(inside(image, face(5, { x: 80, y: 80 }))).toBe("pips");
  });
});

describe("places of a refuted face", () => {
  it("are unseen where no die was found", () => {
    const [here, there] = [
      { x: 100, y: 100 },
      { x: 200, y: 100 },
    ];
    const found: DieSeen = { face: null, at: { x: 104, y: 97 }, size: 50, confidence: 0, notes: [] };
    expect(placesAsDice([face(30, here, there)], [found])).toMatchObject([{ face: null, at: there, size: 60 }]);
    expect(placesAsDice([], [])).toEqual([]);
  });
});

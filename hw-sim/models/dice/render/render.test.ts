import { describe, expect, it } from "vitest";
import type { DieFace } from "../../../../src/dice/faces.ts";
import { randomFrom } from "../../../../src/time/random-source.ts";
import { layFlat, layOnTop } from "../physics/posed.ts";
import { frameOf } from "../video.ts";
import { placeCamera, knocked, pointOnPlane, projectPoint } from "./camera.ts";
import { drawShot } from "./draw.ts";
import type { Arena, DieAppearance, Light, Rgb, ShownDie, Shot } from "./looks.ts";
import { pipsOf } from "./marks.ts";
import { truthOfPicture } from "./picture-truth.ts";
import { exposeFrame, greyOf, kernelOf } from "./sensor.ts";
import { stageOf, type Setting, type Stage } from "./stage.ts";

const LIGHT: Light = {
  lamps: [{ x: 0, y: 0, height: 400, inner: 260, outer: 300, share: 0.7 }],
  ambient: 0.3,
  ceiling: 0.05,
  weights: [0, 1, 0],
};
const ARENA: Arena = {
  shape: "round",
  half: [58, 58],
  wall: 10,
  rim: 8,
  cloth: "plain",
  floor: [0.3, 0.3, 0.3],
  print: [0.7, 0.7, 0.7],
  wallColour: [0.3, 0.3, 0.3],
  outside: [0.1, 0.1, 0.1],
  grain: 0,
  pitch: 1,
  pattern: 1,
};
const SETTING: Setting = {
  camera: placeCamera({ width: 320, height: 240, over: 450, scale: 3, k1: -0.08 }),
  light: LIGHT,
  arena: ARENA,
  sensor: {
    blur: 0.7,
    fullWell: 6_000,
    readNoise: 5,
    gamma: 1,
    exposure: 0.8,
    black: 0,
    vignette: 0,
    open: 0.002,
  },
};
const WHITE: DieAppearance = {
  set: "pips",
  side: 16,
  rounding: 0.05,
  ball: 0,
  body: [0.8, 0.8, 0.8],
  ink: [0.03, 0.03, 0.03],
  pips: { radius: 0.1, lattice: 0.26, one: 0.1, two: "diagonal", six: 1, hollow: 0, dish: 0 },
  gloss: 0,
  rough: 0.05,
  print: 1,
  wear: 0,
  cuts: [],
};
/** A red casino die: green light is absorbed, red goes through. */
const RED: DieAppearance = {
  ...WHITE,
  body: [0.5, 0.5, 0.5],
  ink: [0.8, 0.8, 0.8],
  rounding: 0.005,
  clear: { absorb: [0.008, 0.3, 0.3], haze: 0 },
  gloss: 1,
};

const lying = (appearance: DieAppearance, face: DieFace, x = 0, y = 0, yaw = 0): ShownDie => ({
  appearance,
  pose: layFlat(appearance.set, appearance.side, face, x, y, yaw),
});
const shotOf = (...dice: ShownDie[]): Shot => ({ dice, things: [], drift: 1 });
const stage = stageOf(SETTING);
const seenBy = (weights: Rgb): Stage => stageOf({ ...SETTING, light: { ...LIGHT, weights } });

/** Centre of gravity of how much darker (or lighter) than `level` the picture is within `reach` of a place. */
function centroid(
  picture: Float32Array,
  at: { x: number; y: number },
  reach: number,
  level: number,
): { x: number; y: number; mass: number } {
  let [sum, sx, sy] = [0, 0, 0];
  for (let y = Math.floor(at.y - reach); y <= at.y + reach; y++)
    for (let x = Math.floor(at.x - reach); x <= at.x + reach; x++) {
      if (Math.hypot(x + 0.5 - at.x, y + 0.5 - at.y) > reach) continue;
      const d = Math.abs((picture[y * 320 + x] ?? 0) - level);
      [sum, sx, sy] = [sum + d, sx + d * (x + 0.5), sy + d * (y + 0.5)];
    }
  return { x: sx / sum, y: sy / sum, mass: sum };
}

const at = (picture: Float32Array, { x, y }: { x: number; y: number }): number =>
  picture[Math.floor(y) * 320 + Math.floor(x)] ?? 0;

describe("the camera", () => {
  it("finds the place of the table that a pixel looks at, lens and all", () => {
    const camera = placeCamera({
      width: 640,
      height: 480,
      over: 500,
      scale: 4,
      tilt: 11,
      roll: 30,
      aim: [7, -3],
      k1: -0.1,
      k2: 0.02,
    });
    for (const [x, y] of [
      [320, 240],
      [3, 5],
      [600, 80],
      [630, 470],
    ] as const) {
      const back = projectPoint(camera, pointOnPlane(camera, { x, y }, 16));
      expect(back.x).toBeCloseTo(x, 3);
      expect(back.y).toBeCloseTo(y, 3);
    }
    expect(projectPoint(camera, [7, -3, 0])).toEqual({
      x: expect.closeTo(320, 6) as number,
      y: expect.closeTo(240, 6) as number,
    });
  });

  it("sees everything elsewhere when it is knocked", () => {
    const moved = projectPoint(knocked(SETTING.camera, 0.5, 0), [0, 0, 0]);
    expect(Math.hypot(moved.x - 160, moved.y - 120)).toBeCloseTo(450 * 3 * Math.tan(Math.PI / 360), 0);
  });
});

describe("a drawn die", () => {
  it.each([
    [0, 0, 0],
    [22, -14, 33],
    [-25, 18, 61],
  ])("has its pips where geometry says, at (%d, %d) turned by %d", (x, y, yaw) => {
    const die = lying(WHITE, "5", x, y, yaw);
    const picture = drawShot(stage, shotOf(die));
    const [truth] = truthOfPicture(stage, shotOf(die));
    expect(truth).toMatchObject({ face: "5", notes: [], tilt: expect.closeTo(0, 3) as number });
    const [a, b, c, d] = truth!.corners as [
      { x: number; y: number },
      { x: number; y: number },
      { x: number; y: number },
      { x: number; y: number },
    ];
    const white = at(picture, { x: a.x * 0.5 + c.x * 0.2 + b.x * 0.3, y: a.y * 0.5 + c.y * 0.2 + b.y * 0.3 });
    for (const [u, v] of pipsOf("5", WHITE.pips)) {
      const [s, t] = [u + 0.5, v + 0.5];
      const mix = (k: "x" | "y"): number =>
        (1 - s) * (1 - t) * a[k] + s * (1 - t) * b[k] + s * t * c[k] + (1 - s) * t * d[k];
      const found = centroid(picture, { x: mix("x"), y: mix("y") }, 6.5, white);
      expect(Math.hypot(found.x - mix("x"), found.y - mix("y"))).toBeLessThan(0.3);
    }
  });

  it("is as large as its height over the cloth makes it", () => {
    const low = truthOfPicture(stage, shotOf(lying(WHITE, "1")))[0]!;
    const high = truthOfPicture(
      stage,
      shotOf({ appearance: WHITE, pose: layOnTop("pips", 16, "1", { x: 0, y: 0, height: 16, yaw: 0 }) }),
    )[0]!;
    expect(low.size).toBeCloseTo((3 * 16 * 450) / (450 - 16), 0);
    expect(high.size / low.size).toBeCloseTo(434 / 418, 3);
  });

  it("throws a shadow, and leaves the table as it was when it is gone", () => {
    const empty = Float32Array.from(drawShot(stage, shotOf()));
    const picture = drawShot(stage, shotOf(lying(WHITE, "3")));
    const [x, y] = [160 + 30, 120];
    expect((picture[y * 320 + x] ?? 0) / (empty[y * 320 + x] ?? 1)).toBeLessThan(0.97);
    expect(picture[20 * 320 + 20]).toBe(empty[20 * 320 + 20]);
    expect(drawShot(stage, shotOf())).toEqual(empty);
  });

  it("drawn fine and drawn quickly are the same but for shadows on bodies", () => {
    const shot = shotOf(lying(WHITE, "6", 10, 5, 20), lying(WHITE, "2", -20, -8, 70));
    const quick = Float32Array.from(drawShot(stage, shot));
    const fine = drawShot(stage, shot, { fine: 9 });
    const mean = quick.reduce((sum, q, i) => sum + Math.abs(q - (fine[i] ?? 0)), 0) / quick.length;
    expect(mean).toBeLessThan(0.004);
  });

  it("shows the pips of its bottom face only when the dye lets the light through", () => {
    // 3 up, 4 below: a corner of the lattice where only the 4 has a pip
    const shot = shotOf(lying(RED, "3"));
    const contrast = (weights: Rgb): { ghost: number; own: number } => {
      const there = seenBy(weights);
      const picture = drawShot(there, shot);
      const [truth] = truthOfPicture(there, shot);
      const [a, , c] = truth!.corners as [{ x: number; y: number }, unknown, { x: number; y: number }];
      const spots = [0.24, 0.76].flatMap((s) =>
        [0.24, 0.76].map((t) => at(picture, { x: a.x + (c.x - a.x) * s, y: a.y + (c.y - a.y) * t })),
      );
      const sorted = spots.sort((p, q) => p - q);
      const body = at(picture, { x: (a.x + c.x) / 2 + (c.x - a.x) * 0.25, y: (a.y + c.y) / 2 });
      return { ghost: (sorted[0] ?? 0) - body, own: (sorted[3] ?? 0) - body };
    };
    const red = contrast([1, 0, 0]);
    const green = contrast([0, 1, 0]);
    expect(red.ghost).toBeGreaterThan(0.15);
    expect(Math.abs(green.ghost)).toBeLessThan(0.02);
    for (const { own } of [red, green]) expect(own).toBeGreaterThan(0.4);
    expect(truthOfPicture(seenBy([1, 0, 0]), shot)[0]!.notes).toEqual(["transparent"]);
    expect(truthOfPicture(seenBy([0, 1, 0]), shot)[0]!.notes).toEqual([]);
  });

  it("mirrors a ring lamp where r = R (H-s) / ((H-s) + (L-s)), and truth says glare", () => {
    const lamps = [{ x: 0, y: 0, height: 450, inner: 55, outer: 65, share: 0.7 }];
    const shiny = stageOf({ ...SETTING, light: { ...LIGHT, lamps } });
    // R 60, H and L alike: mirrored at r 30
    const hit = shotOf(lying({ ...WHITE, gloss: 1, rough: 0.005 }, "1", 30, 0, 0));
    const miss = shotOf(lying({ ...WHITE, gloss: 1, rough: 0.005 }, "1", 8, 0, 0));
    expect(truthOfPicture(shiny, hit)[0]!.notes).toEqual(["glare"]);
    expect(truthOfPicture(shiny, miss)[0]!.notes).toEqual([]);
    const bright = at(drawShot(shiny, hit), projectPoint(SETTING.camera, [30, 4, 16]));
    expect(bright).toBeGreaterThan(1.5);
    expect(at(drawShot(shiny, miss), projectPoint(SETTING.camera, [8, 4, 16]))).toBeLessThan(1);
  });

  it("smears when it moves while the shutter is open", () => {
    const still = lying(WHITE, "5");
    const moving = { ...still, motion: { velocity: [1_500, 0, 0] as const, spin: [0, 0, 0] as const } };
    const edge = (picture: Float32Array): number =>
      Math.max(
        ...Array.from({ length: 60 }, (_, i) =>
          Math.abs((picture[120 * 320 + 100 + i + 1] ?? 0) - (picture[120 * 320 + 100 + i] ?? 0)),
        ),
      );
    const sharp = edge(Float32Array.from(drawShot(stage, shotOf(still))));
    expect(edge(drawShot(stage, shotOf(moving)))).toBeLessThan(sharp * 0.6);
  });

  it("hidden, foreign and damaged dice are told", () => {
    const hand = {
      kind: "rod",
      what: "hand",
      from: [-60, 0, 40],
      to: [0, 0, 30],
      radius: 10,
      colour: [0.5, 0.4, 0.3],
    } as const;
    expect(truthOfPicture(stage, { ...shotOf(lying(WHITE, "2")), things: [hand] })[0]!.notes).toContain(
      "hidden",
    );
    expect(truthOfPicture(stage, shotOf({ ...lying(WHITE, "2"), stranger: true }))[0]!.notes).toEqual([
      "foreign",
    ]);
    const broken = { ...WHITE, cuts: [{ normal: [0.577, 0.577, 0.577] as const, offset: 0.7 }] };
    expect(truthOfPicture(stage, shotOf(lying(broken, "1")))[0]!.notes).toEqual(["damaged"]);
    // Half beyond the picture's edge
    expect(truthOfPicture(stage, shotOf(lying(WHITE, "2", 53, 0)))[0]!.notes).toContain("hidden");
  });

  it("refuses more bodies than it can draw", () => {
    expect(() => drawShot(stage, shotOf(...Array.from({ length: 33 }, () => lying(WHITE, "1"))))).toThrow(
      "33 bodies",
    );
  });
});

describe("the sensor", () => {
  it("the same seed gives the same bytes; another seed other noise", () => {
    const shot = shotOf(lying(WHITE, "4"));
    const picture = (seed: string): Uint8Array => frameOf(stage, shot, randomFrom(seed)).data;
    expect(picture("a")).toEqual(picture("a"));
    expect(picture("a")).not.toEqual(picture("b"));
  });

  it("noise is the photons' and the amplifier's", () => {
    const flatLight = new Float32Array(320 * 200).fill(0.5);
    const grey = exposeFrame(stage.tables, stage.noise, flatLight, 320, 1, randomFrom("noise"));
    const mean = grey.reduce((a, b) => a + b, 0) / grey.length;
    const spread = Math.sqrt(grey.reduce((sum, g) => sum + (g - mean) ** 2, 0) / grey.length);
    expect(mean).toBeCloseTo(greyOf(stage.tables, 0.5), 0);
    // 0.4 of 6,000 electrons: sd = sqrt(2,400 + 25) electrons, plus rounding to whole greys
    const wanted = Math.hypot((255 * Math.sqrt(2_425)) / 6_000, 0.29);
    expect(spread).toBeGreaterThan(wanted * 0.95);
    expect(spread).toBeLessThan(wanted * 1.05);
  });

  it("saturates and blurs without making or losing light", () => {
    expect(greyOf(stage.tables, 50)).toBe(255);
    for (const blur of [0, 0.5, 1.3, 2]) {
      const half = kernelOf(blur);
      expect(half.reduce((sum, k, i) => sum + (i === 0 ? k : 2 * k), 0)).toBeCloseTo(1, 9);
    }
  });
});

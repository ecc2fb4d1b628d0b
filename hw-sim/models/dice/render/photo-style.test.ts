import { describe, expect, it } from "vitest";
import { randomFrom } from "../../../../src/time/random-source.ts";
import { randomDie, marbleDie } from "../die-makes.ts";
import { layFlat } from "../physics/posed.ts";
import { randomCameraSetup } from "../camera-setup.ts";
import { randomScene } from "../scenes.ts";
import { projectPoint } from "./camera.ts";
import { renderColourDataset } from "../../../../test/support/dice-colour.ts";
import { renderDataset, type DatasetOptions } from "./dataset.ts";
import { drawShot } from "./draw.ts";
import type { DieAppearance } from "./looks.ts";
import { marbleAt, type Marble } from "./noise.ts";
import type { PhotoStyle } from "./photo-style.ts";
import { stageOf, type Setting } from "./stage.ts";

const PHOTO_STYLE: PhotoStyle = {
  ground: "tray",
  sidePx: [20, 24],
  sizes: [0.7, 1],
  tilt: [20, 30],
  over: [350, 450],
  blur: [0.6, 1],
  dice: [4, 6],
  makes: 4,
  marbled: 0.7,
  clear: 0.2,
  pale: 0.2,
  dark: 0.3,
  round: 0.5,
  pips: [0.8, 1],
};
const SIZE = { width: 200, height: 150 };
const MARBLE: Marble = { tone: [0.05, 0.05, 0.05], swirls: 2, share: 0.5, soft: 0.05, pattern: 4 };
const { appearance, setting } = randomCameraSetup(randomFrom("marble"), {
  ...SIZE,
  sidePx: 60,
  light: "good",
  dome: false,
});
const WHITE: DieAppearance = { ...appearance, body: [0.8, 0.8, 0.8], gloss: 0, wear: 0 };
const stage = stageOf(setting);

/** Radiance over the top face of a die that shows a one, without its pip. */
function topFace(own: DieAppearance): number[] {
  const { side } = own;
  const picture = drawShot(stage, {
    dice: [{ appearance: own, pose: layFlat("pips", side, "1", 0, 0, 0) }],
    things: [],
    drift: 1,
  });
  const spots = [-0.3, -0.25, -0.2, 0.2, 0.25, 0.3];
  return spots.flatMap((u) =>
    spots.map((v) => {
      const { x, y } = projectPoint(setting.camera, [u * side, v * side, side]);
      return picture[Math.round(y) * SIZE.width + Math.round(x)] ?? Number.NaN;
    }),
  );
}

/** So many plain scenes of dice with pips, each under a camera setup of its own. */
const plainOptions = (
  seed: string,
  count: number,
  photoStyle: PhotoStyle,
): DatasetOptions & { readonly category: "plain" } => ({
  seed,
  count,
  perSetup: 1,
  fine: 0,
  ...SIZE,
  set: "pips",
  category: "plain",
  setup: { photoStyle },
});

describe("a marbled die", () => {
  it("has two tones on a face; a plain one has one, and so has one without a share of the second", () => {
    const contrast = (own: DieAppearance): number => Math.max(...topFace(own)) / Math.min(...topFace(own));
    expect(contrast(WHITE)).toBeLessThan(1.3);
    expect(contrast({ ...WHITE, marble: MARBLE })).toBeGreaterThan(3);
    expect(topFace({ ...WHITE, marble: { ...MARBLE, share: -1 } })).toEqual(topFace(WHITE));
  });

  it("the second tone takes about its share, the same in every picture", () => {
    const spots = Array.from({ length: 4_000 }, (_, i) => [
      i % 20,
      Math.floor(i / 20) % 20,
      Math.floor(i / 400),
    ]);
    const shareOf = (share: number): number =>
      spots.reduce(
        (sum, [x = 0, y = 0, z = 0]) => sum + marbleAt({ ...MARBLE, share }, x / 4, y / 4, z / 4),
        0,
      ) / spots.length;
    for (const share of [0.3, 0.5, 0.7]) expect(Math.abs(shareOf(share) - share)).toBeLessThan(0.12);
    expect(shareOf(0.5)).toBe(shareOf(0.5));
  });

  it("is of its make but for the plastic", () => {
    const made = marbleDie(randomFrom("tones"), randomDie(randomFrom("make")), true);
    expect(made.marble).toBeDefined();
    expect(made.ink[1]).toBeLessThan(0.1);
    expect(made.pips).toEqual(randomDie(randomFrom("make")).pips);
  });
});

describe("a folded tray", () => {
  it("leaning walls and a carpet change nothing inside the wall's foot", () => {
    const arena = { ...setting.arena, shape: "rect", half: [14, 10], wall: 8, cloth: "plain" } as const;
    const tray: Setting = { ...setting, arena: { ...arena, lean: 6, litter: 0.8 } };
    const [upright, leaning] = [stageOf({ ...setting, arena }), stageOf(tray)];
    const at = (picture: Float32Array, x: number, y: number): number => {
      const p = projectPoint(setting.camera, [x, y, 0]);
      return picture[Math.round(p.y) * SIZE.width + Math.round(p.x)] ?? Number.NaN;
    };
    for (const [x, y] of [
      [0, 0],
      [8, -5],
      [-10, 6],
    ] as const)
      expect(at(leaning.sharp, x, y)).toBe(at(upright.sharp, x, y));
    expect(leaning.sharp).not.toEqual(upright.sharp);
  });
});

describe("a snapshot", () => {
  it("takes nothing from the chance of a rig that is none", () => {
    const plain = randomCameraSetup(randomFrom("same"), SIZE);
    expect(plain.mixed).toBeUndefined();
    expect(plain.appearance.marble).toBeUndefined();
    expect(randomCameraSetup(randomFrom("same"), { ...SIZE, photoStyle: PHOTO_STYLE }).appearance).toEqual(
      plain.appearance,
    );
  });

  it("has as many dice, of several makes, as it was asked for; no make is larger than the rig's own", () => {
    const scenes = Array.from({ length: 6 }, (_, i) =>
      randomScene(randomFrom(`snap ${i}`), "plain", { ...SIZE, photoStyle: PHOTO_STYLE }),
    );
    for (const { setup, shot } of scenes) {
      expect(shot.dice.length).toBeLessThanOrEqual(6);
      for (const { appearance: own, pose } of shot.dice) {
        expect(own.side).toBeLessThanOrEqual(setup.appearance.side);
        expect(pose.at[2]).toBeCloseTo(own.side / 2, 9);
      }
    }
    expect(scenes.some(({ shot }) => new Set(shot.dice.map((die) => die.appearance)).size > 1)).toBe(true);
  });

  it("dice that are asked to be alike show one face, in labels and in grey as in colour", () => {
    const options = plainOptions("alike", 3, { ...PHOTO_STYLE, alike: true });
    const labels = [...renderDataset(options), ...renderColourDataset(options)].map(({ label }) => label);
    for (const { dice } of labels) expect(new Set(dice.map(({ face }) => face)).size).toBeLessThanOrEqual(1);
    expect(labels.some(({ values }) => values.length > 1)).toBe(true);
  });

  it("is in colour, the same from the same seed", () => {
    const options = plainOptions("colour", 2, PHOTO_STYLE);
    const [first, second] = [...renderColourDataset(options)];
    expect([...renderColourDataset(options)][0]).toEqual(first);
    expect(first?.picture.data.length).toBe(3 * SIZE.width * SIZE.height);
    expect(second?.picture.data).not.toEqual(first?.picture.data);
    const { data } = first!.picture;
    expect(data.some((level, i) => i % 3 === 0 && Math.abs(level - (data[i + 1] ?? level)) > 40)).toBe(true);
  });
});

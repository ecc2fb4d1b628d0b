import { describe, expect, it } from "vitest";
import { placeCamera, pointOnPlane, type Camera } from "../../../hw-sim/models/dice/render/camera.ts";
import { EMPTY, markersOf, outlineOf, simArena } from "../../../test/support/dice-arena.ts";
import { randomFrom } from "../../time/random-source.ts";
import { greyImage, type GreyImage } from "../../vision/grey-image.ts";
import { driftOf } from "./features.ts";
import { fitPlate, footOf } from "./fit-plate.ts";
import { geometryOf } from "./geometry.ts";
import { learnFromMarkers } from "./learn.ts";
import { DOT, findPlate, LARGE_DOT } from "./plate.ts";
import { calibrationText, parseCalibration } from "./schema.ts";

const PITCH = 15;

/** A picture of the plate: each pixel the mean of nine rays, light that falls off, noise. The plate's y goes down. */
function platePicture(camera: Camera, seed: string): GreyImage {
  const { width, height } = camera;
  const random = randomFrom(seed);
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      let dark = 0;
      for (let ray = 0; ray < 9; ray++) {
        const at = { x: x + (ray % 3) / 3 + 1 / 6, y: y + Math.floor(ray / 3) / 3 + 1 / 6 };
        const [u, v] = pointOnPlane(camera, at, 0);
        const [column, row] = [Math.round(u / PITCH), Math.round(-v / PITCH)];
        const isLarge = (row === 0 && (column === 0 || column === 2)) || (row === 1 && column === 0);
        const radius = ((isLarge ? LARGE_DOT : DOT) * PITCH) / 2;
        if (Math.hypot(u - column * PITCH, -v - row * PITCH) < radius) dark++;
      }
      const light = 210 - 60 * (Math.hypot(x / width - 0.5, y / height - 0.5) ** 2 * 2);
      data[y * width + x] = Math.round(light * (1 - (0.85 * dark) / 9)) + random.below(7) - 3;
    }
  return greyImage(width, height, data);
}

describe("the plate", () => {
  it.each([
    { over: 500, scale: 4, tilt: 0.6, roll: 20, k1: 0 },
    { over: 700, scale: 3.2, tilt: 4, roll: 200, k1: -0.1 },
    { over: 420, scale: 4.5, tilt: 2, roll: 100, k1: 0.05 },
  ])("is found and fitted: %o", (place) => {
    const camera = placeCamera({ width: 640, height: 480, ...place });
    const found = findPlate(platePicture(camera, "plate"), { pitchMm: PITCH });
    if (!found.ok) throw new Error(found.problem.problem);
    expect(found.markers.length).toBeGreaterThan(40);
    const fit = fitPlate(found.markers, 640, 480);
    expect(fit.residualPx).toBeLessThan(0.15);
    const foot = footOf(fit.homography, place.over);
    expect(Math.hypot(foot.x - camera.at[0], foot.y + camera.at[1])).toBeLessThan(12);
    const geometry = geometryOf({ ...fit, width: 640, height: 480, foot, heightMm: place.over });
    for (const at of [
      { x: 200, y: 150 },
      { x: 420, y: 330 },
    ])
      for (const z of [0, 16]) {
        const [x, y] = pointOnPlane(camera, at, z);
        const here = geometry.toPlace(at, z);
        expect(Math.hypot(here.x - x, here.y + y)).toBeLessThan(0.5);
        const back = geometry.toPixel(here, z);
        expect(Math.hypot(back.x - at.x, back.y - at.y)).toBeLessThan(0.01);
      }
  });

  it("that is not there, or printed mirrored, is said", () => {
    const camera = placeCamera({ width: 640, height: 480, over: 500, scale: 4 });
    const picture = platePicture(camera, "mirror");
    const mirrored = Uint8Array.from(picture.data, (_, at) => {
      const row = Math.floor(at / 640);
      return picture.data[row * 640 + 639 - (at % 640)] ?? 0;
    });
    expect(findPlate(greyImage(640, 480, mirrored), { pitchMm: PITCH })).toMatchObject({ ok: false });
    const nothing = greyImage(640, 480, new Uint8Array(640 * 480).fill(180));
    expect(findPlate(nothing, { pitchMm: PITCH })).toMatchObject({ ok: false });
  });
});

describe("a calibration", () => {
  const sim = simArena("learn", { side: 16 });
  const text = calibrationText(sim.calibration);

  it("comes back from its file as it was", () => {
    const read = parseCalibration(text);
    expect(read).toMatchObject({ ok: true, calibration: sim.calibration });
  });

  it.each([
    ["a changed number", text.replace(/"dieMm":16/, '"dieMm":17'), /digest/],
    ["half a file", text.slice(0, 900), /JSON/],
    ["another file", "{}", /no calibration file/],
  ])("%s is refused, and says what to do", (_, changed, expected) => {
    const read = parseCalibration(changed);
    expect(read.ok ? "" : read.problem).toMatch(expected);
    expect(read.ok ? "" : read.problem).toContain("learn the calibration anew");
  });

  it("a picture that moved is seen, to a third of a pixel", () => {
    const [frame] = sim.frames(EMPTY, 1);
    const { width, height } = sim.calibration;
    for (const by of [0, 1, 2, 4]) {
      const data = Uint8Array.from(frame!.data, (_, at) => frame!.data[at - by] ?? 0);
      const { px, found } = driftOf(greyImage(width, height, data), sim.arena.features);
      expect(found).toBeGreaterThanOrEqual(3);
      expect(Math.abs(px - by)).toBeLessThan(0.34);
    }
  });

  it("is refused with what to do: too few frames, too dark, too noisy, dice too small or cut off", () => {
    const wanted = {
      faces: "pips" as const,
      dieMm: 16,
      dice: 3,
      heightMm: sim.calibration.heightMm,
      arena: outlineOf(sim.setup),
    };
    const markers = markersOf(sim.setup);
    const problems = (frames: readonly GreyImage[], change = {}): string => {
      const learned = learnFromMarkers(markers, frames, { ...wanted, ...change });
      return learned.ok ? "" : learned.problems.map(({ problem }) => problem).join("; ");
    };
    const good = sim.frames(EMPTY, 12);
    expect(problems(good)).toBe("");
    expect(problems(good.slice(0, 3))).toBe("few-empty");
    expect(problems(sim.frames({ ...EMPTY, drift: 0.004 }, 12))).toMatch(/dark|weak|even-place/);
    expect(problems(good, { dieMm: 6 })).toContain("die-small");
    const [a, b, c, d] = wanted.arena;
    const upToEdge = [a, b, c && { x: 638, y: c.y }, d].filter((point) => point !== undefined);
    expect(problems(good, { arena: upToEdge })).toContain("cut");
    const random = randomFrom("noise");
    const noisy = good.map(({ width, height, data }) =>
      greyImage(
        width,
        height,
        data.map((level) => Math.max(0, Math.min(255, level + random.below(160) - 80))),
      ),
    );
    expect(problems(noisy)).toMatch(/noisy/);
    const off = markers.map((one, at) =>
      at % 2 === 0 ? one : { ...one, pixel: { x: one.pixel.x + 3, y: one.pixel.y } },
    );
    const learned = learnFromMarkers(off, good, wanted);
    expect(learned.ok ? "" : learned.problems.map(({ problem }) => problem)).toContain("plate-off");
  });
});

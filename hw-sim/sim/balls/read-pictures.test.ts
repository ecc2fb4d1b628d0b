import { describe, expect, it } from "vitest";
import { runSeed, sampleOfRun, volume } from "../../../test/support/volume.ts";
import { BallPictureReader } from "../../../src/balls/reading/read-ball.ts";
import { randomFrom } from "../../../src/time/random-source.ts";
import { anyScene, MAKERS, VIEW } from "../../models/balls/render/ball-scene.ts";
import { drawBalls } from "../../models/balls/render/draw-balls.ts";
import { readPictures } from "./read-pictures.ts";

/** A soak reads 10,000 pictures, a tenth of a second each and longer on a busy machine. */
const LIMIT_MS = 4 * 3_600_000;

/** Numbers that are another number upside down. */
const TURNED = [6, 9, 68, 89, 66, 86, 69, 16, 61, 18, 81, 19, 8, 88, 60];

describe("rendered balls of three makers", () => {
  it(
    "are never read as another number, and nearly all that a person could read are read",
    () => {
      const { legible, legibleRead, wrong } = readPictures(volume(4, 10_000), runSeed("balls"));
      expect(wrong).toEqual([]);
      // Of a few one may be missed.
      expect(legible - legibleRead).toBeLessThanOrEqual(Math.max(2, 0.03 * legible));
      expect(legible).toBeGreaterThanOrEqual(volume(0, 5_000));
    },
    LIMIT_MS,
  );

  it(
    "with two balls, a finger or a lamp in the picture: never a number that is not there",
    () => {
      const kinds = ["two-balls", "cover", "glare", "dirt", "rolling", "dark", "no-ball"] as const;
      for (const kind of sampleOfRun(kinds, 2, "pictures of balls"))
        expect(readPictures(volume(1, 300), runSeed(kind), kind).wrong).toEqual([]);
    },
    LIMIT_MS,
  );

  it(
    "that are another number upside down are told by their bar",
    () => {
      const [maker] = MAKERS;
      if (maker === undefined) throw new Error("no maker");
      const reader = new BallPictureReader(maker.print);
      for (const number of sampleOfRun(TURNED, 2, "turned balls")) {
        const read = new Set<number>();
        for (let turn = 0; turn < volume(1, 12); turn++) {
          const random = randomFrom(runSeed(`turned ${number} ${turn}`));
          const look = reader.look(drawBalls(anyScene(random, "usual", maker, number), random).image, VIEW);
          if (look.see === "number") read.add(look.number);
        }
        expect([...read].filter((one) => one !== number)).toEqual([]);
      }
    },
    LIMIT_MS,
  );
});

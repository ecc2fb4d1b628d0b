import { describe, expect, it } from "vitest";
import { randomFrom, type RandomSource } from "../../../../src/time/random-source.ts";
import { gapBetween, gapToDisc, lowestPointOf } from "./distance.ts";
import { CLOTH_PLACE, DOME_PLACE, distanceInside } from "./place.ts";
import { faceOnSide, levelOrientation, sideOfFace, upSideOf, orientationWithFaceUp } from "./pose.ts";
import { layBeside, layFlat, standOnCorner, layOnTop, tiltPose } from "./posed.ts";
import { fadingKicks, popDice, pourDice } from "./starts.ts";
import { GRAVITY, simulateFlight, type Flight } from "./throw.ts";
import { truthOf, type MarkedDie } from "./truth.ts";
import { rotationAbout, randomOrientation, composeRotations, rotateVector } from "./vectors.ts";
import { facesOf } from "../../../../src/dice/faces.ts";
import { volume } from "../../../../test/support/volume.ts";

const SET = { count: 3, side: 16, round: 1 };
/** Cups that are poured out to count faces. Their seeds are pinned: chance exceeds any bound now and then. */
const POURED = volume(250, 1_000);
const free = { insideBy: () => 1_000, discs: [] };

/** Upper 0.1 % of chi-square with 5 degrees of freedom. */
const CHI_999 = 20.5;

function chiSquare(counts: readonly number[]): number {
  const each = counts.reduce((a, b) => a + b, 0) / counts.length;
  return counts.reduce((sum, n) => sum + (n - each) ** 2 / each, 0);
}

function marked(flight: Flight, set = SET): MarkedDie[] {
  return flight.rest.map((pose) => ({ pose, side: set.side, round: set.round, set: "pips" }));
}

describe("the faces of a die", () => {
  it("opposite pips sum to 7; crown is opposite anchor", () => {
    for (let side = 0; side < 6; side += 2) {
      expect(Number(faceOnSide("pips", side)) + Number(faceOnSide("pips", side + 1))).toBe(7);
      expect(new Set([faceOnSide("symbols", side), faceOnSide("symbols", side + 1)]).size).toBe(2);
    }
    expect(sideOfFace("symbols", "crown") ^ 1).toBe(sideOfFace("symbols", "anchor"));
    expect(sideOfFace("symbols", "heart") ^ 1).toBe(sideOfFace("symbols", "spade"));
  });

  it("a level die shows the face that was asked for, however it is turned", () => {
    for (const set of ["pips", "symbols"] as const)
      for (const face of facesOf(set))
        for (const yaw of [0, 31, 90, 222]) {
          const { side, tilt } = upSideOf(levelOrientation(set, face, yaw));
          expect(faceOnSide(set, side)).toBe(face);
          expect(tilt).toBeLessThan(1e-4);
        }
  });

  it("renumbering leaves the cube where it is and brings up the wanted face", () => {
    const random = randomFrom("renumber");
    for (let i = 0; i < 50; i++) {
      const orientation = randomOrientation(random);
      const face = random.pick(facesOf("pips"));
      const other = orientationWithFaceUp("pips", orientation, face);
      expect(faceOnSide("pips", upSideOf(other).side)).toBe(face);
      expect(upSideOf(other).tilt).toBeCloseTo(upSideOf(orientation).tilt, 5);
    }
  });
});

describe("a shaker that fades out", () => {
  /** Throws of this seed after which a die leans against the dome. */
  const LEANING = [46, 235, 276, 883, 989, 1446, 1696, 2586];
  const set = { count: 3, side: 16, round: 1.5 };
  const randomOf = (i: number): RandomSource => randomFrom("phys").fork(`${i}`);
  const worst = (flight: Flight): number =>
    Math.max(...flight.rest.map(({ orientation }) => upSideOf(orientation).tilt));

  it.each(LEANING)("lays down the die that leans after throw %i", (i) => {
    expect(worst(simulateFlight(popDice(randomOf(i), DOME_PLACE, set), DOME_PLACE))).toBeGreaterThan(20);
    const flight = simulateFlight(
      popDice(randomOf(i), DOME_PLACE, set),
      DOME_PLACE,
      30,
      fadingKicks(randomOf(i).fork("fading"), set),
    );
    expect(flight.settled).toBe(true);
    expect(worst(flight)).toBeLessThan(1);
  });
});

/** Kinetic and potential energy per mass, mm²/s²; a cube's inertia is m s² / 6. */
const energyOf = ({ at, velocity, spin }: Flight["frames"][number][number]): number =>
  0.5 * Math.hypot(...velocity) ** 2 + (0.5 * Math.hypot(...spin) ** 2 * SET.side ** 2) / 6 + GRAVITY * at[2];

describe("a throw", () => {
  const throws = Array.from({ length: 60 }, (_, i) =>
    simulateFlight(popDice(randomFrom(`pop ${i}`), DOME_PLACE, SET), DOME_PLACE, 60),
  );

  it("is the same from the same seed", () => {
    const again = simulateFlight(popDice(randomFrom("pop 7"), DOME_PLACE, SET), DOME_PLACE, 60);
    expect(again).toEqual(throws[7]);
  });

  it("loses energy and comes to rest", () => {
    for (const { frames, settled, seconds } of throws) {
      const energy = frames.map((dice) => dice.reduce((sum, die) => sum + energyOf(die), 0));
      expect(settled).toBe(true);
      expect(seconds).toBeGreaterThan(0.2);
      // Walls and lid give nothing; pushing dice out of each other adds at most a trifle
      for (let i = 1; i < energy.length; i++) expect(energy[i]!).toBeLessThan(energy[i - 1]! * 1.001 + 1_000);
      expect(energy.at(-1)!).toBeLessThan(energy[0]! * 0.6);
    }
  });

  it("ends with dice on a face or leaning on something, in nothing by 0.3 mm", () => {
    let flatOnes = 0;
    for (const flight of throws) {
      const dice = marked(flight);
      const truths = truthOf(dice, { insideBy: (x, y) => distanceInside(DOME_PLACE, x, y), discs: [] });
      truths.forEach((truth, i) => {
        const die = dice[i]!;
        expect(lowestPointOf(die)).toBeGreaterThan(-0.3);
        expect(truth.gap).toBeGreaterThan(-0.3);
        if (truth.tilt < 0.5) flatOnes++;
        else
          expect(truth.notes.some((note) => ["touching", "stacked", "rim", "on-object"].includes(note))).toBe(
            true,
          );
      });
    }
    expect(flatOnes).toBeGreaterThan(170);
  });

  it(`shows every face equally often, over ${6 * POURED} dice`, { timeout: 120_000 }, () => {
    const counts = [0, 0, 0, 0, 0, 0];
    for (let i = 0; i < POURED; i++) {
      const set = { ...SET, count: 6 };
      const flight = simulateFlight(pourDice(randomFrom(`pour ${i}`), CLOTH_PLACE, set), CLOTH_PLACE, 24);
      for (const die of flight.rest) counts[upSideOf(die.orientation).side]!++;
    }
    expect(chiSquare(counts)).toBeLessThan(CHI_999);
  });

  it("leans a die that falls on a chip, and says so", () => {
    const disc = { at: [0, 0, 0] as const, radius: 20, height: 3.3 };
    const place = { ...CLOTH_PLACE, discs: [disc] };
    let leaning = 0;
    let onIt = 0;
    for (let i = 0; i < 60; i++) {
      const random = randomFrom(`chip ${i}`);
      const at = [22 + random.below(8), 0, 14 + random.below(10)] as const;
      const start = {
        at,
        orientation: randomOrientation(random),
        velocity: [0, 0, -200],
        spin: [0, 0, 0],
        side: 16,
        round: 1,
      } as const;
      const dice = marked(simulateFlight([start], place), SET);
      const [truth] = truthOf(dice, { ...free, discs: [disc] });
      expect(gapToDisc(dice[0]!, disc)).toBeGreaterThan(-0.3);
      if (truth!.notes.includes("cocked")) {
        leaning++;
        expect(truth!.notes).toContain("on-object");
        expect(truth!.face).toBeNull();
      } else if (lowestPointOf(dice[0]!) > 3) onIt++;
    }
    expect(leaning).toBeGreaterThan(3);
    expect(onIt + leaning).toBeLessThan(60);
  });
});

describe("what a pose is", () => {
  const die = (pose: MarkedDie["pose"]): MarkedDie => ({ pose, side: 16, round: 1, set: "pips" });

  it("alone and level: nothing but its face", () => {
    expect(truthOf([die(layFlat("pips", 16, "4", 3, 5, 17))], free)).toMatchObject([
      { face: "4", notes: [], gap: Infinity },
    ]);
  });

  it.each([0, 0.2, 0.49, 0.51, 1, 3])("a gap of %d mm is measured", (gap) => {
    const first = layFlat("pips", 16, "1", 0, 0, 25);
    const second = layBeside("pips", 16, "6", { at: first.at, yaw: 25, side: 16 }, { gap, slide: 5 });
    const truths = truthOf([die(first), die(second)], free);
    for (const truth of truths) {
      expect(truth.gap).toBeCloseTo(gap, 3);
      expect(truth.notes.includes("touching")).toBe(gap < 0.5);
    }
  });

  it("corner to side: the gap from the rounded corner", () => {
    const first = layFlat("pips", 16, "1", 0, 0, 0);
    const second = layBeside(
      "pips",
      16,
      "6",
      { at: first.at, yaw: 0, side: 16 },
      { gap: 0, slide: 0, yaw: 45 },
    );
    expect(gapBetween(die(first), die(second))).toBeCloseTo(Math.SQRT2 - 1, 2);
    const way = { gap: 0.3, slide: 2, yaw: 30, round: 1 };
    const third = layBeside("pips", 16, "6", { at: first.at, yaw: 0, side: 16 }, way);
    expect(gapBetween(die(first), die(third))).toBeCloseTo(0.3, 3);
  });

  it("stacked, on a chip, at the wall, outside", () => {
    const low = die(layFlat("pips", 16, "2", 0, 0, 10));
    const high = die(layOnTop("pips", 16, "3", { x: 3, y: 2, height: 16, yaw: 40 }));
    const [under, over] = truthOf([low, high], free);
    expect(over!.notes).toEqual(["touching", "stacked"]);
    expect(under!.notes).toEqual(["touching"]);
    const disc = { at: [0, 0, 0] as const, radius: 20, height: 3.3 };
    const onChip = die(layOnTop("pips", 16, "5", { x: 2, y: 1, height: 3.3, yaw: 3 }));
    expect(truthOf([onChip], { ...free, discs: [disc] })[0]!.notes).toEqual(["on-object"]);
    const walls = { insideBy: (x: number, y: number) => distanceInside(DOME_PLACE, x, y), discs: [] };
    expect(truthOf([die(layFlat("pips", 16, "5", 53.7, 0, 0))], walls)[0]!.notes).toEqual(["rim"]);
    expect(truthOf([die(layFlat("pips", 16, "5", 70, 0, 0))], walls)[0]!.notes).toEqual(["outside"]);
  });

  it.each([3, 8, 20, 45])("leaning by %d degrees: no face, and it stands on the cloth", (tilt) => {
    const pose = tiltPose(layFlat("pips", 16, "6", 0, 0, 0), 16, 1, tilt, 130);
    const [truth] = truthOf([die(pose)], free);
    expect(truth).toMatchObject({ face: null, notes: ["cocked"] });
    if (tilt < 45) expect(truth!.nearest).toBe("6");
    expect(truth!.tilt).toBeCloseTo(tilt, 3);
    expect(lowestPointOf(die(pose))).toBeCloseTo(0, 6);
  });

  it("on a corner: 54.7 degrees", () => {
    const pose = standOnCorner(16, 1, 0, 0, 12, 0);
    expect(upSideOf(pose.orientation).tilt).toBeCloseTo(54.74, 1);
    expect(lowestPointOf(die(pose))).toBeCloseTo(0, 6);
    const upright = rotateVector(composeRotations(rotationAbout([0, 0, 1], 5), pose.orientation), [1, 1, 1]);
    expect(Math.abs(upright[2])).toBeCloseTo(Math.sqrt(3), 3);
  });

  it("asks for faces that exist", () => {
    expect(() => sideOfFace("pips", "crown")).toThrow("no face crown");
    expect(() => simulateFlight([], DOME_PLACE)).toThrow("0 dice");
  });
});

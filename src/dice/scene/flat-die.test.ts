import { describe, expect, it } from "vitest";
import { layFlat, layOnTop, tiltPose } from "../../../hw-sim/models/dice/physics/posed.ts";
import type { DiePose } from "../../../hw-sim/models/dice/physics/pose.ts";
import { truthOfPicture } from "../../../hw-sim/models/dice/render/picture-truth.ts";
import { EMPTY, simArena } from "../../../test/support/dice-arena.ts";
import type { Point } from "../../vision/grey-image.ts";
import type { DieSeen, Reading } from "../reading/read-types.ts";
import { flatFitAt, type FlatFit } from "./flat-fit.ts";
import { averageOf, halfOf, mean3Of } from "../../vision/means.ts";
import { judgeReadings, type Judged } from "./judge.ts";
import { hullOf, overhangOf } from "./overhang.ts";

/** What an outline cannot tell and the picture as a whole can: whether a die lies flat. */

const stored = simArena("scene 3", { light: "installed", framed: true, side: 16, kept: true });
const { appearance } = stored.setup;
const { geometry } = stored.arena;
const SIDE = appearance.side;
const ROUND = appearance.rounding * SIDE;
const LAID = layFlat(appearance.set, SIDE, "5", -22, 8, 12);
const OTHERS = [
  layFlat(appearance.set, SIDE, "2", 22, -14, 50),
  layFlat(appearance.set, SIDE, "6", 10, 22, 80),
];

interface Seen {
  readonly image: ReturnType<typeof averageOf>;
  readonly dice: readonly DieSeen[];
  readonly judged: Judged;
}

/** What both averages show of these dice, and what the eye makes of it when both readers name the uppermost faces. */
function seen(poses: readonly DiePose[], sim = stored): Seen {
  const { appearance } = sim.setup;
  const shot = { ...EMPTY, dice: poses.map((pose) => ({ appearance, pose })) };
  const frames = sim.frames(shot, 12);
  const due = { early: averageOf(frames.slice(0, 6)), late: averageOf(frames.slice(6)), boxes: [] };
  const dice = truthOfPicture(sim.stage, shot).map(({ nearest, at }): DieSeen => ({
    face: nearest,
    at,
    size: sim.arena.diePx,
    confidence: 800,
    notes: [],
  }));
  const reading: Reading = { dice, verdict: "undecided", reasons: [] };
  return { image: due.early, dice, judged: judgeReadings(sim.arena, due, reading, reading) };
}

const plain = seen([LAID, ...OTHERS]);
const fitAt = (at: Point, angle: number, from = plain): FlatFit =>
  flatFitAt(from.image, { place: geometry.toPlace(at, SIDE), angle }, geometry, SIDE);
const overhang = ({ image }: Seen, fits: readonly FlatFit[], of = 0): number =>
  overhangOf(
    stored.arena,
    mean3Of(halfOf(image)),
    fits.map((fit) => hullOf(stored.arena, fit)),
    of,
  );
const fitsOf = (of: Seen): FlatFit[] => of.dice.map(({ at }, die) => fitAt(at, turns[die] ?? 0, of));
const quarter = (angle: number): number => ((angle % (Math.PI / 2)) + Math.PI / 2) % (Math.PI / 2);
/** By the outlines of the dice that lie flat. */
const turns = [0, 1, 2].map((die) => {
  const { at } = plain.dice[die] as DieSeen;
  const tried = Array.from({ length: 30 }, (_, step) => fitAt(at, (step * Math.PI) / 60));
  return tried.sort((a, b) => (b.edges[0] ?? 0) - (a.edges[0] ?? 0))[0]?.angle ?? 0;
});

describe("a flat die laid over the picture", () => {
  it("finds place and turn again from some pixels and degrees beside them, with all four edges", () => {
    const { at } = plain.dice[0] as DieSeen;
    const there = fitAt(at, turns[0] ?? 0);
    const beside = fitAt({ x: at.x + 2, y: at.y - 1.5 }, (turns[0] ?? 0) + 0.04);
    expect(Math.min(...there.edges)).toBeGreaterThan(0.9);
    expect(Math.min(...beside.edges)).toBeGreaterThan(0.9);
    expect(Math.hypot(beside.place.x - there.place.x, beside.place.y - there.place.y)).toBeLessThan(0.3);
    expect(Math.abs(quarter(beside.angle) - quarter(there.angle))).toBeLessThan(0.04);
  });

  it("has no such edges on the cloth", () => {
    const { at } = plain.dice[0] as DieSeen;
    expect(fitAt({ x: at.x, y: at.y + 2.2 * stored.arena.diePx }, 0.3).edges[0]).toBeLessThan(0.5);
  });
});

describe("a worn die", () => {
  it("of which a line beside its edge is clearer lies flat by all of its edges together", () => {
    const worn = simArena("worn 0", { light: "installed", framed: true, side: 16 });
    const { set } = worn.setup.appearance;
    const { judged } = seen(
      [
        layFlat(set, SIDE, "5", -25, 10, 12),
        layFlat(set, SIDE, "2", 22, -14, 50),
        layFlat(set, SIDE, "6", 10, 22, 80),
      ],
      worn,
    );
    expect(judged).toMatchObject({ verdict: "readable", reasons: [] });
  });
});

describe("what shows beyond a flat die's outline", () => {
  it("is nothing of a die that lies flat, in its shadow too", () => {
    const fits = fitsOf(plain);
    expect(fits.map((_, die) => overhang(plain, fits, die)).every((some) => some < 0.1)).toBe(true);
    expect(plain.judged).toMatchObject({ verdict: "readable", reasons: [] });
    expect(plain.judged.edges).toBeGreaterThan(900);
  });

  it.each([15, 20, 30, 40])("is a side of one that leans by %i degrees, whichever way: never read", (tilt) => {
    for (const way of [12, 57, 102, 200]) {
      const leans = seen([tiltPose(LAID, SIDE, ROUND, tilt, way), ...OTHERS]);
      expect(leans.judged.verdict, `towards ${way} degrees`).toBe("undecided");
    }
  });

  it("is a side of one that leans although its outline is measured as a flat one's", () => {
    const leans = seen([tiltPose(LAID, SIDE, ROUND, 18, 102), ...OTHERS]);
    expect(overhang(leans, fitsOf(leans))).toBeGreaterThan(1);
  });

  it("is not none where there is no outline to ask beyond", () => {
    const means = mean3Of(halfOf(plain.image));
    expect(overhangOf(stored.arena, means, [], 0)).toBe(Infinity);
    expect(overhangOf(stored.arena, means, [[]], 0)).toBe(Infinity);
    expect(
      overhangOf(stored.arena, means, [hullOf(stored.arena, { place: { x: NaN, y: 0 }, angle: 0 })], 0),
    ).toBe(Infinity);
  });

  it("is the die below one that lies on another", () => {
    const stacked = seen([
      layOnTop(appearance.set, SIDE, "5", { x: LAID.at[0] + 3, y: LAID.at[1], height: SIDE, yaw: 40 }),
      layFlat(appearance.set, SIDE, "3", LAID.at[0], LAID.at[1], 10),
      ...OTHERS.slice(0, 1),
    ]);
    expect(stacked.judged.verdict).toBe("undecided");
  });

  it("is a neighbour that nobody read, and none that was", () => {
    const [x, y] = LAID.at;
    const near = layFlat(appearance.set, SIDE, "3", x + SIDE * 1.25, y + 4, 12);
    const two = seen([LAID, near]);
    const fits = [
      fitAt((two.dice[0] as DieSeen).at, turns[0] ?? 0, two),
      fitAt((two.dice[1] as DieSeen).at, turns[0] ?? 0, two),
    ];
    expect(overhang(two, fits)).toBeLessThan(0.1);
    expect(overhang(two, fits.slice(0, 1))).toBeGreaterThan(0.5);
  });
});

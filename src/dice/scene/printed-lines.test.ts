import { describe, expect, it } from "vitest";
import { layFlat } from "../../../hw-sim/models/dice/physics/posed.ts";
import { truthOfPicture } from "../../../hw-sim/models/dice/render/picture-truth.ts";
import type { Shot } from "../../../hw-sim/models/dice/render/looks.ts";
import { EMPTY, simArena } from "../../../test/support/dice-arena.ts";
import { greyImage, type GreyImage, type Point } from "../../vision/grey-image.ts";
import { isInside, middleOf } from "../../vision/plane-geometry.ts";
import type { DieSeen, Reading } from "../reading/read-types.ts";
import { flatFitAt } from "./flat-fit.ts";
import { averageOf, halfOf, mean3Of } from "../../vision/means.ts";
import { judgeReadings, type Judged } from "./judge.ts";
import { outlineAt } from "./outline.ts";
import { hullOf } from "./overhang.ts";

/** Lines printed on the cloth, beside dice or where none lies: what an outline is drawn to, or made of. */

const sim = simArena("scene 3", { light: "installed", framed: true, side: 16, kept: true });
const { geometry } = sim.arena;
const { appearance } = sim.setup;
const SIDE = appearance.side;
const shot: Shot = {
  ...EMPTY,
  dice: [
    layFlat(appearance.set, SIDE, "5", -22, 8, 12),
    layFlat(appearance.set, SIDE, "2", 22, -14, 50),
    layFlat(appearance.set, SIDE, "6", 10, 22, 80),
  ].map((pose) => ({ appearance, pose })),
};
const dice: readonly DieSeen[] = truthOfPicture(sim.stage, shot).map(({ nearest, at }) => ({
  face: nearest,
  at,
  size: sim.arena.diePx,
  confidence: 800,
  notes: [],
}));
const empty = averageOf(sim.frames(EMPTY, 12));
const [early, late] = [averageOf(sim.frames(shot, 6)), averageOf(sim.frames(shot, 6))];

/** Where the dice lie, and what of the cloth they hide, at half size. */
const fits = dice.map(({ at }) => {
  const outline = outlineAt(early, at, geometry, SIDE);
  if (outline === null) throw new Error("a die on a plain cloth has no outline");
  return flatFitAt(early, { place: middleOf(outline.corners), angle: outline.angle }, geometry, SIDE);
});
const hulls = fits.map((fit) => hullOf(sim.arena, fit));

/** Whether something is printed at this place: mm, as if at the height of the dice's top faces. */
type Print = (place: Point) => boolean;

/** The picture with a print on its cloth; dice lie on it. */
function printed(
  image: GreyImage,
  print: Print,
  level: number,
  hidden: readonly (readonly Point[])[],
): GreyImage {
  const { width, height } = image;
  const data = image.data.map((was, at) => {
    const [x, y] = [(at % width) + 0.5, Math.floor(at / width) + 0.5];
    if (hidden.some((hull) => isInside(hull, { x: x / 2, y: y / 2 }))) return was;
    return print(geometry.toPlace({ x, y }, SIDE)) ? level : was;
  });
  return greyImage(width, height, data);
}

function judgedOn(print: Print, level: number, seen: readonly DieSeen[] = dice): Judged {
  const cloth = printed(empty, print, level, []);
  const due = {
    early: printed(early, print, level, hulls),
    late: printed(late, print, level, hulls),
    boxes: [],
  };
  const reading: Reading = { dice: seen, verdict: "undecided", reasons: [] };
  return judgeReadings({ ...sim.arena, background: mean3Of(halfOf(cloth)).data }, due, reading, reading);
}

/** A place in a square's own directions, sides of a die from its middle. */
function within(
  { place, turn: angle }: { readonly place: Point; readonly turn: number },
  { x, y }: Point,
): Point {
  const [dx, dy, cos, sin] = [x - place.x, y - place.y, Math.cos(angle), Math.sin(angle)];
  return { x: (dx * cos + dy * sin) / SIDE, y: (dy * cos - dx * sin) / SIDE };
}

describe("a line along a die's edge", () => {
  it.each([
    ["bright", 230, 0.02],
    ["bright", 230, 0.1],
    ["dark", 20, 0.1],
  ])("%s (%i), %f sides away, does not draw the die to it", (_, level, gap) => {
    for (let side = 0; side < 4; side++) {
      const line: Print = (place) => {
        const at = within({ ...fits[0]!, turn: fits[0]!.angle + (side * Math.PI) / 2 }, place);
        return at.x > 0.5 + gap && at.x < 0.58 + gap && Math.abs(at.y) < 1.2;
      };
      expect(judgedOn(line, level), `side ${side}`).toMatchObject({ verdict: "readable", reasons: [] });
    }
  });
});

describe("a printed square as large as a die, where the network is not sure of one", () => {
  const square = { place: { x: fits[0]!.place.x, y: fits[0]!.place.y + 26 }, turn: 0.35 };
  const phantom: DieSeen = {
    face: null,
    at: geometry.toPixel(square.place, SIDE),
    size: sim.arena.diePx,
    confidence: 0,
    notes: ["weak"],
  };
  /** Filled; of half of one side a strip, this many sides of a die deep, is missing. */
  const lacking =
    (strip: number): Print =>
    (place) => {
      const { x, y } = within(square, place);
      return Math.abs(x) < 0.5 && Math.abs(y) < 0.5 && !(x > 0 && y > 0.5 - strip);
    };

  it("may be a die while each of its sides is clearly seen", () => {
    expect(judgedOn(lacking(0), 230, [...dice, phantom]).verdict).toBe("undecided");
  });

  it("is none when one is seen by half", () => {
    for (const strip of [0.1, 0.3, 0.5]) {
      const { verdict, dice: reported } = judgedOn(lacking(strip), 230, [...dice, phantom]);
      expect([verdict, reported.length], `${strip}`).toEqual(["readable", 3]);
    }
  });
});

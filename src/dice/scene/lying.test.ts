import { describe, expect, it } from "vitest";
import { truthOfPicture } from "../../../hw-sim/models/dice/render/picture-truth.ts";
import { layFlat } from "../../../hw-sim/models/dice/physics/posed.ts";
import type { Shot } from "../../../hw-sim/models/dice/render/looks.ts";
import { EMPTY, simArena } from "../../../test/support/dice-arena.ts";
import type { Point } from "../../vision/grey-image.ts";
import type { DieFace } from "../faces.ts";
import type { DieNote, DieSeen, Reading } from "../reading/read-types.ts";
import { averageOf, halfOf, mean3Of } from "../../vision/means.ts";
import { judgeReadings, type Judged } from "./judge.ts";

/** Three dice that lie apart on a table as it is installed; the readers say what is true of them, and what each case adds. */

const sim = simArena("scene 3", { light: "installed", framed: true, side: 16 });
const { appearance } = sim.setup;
const LIE: readonly (readonly [DieFace, number, number, number])[] = [
  ["5", -25, 10, 12],
  ["2", 22, -14, 50],
  ["6", 10, 22, 80],
];
const shot: Shot = {
  ...EMPTY,
  dice: LIE.map(([face, x, y, yaw]) => ({
    appearance,
    pose: layFlat(appearance.set, appearance.side, face, x, y, yaw),
  })),
};
const frames = sim.frames(shot, 12);
const due = { early: averageOf(frames.slice(0, 6)), late: averageOf(frames.slice(6)), boxes: [] };
const dice: readonly DieSeen[] = truthOfPicture(sim.stage, shot).map(({ face, at, size }) => ({
  face,
  at,
  size,
  confidence: 800,
  notes: [],
}));
const [first, second, third] = dice as [DieSeen, DieSeen, DieSeen];
const { diePx } = sim.arena;

const unread = (at: Point, ...notes: DieNote[]): DieSeen => ({
  face: null,
  at,
  size: diePx,
  confidence: 0,
  notes,
});
const judged = (seen: readonly DieSeen[]): Judged => {
  const reading: Reading = { dice: seen, verdict: "undecided", reasons: [] };
  return judgeReadings(sim.arena, due, reading, reading);
};
/** A piece of cloth far from every die. */
const CLOTH: Point = { x: first.at.x, y: first.at.y + (second.at.y > first.at.y ? -2 : 2) * diePx };
const beside = ({ at }: DieSeen, sides: number): Point => ({ x: at.x + sides * diePx, y: at.y });

describe("what looks like a die beside three that are proved", () => {
  it("three dice alone are readable", () => {
    const { verdict, reasons, dice: reported } = judged(dice);
    expect({ verdict, reasons }).toEqual({ verdict: "readable", reasons: [] });
    expect(reported.map(({ face }) => face)).toEqual(["5", "2", "6"]);
  });

  it.each([
    ["a part of a die", unread(beside(third, 0.5), "one-reader")],
    ["a piece of cloth that the network is not sure of", unread(CLOTH, "weak", "disagree")],
    ["print of another size", { ...unread(CLOTH, "foreign", "disagree"), size: 0.6 * diePx }],
  ])("%s is none", (_, phantom) => {
    expect(judged([...dice, phantom])).toMatchObject({ verdict: "readable", reasons: [] });
    expect(judged([...dice, phantom]).dice).toHaveLength(3);
  });

  it("what the network is sure of stays, and leaves the throw undecided", () => {
    const { verdict, reasons } = judged([...dice, unread(CLOTH, "one-reader")]);
    expect(verdict).toBe("undecided");
    expect(reasons).toContain("one-reader");
  });

  it.each([
    ["has no face", { ...second, face: null, notes: ["glare"] as const }],
    ["is not where its outline is", { ...second, at: beside(second, 0.3) }],
    ["is itself a piece of cloth", { ...second, at: CLOTH }],
  ])("nothing is dropped while one of the three %s", (_, instead) => {
    const { verdict, dice: reported } = judged([first, instead, third, unread(beside(third, 1.6), "weak")]);
    expect(verdict).toBe("undecided");
    expect(reported).toHaveLength(4);
  });

  it("nothing is dropped where what is read as dice was there before they were thrown", () => {
    const background = mean3Of(halfOf(due.early)).data;
    const seen = [...dice, unread(beside(third, 1.6), "weak")];
    const reading: Reading = { dice: seen, verdict: "undecided", reasons: [] };
    expect(judgeReadings({ ...sim.arena, background }, due, reading, reading).dice).toHaveLength(4);
  });
});

describe("a die that the two readings put into different places", () => {
  const reading = (seen: readonly DieSeen[]): Reading => ({ dice: seen, verdict: "undecided", reasons: [] });
  const late = (there: DieSeen): readonly DieSeen[] => [first, there, third];

  it("is one where its edges are in one place in both averages", () => {
    const there = { ...second, at: beside(second, 0.1) };
    const { verdict, reasons } = judgeReadings(sim.arena, due, reading(dice), reading(late(there)));
    expect({ verdict, reasons }).toEqual({ verdict: "readable", reasons: [] });
  });

  it("is none that is certain where they are not", () => {
    const moved: Shot = {
      ...EMPTY,
      dice: LIE.map(([face, x, y, yaw], at) => ({
        appearance,
        pose: layFlat(appearance.set, appearance.side, face, x + (at === 1 ? 1.5 : 0), y, yaw),
      })),
    };
    const there = truthOfPicture(sim.stage, moved)[1];
    const after = { ...due, late: averageOf(sim.frames(moved, 6)) };
    const { reasons } = judgeReadings(
      sim.arena,
      after,
      reading(dice),
      reading(late({ ...second, at: there?.at ?? second.at })),
    );
    expect(reasons).toEqual(["disagree"]);
  });
});

describe("a die on another", () => {
  it("is never noted where every die that was thrown is read", () => {
    const noted = judged(dice.map((die) => ({ ...die, size: 1.2 * die.size }))).dice.flatMap(
      ({ notes }) => notes,
    );
    expect(noted).not.toContain("stacked");
  });

  it("is not told by something without a face that lies where a die does: undecided, and nothing to void by", () => {
    const {
      dice: reported,
      reasons,
      verdict,
    } = judged([first, second, unread(beside(second, 0.4), "one-reader")]);
    expect(verdict).toBe("undecided");
    expect(reasons).toContain("stacked");
    expect(reported.flatMap(({ notes }) => notes)).not.toContain("stacked");
  });
});

describe("a lattice that seems to lean", () => {
  const leaning = (tilt: number): DieSeen[] => [{ ...first, tilt }, second, third];

  it("is refuted by an exact outline", () => {
    expect(judged(leaning(14)).verdict).toBe("readable");
  });

  it("keeps the throw from being read where the outline is not exact", () => {
    const off = { ...first, at: { x: first.at.x + 0.16 * diePx, y: first.at.y } };
    expect(judged([{ ...off, tilt: 14 }, second, third]).verdict).toBe("undecided");
  });
});

describe("a die that the network sees in another size", () => {
  const other = (die: DieSeen): DieSeen => ({ ...die, size: 1.25 * diePx, notes: ["foreign"] });

  it("is one of the game's dice where four exact edges say so", () => {
    expect(judged([other(first), second, third])).toMatchObject({ verdict: "readable", reasons: [] });
  });

  it("stays foreign where its edges are not exact, and where it is larger", () => {
    const beside = { ...first, at: { x: first.at.x + 0.16 * diePx, y: first.at.y } };
    expect(judged([other(beside), second, third]).reasons).toContain("foreign");
    const large = { ...appearance, side: 1.25 * appearance.side };
    const [face, x, y, yaw] = LIE[0]!;
    const foreign: Shot = {
      ...EMPTY,
      dice: [
        { appearance: large, pose: layFlat(appearance.set, large.side, face, x, y, yaw) },
        ...shot.dice.slice(1),
      ],
    };
    const [at = first] = truthOfPicture(sim.stage, foreign).map((die) => ({ ...first, at: die.at }));
    const [early, late] = [averageOf(sim.frames(foreign, 6)), averageOf(sim.frames(foreign, 6))];
    const reading: Reading = { dice: [other(at), second, third], verdict: "undecided", reasons: [] };
    const { verdict, reasons } = judgeReadings(sim.arena, { ...due, early, late }, reading, reading);
    expect(verdict).toBe("undecided");
    expect(reasons).toContain("foreign");
  });
});

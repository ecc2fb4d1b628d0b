import { describe, expect, it } from "vitest";
import { facesOf } from "../faces.ts";
import type { Candidate } from "./candidate.ts";
import { isCounted, judgeDie } from "./judge-die.ts";
import { READ_RULES } from "./read-types.ts";

/** Values of the six faces, with these for a five and a three. */
const valuesOf = (five: number, three: number): number[] => [0.01, 0.01, three, 0.01, five, 0.01];

/** A five in the middle of a picture, of which each network says so much in its least sure attitude. */
function five(...least: readonly (readonly [five: number, three: number])[]): Candidate {
  const at = { x: 100, y: 100 };
  const values = least.map(([one, other]) => valuesOf(one, other));
  const mean = valuesOf(0.7, 0.05);
  return {
    seen: { at, size: 60, faces: mean, none: 0.05, least: values },
    geometry: {
      face: "5",
      failure: null,
      quality: 0.8,
      contrast: -90,
      centre: at,
      corners: [],
      pitch: 12,
      pips: [],
      square: 1,
    },
    inside: "pips",
    measures: null,
  };
}

const context = {
  width: 200,
  height: 200,
  faces: facesOf("pips"),
  die: null,
  arena: null,
  rules: READ_RULES,
};
const judged = (candidate: Candidate) => judgeDie(candidate, context);

describe("judging a die", () => {
  it("counts a face that every network names by itself in every attitude", () => {
    expect(judged(five([0.6, 0.05], [0.5, 0.1]))).toMatchObject({ face: "5", notes: [] });
    expect(isCounted(judged(five([0.3, 0.05], [0.3, 0.29])))).toBe(true);
  });

  it("does not count one that a single network is sure of, however sure the mean is", () => {
    for (const other of [0, 0.1, 0.24])
      expect(judged(five([0.95, 0], [other, 0]))).toMatchObject({ face: null, notes: ["weak"] });
  });

  it("does not count one to which a network prefers another in all attitudes", () => {
    expect(judged(five([0.9, 0.05], [0.4, 0.45]))).toMatchObject({ face: null, notes: ["weak"] });
  });
});

import { describe, expect, it } from "vitest";
import { FACE_SETS, facesOf, type DieFace, type FaceSet } from "../faces.ts";
import { artOf, drawFace } from "./faces.ts";
import { ASIAN_PIPS, pipDiscs, WESTERN_PIPS } from "./pips.ts";
import { flattenArt, isInked } from "./shape.ts";

/** Each face is drawn once, and held against all others of its set. */
const drawn = new Map<string, Uint8Array>();
function inkOf(set: FaceSet, face: DieFace): Uint8Array {
  const name = `${set} ${face}`;
  const ink = drawn.get(name) ?? drawFace(artOf(set, face), 60);
  drawn.set(name, ink);
  return ink;
}

const shareOf = (ink: Uint8Array): number => ink.reduce((sum, one) => sum + one, 0) / (255 * ink.length);

describe.each([...FACE_SETS])("artwork of %s", (set) => {
  it.each([...facesOf(set)])("%s is drawn inside its face, clear of the corners, like no other", (face) => {
    const art = artOf(set, face);
    const ink = inkOf(set, face);
    expect(shareOf(ink)).toBeGreaterThan(0.02);
    expect(shareOf(ink)).toBeLessThan(0.5);
    for (const [x, y] of [
      [0.04, 0.04],
      [0.96, 0.04],
      [0.04, 0.96],
      [0.96, 0.96],
      [0.5, 0.03],
      [0.03, 0.5],
    ] as const)
      expect(isInked(art, x, y)).toBe(false);
    for (const other of facesOf(set)) {
      if (other === face) continue;
      const apart = inkOf(set, other).filter((one, at) => Math.abs(one - ink[at]!) > 128);
      expect(apart.length).toBeGreaterThan(30);
    }
  });
});

describe("artwork", () => {
  it("draws as many pips as the value says, a narrow two and a large one on Asian dice", () => {
    for (const value of ["1", "2", "3", "4", "5", "6"] as const)
      for (const style of [WESTERN_PIPS, ASIAN_PIPS])
        expect(pipDiscs(value, style)).toHaveLength(Number(value));
    const width = (style: typeof WESTERN_PIPS): number => {
      const [one, other] = pipDiscs("2", style);
      return Math.hypot(one!.x - other!.x, one!.y - other!.y);
    };
    expect(width(ASIAN_PIPS)).toBeLessThan(width(WESTERN_PIPS) / 2);
    expect(pipDiscs("1", ASIAN_PIPS)[0]!.radius).toBeGreaterThan(1.5 * pipDiscs("1", WESTERN_PIPS)[0]!.radius);
  });

  it("cuts holes and keeps to the even-odd rule", () => {
    const ring = flattenArt({
      fills: ["M 0.1 0.1 L 0.9 0.1 L 0.9 0.9 L 0.1 0.9 Z", "M 0.3 0.3 L 0.7 0.3 L 0.7 0.7 L 0.3 0.7 Z"],
      strokes: [],
      holes: ["M 0.1 0.1 L 0.2 0.1 L 0.2 0.2 L 0.1 0.2 Z"],
    });
    expect([isInked(ring, 0.25, 0.5), isInked(ring, 0.5, 0.5), isInked(ring, 0.15, 0.15)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it("refuses paths that it does not know and faces of another set", () => {
    const art = (path: string) => flattenArt({ fills: [path], strokes: [], holes: [] });
    for (const path of ["M 0 0 A 1 1 0 0 0 1 1", "M 0 0 L 1", "L 0 0", "M 0 0 l 1 1"])
      expect(() => art(path)).toThrow(SyntaxError);
    expect(() => artOf("symbols", "3")).toThrow("no symbol");
    expect(() => artOf("pips", "crown")).toThrow("no number");
    expect(() => drawFace(artOf("pips", "3"), 0)).toThrow("0 pixels");
  });
});

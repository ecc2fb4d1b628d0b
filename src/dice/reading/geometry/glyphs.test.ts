import { describe, expect, it } from "vitest";
import { facesOf, type FaceSet } from "../../faces.ts";
import { randomFrom } from "../../../time/random-source.ts";
import { artOf } from "../../art/faces.ts";
import { isInked } from "../../art/shape.ts";
import { drawnTemplates, GlyphReader } from "./glyphs.ts";
import { sampleOfRun } from "../../../../test/support/volume.ts";
import { BOX, WINDOW } from "./spots.ts";

/** A face drawn straight into a window: `side` pixels, turned, off the middle, with noise. */
function windowOf(
  set: FaceSet,
  face: ReturnType<typeof facesOf>[number],
  angle: number,
  scale: number,
  bright: boolean,
) {
  const art = artOf(set, face);
  const stream = randomFrom(`${face} ${angle}`);
  const side = (BOX / 1.16) * scale;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return Float32Array.from({ length: WINDOW * WINDOW }, (_, at) => {
    const dx = (at % WINDOW) + 0.5 - WINDOW / 2 - 2;
    const dy = Math.floor(at / WINDOW) + 0.5 - WINDOW / 2 + 1;
    const u = (cos * dx + sin * dy) / side + 0.5;
    const v = (-sin * dx + cos * dy) / side + 0.5;
    const body = Math.max(Math.abs(u - 0.5), Math.abs(v - 0.5)) > 0.5 ? 110 : bright ? 60 : 190;
    return (isInked(art, u, v) ? (bright ? 200 : 50) : body) + stream.below(17) - 8;
  });
}

describe.each(["symbols"] as const)("correlation with drawn %s", (set) => {
  const reader = new GlyphReader(drawnTemplates(set));

  it.each(sampleOfRun([...facesOf(set)], 2, set))("reads %s however it lies", (face) => {
    for (const angle of sampleOfRun([0, 1.9, 4.4], 1, `turns of ${face}`)) {
      for (const scale of [0.92, 1.08]) {
        for (const bright of [false, true]) {
          const fit = reader.fit(windowOf(set, face, angle, scale, bright));
          expect(fit?.face).toBe(face);
          expect(fit!.match).toBeGreaterThan(0.7);
          expect(fit!.match - fit!.next).toBeGreaterThan(0);
        }
      }
    }
  });

  it("finds nothing on an even surface and little in noise", () => {
    expect(reader.fit(new Float32Array(WINDOW * WINDOW).fill(120))).toBeNull();
    const stream = randomFrom(set);
    const noise = Float32Array.from({ length: WINDOW * WINDOW }, () => stream.below(200));
    expect(reader.fit(noise)?.match ?? 0).toBeLessThan(0.45);
  });
});

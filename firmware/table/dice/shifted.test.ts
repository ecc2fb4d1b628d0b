import { describe, expect, it } from "vitest";
import { driftOf } from "../../../src/dice/calibration/features.ts";
import { DRIFT_MAX_PX } from "../../../src/dice/scene/scene.ts";
import { randomFrom } from "../../../src/time/random-source.ts";
import { greyImage, type GreyImage } from "../../../src/vision/grey-image.ts";
import { EMPTY, hand, simArena } from "../../../test/support/dice-arena.ts";
import { linesOf, throwOf } from "../../../test/support/eye-lines.ts";
import { sampleInAll } from "../../../test/support/volume.ts";
import { shiftCheckOf } from "./shifted.ts";

const sim = simArena("scene", { side: 16 });
const { arena } = sim;
const { width, height } = sim.calibration;
const THROW = throwOf(sim);

/** What a Raspberry Pi's stream shows from so many bytes on: grey planes with their colours between them. */
function shifted({ data }: GreyImage, bytes: number): GreyImage {
  const frame = new Uint8Array(1.5 * data.length).fill(128);
  frame.set(data);
  return greyImage(
    width,
    height,
    Uint8Array.from(data, (_, at) => frame[(at + bytes) % frame.length] ?? 0),
  );
}

const SHIFTS = [
  width / 40,
  100,
  width / 2,
  width + 13,
  20 * width + 200,
  100 * width,
  ...[0.3, 0.6, 0.75, 1.2].map((part) => Math.floor(part * width * height)),
];

describe("pictures of a bare stream", () => {
  const isShifted = shiftCheckOf(arena);
  const pictures = [EMPTY, THROW, hand(randomFrom("one")), hand(randomFrom("two"))].flatMap((shot) =>
    sim.frames(shot, 1),
  );

  it("as they are pass", () => {
    expect(pictures.map(isShifted)).toEqual([false, false, false, false]);
  });

  it.each(sampleInAll(SHIFTS, 4, "bytes too far"))(
    "%i bytes too far are refused, or the cloth says that the camera has moved",
    (bytes) => {
      for (const picture of pictures.slice(0, 2)) {
        const image = shifted(picture, bytes);
        const { px, found } = driftOf(image, arena.features);
        expect(isShifted(image) || (found >= 3 && px > DRIFT_MAX_PX)).toBe(true);
      }
    },
  );
});

describe("an eye over a stream that is found shifted", () => {
  it("reads nothing of it, and says that frames are damaged", async () => {
    const lying = [...sim.frames(EMPTY, 20), ...sim.frames(THROW, 45)];
    expect(await linesOf(sim, lying)).toMatch(/^S \S+ \S+ [RC]/m);
    const text = await linesOf(sim, lying, { isShifted: () => true });
    expect(text).not.toMatch(/^R /m);
    expect(text).not.toMatch(/^S \S+ \S+ R/m);
    expect(text).toMatch(/^S \S+ \S+ U/m);
  });
});

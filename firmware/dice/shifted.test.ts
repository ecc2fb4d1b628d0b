import { describe, expect, it } from "vitest";
import { openKernels } from "../../drivers/dice/camera/reader-files.ts";
import { EyeTeller } from "../../drivers/dice/eye/teller.ts";
import { flat } from "../../hw-sim/dice/physics/posed.ts";
import type { Shot } from "../../hw-sim/dice/render/looks.ts";
import { driftOf } from "../../src/dice/calibration/features.ts";
import { DRIFT_MAX_PX, Scene } from "../../src/dice/scene/scene.ts";
import { chance } from "../../src/time/chance.ts";
import type { Clock } from "../../src/time/clock.ts";
import { monoUs, wallMs } from "../../src/time/instant.ts";
import { greyImage, type GreyImage } from "../../src/vision/grey-image.ts";
import { EMPTY, hand, simArena } from "../../test/support/dice-arena.ts";
import { EyeLoop } from "./eye-loop.ts";
import { shiftWatch } from "./shifted.ts";

const FPS = 30;
const sim = simArena("scene", { side: 16 });
const { arena, rig } = sim;
const { width, height } = sim.calibration;
const THROW: Shot = {
  ...EMPTY,
  dice: (["3", "5"] as const).map((face, at) => ({
    look: rig.look,
    pose: flat(rig.look.set, rig.look.side, face, -25 + 47 * at, 10 - 24 * at, 12 + 38 * at),
  })),
};

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
  ...[width / 40, 100, width / 2, width + 13, 20 * width + 200, 100 * width],
  ...[0.3, 0.6, 0.75, 1.2].map((part) => Math.floor(part * width * height)),
];

describe("pictures of a bare stream", () => {
  const isShifted = shiftWatch(arena);
  const pictures = [EMPTY, THROW, hand(chance("one")), hand(chance("two"))].flatMap((shot) =>
    sim.frames(shot, 1),
  );

  it("as they are pass", () => {
    expect(pictures.map(isShifted)).toEqual([false, false, false, false]);
  });

  it.each(SHIFTS)("%i bytes too far are refused, or the cloth says that the camera has moved", (bytes) => {
    for (const picture of pictures.slice(0, 2)) {
      const image = shifted(picture, bytes);
      const { px, found } = driftOf(image, arena.features);
      expect(isShifted(image) || (found >= 3 && px > DRIFT_MAX_PX)).toBe(true);
    }
  });
});

/** Lines of an eye over these frames, in simulated time. Its readers say what they like, if they are ever asked. */
async function linesOf(
  frames: readonly GreyImage[],
  isShifted: ((image: GreyImage) => boolean) | null,
): Promise<string> {
  let us = 1_000_000;
  const lines: string[] = [];
  const never = { cancel: () => undefined };
  const clock: Clock = {
    now: () => monoUs(us),
    wall: () => wallMs(0),
    after: () => never,
    every: () => never,
    sleep: () => Promise.resolve(),
  };
  const knows = { rim: false, basket: false, half: false, wall: false, rolled: false, dome: false };
  const loop = new EyeLoop({
    ...{ arena, scene: new Scene(arena, openKernels(), FPS), clock, fps: FPS, isShifted },
    teller: new EyeTeller(
      { boot: 1, digest: "0123456789abcdef", faces: "pips", width, height, knows },
      monoUs(us),
    ),
    read: () => Promise.resolve({ dice: [], verdict: "undecided", reasons: ["no-dice"] }),
    pictures: { keep: () => Promise.resolve("ab".repeat(32)) },
    say: (text) => lines.push(text),
  });
  for (const { data } of frames) {
    us += Math.round(1_000_000 / FPS);
    loop.onFrame({ kind: "grey", data, t: monoUs(us) });
    for (let turn = 0; turn < 30; turn++) await Promise.resolve();
  }
  return lines.join("");
}

describe("an eye over a stream that is found shifted", () => {
  it("reads nothing of it, and says that frames are damaged", async () => {
    const lying = [...sim.frames(EMPTY, 20), ...sim.frames(THROW, 45)];
    expect(await linesOf(lying, null)).toMatch(/^S \S+ \S+ [RC]/m);
    const said = await linesOf(lying, () => true);
    expect(said).not.toMatch(/^R /m);
    expect(said).not.toMatch(/^S \S+ \S+ R/m);
    expect(said).toMatch(/^S \S+ \S+ U/m);
  });
});

import { openKernels } from "../../drivers/dice/camera/reader-files.ts";
import { EyeReporter } from "../../drivers/dice/eye/reporter.ts";
import { layFlat } from "../../hw-sim/models/dice/physics/posed.ts";
import { projectPoint } from "../../hw-sim/models/dice/render/camera.ts";
import type { Shot } from "../../hw-sim/models/dice/render/looks.ts";
import { Scene } from "../../src/dice/scene/scene.ts";
import type { Clock } from "../../src/time/clock.ts";
import { monoUs, wallMs } from "../../src/time/instant.ts";
import type { Reading } from "../../src/dice/reading/read-types.ts";
import type { GreyImage } from "../../src/vision/grey-image.ts";
import { EMPTY, type SimArena } from "./dice-arena.ts";
import { EyeLoop, type EyeParts } from "../../firmware/table/dice/eye-loop.ts";

/** An eye in simulated time, for tests of what it says. */

const FPS = 30;

/** Two dice that lie apart. */
export function throwOf({ setup: { appearance } }: SimArena): Shot {
  return {
    ...EMPTY,
    dice: (["3", "5"] as const).map((face, at) => ({
      appearance,
      pose: layFlat(appearance.set, appearance.side, face, -25 + 47 * at, 10 - 24 * at, 12 + 38 * at),
    })),
  };
}

/** What readers make of the dice of {@link throwOf}. */
export const readingOf = (sim: SimArena): Reading => ({
  dice: throwOf(sim).dice.map(
    (
      {
        appearance: { side },
        pose: {
          at: [x, y, z],
        },
      },
      n,
    ) => ({
      face: n === 0 ? "3" : "5",
      confidence: 990,
      notes: [],
      size: sim.arena.diePx,
      at: projectPoint(sim.setup.setting.camera, [x, y, z + side / 2]),
    }),
  ),
  verdict: "readable",
  reasons: [],
});

/** An eye whose frames a test gives one by one. Its readers see no dice in them, if they are ever asked. */
export function eyeOver({ arena, calibration }: SimArena, parts: Partial<EyeParts> = {}) {
  const { width, height } = calibration;
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
    arena,
    scene: new Scene(arena, openKernels(), FPS),
    clock,
    fps: FPS,
    reporter: new EyeReporter(
      { boot: 1, digest: "0123456789abcdef", faces: "pips", width, height, knows },
      monoUs(us),
    ),
    read: () => Promise.resolve({ dice: [], verdict: "undecided", reasons: ["no-dice"] }),
    pictures: { store: () => Promise.resolve("ab".repeat(32)) },
    send: (text) => lines.push(text),
    log: () => undefined,
    ...parts,
  });
  return {
    loop,
    /** What it has said so far. */
    text: (): string => lines.join(""),
    async see({ data }: GreyImage): Promise<void> {
      us += Math.round(1_000_000 / FPS);
      loop.onFrame({ kind: "grey", data, t: monoUs(us) });
      for (let turn = 0; turn < 30; turn++) await Promise.resolve();
    },
  };
}

/** Lines of an eye over these frames. */
export async function linesOf(
  sim: SimArena,
  frames: readonly GreyImage[],
  parts: Partial<EyeParts> = {},
): Promise<string> {
  const eye = eyeOver(sim, parts);
  for (const frame of frames) await eye.see(frame);
  return eye.text();
}

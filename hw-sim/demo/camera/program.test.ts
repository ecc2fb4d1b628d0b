import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { Camera, type RawFrame } from "../../../drivers/dice/camera/camera.ts";
import { captureOf } from "../../../drivers/dice/camera/commands.ts";
import { openKernels } from "../../../drivers/dice/camera/reader-files.ts";
import { parseCalibration, type Calibration } from "../../../src/dice/calibration/schema.ts";
import { arenaOf } from "../../../src/dice/scene/arena.ts";
import { Scene } from "../../../src/dice/scene/scene.ts";
import { systemClock } from "../../../src/time/system-clock.ts";
import { greyImage } from "../../../src/vision/grey-image.ts";
import { until } from "../../../test/support/screen-line.ts";
import { sampleOfRun } from "../../../test/support/volume.ts";
import { cameraOf, serveCamera } from "../dice.ts";
import { DemoOver } from "../over.ts";
import type { Order, Scenery } from "./messages.ts";
import { PlayedCamera } from "./played-camera.ts";
import { setUpTable } from "./set-up.ts";

/** The camera's program as the eye runs it: its frames, and what they show, by the eye's own scene. */

const LONG_MS = 90_000;
const clock = systemClock();
const folder = mkdtempSync(join(tmpdir(), "tirada-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let scenery: Scenery;
let calibration: Calibration;
beforeAll(async () => {
  const file = join(folder, "eye.json");
  const setup = await setUpTable("cl/chuck-a-luck", file);
  scenery = { rulebook: "cl/chuck-a-luck", seed: "program", setup, calibration: file };
  const parsed = parseCalibration(readFileSync(file, "utf8"));
  if (!parsed.ok) throw new Error(parsed.problem);
  ({ calibration } = parsed);
}, LONG_MS);

let sockets = 0;

/** A camera whose frames are watched. */
async function watched() {
  const socket = join(folder, `socket-${sockets++}`);
  const camera = await PlayedCamera.open({ path: socket, scenery });
  return { camera, ...(await watch(socket, () => camera.close())) };
}

/** A camera that hears these orders at once, before it has a picture. */
async function reportedOf(...orders: readonly Order[]) {
  const socket = join(folder, `socket-${sockets++}`);
  const server = createServer((program) => {
    program.on("error", () => undefined);
    for (const order of orders) program.write(`${JSON.stringify(order)}\n`);
  });
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  return watch(socket, () => {
    server.close();
    return Promise.resolve();
  });
}

/** The frames of the program that hears its orders at a socket, and what the eye's scene says of them. */
async function watch(socket: string, close: () => Promise<void>) {
  const served = await serveCamera(socket);
  const config = cameraOf(scenery, socket);
  const { width, height } = calibration;
  const frames: RawFrame[] = [];
  const gone: string[] = [];
  const damaged: string[] = [];
  const states: string[] = [];
  const scene = new Scene(arenaOf(calibration), openKernels(), config.fps);
  const running = new Camera(
    { capture: captureOf(config), fps: config.fps, clock },
    {
      onFrame: (frame) => {
        frames.push(frame);
        const { events: words, due } = scene.takeFrame({
          image: greyImage(width, height, frame.data),
          t: frame.t,
        });
        states.push(...words.flatMap((event) => (event.m === "state" ? [event.state] : [])));
        if (due !== null) states.push("due");
      },
      onDamage: (why) => damaged.push(why),
      onGone: (why) => gone.push(why),
    },
  );
  onTestFinished(async () => {
    await running.close();
    await served.close();
    await close();
  });
  const last = (): Uint8Array => frames.at(-1)?.data ?? new Uint8Array();
  return { frames, gone, damaged, states, last };
}

/** Mean difference of two frames, levels. */
function apart(a: Uint8Array, b: Uint8Array): number {
  return a.reduce((sum, level, at) => sum + Math.abs(level - (b[at] ?? 0)), 0) / a.length;
}

const ONE = { n: 1, fault: null };

/** Orders that come before the picture of the dice is there, the state in which they end, and the one that is never seen. */
const WHILE_IT_DRAWS = [
  {
    does: "shows no dice for ever that were taken up while it drew them",
    orders: (): readonly Order[] => [{ do: "set-up", scenery, lies: ONE }, { do: "take-up" }],
    ends: "empty",
    never: "due",
  },
  {
    does: "throws dice that were thrown while it drew them",
    orders: (): readonly Order[] => [
      { do: "set-up", scenery, lies: null },
      { do: "throw", n: 1, after: 0, shaken: 0 },
      { do: "prepare", wanted: ONE },
    ],
    ends: "due",
    never: null,
  },
] as const;

describe("the program that stands for a camera", () => {
  it(
    "shows an arena, throws and dice that lie, the same again when it was unplugged, and ends with the demonstration",
    async () => {
      const { camera, frames, gone, damaged, states, last } = await watched();
      await until("the empty arena", () => states.includes("empty"), LONG_MS);
      const empty = last();
      const { truth, pictures } = await camera.prepare(1);
      expect(truth.dice).toHaveLength(3);
      expect(pictures).toBeGreaterThan(0);
      camera.throw(1, 2, 8);
      await until("dice that roll", () => states.includes("moving"), LONG_MS);
      await until("dice that lie", () => states.includes("due"), LONG_MS);
      expect(apart(empty, last())).toBeGreaterThan(0.5);
      const lying = frames.length;
      await until("two more frames", () => frames.length >= lying + 2, LONG_MS);
      expect(frames.at(-1)?.data).not.toEqual(frames.at(-2)?.data);
      expect(damaged).toEqual([]);

      const before = last();
      const next = await camera.prepare(2);
      camera.unplug();
      await until("the camera is gone", () => gone.length > 0, LONG_MS);
      // It may be pulled in the middle of a frame.
      expect(gone[0]).toMatch(/ended the stream$|damaged \(cut\)$/);
      const count = frames.length;
      await until("frames again", () => frames.length > count, LONG_MS);
      // Noise alone lies between them.
      expect(apart(before, last())).toBeLessThan(3);
      expect((await camera.prepare(2)).truth).toEqual(next.truth);

      gone.length = 0;
      const never = expect(camera.prepare(7)).rejects.toThrow(DemoOver);
      await camera.close();
      await never;
      await until("it is gone", () => gone.length > 0, LONG_MS);
      expect(gone[0]).toMatch(/ended the stream$/);
      await expect(camera.prepare(8)).rejects.toThrow(DemoOver);
    },
    LONG_MS,
  );

  // What people do while it draws is settled by one order after the other: a run tries one of two, by its seed.
  it.each(sampleOfRun(WHILE_IT_DRAWS, 1, "orders while a camera draws").map((one) => [one.does, one] as const))(
    "%s",
    async (_, { orders, ends, never }) => {
      const { states } = await reportedOf(...orders());
      await until(ends, () => states.includes(ends), LONG_MS);
      if (never !== null) expect(states).not.toContain(never);
    },
    LONG_MS,
  );
});

import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import type { CameraConfig } from "../../../drivers/dice/camera/config.ts";
import { systemClock } from "../../../src/time/system-clock.ts";
import { takeFrames } from "./take-frames.ts";

const [WIDTH, HEIGHT] = [160, 120];

it("gives as many frames as were asked for, however many come at once", async () => {
  const folder = mkdtempSync(join(tmpdir(), "take-frames-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "camera");
  const frame = Buffer.concat([Buffer.from("FRAME\n"), Buffer.alloc(WIDTH * HEIGHT, 7)]);
  const head = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F30:1 Cmono\n`);
  const server = createServer((to) => {
    to.on("error", () => undefined);
    to.write(Buffer.concat([head, ...Array.from({ length: 40 }, () => frame)]));
  });
  await new Promise<void>((resolve) => server.listen(path, resolve));
  onTestFinished(() => void server.close());
  const camera: CameraConfig = {
    source: "socket",
    path,
    width: WIDTH,
    height: HEIGHT,
    fps: 30,
    format: "y4m",
    channel: "luma",
    controls: {},
  };
  expect((await takeFrames(camera, systemClock(), 2)).map(({ data }) => data[0])).toEqual([7, 7]);
});

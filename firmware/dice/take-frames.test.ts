import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import type { CameraConfig } from "../../drivers/dice/camera/config.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { takeFrames } from "./take-frames.ts";

const [WIDTH, HEIGHT] = [160, 120];

it("gives as many frames as were asked for, however many come at once", async () => {
  const folder = mkdtempSync(join(tmpdir(), "take-frames-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "frames");
  const frame = Buffer.concat([Buffer.from("FRAME\n"), Buffer.alloc(WIDTH * HEIGHT, 7)]);
  const head = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F30:1 Cmono\n`);
  writeFileSync(path, Buffer.concat([head, ...Array.from({ length: 40 }, () => frame)]));
  const command = ["sh", "-c", 'cat "$0"; sleep 20', path];
  const camera: CameraConfig = {
    source: "command",
    command,
    width: WIDTH,
    height: HEIGHT,
    fps: 30,
    format: "y4m",
    channel: "luma",
    controls: {},
  };
  expect((await takeFrames(camera, systemClock(), 2)).map(({ data }) => data[0])).toEqual([7, 7]);
});

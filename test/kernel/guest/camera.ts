import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import type { CameraConfig } from "../../../drivers/dice/camera/config.ts";
import { takeFrames } from "../../../firmware/table/dice/take-frames.ts";
import { clock, found, play, settle, until } from "./bench.ts";

/** The unit's own reading of a camera from the kernel's test camera, which draws a picture that changes. */

const CAMERA: CameraConfig = {
  source: "v4l2",
  path: "/dev/video0",
  format: "yuyv",
  width: 320,
  height: 180,
  fps: 10,
  channel: "green",
  controls: { brightness: 100 },
};

void play(async () => {
  found("booted");
  // One camera, and nothing else that vivid could be.
  execFileSync("modprobe", ["vivid", "n_devs=1", "node_types=0x1"]);
  await until("the camera is there", () => existsSync("/dev/video0"));
  settle();
  const images = await takeFrames(CAMERA, clock, 2);
  found("camera", {
    frames: images.map(({ width, height, data }) => ({ width, height, greys: new Set(data).size })),
  });
  const missing = await takeFrames({ ...CAMERA, path: "/dev/video9" }, clock, 1).catch(
    (error: unknown) => error,
  );
  found("no camera", { why: missing instanceof Error ? missing.message : "it gave frames" });
});

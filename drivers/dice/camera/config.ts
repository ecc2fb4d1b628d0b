import { z } from "zod";
import { problemWords, schemaWords } from "../../../src/rules/problem-words.ts";
import type { Text } from "../../../src/text/language.ts";

/**
 * How a camera is reached (docs/devices/eye.md, "Camera"). The programs of v4l2 and rpicam are the release's own choice, and so are their
 * arguments: no configuration names a program.
 */
export const cameraSchema = z
  .strictObject({
    /** `v4l2`: a Linux camera through ffmpeg; `rpicam`: a Raspberry Pi's own; `socket`: a program that somebody else runs; `file`: recorded frames. */
    source: z
      .string()
      .refine((source) => source !== "command", { ...schemaWords("camera-command"), abort: true })
      .pipe(z.enum(["v4l2", "rpicam", "socket", "file"])),
    /** v4l2: the camera's stable name, e.g. `/dev/v4l/by-id/usb-…-video-index0`. socket: where the program listens. file: the file. */
    path: z.string().min(1).max(300).exactOptional(),
    /** Pixels. */
    width: z.int().min(160).max(4_096),
    height: z.int().min(120).max(4_096),
    /** Frames a second. */
    fps: z.int().min(10).max(120).default(30),
    /**
     * What comes: from a v4l2 camera `yuyv`, `mjpeg` or `grey` (ffmpeg makes grey of it); from a socket or a file `grey`
     * (bare frames), `yuv420` (bare frames, only the first plane is used), `y4m` or `mjpeg`. A Raspberry Pi's is `yuv420`.
     */
    format: z.enum(["grey", "yuyv", "mjpeg", "yuv420", "y4m"]).exactOptional(),
    /**
     * socket with bare frames: the program writes each frame whole and flushes it, then waits for the next. Nothing in such a
     * stream shows where a frame begins: one lost or added byte shifts every later frame. It must be given.
     */
    wholeFrames: z.literal(true).exactOptional(),
    /** v4l2 in colour: the channels from which grey is made. Red dice need `min-green-blue`, or green or blue light. */
    channel: z.enum(["luma", "green", "blue", "min-green-blue"]).default("luma"),
    /** v4l2: controls set before the start, by their v4l2-ctl names; exposure, gain, white balance and focus must be fixed. */
    controls: z
      .record(
        z.string().refine((name) => /^[a-z][a-z0-9_]{0,63}$/.test(name), schemaWords("camera-control")),
        z.int().min(-2_147_483_648).max(2_147_483_647),
      )
      .refine((controls) => Object.keys(controls).length <= 32, schemaWords("camera-controls", { most: 32 }))
      .default({}),
    /** rpicam: exposure time in µs and analogue gain in hundredths, both fixed. */
    shutterUs: z.int().min(10).max(100_000).exactOptional(),
    gainPercent: z.int().min(100).max(2_200).exactOptional(),
  })
  .superRefine((camera, context) => {
    const problem = (key: string, words: Text): void =>
      context.addIssue({ code: "custom", message: words.en, params: { words }, path: [key] });
    const { source, format, path } = camera;
    const needsPath = source !== "rpicam";
    if (needsPath && path === undefined)
      problem("source", problemWords("camera-needs", { source, key: "path" }));
    if (!needsPath && path !== undefined) problem("path", problemWords("camera-path-none", { source }));
    // It is an argument of ffmpeg and v4l2-ctl, which read a leading dash, or a URL, as something else.
    if (source === "v4l2" && path !== undefined && !DEVICE_PATH.test(path))
      problem("path", problemWords("camera-device"));
    if (source === "socket" && path !== undefined && !SOCKET_PATH.test(path))
      problem("path", problemWords("socket"));
    const formats: readonly string[] = CAMERA_FORMATS[source];
    if (format !== undefined && !formats.includes(format))
      problem("format", problemWords("camera-formats", { source, formats: formats.join(", ") }));
    if (format === undefined && formats.length > 1)
      problem("source", problemWords("camera-format", { source, formats: formats.join(", ") }));
    if (source !== "v4l2" && camera.channel !== "luma") problem("channel", problemWords("camera-channel"));
    if (source !== "v4l2" && Object.keys(camera.controls).length > 0)
      problem("controls", problemWords("camera-no-controls"));
    const isBare = source === "socket" && (format === "grey" || format === "yuv420");
    if (isBare && camera.wholeFrames === undefined) problem("format", problemWords("camera-bare", { format }));
    if (!isBare && camera.wholeFrames !== undefined) problem("wholeFrames", problemWords("camera-whole"));
    const isPi = source === "rpicam";
    if (isPi && camera.width % PI_ROW !== 0)
      problem("width", problemWords("camera-row", { row: PI_ROW, width: camera.width }));
    if (isPi && camera.shutterUs === undefined) problem("source", problemWords("camera-shutter"));
    if (!isPi && camera.shutterUs !== undefined)
      problem("shutterUs", problemWords("camera-only", { source: "rpicam" }));
    if (isPi && camera.gainPercent === undefined) problem("source", problemWords("camera-gain"));
    if (!isPi && camera.gainPercent !== undefined)
      problem("gainPercent", problemWords("camera-only", { source: "rpicam" }));
  });

const DEVICE_PATH = /^\/dev\/[^\0]{1,250}$/;
const SOCKET_PATH = /^\/[^\0]{1,100}$/;

/** Rows of rpicam-vid's bare frames are padded to this many pixels. */
const PI_ROW = 64;

/** What each source can give. */
const CAMERA_FORMATS = {
  v4l2: ["yuyv", "mjpeg", "grey"],
  rpicam: ["yuv420"],
  socket: ["grey", "yuv420", "y4m", "mjpeg"],
  file: ["grey", "yuv420", "y4m", "mjpeg"],
} as const;

export type CameraConfig = z.infer<typeof cameraSchema>;

import type { CameraConfig } from "./config.ts";
import { bareBytes, bareSplitter, liveBareSplitter, type BareFormat } from "./bare.ts";
import { MjpegSplitter } from "./mjpeg.ts";
import type { Splitter } from "./split.ts";
import { Y4mSplitter } from "./y4m.ts";

/** The programs that a camera may need, by their names. Nothing else is ever started for one. */
export const CAMERA_PROGRAMS = ["ffmpeg", "v4l2-ctl", "rpicam-vid"] as const;
export type CameraProgram = (typeof CAMERA_PROGRAMS)[number];

/** One program and its arguments; no shell reads them. */
export interface Command<Program extends string = string> {
  readonly program: Program;
  readonly args: readonly string[];
}

/** How frames of a camera come. */
export interface Capture {
  /** Run to their end before the camera is started, in order: each must succeed. */
  readonly before: readonly Command[];
  /** Asked once its frames come, after the same commands again: whether it has taken them. Null: there is nothing to ask. */
  readonly controls: { readonly ask: Command; readonly wanted: CameraConfig["controls"] } | null;
  /** Writes frames to its standard output; null: they are read from a socket or a file. */
  readonly stream: Command | null;
  /** Where a program listens that writes frames; null: there is none. */
  readonly socket: string | null;
  /** Bytes of one read from a file. */
  readonly fileChunk: number;
  /**
   * A file of unframed pictures: bytes of one picture, and the file's length must be a multiple of it; null: the pictures have
   * headers.
   */
  readonly frameBytes: number | null;
  splitter(): Splitter;
}

/** What a v4l2 camera calls the formats of the configuration (ffmpeg -f v4l2, option input_format). */
const V4L2_FORMATS = { yuyv: "yuyv422", mjpeg: "mjpeg", grey: "gray" } as const;

/** What grey is made of, as ffmpeg filters. */
const CHANNELS = {
  luma: "[0:v]format=gray",
  green: "[0:v]format=gbrp,extractplanes=g",
  blue: "[0:v]format=gbrp,extractplanes=b",
  "min-green-blue":
    "[0:v]format=gbrp,extractplanes=g+b[g][b];[g][b]blend=all_mode=darken:shortest=1,format=gray",
} as const;

/** The programs of a configuration that was checked. Throws a RangeError for one that was not. */
export function captureOf(camera: CameraConfig): Capture {
  const { source, width, height } = camera;
  const isFile = source === "file";
  return {
    before: source === "v4l2" ? controlsOf(camera) : [],
    controls: source === "v4l2" ? askedControls(camera) : null,
    stream: streamOf(camera),
    socket: source === "socket" ? (camera.path ?? "") : null,
    // A JPEG may be small; unframed pictures never are.
    fileChunk: camera.format === "mjpeg" ? 4_096 : Math.min(65_536, width * height),
    frameBytes: isFile && isUnframed(camera) ? bareBytes(camera, unframedFormatOf(camera)) : null,
    splitter: () => splitterOf(camera),
  };
}

function streamOf(camera: CameraConfig): Command<CameraProgram> | null {
  if (camera.source === "v4l2") return v4l2Command(camera);
  return camera.source === "rpicam" ? rpicamCommand(camera) : null;
}

/** Whether this camera's pictures come without headers: nothing in the stream says where one begins. */
export function isUnframed({ source, format }: CameraConfig): boolean {
  return source === "rpicam" || (source !== "v4l2" && (format === "grey" || format === "yuv420"));
}

const unframedFormatOf = ({ format }: CameraConfig): BareFormat => (format === "grey" ? "grey" : "yuv420");

/** In the stream of a running program, the pauses tell where an unframed picture ends. */
function splitterOf(camera: CameraConfig): Splitter {
  if (isUnframed(camera))
    return camera.source === "file"
      ? bareSplitter(camera, unframedFormatOf(camera))
      : liveBareSplitter(camera, unframedFormatOf(camera));
  if (camera.source === "v4l2" || camera.format === "y4m") return new Y4mSplitter(camera);
  if (camera.format === "mjpeg") return new MjpegSplitter(camera);
  throw new RangeError(`a camera stream of format ${camera.format ?? "none"}`);
}

/** ffmpeg gives YUV4MPEG2 in grey: each frame has a head, so that nothing lost inside one passes. */
function v4l2Command({ path = "", format, width, height, fps, channel }: CameraConfig): Command<CameraProgram> {
  if (format !== "yuyv" && format !== "mjpeg" && format !== "grey")
    throw new RangeError(`a v4l2 camera of format ${format ?? "none"}`);
  return {
    program: "ffmpeg",
    args: [
      "-nostdin",
      "-hide_banner",
      "-loglevel",
      "warning",
      // A damaged JPEG is no frame, whatever could be made of it.
      "-err_detect",
      "explode",
      "-fflags",
      "nobuffer+discardcorrupt",
      "-flags",
      "low_delay",
      "-f",
      "v4l2",
      "-input_format",
      V4L2_FORMATS[format],
      "-video_size",
      `${width}x${height}`,
      "-framerate",
      String(fps),
      "-i",
      path,
      "-filter_complex",
      CHANNELS[channel],
      "-fps_mode",
      "passthrough",
      "-pix_fmt",
      "gray",
      "-strict",
      "-1",
      "-f",
      "yuv4mpegpipe",
      "-",
    ],
  };
}

/** Exposure, gain, white balance and focus are set before the first frame; automatic ones look like motion. */
function controlsOf({ path = "", controls }: CameraConfig): Command<CameraProgram>[] {
  // One by one, in the order given: a manual value is refused as long as its automatic is on.
  return Object.entries(controls).map(([name, value]) => ({
    program: "v4l2-ctl",
    args: ["--device", path, "--set-ctrl", `${name}=${value}`],
  }));
}

/** Some cameras take a control only while they stream, and some take another value than they are given, without a word. */
function askedControls({ path = "", controls }: CameraConfig): Capture["controls"] {
  const names = Object.keys(controls);
  if (names.length === 0) return null;
  const ask = { program: "v4l2-ctl", args: ["--device", path, "--get-ctrl", names.join(",")] };
  return { ask, wanted: controls };
}

/** What the camera has instead of what it was given, in one line; null: it has what it was given. `said`: the answer of `v4l2-ctl`. */
export function controlsRefused(wanted: CameraConfig["controls"], said: string): string | null {
  const has = new Map(
    [...said.matchAll(/^(\w+): (-?\d+)/gm)].map(([, name = "", value]) => [name, Number(value)]),
  );
  const others = Object.entries(wanted).filter(([name, value]) => has.get(name) !== value);
  if (others.length === 0) return null;
  const what = others
    .map(([name, value]) => `${name} is ${has.get(name) ?? "not told"}, not ${value}`)
    .join(", ");
  return `the camera does not take its controls: ${what}; v4l2-ctl -L tells what it can`;
}

function rpicamCommand({
  width,
  height,
  fps,
  shutterUs = 0,
  gainPercent = 0,
}: CameraConfig): Command<CameraProgram> {
  if (shutterUs === 0 || gainPercent === 0) throw new RangeError("a camera without fixed exposure and gain");
  return {
    program: "rpicam-vid",
    args: [
      "--nopreview",
      "--timeout",
      "0",
      "--codec",
      "yuv420",
      "--flush",
      "--output",
      "-",
      "--width",
      String(width),
      "--height",
      String(height),
      "--framerate",
      String(fps),
      "--shutter",
      String(shutterUs),
      "--gain",
      (gainPercent / 100).toFixed(2),
      "--awbgains",
      "1,1",
      "--denoise",
      "off",
      "--sharpness",
      "0",
    ],
  };
}

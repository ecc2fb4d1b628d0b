import type { RandomSource } from "../../src/time/random-source.ts";
import { greyImage, type GreyImage } from "../../src/vision/grey-image.ts";

/**
 * Frames as the very bytes that a camera's child process writes: raw grey pictures of a fixed size back to back (`ffmpeg
 * -f rawvideo -pix_fmt gray`, `rpicam-vid` luma), or YUV4MPEG2 with one grey plane (`ffmpeg -f yuv4mpegpipe -pix_fmt gray`,
 * colour space "mono"; frame header "FRAME", mjpegtools yuv4mpeg(5)).
 */
export const STREAM_FORMATS = ["raw", "y4m"] as const;
export type StreamFormat = (typeof STREAM_FORMATS)[number];

const ascii = (text: string): Uint8Array => Uint8Array.from(text, (c) => c.charCodeAt(0));

/** What stands before the first frame; nothing for raw frames. `rate`: frames a second. */
export function streamHeader(format: StreamFormat, width: number, height: number, rate: number): Uint8Array {
  return format === "raw"
    ? new Uint8Array(0)
    : ascii(`YUV4MPEG2 W${width} H${height} F${rate}:1 Ip A1:1 Cmono\n`);
}

export function frameBytes(format: StreamFormat, { data }: GreyImage): Uint8Array {
  return format === "raw" ? Uint8Array.from(data) : joined([ascii("FRAME\n"), data]);
}

export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** What goes wrong between camera and reader. `at` is the number of the first frame that shows it, `count` how many do. */
export type StreamFault =
  /** The same frame again and again, without even noise. */
  | { readonly kind: "frozen"; readonly at: number; readonly count: number }
  /** Lens cap on, or no light: the sensor's own noise only. */
  | { readonly kind: "black"; readonly at: number; readonly count: number }
  | { readonly kind: "white"; readonly at: number; readonly count: number }
  /** The camera was knocked: everything is moved by this many pixels from then on. */
  | { readonly kind: "shifted"; readonly at: number; readonly x: number; readonly y: number }
  /** The picture's brightness goes from then on by this factor. */
  | { readonly kind: "dimmed"; readonly at: number; readonly factor: number }
  /** Frames that never arrive. */
  | { readonly kind: "dropped"; readonly at: number; readonly count: number }
  /** A frame that ends after `bytes`, the next following at once. */
  | { readonly kind: "cut"; readonly at: number; readonly bytes: number }
  /** Bytes that belong to no frame, before frame `at`. */
  | { readonly kind: "garbage"; readonly at: number; readonly bytes: number }
  /** The stream's header is not one. Without effect on raw frames. */
  | { readonly kind: "bad-header"; readonly text: string }
  /** The process ends after frame `at`. */
  | { readonly kind: "end"; readonly at: number };

/** The stream as chunks: the header first (empty for raw), then one for each frame. Faults are put in as they come. */
export function* streamOf(
  format: StreamFormat,
  rate: number,
  frames: Iterable<GreyImage>,
  faults: readonly StreamFault[] = [],
  random?: RandomSource,
): Generator<Uint8Array> {
  let number = 0;
  let last: GreyImage | undefined;
  for (const frame of frames) {
    if (number === 0) yield header(format, frame, rate, faults);
    const shown = faults.reduce((image, fault) => spoiled(image, fault, number, last, random), frame);
    // A frozen picture is the one before the freeze, which stays
    if (!faults.some((fault) => fault.kind === "frozen" && within(fault, number))) last = shown;
    for (const fault of faults)
      if (fault.kind === "garbage" && fault.at === number) yield noiseBytes(fault.bytes, random);
    const bytes = frameBytes(format, shown);
    const cut = faults.find((fault) => fault.kind === "cut" && fault.at === number);
    const dropped = faults.some((fault) => fault.kind === "dropped" && within(fault, number));
    if (!dropped) yield cut?.kind === "cut" ? bytes.subarray(0, Math.min(bytes.length, cut.bytes)) : bytes;
    if (faults.some((fault) => fault.kind === "end" && fault.at === number)) return;
    number++;
  }
}

function header(
  format: StreamFormat,
  frame: GreyImage,
  rate: number,
  faults: readonly StreamFault[],
): Uint8Array {
  const bad = faults.find((fault) => fault.kind === "bad-header");
  return bad?.kind === "bad-header" && format === "y4m"
    ? ascii(bad.text)
    : streamHeader(format, frame.width, frame.height, rate);
}

const within = (fault: { at: number; count: number }, n: number): boolean =>
  n >= fault.at && n < fault.at + fault.count;

const noiseBytes = (length: number, random: RandomSource | undefined): Uint8Array =>
  Uint8Array.from({ length }, () => random?.below(256) ?? 0xa5);

function spoiled(
  image: GreyImage,
  fault: StreamFault,
  number: number,
  last: GreyImage | undefined,
  random: RandomSource | undefined,
): GreyImage {
  const same = (value: (grey: number) => number): GreyImage =>
    greyImage(image.width, image.height, image.data.map(value));
  switch (fault.kind) {
    case "frozen":
      return within(fault, number) ? (last ?? image) : image;
    case "black":
      return within(fault, number) ? same(() => random?.below(4) ?? 0) : image;
    case "white":
      return within(fault, number) ? same(() => 255) : image;
    case "shifted":
      return number >= fault.at ? shifted(image, fault.x, fault.y) : image;
    case "dimmed":
      return number >= fault.at ? same((grey) => Math.min(255, Math.round(grey * fault.factor))) : image;
    default:
      return image;
  }
}

/** The picture moved by (x, y) pixels, fractions allowed; its edge repeats where nothing was seen. */
export function shifted({ width, height, data }: GreyImage, x: number, y: number): GreyImage {
  const out = new Uint8Array(data.length);
  const at = (column: number, row: number): number =>
    data[Math.min(height - 1, Math.max(0, row)) * width + Math.min(width - 1, Math.max(0, column))] ?? 0;
  const [wx, wy] = [Math.floor(-x), Math.floor(-y)];
  const [fx, fy] = [-x - wx, -y - wy];
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      const [c, r] = [column + wx, row + wy];
      const upper = at(c, r) * (1 - fx) + at(c + 1, r) * fx;
      const lower = at(c, r + 1) * (1 - fx) + at(c + 1, r + 1) * fx;
      out[row * width + column] = Math.round(upper * (1 - fy) + lower * fy);
    }
  return greyImage(width, height, out);
}

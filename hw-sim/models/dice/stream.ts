import type { GreyImage } from "../../../src/vision/grey-image.ts";

/**
 * Frames as the very bytes that a camera's child process writes: raw grey pictures of a fixed size back to back (`ffmpeg
 * -f rawvideo -pix_fmt gray`, `rpicam-vid` luma), or YUV4MPEG2 with one grey plane (`ffmpeg -f yuv4mpegpipe -pix_fmt gray`,
 * colour space "mono"; frame header "FRAME", mjpegtools yuv4mpeg(5)).
 */
export type StreamFormat = "raw" | "y4m";

const ascii = (text: string): Uint8Array => Uint8Array.from(text, (c) => c.charCodeAt(0));

/** What stands before the first frame; nothing for raw frames. `rate`: frames a second. */
export function streamHeader(format: StreamFormat, width: number, height: number, rate: number): Uint8Array {
  return format === "raw"
    ? new Uint8Array(0)
    : ascii(`YUV4MPEG2 W${width} H${height} F${rate}:1 Ip A1:1 Cmono\n`);
}

export function frameBytes(format: StreamFormat, { data }: GreyImage): Uint8Array {
  const mark = ascii(format === "raw" ? "" : "FRAME\n");
  const bytes = new Uint8Array(mark.length + data.length);
  bytes.set(mark);
  bytes.set(data, mark.length);
  return bytes;
}

import type { KernelRoom } from "./kernels.ts";
import { greyImage, type GreyImage } from "../grey-image.ts";

/**
 * 3x3 means of a frame, rounded to nearest; the outermost pixels stay as they are. Halves and thirds of the noise go, so
 * that a change of a few grey levels is seen (the frame loop compares means, never single pixels).
 */
export function mean3(room: KernelRoom, { width, height, data }: GreyImage): GreyImage {
  if (width < 2 || height < 2) throw new RangeError(`a mean of a picture of ${width} by ${height} pixels`);
  room.begin();
  const input = put(room, data);
  const output = room.scratch(data.length);
  room.run.mean3(input, output, width, height);
  return greyImage(width, height, room.bytes(output, data.length).slice());
}

/** The picture at half size: each pixel the rounded mean of four. An odd last row or column goes. At least 2 pixels a side. */
export function halved(room: KernelRoom, { width, height, data }: GreyImage): GreyImage {
  if (width < 2 || height < 2) throw new RangeError(`half of a picture of ${width} by ${height} pixels`);
  room.begin();
  const input = put(room, data);
  const [w, h] = [width >> 1, height >> 1];
  const output = room.scratch(w * h);
  room.run.half(input, output, width, height);
  return greyImage(w, h, room.bytes(output, w * h).slice());
}

/** |a - b| of every pixel. Throws a RangeError when the pictures differ in size. */
export function difference(room: KernelRoom, a: GreyImage, b: GreyImage): GreyImage {
  sameSize(a, b);
  room.begin();
  const [one, two] = [put(room, a.data), put(room, b.data)];
  const output = room.scratch(a.data.length);
  room.run.difference(one, two, output, a.data.length);
  return greyImage(a.width, a.height, room.bytes(output, a.data.length).slice());
}

/** Pixels under the mask (any value but 0) where the pictures differ by more than `threshold` (0 to 255) levels. */
export function changedPixels(
  room: KernelRoom,
  a: GreyImage,
  b: GreyImage,
  mask: GreyImage,
  threshold: number,
): number {
  sameSize(a, b);
  sameSize(a, mask);
  if (!Number.isInteger(threshold) || threshold < 0 || threshold > 255)
    throw new RangeError(`a threshold of ${threshold} levels`);
  room.begin();
  const [one, two, seen] = [put(room, a.data), put(room, b.data), put(room, mask.data)];
  return room.run.changed(one, two, seen, a.data.length, threshold);
}

function put(room: KernelRoom, data: Uint8Array): number {
  const at = room.scratch(data.length);
  room.bytes(at, data.length).set(data);
  return at;
}

function sameSize(a: GreyImage, b: GreyImage): void {
  if (a.width !== b.width || a.height !== b.height)
    throw new RangeError(`pictures of ${a.width}x${a.height} and ${b.width}x${b.height} pixels`);
}

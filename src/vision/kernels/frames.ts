import type { KernelMemory } from "./kernels.ts";
import { greyImage, type GreyImage } from "../grey-image.ts";

/**
 * 3x3 means of a frame, rounded to nearest; the outermost pixels stay as they are. Halves and thirds of the noise go, so
 * that a change of a few grey levels is seen (the frame loop compares means, never single pixels).
 */
export function mean3(memory: KernelMemory, { width, height, data }: GreyImage): GreyImage {
  if (width < 2 || height < 2) throw new RangeError(`a mean of a picture of ${width} by ${height} pixels`);
  memory.clearScratch();
  const input = copyIn(memory, data);
  const output = memory.scratch(data.length);
  memory.run.mean3(input, output, width, height);
  return greyImage(width, height, memory.bytes(output, data.length).slice());
}

/** The picture at half size: each pixel the rounded mean of four. An odd last row or column goes. At least 2 pixels a side. */
export function halved(memory: KernelMemory, { width, height, data }: GreyImage): GreyImage {
  if (width < 2 || height < 2) throw new RangeError(`half of a picture of ${width} by ${height} pixels`);
  memory.clearScratch();
  const input = copyIn(memory, data);
  const [w, h] = [width >> 1, height >> 1];
  const output = memory.scratch(w * h);
  memory.run.half(input, output, width, height);
  return greyImage(w, h, memory.bytes(output, w * h).slice());
}

function copyIn(memory: KernelMemory, data: Uint8Array): number {
  const at = memory.scratch(data.length);
  memory.bytes(at, data.length).set(data);
  return at;
}

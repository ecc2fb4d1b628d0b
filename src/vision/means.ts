import { greyImage, type GreyImage } from "./grey-image.ts";

/** The picture at half size without the kernels, for single pictures: each pixel the rounded mean of four. */
export function halfOf({ width, height, data }: GreyImage): GreyImage {
  const w = width >> 1;
  const h = height >> 1;
  const out = new Uint8Array(w * h);
  for (let y = 0, to = 0; y < h; y++) {
    let upper = 2 * y * width;
    let lower = upper + width;
    for (let x = 0; x < w; x++, upper += 2, lower += 2)
      out[to++] =
        ((data[upper] as number) +
          (data[upper + 1] as number) +
          (data[lower] as number) +
          (data[lower + 1] as number) +
          2) >>
        2;
  }
  return greyImage(w, h, out);
}

/** Mean level of a square of the picture. */
export function levelOf(
  { width, data }: GreyImage,
  { x, y, side }: { readonly x: number; readonly y: number; readonly side: number },
): number {
  let sum = 0;
  for (let row = y; row < y + side; row++)
    for (let column = x; column < x + side; column++) sum += data[row * width + column] ?? 0;
  return sum / (side * side);
}

/** The rounded mean of pictures of one size, at least one. */
export function averageOf(images: readonly GreyImage[]): GreyImage {
  const [first] = images;
  if (first === undefined) throw new RangeError("an average of no picture");
  const sums = new Uint16Array(first.data.length);
  for (const { data, width, height } of images) {
    if (width !== first.width || height !== first.height) throw new RangeError("pictures of different sizes");
    for (let at = 0; at < sums.length; at++) sums[at] = (sums[at] as number) + (data[at] as number);
  }
  const count = images.length;
  const bias = count >> 1;
  const data = new Uint8Array(sums.length);
  for (let at = 0; at < sums.length; at++) data[at] = ((sums[at] as number) + bias) / count;
  return greyImage(first.width, first.height, data);
}

/** 3x3 means without the kernels, for single pictures; the outermost pixels stay as they are. */
export function mean3Of({ width, height, data }: GreyImage): GreyImage {
  const out = Uint8Array.from(data);
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      let sum = 0;
      for (let row = -1; row <= 1; row++) {
        const at = (y + row) * width + x;
        sum += (data[at - 1] as number) + (data[at] as number) + (data[at + 1] as number);
      }
      out[y * width + x] = Math.round(sum / 9);
    }
  return greyImage(width, height, out);
}

import { greyImage, type GreyImage } from "./grey-image.ts";

/** A colour picture: red, green, blue bytes of each pixel, row after row from the top left, without padding. */
export interface ColourImage {
  readonly width: number;
  readonly height: number;
  /** `3 * width * height` bytes. */
  readonly data: Uint8Array;
}

/** What grey is made of: ITU-R BT.601 luma, or the smaller of green and blue, in which red dice are opaque. */
export type GreyOf = "luma" | "min-green-blue";

/** Throws a RangeError when the bytes do not fit the size. */
export function greyOf({ width, height, data }: ColourImage, from: GreyOf): GreyImage {
  if (data.length !== 3 * width * height)
    throw new RangeError(`${data.length} bytes for a colour picture of ${width} by ${height} pixels`);
  const grey = new Uint8Array(width * height);
  for (let at = 0, rgb = 0; at < grey.length; at++, rgb += 3) {
    const red = data[rgb] ?? 0;
    const green = data[rgb + 1] ?? 0;
    const blue = data[rgb + 2] ?? 0;
    grey[at] = from === "luma" ? (77 * red + 150 * green + 29 * blue + 128) >> 8 : Math.min(green, blue);
  }
  return greyImage(width, height, grey);
}

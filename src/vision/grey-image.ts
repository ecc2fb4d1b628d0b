/** A grey picture, eight bits a pixel, row after row from the top left, without padding. */
export interface GreyImage {
  readonly width: number;
  readonly height: number;
  /** `width * height` bytes. */
  readonly data: Uint8Array;
}

/** Pixels of one side that any part of tirada takes: a picture beyond it is refused, never scaled unasked. */
export const IMAGE_SIDE_MAX = 4_096;

/** A grey picture over these bytes. Throws a RangeError when the size does not fit them. */
export function greyImage(width: number, height: number, data: Uint8Array): GreyImage {
  if (!Number.isInteger(width) || !Number.isInteger(height) || width < 1 || height < 1)
    throw new RangeError(`a picture of ${width} by ${height} pixels`);
  if (width > IMAGE_SIDE_MAX || height > IMAGE_SIDE_MAX)
    throw new RangeError(`a picture of ${width} by ${height} pixels; at most ${IMAGE_SIDE_MAX} a side`);
  if (data.length !== width * height)
    throw new RangeError(`${data.length} bytes for a picture of ${width} by ${height} pixels`);
  return { width, height, data };
}

/** A point of a picture, pixels from the top left corner of the first pixel, fractions allowed. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

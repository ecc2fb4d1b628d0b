import type { KernelMemory } from "./kernels.ts";

/**
 * Tensors of the kernels: whole numbers of 0 to `LARGEST`, pixels row after row, each with its channels side by side, two pixels of
 * zeros about the picture.
 */
export const MARGIN = 2;
export const LARGEST = 8_191;
/**
 * Channels of a pixel of a given picture: its left neighbour, itself, its right one and none, so that a row of three taps is one tap.
 */
export const GIVEN = 4;
const INT_MAX = 2 ** 31 - 1;
const SHORT_MAX = 32_767;

/** A picture whose pixels have so many channels in the memory: {@link GIVEN}, or a multiple of eight, as convolutions write them. */
export interface Shape {
  readonly channels: number;
  readonly width: number;
  readonly height: number;
}

/** A picture's values in the memory of the kernels. */
export interface Tensor extends Shape {
  readonly at: number;
}

/** Channels that a convolution of so many outputs writes. */
export const channelsOf = (outs: number): number => Math.ceil(outs / 8) * 8;

/** What a tensor takes of the memory, bytes; one of the last layer's floats twice as much. */
export const tensorBytes = ({ channels, width, height }: Shape): number =>
  channels * (width + 2 * MARGIN) * (height + 2 * MARGIN) * 2;

/** The input of a network in an area of {@link tensorBytes}; `values`: row after row, `unit` of them to one of its whole numbers. */
export function fillPicture(memory: KernelMemory, tensor: Tensor, values: Float32Array, unit: number): void {
  const { at, width, height } = tensor;
  const row = (width + 2 * MARGIN) * GIVEN;
  const shorts = memory.shorts(at, row * (height + 2 * MARGIN)).fill(0);
  for (let y = 0; y < height; y++) {
    let to = (y + MARGIN) * row + MARGIN * GIVEN;
    // What falls beside the row is never read.
    for (let x = 0; x < width; x++, to += GIVEN) {
      const value = Math.round((values[y * width + x] ?? 0) / unit);
      const whole = value > LARGEST ? LARGEST : value < -LARGEST ? -LARGEST : value;
      shorts[to + 1] = whole;
      shorts[to + GIVEN] = whole;
      shorts[to - GIVEN + 2] = whole;
    }
  }
}

/** The values of one channel that the last layer wrote, of a part of the picture, row after row. */
export function planeOf(
  memory: KernelMemory,
  { at, channels, width, height }: Tensor,
  channel: number,
  { left, top, right, bottom }: Part = { left: 0, top: 0, right: width, bottom: height },
): Float32Array {
  const row = (width + 2 * MARGIN) * channels;
  const floats = memory.floats(at, row * (height + 2 * MARGIN));
  const out = new Float32Array((right - left) * (bottom - top));
  let to = 0;
  for (let y = top; y < bottom; y++) {
    let from = (y + MARGIN) * row + (left + MARGIN) * channels + channel;
    for (let x = left; x < right; x++, from += channels) out[to++] = floats[from] ?? 0;
  }
  return out;
}

/** What a convolution is, before its weights. */
export interface Layer {
  readonly ins: number;
  readonly outs: number;
  /** 1 or 3. */
  readonly side: number;
  /** 1 or 2. */
  readonly dilation: number;
  /** What one of the input's whole numbers stands for, and of the output's; null: the last layer, whose output is floats. */
  readonly unitIn: number;
  readonly unitOut: number | null;
}

/** A convolution in the memory of the kernels. */
export interface Convolution extends Layer {
  readonly weights: number;
  readonly bias: number;
  readonly scale: number;
}

/**
 * Stores weights [out][in][ky][kx] and biases in whole numbers: for each output the finest unit in which no sum can overflow,
 * whatever the input.
 */
export function storeConvolution(
  memory: KernelMemory,
  layer: Layer,
  weights: Float32Array,
  bias: Float32Array,
): Convolution {
  const { ins, outs, side, unitIn, unitOut } = layer;
  const each = ins * side * side;
  const { down, across, fours } = tapsOf(layer);
  const stored = channelsOf(outs);
  const packed = new Int16Array(stored * down * across * fours * 4);
  const biases = new Int32Array(stored);
  const scales = new Float32Array(stored);
  for (let out = 0; out < outs; out++) {
    const own = weights.subarray(out * each, (out + 1) * each);
    const fine = finestOf(own, (bias[out] ?? 0) / unitIn);
    for (let at = 0; at < each; at++) packed[packedAt(layer, out, at)] = Math.round(fine * (own[at] ?? 0));
    biases[out] = Math.round((fine * (bias[out] ?? 0)) / unitIn);
    scales[out] = unitIn / fine / (unitOut ?? 1);
  }
  const store = (array: Int16Array | Int32Array | Float32Array): number => {
    const at = memory.store(array.byteLength);
    memory.bytes(at, array.byteLength).set(new Uint8Array(array.buffer));
    return at;
  };
  return { ...layer, weights: store(packed), bias: store(biases), scale: store(scales) };
}

/** Taps down and across, and the channels of each in fours: of a given picture, whose pixels hold their neighbours, a row is one tap. */
function tapsOf({ ins, side }: Pick<Layer, "ins" | "side">): { down: number; across: number; fours: number } {
  return ins === 1
    ? { down: side, across: 1, fours: GIVEN / 4 }
    : { down: side, across: side, fours: Math.ceil(ins / 4) };
}

/** Where the kernels want a weight of an output: by eight outputs, tap, two channels, output, channel. `at`: in [in][ky][kx]. */
function packedAt(layer: Layer, out: number, at: number): number {
  const { ins, side } = layer;
  const { down, across, fours } = tapsOf(layer);
  const taps = side * side;
  const [column, row] = [at % side, Math.floor((at % taps) / side)];
  const channel = ins > 1 ? Math.floor(at / taps) : side === 1 ? 1 : column;
  const tap = ins > 1 ? row * side + column : row;
  return ((out >> 3) * down * across + tap) * fours * 32 + (channel >> 1) * 16 + (out & 7) * 2 + (channel & 1);
}

/** How many whole numbers one unit of weight may be. */
function finestOf(weights: Float32Array, bias: number): number {
  const largest = weights.reduce((most, one) => Math.max(most, Math.abs(one)), 0);
  const all = weights.reduce((sum, one) => sum + Math.abs(one), 0);
  // Each rounding of a weight adds at most half a unit, that of the bias one.
  const room = INT_MAX - (LARGEST * weights.length) / 2 - 1;
  const limit = Math.min(SHORT_MAX / largest, room / (LARGEST * all + Math.abs(bias)));
  return Number.isFinite(limit) ? limit : 1;
}

/** A part of a picture: columns `left` to before `right`, rows `top` to before `bottom`. */
export interface Part {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/**
 * Works out the part of the output that is wanted; beyond it the output holds nothing to go by. The output has the input's size, at
 * least 4 wide.
 */
export function convolve(
  memory: KernelMemory,
  input: Tensor,
  layer: Convolution,
  output: Tensor,
  part: Part = { left: 0, top: 0, right: input.width, bottom: input.height },
): void {
  const { width, height } = input;
  const { weights, bias, scale, dilation, unitOut } = layer;
  const { down, across, fours } = tapsOf(layer);
  const { left, top, right, bottom } = part;
  memory.run.convolve(
    ...([input.at, input.channels, fours, output.at, output.channels] as const),
    ...([width, height, weights, bias, scale] as const),
    ...([down, across, dilation, unitOut === null ? 1 : 0] as const),
    ...([left, top, right, bottom] as const),
  );
}

/** The largest of each square of four pixels; not of a given picture. */
export function maxPool(memory: KernelMemory, { at, channels, width, height }: Tensor, output: Tensor): void {
  memory.run.maxPool(at, channels, width, height, output.at);
}

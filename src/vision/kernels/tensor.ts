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
  const floats = memory.scratch(4 * values.length);
  memory.floats(floats, values.length).set(values);
  memory.run.fillGiven(floats, tensor.width, tensor.height, unit, tensor.at);
  memory.releaseScratch(floats);
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
  /** The same for pixels by twos; null: not of this layer. */
  readonly paired: PairedWeights | null;
}

/** Weights of three taps across for pixels by twos, exact where no sum is beyond half of 32 bits. */
interface PairedWeights {
  readonly weights: number;
  /** For each output two rows: of each channel the weights above zero together, and those below. */
  readonly totals: number;
  readonly bias: number;
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
  const paired = pairWeights(layer, packed, biases);
  return {
    ...layer,
    weights: store(packed),
    bias: store(biases),
    scale: store(scales),
    paired: paired && { weights: store(paired.wide), totals: store(paired.totals), bias: paired.bias },
  };
}

/**
 * Of three weights g0, g1, g2 across: g0, g0 + g1 + g2, g0 - g1 + g2 and g2, as `convolvePairs` wants them, whose sums are twice those of
 * `convolve`. Null where one is too large for its 16 bits, and of layers that it does not work out.
 */
function pairWeights(layer: Layer, packed: Int16Array, biases: Int32Array) {
  if (layer.side !== 3 || layer.ins === 1 || layer.unitOut === null) return null;
  const channels = channelsOf(layer.ins);
  const each = tapsOf(layer).fours * 32;
  const wide = new Int16Array((packed.length / 3) * 4);
  // No value of the input is below zero: a sum lies between those of the weights of one sign.
  const totals = new Float32Array(2 * biases.length * channels);
  for (let row = 0; row * 3 * each < packed.length; row++) {
    const [block, down] = [Math.floor(row / 3), row % 3];
    for (let at = 0; at < each; at++) {
      const from = row * 3 * each + at;
      const total = 2 * (block * 8 + ((at >> 1) & 7)) * channels + (at >> 4) * 2 + (at & 1);
      let [even, odd] = [0, 0];
      for (let tap = 0; tap < 3; tap++) {
        const weight = packed[from + tap * each] as number;
        if (tap === 1) odd = weight;
        else even += weight;
        const there = weight > 0 ? total : total + channels;
        totals[there] = (totals[there] as number) + Math.abs(weight);
      }
      if (Math.abs(even) + Math.abs(odd) > SHORT_MAX) return null;
      const to = (block * 12 + down) * each + at;
      wide[to] = packed[from] as number;
      wide[to + 3 * each] = even + odd;
      wide[to + 6 * each] = even - odd;
      wide[to + 9 * each] = packed[from + 2 * each] as number;
    }
  }
  return { wide, totals, bias: biases.reduce((most, one) => Math.max(most, Math.abs(one)), 0) };
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

/** Rows that are worked out at once. */
const BAND = 16;
/** Up to here twice a sum is a whole number of 32 bits, whatever the floats that were added to know it are off. */
const SURE = 0.499 * INT_MAX;

/**
 * Works out the part of the output that is wanted; beyond it the output holds nothing to go by. The output has the input's size, at
 * least 4 wide. Takes scratch memory of its own.
 */
export function convolve(
  memory: KernelMemory,
  input: Tensor,
  layer: Convolution,
  output: Tensor,
  part: Part = { left: 0, top: 0, right: input.width, bottom: input.height },
): void {
  const { width, height, channels } = input;
  const { weights, bias, scale, dilation, unitOut, paired } = layer;
  const { down, across, fours } = tapsOf(layer);
  const { left, right } = part;
  if (unitOut !== null) memory.run.clearMargins(output.at, 2 * output.channels, width, height);
  const pairs = 2 * Math.ceil((right - left) / 4);
  const sums = memory.scratch(512);
  const largest = memory.scratch(2 * channels);
  const rows = paired === null ? 0 : memory.scratch(8 * channels * pairs * (BAND + 2 * dilation));
  const areExact = ({ totals, bias: most }: PairedWeights): boolean =>
    memory.run.largestSum(largest, channels, totals, 2 * output.channels) + most <= SURE;
  for (let top = part.top; top < part.bottom; top += BAND) {
    const bottom = Math.min(part.bottom, top + BAND);
    const from = [top - dilation, pairs, bottom + dilation] as const;
    if (paired !== null) memory.run.pairUp(input.at, channels, width, dilation, left, ...from, rows, largest);
    if (paired !== null && areExact(paired))
      memory.run.convolvePairs(
        ...([rows, channels, fours, output.at, output.channels, width] as const),
        ...([paired.weights, bias, scale, sums, dilation, pairs] as const),
        ...([left, top, right, bottom] as const),
      );
    else
      memory.run.convolve(
        ...([input.at, channels, fours, output.at, output.channels, width] as const),
        ...([weights, bias, scale, sums] as const),
        ...([down, across, dilation, unitOut === null ? 1 : 0] as const),
        ...([left, top, right, bottom] as const),
      );
  }
  memory.releaseScratch(sums);
}

/** The largest of each square of four pixels; not of a given picture. */
export function maxPool(memory: KernelMemory, { at, channels, width, height }: Tensor, output: Tensor): void {
  memory.run.clearMargins(output.at, 2 * channels, output.width, output.height);
  memory.run.maxPool(at, channels, width, height, output.at);
}

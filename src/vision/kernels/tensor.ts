import type { KernelMemory } from "./kernels.ts";

/** Zero rows above and columns left of a plane's picture: what the largest dilation, 2, reaches, and a whole vector. */
export const TOP = 2;
export const LEFT = 4;

/** Planes of floats in the memory of the kernels. */
export interface Tensor {
  readonly at: number;
  readonly planes: number;
  readonly width: number;
  readonly height: number;
  /** Floats from row to row, with padding. */
  readonly stride: number;
  readonly rows: number;
}

/** Planes of this size; in fours, as convolutions write them. */
export interface Shape {
  readonly planes: number;
  readonly width: number;
  readonly height: number;
}

const strideOf = ({ width }: Shape): number => Math.ceil(width / 8) * 8 + 2 * LEFT;
const rowsOf = ({ height }: Shape): number => height + 2 * TOP;

/** What planes take of the memory, bytes. */
export const tensorBytes = (shape: Shape): number =>
  Math.ceil(shape.planes / 4) * 4 * strideOf(shape) * rowsOf(shape) * 4;

/** Planes at an address that has {@link tensorBytes} for them, not cleared. */
export const tensorAt = (at: number, shape: Shape): Tensor => ({
  at,
  planes: shape.planes,
  width: shape.width,
  height: shape.height,
  stride: strideOf(shape),
  rows: rowsOf(shape),
});

/** Planes in scratch memory of their own, not cleared. */
export const newTensor = (memory: KernelMemory, planes: number, width: number, height: number): Tensor => {
  const shape = { planes, width, height };
  return tensorAt(memory.scratch(tensorBytes(shape)), shape);
};

/** Fills one plane with these values, row after row. */
export function fillPlane(memory: KernelMemory, tensor: Tensor, values: Float32Array): void {
  const { at, width, height, stride, rows } = tensor;
  const floats = memory.floats(at, stride * rows);
  floats.fill(0);
  for (let y = 0; y < height; y++)
    floats.set(values.subarray(y * width, (y + 1) * width), (y + TOP) * stride + LEFT);
}

/** The values of one plane, row after row, out of the memory of the kernels. */
export function planeOf(memory: KernelMemory, tensor: Tensor, plane: number): Float32Array {
  const { at, width, height, stride, rows } = tensor;
  const floats = memory.floats(at + plane * stride * rows * 4, stride * rows);
  const out = new Float32Array(width * height);
  for (let y = 0; y < height; y++) {
    const from = (y + TOP) * stride + LEFT;
    out.set(floats.subarray(from, from + width), y * width);
  }
  return out;
}

/** A convolution's weights in the memory of the kernels. */
export interface Convolution {
  readonly ins: number;
  readonly outs: number;
  readonly side: number;
  readonly dilation: number;
  readonly relu: boolean;
  readonly weights: number;
  readonly bias: number;
}

/**
 * Stores weights [out][in][ky][kx] and biases in the memory, in the kernels' order: outputs in fours, a missing one with
 * weights of zero.
 */
export function storeConvolution(
  memory: KernelMemory,
  shape: Pick<Convolution, "ins" | "outs" | "side" | "dilation" | "relu">,
  weights: Float32Array,
  bias: Float32Array,
): Convolution {
  const { ins, outs, side } = shape;
  const taps = side * side;
  const fours = Math.ceil(outs / 4) * 4;
  const packed = new Float32Array(fours * ins * taps);
  for (let out = 0; out < outs; out++)
    for (let at = 0; at < ins * taps; at++)
      packed[(out - (out % 4)) * ins * taps + at * 4 + (out % 4)] = weights[out * ins * taps + at] ?? 0;
  const address = memory.store(packed.byteLength);
  memory.floats(address, packed.length).set(packed);
  const biases = memory.store(fours * 4);
  memory.floats(biases, fours).fill(0).set(bias);
  return { ...shape, weights: address, bias: biases };
}

/** A part of a plane: columns `left` to before `right`, rows `top` to before `bottom`. */
export interface Part {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Works out the part of the output that is wanted; beyond it the output holds nothing to go by. */
export function convolve(
  memory: KernelMemory,
  input: Tensor,
  layer: Convolution,
  output: Tensor,
  part: Part = { left: 0, top: 0, right: input.width, bottom: input.height },
): void {
  const { width, height, stride, rows } = input;
  const { ins, outs, side, dilation, relu, weights, bias } = layer;
  const fours = Math.ceil(outs / 4) * 4;
  const { left, top, right, bottom } = part;
  memory.run.convolve(
    ...([input.at, ins, output.at, fours] as const),
    ...([width, height, stride, rows] as const),
    ...([weights, bias, side, dilation, relu ? 1 : 0] as const),
    ...([left, top, right, bottom] as const),
  );
}

export function maxPool(memory: KernelMemory, input: Tensor, output: Tensor): void {
  const { at, planes, width, height, stride, rows } = input;
  memory.run.maxPool(at, planes, width, height, stride, rows, output.at, output.stride, output.rows);
}

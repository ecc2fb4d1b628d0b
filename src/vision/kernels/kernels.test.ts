import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { randomFrom } from "../../time/random-source.ts";
import { greyImage, type GreyImage } from "../grey-image.ts";
import { halfOf } from "../means.ts";
import { halved, mean3 } from "./frames.ts";
import { changedFiles } from "../../../test/support/changed-files.ts";
import { ALL } from "../../../test/support/volume.ts";
import { KernelMemory } from "./kernels.ts";
import { differencesOf } from "./scales.ts";
import {
  channelsOf,
  convolve,
  fillPicture,
  GIVEN,
  LARGEST,
  MARGIN,
  maxPool,
  planeOf,
  storeConvolution,
  tensorBytes,
  type Shape,
  type Tensor,
} from "./tensor.ts";

const wasm = readFileSync(new URL("kernels.wasm", import.meta.url));
const SIZES = [
  [16, 16],
  [33, 17],
  [64, 5],
  [9, 40],
] as const;

function noise(seed: string, width: number, height: number): GreyImage {
  const stream = randomFrom(seed);
  return greyImage(
    width,
    height,
    Uint8Array.from({ length: width * height }, () => stream.below(256)),
  );
}

function floats(seed: string, count: number): Float32Array {
  const stream = randomFrom(seed);
  return Float32Array.from({ length: count }, () => stream.below(2_000) / 1_000 - 1);
}

/** A convolution written as its definition, of whole numbers: each product and sum is exact. */
function plainly(
  planes: readonly Float64Array[],
  width: number,
  height: number,
  kernel: Float64Array,
  side: number,
  dilation: number,
) {
  const out = new Float64Array(width * height);
  const reach = side === 3 ? 1 : 0;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      planes.forEach((plane, p) => {
        for (let ky = 0; ky < side; ky++)
          for (let kx = 0; kx < side; kx++) {
            const sx = x + (kx - reach) * dilation;
            const sy = y + (ky - reach) * dilation;
            if (sx < 0 || sy < 0 || sx >= width || sy >= height) continue;
            out[y * width + x]! += plane[sy * width + sx]! * kernel[(p * side + ky) * side + kx]!;
          }
      });
  return out;
}

/** Where a plane has an extremum among its eight neighbours that is this far from zero, not on its outermost pixels. */
function peaksOf(plane: Float32Array, width: number, height: number, least: number): number[] {
  const isPeak = (at: number): boolean => {
    const [x, y, value] = [at % width, Math.floor(at / width), plane[at]!];
    if (x < 1 || y < 1 || x > width - 2 || y > height - 2 || Math.abs(value) < least) return false;
    const near = [-1, 0, 1].flatMap((row) => [-1, 0, 1].map((column) => plane[at + row * width + column]!));
    return near.every((other) => Math.sign(value) * other <= Math.abs(value));
  };
  return Array.from(plane.keys()).filter(isPeak);
}

/** Of so many outputs of a convolution, or of a given picture. */
const newTensor = (memory: KernelMemory, outs: number | "given", width: number, height: number): Tensor => {
  const shape: Shape = { channels: outs === "given" ? GIVEN : channelsOf(outs), width, height };
  // Enough for floats, which any may be here.
  return { at: memory.scratch(2 * tensorBytes(shape)), ...shape };
};

/** The whole numbers of one channel of a tensor that is none of floats. */
function shortsOf(memory: KernelMemory, { at, channels, width, height }: Tensor, channel: number): number[] {
  const row = (width + 2 * MARGIN) * channels;
  const all = memory.shorts(at, row * (height + 2 * MARGIN));
  return Array.from({ length: width * height }, (_, index) => {
    const [x, y] = [index % width, Math.floor(index / width)];
    return all[(y + MARGIN) * row + (x + MARGIN) * channels + channel]!;
  });
}

describe("kernels", () => {
  // The compiler takes seconds; whoever changes the source builds them anew, and CI holds them against it.
  if (ALL || changedFiles(0).some((file) => file.startsWith("src/vision/kernels/")))
    it("are what the source builds", async () => {
      const { buildKernels } = await import("../../../scripts/build-kernels.mjs");
      expect(Buffer.compare(await buildKernels(), wasm)).toBe(0);
    });

  it.each(SIZES)("halve %i by %i, as the definition says", (width, height) => {
    const picture = noise(`half ${width}`, width, height);
    expect(halved(new KernelMemory(wasm), picture)).toEqual(halfOf(picture));
  });

  it.each([
    [1, 3, 1],
    [1, 1, 1],
    [5, 3, 2],
    [12, 3, 1],
    [3, 1, 1],
  ])("convolve %i channels, side %i, dilation %i, exactly as the definition says", (ins, side, dilation) => {
    for (const [width, height] of SIZES) {
      const memory = new KernelMemory(wasm);
      const outs = 6;
      // Weights of which the largest is 1, so that its whole number is known; a bias that fits in.
      const kernels = floats("kernels", outs * ins * side * side);
      for (let out = 0; out < outs; out++) kernels[out * ins * side * side] = 1;
      const bias = floats("bias", outs);
      const spread = { ins: 1, outs: ins, side: 1, dilation: 1, unitIn: 1, unitOut: 1 };
      const copies = storeConvolution(memory, spread, new Float32Array(ins).fill(1), new Float32Array(ins));
      const layer = { ins, outs, side, dilation, unitIn: 1, unitOut: null };
      const stored = storeConvolution(memory, layer, kernels, bias);
      const given = floats("picture", width * height).map((value) => Math.round(4_000 * value));
      memory.clearScratch();
      const picture = newTensor(memory, "given", width, height);
      fillPicture(memory, picture, given, 1);
      // Copies of the picture without what is below zero are its channels.
      let input = picture;
      if (ins > 1) convolve(memory, picture, copies, (input = newTensor(memory, ins, width, height)));
      const output = newTensor(memory, outs, width, height);
      convolve(memory, input, stored, output);
      const plane = Float64Array.from(given, (value) => (ins > 1 ? Math.max(0, value) : value));
      for (let out = 0; out < outs; out++) {
        const own = kernels.subarray(out * ins * side * side, (out + 1) * ins * side * side);
        const fine = 1 / memory.floats(stored.scale, outs)[out]!;
        const whole = Float64Array.from(own, (weight) => Math.round(fine * weight));
        const planes = Array.from({ length: ins }, () => plane);
        const wanted = plainly(planes, width, height, whole, side, dilation).map((sum) =>
          Math.fround(Math.fround(sum + Math.round(fine * bias[out]!)) * Math.fround(1 / fine)),
        );
        const got = planeOf(memory, output, out);
        const far = got.findIndex((value, at) => Math.abs(value - wanted[at]!) > 1e-6 * Math.abs(wanted[at]!));
        expect(far === -1 ? "" : `output ${out}, ${far}: ${got[far]} for ${wanted[far]}`).toBe("");
      }
    }
  });

  it("no sum overflows, whatever the input: the finest weights leave room for the largest values", () => {
    const memory = new KernelMemory(wasm);
    const ins = 64;
    const largest = { ins: 1, outs: ins, side: 1, dilation: 1, unitIn: 1, unitOut: 1 };
    const full = storeConvolution(memory, largest, new Float32Array(ins).fill(10), new Float32Array(ins));
    for (const sign of [1, -1]) {
      const layer = { ins, outs: 8, side: 3, dilation: 1, unitIn: 1, unitOut: null };
      const weights = floats("full", 8 * ins * 9).map((one) => sign * Math.abs(one));
      const stored = storeConvolution(memory, layer, weights, new Float32Array(8).fill(sign));
      memory.clearScratch();
      const given = newTensor(memory, "given", 8, 8);
      fillPicture(memory, given, new Float32Array(64).fill(LARGEST), 1);
      const input = newTensor(memory, ins, 8, 8);
      convolve(memory, given, full, input);
      expect(shortsOf(memory, input, ins - 1)).toEqual(new Array(64).fill(LARGEST));
      const output = newTensor(memory, 8, 8, 8);
      convolve(memory, input, stored, output);
      const all = weights.subarray(0, ins * 9).reduce((sum, one) => sum + one, 0);
      const middle = planeOf(memory, output, 0)[4 * 8 + 4]!;
      expect(middle / (LARGEST * all)).toBeCloseTo(1, 3);
    }
  });

  it("works out whole numbers of 0 to the largest, rounded to nearest", () => {
    const memory = new KernelMemory(wasm);
    const layer = { ins: 1, outs: 1, side: 1, dilation: 1, unitIn: 1, unitOut: 2 };
    const stored = storeConvolution(memory, layer, new Float32Array([1]), new Float32Array([0]));
    memory.clearScratch();
    const given = newTensor(memory, "given", 4, 2);
    fillPicture(memory, given, Float32Array.of(-9_000, -2, 0, 2, 3.4, 7, 8_190, 9_000), 1);
    const output = newTensor(memory, 1, 4, 2);
    convolve(memory, given, stored, output);
    // Half of 3 and of 7 go to the even neighbour.
    expect(shortsOf(memory, output, 0)).toEqual([0, 0, 0, 1, 2, 4, 4_095, 4_096]);
  });

  it("pools the largest of four and drops an odd edge", () => {
    const memory = new KernelMemory(wasm);
    const layer = { ins: 1, outs: 1, side: 1, dilation: 1, unitIn: 1, unitOut: 1 };
    const stored = storeConvolution(memory, layer, new Float32Array([1]), new Float32Array([0]));
    memory.clearScratch();
    const values = floats("pool", 7 * 5).map((one) => Math.round(1_000 * (one + 1)));
    const given = newTensor(memory, "given", 7, 5);
    fillPicture(memory, given, values, 1);
    const input = newTensor(memory, 1, 7, 5);
    convolve(memory, given, stored, input);
    const output = newTensor(memory, 1, 3, 2);
    maxPool(memory, input, output);
    const wanted = [0, 1].flatMap((y) =>
      [0, 1, 2].map((x) => Math.max(...[0, 1, 7, 8].map((step) => values[2 * y * 7 + 2 * x + step]!))),
    );
    expect(shortsOf(memory, output, 0)).toEqual(wanted);
  });

  it("blur rows and columns, and take one blurred picture off another, to the bit as the definition says", () => {
    const kernels = [Float64Array.of(0.5, 0.25), Float64Array.of(0.4, 0.2, 0.1), Float64Array.of(0.6, 0.2)];
    const rowsBlurred = (values: Float32Array, width: number, kernel: Float64Array): Float32Array =>
      values.map((_, at) => {
        const [from, x] = [at - (at % width), at % width];
        const near = (step: number): number => values[from + Math.min(width - 1, Math.max(0, x + step))]!;
        let sum = near(0) * kernel[0]!;
        for (let tap = 1; tap < kernel.length; tap++) sum += (near(-tap) + near(tap)) * kernel[tap]!;
        return sum;
      });
    const turned = (values: Float32Array, width: number, height: number): Float32Array =>
      values.map((_, at) => values[(at % height) * width + Math.floor(at / height)]!);
    for (const [width, height] of SIZES) {
      const blurred: Float32Array[] = [];
      const values = floats("scales", width * height);
      for (const kernel of kernels) {
        const across = turned(rowsBlurred(blurred.at(-1) ?? values, width, kernel), width, height);
        blurred.push(turned(rowsBlurred(across, height, kernel), height, width));
      }
      const wanted = [blurred[0]!.map((value, at) => (value - blurred[2]![at]!) / 0.3)];
      const steps = { width, height, kernels, apart: 2, by: 0.3, least: 0.4 };
      const [got] = differencesOf(new KernelMemory(wasm), values, steps);
      expect(got?.plane).toEqual(wanted[0]);
      expect([...got!.peaks]).toEqual(peaksOf(wanted[0]!, width, height, 0.4));
    }
  });

  it.each([
    [12, 24, 1, 1],
    [24, 16, 2, 1],
    [64, 8, 2, 0.9],
    [32, 16, 1, 8],
  ])(
    "take pixels by twos, to the bit as by themselves: %i to %i channels, dilation %i, values by %f",
    (...of) => {
      const [ins, outs, dilation, by] = of;
      const [width, height] = [23, 37];
      const memory = new KernelMemory(wasm);
      const spread = { ins: 1, outs: ins, side: 1, dilation: 1, unitIn: 1, unitOut: 1 };
      const tints = floats("tints", ins).map((one) => by * (one + 1));
      const channels = storeConvolution(memory, spread, tints, floats("shift", ins));
      const layer = { ins, outs, side: 3, dilation, unitIn: 1, unitOut: 3 };
      const stored = storeConvolution(memory, layer, floats("twos", outs * ins * 9), floats("bias", outs));
      expect(stored.paired).not.toBeNull();
      memory.clearScratch();
      const given = newTensor(memory, "given", width, height);
      fillPicture(
        memory,
        given,
        floats("pairs", width * height).map((one) => Math.round(4_000 * one)),
        1,
      );
      const input = newTensor(memory, ins, width, height);
      convolve(memory, given, channels, input);
      const [plain, paired] = [newTensor(memory, outs, width, height), newTensor(memory, outs, width, height)];
      const partsOf = [
        undefined,
        { left: 3, top: 5, right: 10, bottom: 36 },
        { left: 17, top: 0, right: 23, bottom: 1 },
      ];
      for (const part of partsOf) {
        convolve(memory, input, { ...stored, paired: null }, plain, part);
        convolve(memory, input, stored, paired, part);
        const { left, top, right, bottom } = part ?? { left: 0, top: 0, right: width, bottom: height };
        const within = (tensor: Tensor): number[] =>
          Array.from({ length: outs }, (_, out) => shortsOf(memory, tensor, out)).flatMap((plane) =>
            plane.filter((_, at) => {
              const [x, y] = [at % width, Math.floor(at / width)];
              return x >= left && x < right && y >= top && y < bottom;
            }),
          );
        expect(within(paired)).toEqual(within(plain));
        expect(new Set(within(plain)).size).toBeGreaterThan(5);
      }
    },
  );

  it("takes means of pictures of any size", () => {
    const memory = new KernelMemory(wasm);
    for (const [width, height] of SIZES) {
      const a = noise("a", width, height);
      const at = (x: number, y: number): number => a.data[y * width + x]!;
      const means = mean3(memory, a);
      for (let y = 1; y < height - 1; y++)
        for (let x = 1; x < width - 1; x++) {
          const nine = [-1, 0, 1].flatMap((dy) => [-1, 0, 1].map((dx) => at(x + dx, y + dy)));
          const sum = nine.reduce((total, one) => total + one, 0);
          expect(Math.abs(means.data[y * width + x]! - sum / 9)).toBeLessThanOrEqual(0.51);
        }
      expect(means.data[0]).toBe(a.data[0]);
      expect(means.data.at(-1)).toBe(a.data.at(-1));
    }
  });

  it("refuse a picture too small and bytes that are not the module", () => {
    const memory = new KernelMemory(wasm);
    expect(() => mean3(memory, noise("a", 1, 8))).toThrow("1 by 8");
    expect(() => new KernelMemory(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]))).toThrow("lack");
    expect(() => memory.scratch(600 * 1024 * 1024)).toThrow("memory");
  });
});

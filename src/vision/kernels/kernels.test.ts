import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { randomFrom } from "../../time/random-source.ts";
import { greyImage, type GreyImage } from "../grey-image.ts";
import { halfOf } from "../means.ts";
import { halved, mean3 } from "./frames.ts";
import { changedFiles } from "../../../test/support/changed-files.ts";
import { ALL } from "../../../test/support/volume.ts";
import { KernelMemory } from "./kernels.ts";
import { convolve, fillPlane, storeConvolution, maxPool, newTensor, planeOf, type Tensor } from "./tensor.ts";

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

/** A convolution written as its definition. */
function plainly(
  planes: Float32Array[],
  width: number,
  height: number,
  kernel: Float32Array,
  side: number,
  dilation: number,
) {
  const out = new Float32Array(width * height);
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
    [5, 3, 2],
    [3, 1, 1],
  ])("convolve %i planes, side %i, dilation %i, as the definition says", (ins, side, dilation) => {
    for (const [width, height] of SIZES) {
      const memory = new KernelMemory(wasm);
      const outs = 6;
      const kernels = floats("kernels", outs * ins * side * side);
      const bias = floats("bias", outs);
      const shape = { ins, outs, side, dilation, relu: true };
      const layer = storeConvolution(memory, shape, kernels, bias);
      // The input's planes come out of a 1x1 convolution that copies one plane with factors of 1, 2, 3 …
      const factors = Float32Array.from({ length: ins }, (_, p) => p + 1);
      const spread = { ins: 1, outs: ins, side: 1, dilation: 1, relu: false };
      const copies = storeConvolution(memory, spread, factors, new Float32Array(ins));
      const first = floats("picture", width * height);
      memory.clearScratch();
      const given = newTensor(memory, 1, width, height);
      fillPlane(memory, given, first);
      const input: Tensor = newTensor(memory, ins, width, height);
      convolve(memory, given, copies, input);
      const output = newTensor(memory, outs, width, height);
      convolve(memory, input, layer, output);
      const planes = Array.from(factors, (factor) => first.map((value) => value * factor));
      for (let out = 0; out < outs; out++) {
        const kernel = kernels.subarray(out * ins * side * side, (out + 1) * ins * side * side);
        const wanted = plainly(planes, width, height, kernel, side, dilation).map((sum) =>
          Math.max(0, sum + bias[out]!),
        );
        const got = planeOf(memory, output, out);
        const worst = got.reduce((most, value, at) => Math.max(most, Math.abs(value - wanted[at]!)), 0);
        expect(worst).toBeLessThan(1e-4);
      }
    }
  });

  it("pools the largest of four and drops an odd edge", () => {
    const memory = new KernelMemory(wasm);
    memory.clearScratch();
    const input = newTensor(memory, 1, 7, 5);
    fillPlane(memory, input, floats("pool", 7 * 5));
    const output = newTensor(memory, 1, 3, 2);
    maxPool(memory, input, output);
    const values = floats("pool", 7 * 5);
    const wanted = [0, 1].flatMap((y) =>
      [0, 1, 2].map((x) => Math.max(...[0, 1, 7, 8].map((step) => values[2 * y * 7 + 2 * x + step]!))),
    );
    expect([...planeOf(memory, output, 0)]).toEqual(wanted);
  });

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

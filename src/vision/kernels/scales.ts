import type { KernelMemory } from "./kernels.ts";

/** Gaussians of one picture, finest first, and what is taken off them. */
export interface ScaleSteps {
  readonly width: number;
  readonly height: number;
  /** Half of each kernel, from its middle on: each picture is blurred by its kernel from the one before. */
  readonly kernels: readonly Float64Array[];
  /** So many Gaussians lie between one and the one taken off it. */
  readonly apart: number;
  /** What the differences are divided by. */
  readonly by: number;
  /** What a peak of a difference is at least, of either sign. */
  readonly least: number;
}

/** One Gaussian less a coarser one, and where it has peaks: no neighbour of eight is farther from zero on that side. */
export interface Difference {
  readonly plane: Float32Array;
  readonly peaks: Int32Array;
}

/** Differences of a picture's Gaussians, finest first: `kernels.length - apart` of them. Width and height at least 3. */
export function differencesOf(
  memory: KernelMemory,
  values: Float32Array,
  { width, height, kernels, apart, by, least }: ScaleSteps,
): Difference[] {
  const count = width * height;
  memory.clearScratch();
  const plane = (): number => memory.scratch(4 * count);
  const [first, turned, output] = [plane(), plane(), plane()];
  const reach = Math.max(...kernels.map(({ length }) => length)) - 1;
  const weights = memory.scratch(8 * (reach + 1));
  const line = memory.scratch(8 * (Math.max(width, height) + 2 * reach + 4));
  const blurred = kernels.map(plane);
  memory.floats(first, count).set(values);
  kernels.forEach((kernel, index) => {
    memory.doubles(weights, kernel.length).set(kernel);
    const from = blurred[index - 1] ?? first;
    // Rows of the first pass are the columns of the second: each pass turns the picture over.
    memory.run.blurTurned(from, width, height, weights, kernel.length - 1, line, turned);
    memory.run.blurTurned(turned, height, width, weights, kernel.length - 1, line, blurred[index] ?? output);
  });
  return blurred.slice(apart).map((coarse, index) => {
    memory.run.difference(blurred[index] ?? coarse, coarse, by, output, count);
    const found = memory.run.findPeaks(output, width, height, least, turned);
    return { plane: memory.floats(output, count).slice(), peaks: memory.ints(turned, found).slice() };
  });
}

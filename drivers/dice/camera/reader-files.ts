import { readFileSync } from "node:fs";
import type { FaceSet } from "../../../src/dice/faces.ts";
import { FaceNetwork } from "../../../src/dice/reading/network/network.ts";
import { KernelMemory } from "../../../src/vision/kernels/kernels.ts";

const KERNELS = new URL("../../../src/vision/kernels/kernels.wasm", import.meta.url);
const WEIGHTS = new URL("../../../src/dice/reading/network/weights/", import.meta.url);

/**
 * The networks of each set of faces. Those of pips were trained on disjoint halves of the photographs
 * (test/data/dice-photos/folds.json) and are averaged.
 */
export const NETWORKS: Readonly<Record<FaceSet, readonly string[]>> = {
  pips: ["pips-a", "pips-b"],
  symbols: ["symbols"],
};

/** The kernels of one thread, with memory of their own. Throws when the file is missing or not the kernels. */
export function openKernels(): KernelMemory {
  return new KernelMemory(readFileSync(KERNELS));
}

/** Loads networks once; throws when a file is missing or its weights are not those that its head names. */
export function openNetworks(memory: KernelMemory, names: readonly string[]): FaceNetwork[] {
  return names.map(
    (name) =>
      new FaceNetwork(
        memory,
        readFileSync(new URL(`${name}.json`, WEIGHTS), "utf8"),
        readFileSync(new URL(`${name}.bin`, WEIGHTS)),
      ),
  );
}

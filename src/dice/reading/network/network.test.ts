import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { KernelMemory } from "../../../vision/kernels/kernels.ts";
import { FaceNetwork } from "./network.ts";

const wasm = readFileSync(new URL("../../../vision/kernels/kernels.wasm", import.meta.url));
const file = (name: string): Buffer => readFileSync(new URL(`weights/${name}`, import.meta.url));
const head = (name: string): string => file(`${name}.json`).toString("utf8");

interface Probe {
  readonly width: number;
  readonly height: number;
  readonly sha256: string;
  readonly expected: readonly (readonly (readonly number[])[])[];
}

/** Of a logit: what whole numbers of 13 bits instead of floats make of it, three times over. */
const WHOLE = 0.05;

/** The pattern that the training's export describes in the probe's `about`. */
function probePicture({ width, height }: Probe): Float32Array {
  return Float32Array.from({ length: width * height }, (_, at) => {
    const x = at % width;
    const y = Math.floor(at / width);
    return (((7 * x * x + 13 * y * y + 5 * x * y + 31 * x + 17 * y) % 257) - 128) / 64;
  });
}

describe.each(["pips-a", "pips-b", "symbols"])("network %s", (name) => {
  it("computes what PyTorch computed when it was written", () => {
    const probe = JSON.parse(file(`${name}.probe.json`).toString("utf8")) as Probe;
    const network = new FaceNetwork(new KernelMemory(wasm), head(name), file(`${name}.bin`));
    expect(network.sha256).toBe(probe.sha256);
    const maps = network.run(probePicture(probe), probe.width, probe.height);
    expect(maps.planes.length).toBe(probe.expected.length);
    let worst = 0;
    probe.expected.forEach((plane, map) =>
      plane.flat().forEach((value, at) => {
        worst = Math.max(worst, Math.abs(value - (maps.planes[map]?.[at] ?? Number.NaN)));
      }),
    );
    expect(worst).toBeLessThan(WHOLE);
  });

  it("gives the same bits again, also after a picture of another size and beside another network", () => {
    const memory = new KernelMemory(wasm);
    const first = new FaceNetwork(memory, head(name), file(`${name}.bin`));
    const second = new FaceNetwork(memory, head("pips-a"), file("pips-a.bin"));
    const picture = probePicture({ width: 50, height: 37 } as Probe);
    const before = first.run(picture, 50, 37);
    second.run(probePicture({ width: 90, height: 61 } as Probe), 90, 61);
    expect(first.run(picture, 50, 37)).toEqual(before);
  });

  it("works out a part of the maps as it does the whole, to the bit", () => {
    const network = new FaceNetwork(new KernelMemory(wasm), head(name), file(`${name}.bin`));
    const [width, height] = [80, 72];
    const picture = probePicture({ width, height } as Probe);
    const whole = network.run(picture, width, height);
    for (const part of [
      { left: 5, top: 4, right: 15, bottom: 14 },
      { left: 0, top: 0, right: 3, bottom: 18 },
      { left: 13, top: 17, right: 20, bottom: 18 },
    ]) {
      const maps = network.run(picture, width, height, part);
      const isWithin = (_: number, at: number): boolean => {
        const [x, y] = [at % whole.width, Math.floor(at / whole.width)];
        return x >= part.left && x < part.right && y >= part.top && y < part.bottom;
      };
      const within = whole.planes.map((plane) => plane.filter(isWithin));
      expect([maps.left, maps.top, maps.width]).toEqual([part.left, part.top, part.right - part.left]);
      expect(maps.planes).toEqual(within);
    }
  });

  it("refuses weights that are damaged, cut or another's", () => {
    const memory = new KernelMemory(wasm);
    const bytes = new Uint8Array(file(`${name}.bin`));
    const flipped = bytes.map((byte, at) => (at === 5_000 ? byte ^ 1 : byte));
    expect(() => new FaceNetwork(memory, head(name), flipped)).toThrow("not those of its head");
    expect(() => new FaceNetwork(memory, head(name), bytes.subarray(4))).toThrow("not those of its head");
    expect(() => new FaceNetwork(memory, head(name).slice(10), bytes)).toThrow("no JSON");
    expect(() => new FaceNetwork(memory, head(name).replace("tirada-net/2", "other/1"), bytes)).toThrow(
      "format",
    );
  });
});

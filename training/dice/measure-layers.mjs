/**
 * Measures how large the values of each layer of a written network become, and writes it into its head (`most`): the product holds them as
 * whole numbers, and scales these by it. `node measure-layers.mjs NAME…`, after the export; the same weights give the same head.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { renderDataset } from "../../hw-sim/models/dice/render/dataset.ts";
import { mipsOf, normalised, sampleWindow } from "../../src/vision/sample.ts";
import { READING_KINDS } from "../../test/bench/dice-frames.ts";

const WEIGHTS = new URL("../../src/dice/reading/network/weights/", import.meta.url);
/** Side of a die's box over that of its top face. */
const BOX = 1.14;
const SEED = "layers";

/** Pictures as the network is given them: the whole of a render, scaled to the network's dice. */
function* picturesOf(set, diePx) {
  for (const category of READING_KINDS)
    for (const { picture, label } of renderDataset({
      seed: SEED,
      category,
      count: 1,
      width: 640,
      height: 480,
      set,
      perSetup: 1,
      fine: 0,
    })) {
      const step = (label.dice[0].size * BOX) / diePx;
      const side = (pixels) => Math.ceil(pixels / step / 8) * 8;
      const window = { centre: { x: 320, y: 240 }, step, angle: 0, width: side(640), height: side(480) };
      yield { ...window, values: normalised(sampleWindow(mipsOf(picture), window)) };
    }
}

function convolve({ planes, width, height }, { out, k, dilation, relu }, kernel, bias) {
  const reach = k === 3 ? dilation : 0;
  const made = Array.from({ length: out }, (_, o) => {
    const sums = new Float32Array(width * height).fill(bias[o]);
    planes.forEach((plane, p) => {
      for (let tap = 0; tap < k * k; tap++) {
        const weight = kernel[(o * planes.length + p) * k * k + tap];
        const [dx, dy] = [(tap % k) * dilation - reach, Math.floor(tap / k) * dilation - reach];
        for (let y = Math.max(0, -dy); y < Math.min(height, height - dy); y++)
          for (let x = Math.max(0, -dx); x < Math.min(width, width - dx); x++)
            sums[y * width + x] += weight * plane[(y + dy) * width + x + dx];
      }
    });
    return relu ? sums.map((one) => Math.max(0, one)) : sums;
  });
  return { planes: made, width, height };
}

function pool({ planes, width, height }) {
  const [w, h] = [width >> 1, height >> 1];
  const largest = (plane) =>
    Float32Array.from({ length: w * h }, (_, at) => {
      const from = 2 * Math.floor(at / w) * width + 2 * (at % w);
      return Math.max(plane[from], plane[from + 1], plane[from + width], plane[from + width + 1]);
    });
  return { planes: planes.map(largest), width: w, height: h };
}

for (const name of process.argv.slice(2)) {
  const file = new URL(`${name}.json`, WEIGHTS);
  const head = JSON.parse(readFileSync(file, "utf8"));
  const bytes = readFileSync(new URL(`${name}.bin`, WEIGHTS));
  const weights = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  const most = head.layers.map(() => 0);
  for (const { values, width, height } of picturesOf(name.split("-")[0], head.input.diePx)) {
    let at = 0;
    let tensor = { planes: [values], width, height };
    head.layers.forEach((layer, index) => {
      if (layer.op === "pool") return void (tensor = pool(tensor));
      const kernel = weights.subarray(at, (at += layer.out * layer.in * layer.k * layer.k));
      tensor = convolve(tensor, layer, kernel, weights.subarray(at, (at += layer.out)));
      for (const plane of tensor.planes) most[index] = plane.reduce((a, b) => Math.max(a, b), most[index]);
    });
  }
  head.format = "tirada-net/2";
  head.layers.forEach((layer, index) => {
    if (layer.op === "conv" && layer.relu) layer.most = Number(most[index].toPrecision(3));
  });
  writeFileSync(file, `${JSON.stringify(head, null, 2)}\n`);
  process.stdout.write(`${name}: ${head.layers.map(({ most: one = "" }) => one).join(" ")}\n`);
}

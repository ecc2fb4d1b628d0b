import { createHash } from "node:crypto";
import { z } from "zod";
import { facesOf, type FaceSet } from "../../faces.ts";
import type { KernelMemory } from "../../../vision/kernels/kernels.ts";
import {
  convolve,
  storeConvolution,
  fillPicture,
  maxPool,
  planeOf,
  tensorBytes,
  type Convolution,
  type Part,
  type Shape,
  type Tensor,
  LARGEST,
  GIVEN,
  channelsOf,
} from "../../../vision/kernels/tensor.ts";
import type { Outputs } from "./peaks.ts";

/**
 * The network of the pictures' reader: fully convolutional, so a picture of any size gives maps of a quarter of it.
 * Format `tirada-net/2`: a JSON head (layers, how large their values become, outputs, sha256 of the weights) and the weights, float32
 * little-endian, for each convolution [out][in][ky][kx] and then the biases. They are made whole numbers as they are loaded.
 */
const LAYER = z.discriminatedUnion("op", [
  z.strictObject({
    op: z.literal("conv"),
    in: z.int().min(1).max(256),
    out: z.int().min(1).max(256),
    k: z.union([z.literal(1), z.literal(3)]),
    dilation: z.union([z.literal(1), z.literal(2)]),
    relu: z.boolean(),
    /** The largest value of its output that was measured; the last has none. */
    most: z.number().positive().max(1_000).optional(),
  }),
  z.strictObject({ op: z.literal("pool") }),
]);
const HEAD = z.object({
  format: z.literal("tirada-net/2"),
  name: z.string().max(64),
  input: z.object({ diePx: z.int().min(16).max(64), normalise: z.literal("mean0sd1") }),
  layers: z.array(LAYER).min(2).max(32),
  outputs: z.array(z.string().max(32)).min(3).max(32),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
type Head = z.infer<typeof HEAD>;

/** Outputs of a picture or of a part of it: logits, or the last map's log2(side / diePx), row after row. */
export interface Maps {
  /** Cells of the picture left of the maps and above them. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly planes: readonly Float32Array[];
}

/**
 * Which outputs are the faces of a set. The network's name says what it was trained on ("pips-a", "symbols"): a network of one set must
 * never read the other.
 */
function outputsOf(name: string, outputs: readonly string[], set: FaceSet): Outputs | null {
  const last = outputs.length - 2;
  if (outputs[last] !== "none" || outputs[last + 1] !== "size" || name.split("-")[0] !== set) return null;
  const faces = facesOf(set).map((face) => outputs.indexOf(face));
  if (faces.includes(-1)) return null;
  const none = outputs.map((_, at) => at).filter((at) => at <= last && !faces.includes(at));
  return { faces, none, scale: last + 1 };
}

type Step = { readonly op: "pool" } | { readonly op: "conv"; readonly layer: Convolution };

export class FaceNetwork {
  readonly name: string;
  readonly outputs: readonly string[];
  /** Side of a die, pixels, for which the network was trained: the picture is scaled to it. */
  readonly diePx: number;
  /** Pixels of the input to one cell of the maps, each way. */
  readonly cell: number;
  readonly sha256: string;
  /** Where its weights lie. */
  readonly kernels: KernelMemory;
  private readonly steps: readonly Step[];

  /** Throws an Error when head and weights are not a whole, undamaged network. */
  constructor(memory: KernelMemory, head: string, weights: Uint8Array) {
    const known = headOf(head);
    const sha256 = createHash("sha256").update(weights).digest("hex");
    if (sha256 !== known.sha256)
      throw new Error(`network ${known.name}: the weights are not those of its head`);
    this.name = known.name;
    this.outputs = known.outputs;
    this.diePx = known.input.diePx;
    this.sha256 = sha256;
    this.cell = 2 ** known.layers.filter(({ op }) => op === "pool").length;
    this.kernels = memory;
    this.steps = storeLayers(memory, known, floatsOf(known.name, weights));
  }

  /** Its outputs for a set of faces. Throws a RangeError when it does not read that set. */
  outputsOfSet(set: FaceSet): Outputs {
    const found = outputsOf(this.name, this.outputs, set);
    if (found === null) throw new RangeError(`the network ${this.name} does not read ${set}`);
    return found;
  }

  /**
   * Maps of one grey plane, `width * height` values, each side at least 16. `part`: the cells that are asked for, within the
   * picture; they are the same bits as of the whole.
   */
  run(values: Float32Array, width: number, height: number, part?: Part): Maps {
    return this.runOn(givePicture(this.kernels, values, width, height), part);
  }

  /** The same of a picture that was given to its kernels last; it stays as it is. */
  runOn(picture: Tensor, part?: Part): Maps {
    const { kernels: memory } = this;
    const { width, height } = picture;
    const shapes = this.#shapesOf(width, height);
    const [even, odd] = roomsFor(memory, shapes);
    const parts = part === undefined ? [] : this.#partsFor(part, width, height);
    let tensor = picture;
    for (const [at, shape] of shapes.slice(1).entries()) {
      const next: Tensor = { at: at % 2 === 0 ? odd : even, ...shape };
      const step = this.steps[at];
      if (step?.op === "conv") convolve(memory, tensor, step.layer, next, parts[at]);
      else maxPool(memory, tensor, next);
      tensor = next;
    }
    const last = tensor;
    const { left, top, right, bottom } = part ?? { left: 0, top: 0, right: last.width, bottom: last.height };
    const planes = this.outputs.map((_, plane) => planeOf(memory, last, plane, { left, top, right, bottom }));
    memory.releaseScratch(Math.min(even, odd));
    return { left, top, width: right - left, height: bottom - top, planes };
  }

  /** Size of the input, and of each layer's output. */
  #shapesOf(width: number, height: number): Shape[] {
    let last: Shape = { channels: GIVEN, width, height };
    const shapes = [last];
    for (const step of this.steps) {
      const { channels, width: across, height: down } = last;
      last =
        step.op === "pool"
          ? { channels, width: across >> 1, height: down >> 1 }
          : { channels: channelsOf(step.layer.outs), width: across, height: down };
      shapes.push(last);
    }
    return shapes;
  }

  /** The part of each layer's output that this part of the last one needs, each within its plane. */
  #partsFor(part: Part, width: number, height: number): Part[] {
    const parts: Part[] = [];
    let { left, top, right, bottom } = part;
    let scale = this.cell;
    for (const step of [...this.steps].reverse()) {
      const [most, lowest] = [Math.floor(width / scale), Math.floor(height / scale)];
      parts.unshift({
        left: Math.max(0, left),
        top: Math.max(0, top),
        right: Math.min(most, right),
        bottom: Math.min(lowest, bottom),
      });
      if (step.op === "pool") {
        [left, top, right, bottom] = [2 * left, 2 * top, 2 * right, 2 * bottom];
        scale /= 2;
      } else {
        const reach = step.layer.side === 3 ? step.layer.dilation : 0;
        [left, top, right, bottom] = [left - reach, top - reach, right + reach, bottom + reach];
      }
    }
    return parts;
  }
}

/** What one whole number of the input stands for, of a picture whose deviation is 1: a small part of a grey level. */
const UNIT = 1 / 256;
/** Room above the largest value that was measured of a layer: what is larger yet is cut there. */
const ROOM = 2;

/**
 * Puts `width * height` values of a grey plane, each side at least 16, where networks of these kernels can be run on them, until anything
 * else uses the kernels.
 */
export function givePicture(memory: KernelMemory, values: Float32Array, width: number, height: number): Tensor {
  if (values.length !== width * height || width < 16 || height < 16)
    throw new RangeError(`a network's picture: ${values.length} values for ${width} by ${height}`);
  memory.clearScratch();
  const shape = { channels: GIVEN, width, height };
  const picture = { at: memory.scratch(tensorBytes(shape)), ...shape };
  fillPicture(memory, picture, values, UNIT);
  return picture;
}

/**
 * Two rooms behind the picture: each layer reads from one and writes to the other, where what the layer before it read is no longer
 * needed.
 */
function roomsFor(memory: KernelMemory, shapes: readonly Shape[]): readonly [number, number] {
  const last = shapes.length - 1;
  const bytes = shapes.map((shape, at) => (at === last ? 2 : 1) * tensorBytes(shape));
  const room = (odd: number): number => memory.scratch(Math.max(...bytes.filter((_, at) => at % 2 === odd)));
  return [room(0), room(1)];
}

function headOf(text: string): Head {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new Error("the head of a network is no JSON");
  }
  const parsed = HEAD.safeParse(json);
  if (!parsed.success) throw new Error(`the head of a network: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

function floatsOf(name: string, bytes: Uint8Array): Float32Array {
  if (bytes.length % 4 !== 0) throw new Error(`network ${name}: ${bytes.length} bytes of weights`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const floats = new Float32Array(bytes.length / 4);
  for (let at = 0; at < floats.length; at++) floats[at] = view.getFloat32(at * 4, true);
  if (!floats.every((one) => Number.isFinite(one))) throw new Error(`network ${name}: a weight is no number`);
  return floats;
}

function storeLayers(memory: KernelMemory, head: Head, weights: Float32Array): Step[] {
  let at = 0;
  let planes = 1;
  let unitIn = UNIT;
  const nextWeights = (count: number): Float32Array => weights.subarray(at, (at += count));
  const steps = head.layers.map((layer, index): Step => {
    if (layer.op === "pool") return { op: "pool" };
    const isLast = index === head.layers.length - 1;
    if (layer.in !== planes || layer.relu === isLast || (layer.most === undefined) !== isLast)
      throw new Error(`network ${head.name}: layer ${index + 1} does not follow the one before it`);
    planes = layer.out;
    const unitOut = layer.most === undefined ? null : (ROOM * layer.most) / LARGEST;
    const shape = { ins: layer.in, outs: layer.out, side: layer.k, dilation: layer.dilation, unitIn, unitOut };
    unitIn = unitOut ?? unitIn;
    const kernel = nextWeights(layer.out * layer.in * layer.k * layer.k);
    return { op: "conv", layer: storeConvolution(memory, shape, kernel, nextWeights(layer.out)) };
  });
  if (at !== weights.length || planes !== head.outputs.length)
    throw new Error(
      `network ${head.name}: ${weights.length} weights and ${head.outputs.length} outputs do not fit its layers`,
    );
  return steps;
}

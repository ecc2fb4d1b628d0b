import { readFileSync } from "node:fs";
import sharp from "sharp";
import { openImage } from "../../drivers/dice/camera/image-file.ts";
import { BOX } from "../../firmware/table/dice/reader.ts";
import { uniformIn } from "../../hw-sim/models/dice/physics/vectors.ts";
import { renderColourDataset } from "../support/dice-colour.ts";
import { renderDataset, type Label } from "../../hw-sim/models/dice/render/dataset.ts";
import type { PhotoStyle } from "../../hw-sim/models/dice/render/photo-style.ts";
import type { CameraSetupOptions } from "../../hw-sim/models/dice/camera-setup.ts";
import type { Category } from "../../hw-sim/models/dice/scenes.ts";
import { randomFrom } from "../../src/time/random-source.ts";
import type { Region } from "../../src/dice/reading/network/search.ts";
import type { ColourImage } from "../../src/vision/colour-image.ts";
import type { GreyImage } from "../../src/vision/grey-image.ts";
import { median } from "./figures.ts";

/** The pictures that readers of dice are measured on: renders of one seed, and real photographs. */

export interface DiceFrame {
  readonly name: string;
  readonly image: GreyImage | ColourImage;
  /** Sorted values of the readable top faces. */
  readonly values: readonly number[];
  /** Faces of dice that need not be read, for glare or for what hides them, but are these when they are. */
  readonly optional: readonly number[];
  /** What an installation would know; null: the labels do not say it. */
  readonly known: Known | null;
  /** Sides of the top face, pixels, that the peer is told: it cannot work without. */
  readonly sides: readonly [number, number];
}

export interface Known {
  /** Side of a die's upright box, pixels, in the middle of its turns. */
  readonly box: number;
  /** Windows of what lies there; null: the whole picture. */
  readonly windows: readonly Region[] | null;
  readonly count: number | null;
}

/** Kinds of renders for which there are photographs to compare with. */
export const READING_KINDS: readonly Category[] = [
  "plain",
  "glare",
  "low-contrast",
  "touching",
  "near-touching",
  "oblique",
  "clear-absorbed",
  "clear-shown",
];

export interface RenderOptions {
  readonly seed: string;
  readonly category: Category;
  readonly count: number;
  readonly width: number;
  readonly height: number;
  readonly setup?: Omit<CameraSetupOptions, "set" | "width" | "height">;
}

/** The same wish gives the same pictures, bit for bit. */
export function* renderedFrames(options: RenderOptions): Generator<DiceFrame> {
  for (const { name, picture, label } of renderDataset({ ...options, set: "pips", perSetup: 1, fine: 0 })) {
    const sides = label.dice.map(({ size }) => size);
    const side = median(sides);
    yield {
      name: `${options.category}/${name}`,
      image: picture,
      values: label.values.map(Number),
      optional: optionalOf(label),
      known: label.dice.length === 0 ? null : knownOf(label, side * BOX),
      sides: label.dice.length === 0 ? [44, 76] : [0.9 * Math.min(...sides), 1.1 * Math.max(...sides)],
    };
  }
}

export interface PhotoStyleOptions {
  readonly seed: string;
  readonly count: number;
  readonly photoStyle: PhotoStyle;
  /** Sizes that are drawn, one after the other, and the one that they are then stretched to. */
  readonly drawn: readonly (readonly [width: number, height: number])[];
  readonly stretched: readonly [width: number, height: number];
}

/** Renders as people's photographs come into collections: in colour, stretched to a square, sharpened, JPEG. */
export async function* photoStyleFrames({
  seed,
  count,
  photoStyle,
  drawn,
  stretched,
}: PhotoStyleOptions): AsyncGenerator<DiceFrame> {
  for (let i = 0; i < count; i++) {
    const [width, height] = drawn[i % drawn.length] ?? stretched;
    const options = {
      seed: `${seed}/${i}`,
      category: "plain",
      count: 1,
      width,
      height,
      rig: { photoStyle },
    } as const;
    for (const { picture, label } of renderColourDataset({ ...options, set: "pips", perSetup: 1, fine: 4 }))
      yield {
        name: `snap ${i}`,
        image: await stored(picture, stretched, options.seed),
        values: label.values.map(Number),
        optional: optionalOf(label),
        known: null,
        sides: [44, 76],
      };
  }
}

/** A picture as it comes out of a collection's file. */
async function stored(
  { width, height, data }: ColourImage,
  [w, h]: PhotoStyleOptions["stretched"],
  seed: string,
): Promise<ColourImage> {
  const random = randomFrom(`${seed}/stored`);
  const jpeg = await sharp(data, { raw: { width, height, channels: 3 } })
    .resize(w, h, { fit: "fill" })
    .sharpen({ sigma: uniformIn(random, 0.6, 1.2), m2: uniformIn(random, 1, 4) })
    .jpeg({ quality: Math.round(uniformIn(random, 60, 90)) })
    .toBuffer();
  return { width: w, height: h, data: new Uint8Array(await sharp(jpeg).raw({ depth: "uchar" }).toBuffer()) };
}

/** Faces of dice that no reader must give, by the label. */
const optionalOf = ({ dice }: Label): number[] =>
  dice.flatMap(({ value, face }) => (value === null && face !== null ? [Number(face)] : []));

function knownOf({ dice, w, h }: Pick<Label, "w" | "h"> & Boxed, box: number): Known {
  const boxes = dice.map(({ box: [x = 0, y = 0, width = 0, height = 0] }) => ({ x, y, width, height }));
  return { box, count: dice.length, windows: windowsOf(boxes, box / 4, w, h) };
}

interface Boxed {
  readonly dice: readonly { readonly box: readonly number[] }[];
}

/** Boxes with a margin, cut at the picture's edge; those that meet become one, as the scene's windows do. */
function windowsOf(boxes: readonly Region[], margin: number, w: number, h: number): Region[] {
  const clip = (value: number, most: number): number => Math.max(0, Math.min(most, Math.round(value)));
  const open = boxes.map(({ x, y, width, height }) => ({
    x0: clip(x - margin, w),
    y0: clip(y - margin, h),
    x1: clip(x + width + margin, w),
    y1: clip(y + height + margin, h),
  }));
  const joined: typeof open = [];
  for (let one of open) {
    for (;;) {
      const at = joined.findIndex(
        (two) => two.x0 < one.x1 && one.x0 < two.x1 && two.y0 < one.y1 && one.y0 < two.y1,
      );
      const [two] = at < 0 ? [] : joined.splice(at, 1);
      if (two === undefined) break;
      one = {
        x0: Math.min(one.x0, two.x0),
        y0: Math.min(one.y0, two.y0),
        x1: Math.max(one.x1, two.x1),
        y1: Math.max(one.y1, two.y1),
      };
    }
    joined.push(one);
  }
  return joined.map(({ x0, y0, x1, y1 }) => ({ x: x0, y: y0, width: x1 - x0, height: y1 - y0 }));
}

const PHOTOS = new URL("../data/dice-photos/", import.meta.url);

export interface PhotoLabel {
  readonly w: number;
  readonly h: number;
  readonly values: readonly number[];
  readonly unread: number;
  readonly source: string;
  readonly tier: "A" | "B" | "C";
  readonly view: string;
  readonly flags: readonly string[];
  readonly dice?: readonly { readonly value: number | null; readonly box?: readonly number[] }[];
}

export interface PhotoFrame extends DiceFrame {
  readonly tier: PhotoLabel["tier"];
  readonly view: string;
  readonly source: string;
  readonly flags: readonly string[];
  /** The half that it belongs to: the network trained on the other half reads it. */
  readonly fold: "a" | "b";
}

/** Sides of top faces in each source's pictures, pixels: from its labels, checked by eye. */
const SIDES: Readonly<Record<string, readonly [number, number]>> = {
  "rune55-round": [95, 170],
  tomitomi3: [38, 62],
  "nell-byler": [22, 42],
  matteop65: [28, 55],
  "rune55-trays": [30, 65],
  epanemu: [50, 130],
  damiantab: [20, 160],
  kamilpiechowiak: [20, 140],
};

/** Every picture of the labels, not yet opened. */
export function photoLabels(): {
  readonly name: string;
  readonly label: PhotoLabel;
  readonly fold: "a" | "b";
}[] {
  const read = (name: string): unknown => JSON.parse(readFileSync(new URL(name, PHOTOS), "utf8"));
  const { images } = read("labels.json") as { images: Record<string, PhotoLabel> };
  const { a, b } = read("folds.json") as Record<"a" | "b", string[]>;
  return Object.entries(images).map(([name, label]) => {
    if (a.includes(name) === b.includes(name)) throw new Error(`${name} is not in one fold`);
    return { name, label, fold: a.includes(name) ? "a" : "b" };
  });
}

export async function photoFrame(name: string, label: PhotoLabel, fold: "a" | "b"): Promise<PhotoFrame> {
  const { image, problem } = await openImage(new URL(name, PHOTOS).pathname);
  if (image === null) throw new Error(`${name}: ${problem}`);
  const { values, tier, view, source, flags } = label;
  return {
    name,
    image,
    values,
    optional: [],
    tier,
    view,
    source,
    flags,
    fold,
    known: knownOfPhoto(name, label),
    sides: SIDES[source] ?? [24, 160],
  };
}

/** Null: the labels do not say where its dice are. */
export function knownOfPhoto(
  name: string,
  { dice = [], w, h, flags, values, unread }: PhotoLabel,
): Known | null {
  const boxes = JSON.parse(readFileSync(new URL("boxes.json", PHOTOS), "utf8")) as Record<
    string,
    readonly number[]
  >;
  const one = boxes[name];
  if (one !== undefined) {
    const [x = 0, y = 0, side = 0] = one;
    const box = [x - side / 2, y - side / 2, side, side];
    return knownOf({ dice: [{ box }], w, h }, side);
  }
  const boxed = dice.flatMap(({ box }) => (box === undefined ? [] : [{ box }]));
  if (flags.includes("pip-boxes") || boxed.length === 0 || boxed.length !== values.length + unread) return null;
  const side = median(boxed.map(({ box: [, , width = 0, height = 0] }) => (width + height) / 2));
  return knownOf({ dice: boxed, w, h }, side);
}

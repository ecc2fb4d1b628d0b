import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import sharp from "sharp";
import { FACE_SETS, type FaceSet } from "../src/dice/faces.ts";
import { renderDataset, type Label } from "../hw-sim/models/dice/render/dataset.ts";
import { CATEGORIES, type Category } from "../hw-sim/models/dice/scenes.ts";

/**
 * Writes drawn pictures of dice and `labels.json` for training and measuring:
 * node scripts/render-dice.ts --count 100 --seed s --out DIR [--set pips|symbols] [--category C]
 * [--width 640] [--height 480] [--per-rig 4] [--fine RAYS]
 */

const { values: given } = parseArgs({
  options: {
    count: { type: "string", default: "100" },
    seed: { type: "string", default: "1" },
    out: { type: "string" },
    set: { type: "string", default: "pips" },
    category: { type: "string" },
    width: { type: "string", default: "640" },
    height: { type: "string", default: "480" },
    "per-rig": { type: "string", default: "4" },
    fine: { type: "string", default: "0" },
  },
});

function parseWholeNumber(name: string, text: string, low: number, high: number): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < low || value > high)
    throw new RangeError(`--${name} ${text}: a whole number from ${low} to ${high} is wanted`);
  return value;
}

const isFaceSet = (text: string): text is FaceSet => (FACE_SETS as readonly string[]).includes(text);
const isCategory = (text: string): text is Category => (CATEGORIES as readonly string[]).includes(text);

const { out, set, category } = given;
if (out === undefined) throw new RangeError("--out is wanted: the folder that the pictures go to");
if (!isFaceSet(set)) throw new RangeError(`--set ${set}: pips or symbols`);
if (category !== undefined && !isCategory(category))
  throw new RangeError(`--category ${category}: one of ${CATEGORIES.join(", ")}`);

mkdirSync(out, { recursive: true });
const images: Record<string, Label> = {};
const pictures = renderDataset({
  seed: given.seed,
  count: parseWholeNumber("count", given.count, 1, 1_000_000),
  set,
  width: parseWholeNumber("width", given.width, 64, 4_096),
  height: parseWholeNumber("height", given.height, 64, 4_096),
  perSetup: parseWholeNumber("per-rig", given["per-rig"], 1, 1_000),
  fine: parseWholeNumber("fine", given.fine, 0, 64),
  ...(category === undefined ? {} : { category }),
});
for (const { name, picture, label } of pictures) {
  const raw = { width: picture.width, height: picture.height, channels: 1 as const };
  await sharp(picture.data, { raw })
    .png({ compressionLevel: 3 })
    .toFile(join(out, `${name}.png`));
  images[`${name}.png`] = label;
}
writeFileSync(join(out, "labels.json"), `${JSON.stringify({ format: 1, images })}\n`);

// Writes rendered pictures: node render.mjs SET COUNT DIRECTORY [SEED]. Each is a PGM; labels-SET.json beside them has the
// form of the photographs' labels. The same command gives the same files.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { renderDataset } from "../../hw-sim/models/dice/render/dataset.ts";

const [set = "pips", count = "100", directory = "runs/renders", seed = "training"] = process.argv.slice(2);
mkdirSync(directory, { recursive: true });
const images = {};
const options = { seed, count: Number(count), set, width: 320, height: 240, perSetup: 3, fine: 0 };
for (const { name, picture, label } of renderDataset(options)) {
  const head = Buffer.from(`P5\n${picture.width} ${picture.height}\n255\n`);
  writeFileSync(join(directory, `${name}.pgm`), Buffer.concat([head, picture.data]));
  images[`${name}.pgm`] = label;
}
writeFileSync(join(directory, `labels-${set}.json`), `${JSON.stringify({ format: 1, images })}\n`);

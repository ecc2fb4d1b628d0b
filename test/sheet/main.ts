import { mkdirSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { parseArgs } from "node:util";
import sharp from "sharp";
import { approvedPictures } from "./chosen.ts";
import { writeApproved } from "./approved.ts";
import { nameOf, picksOf, previewOf, startBrowser, takePictures, type Pick } from "./pictures.ts";

/**
 * `npm run sheet -- --config FILE [--config FILE …] [--only WORD …] [--out FOLDER]`: a picture of every page of these tables in every
 * state, language and size, and one page of HTML with all of them; `--only` keeps those whose name has all the words. `--approve`: looks
 * at the pictures that a soak compares, and writes what is approved from now on.
 */
const { values } = parseArgs({
  options: {
    config: { type: "string", multiple: true, default: ["examples/cl-ruleta-francesa.yaml"] },
    only: { type: "string", multiple: true, default: [] },
    out: { type: "string", default: "var/sheet" },
    approve: { type: "boolean", default: false },
  },
});

/** How wide a picture is on the sheet, px. */
const DRAWN = 384;

async function makeSheet(): Promise<void> {
  const browser = await startBrowser();
  mkdirSync(values.out, { recursive: true });
  const taken: Pick[] = [];
  try {
    for (const config of values.config) {
      const table = basename(config, ".yaml");
      const preview = await previewOf(config);
      const picks = picksOf(table, preview).filter((pick) =>
        values.only.every((word) => nameOf(pick).split(" ").includes(word)),
      );
      process.stderr.write(`${table}: ${picks.length} pictures\n`);
      await takePictures(browser, preview, picks, async (pick, png) => {
        await sharp(png)
          .resize({ width: DRAWN })
          .webp({ quality: 80 })
          .toFile(`${values.out}/${fileOf(pick)}`);
        taken.push(pick);
      });
      await preview.close();
    }
  } finally {
    await browser.close();
  }
  writeFileSync(`${values.out}/index.html`, sheetOf(taken));
  process.stdout.write(`${taken.length} pictures: ${values.out}/index.html\n`);
}

const fileOf = (pick: Pick): string => `${nameOf(pick).replaceAll(" ", "_")}.webp`;

/** Names are words of this tree and of configurations' file names: nothing in them is markup. */
function sheetOf(picks: readonly Pick[]): string {
  const figures = picks.map(
    (pick) =>
      `<figure><img src="${fileOf(pick)}" loading="lazy"><figcaption>${nameOf(pick)}</figcaption></figure>`,
  );
  return `<!doctype html><meta charset="utf-8"><title>tirada · sheet</title>
<style>body{display:flex;flex-wrap:wrap;gap:12px;background:#333;color:#eee;font:13px sans-serif}figure{margin:0;width:${DRAWN}px}</style>
${figures.join("\n")}
`;
}

if (values.approve) {
  const small = await approvedPictures();
  process.stdout.write(`${small.size} pictures approved, ${await writeApproved(small)} bytes\n`);
} else await makeSheet();

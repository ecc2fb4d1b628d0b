import { smallOf } from "./approved.ts";
import {
  nameOf,
  picksOf,
  previewOf,
  SIZES,
  startBrowser,
  takePictures,
  type Pick,
  type SizeName,
} from "./pictures.ts";

/** The pictures that a soak compares with what is approved. */

/** A table of each family, and of each kind of page that cards and dice have. */
export const CHOSEN_TABLES = [
  "cl-ruleta-francesa",
  "es-as-chemin-de-fer",
  "cl-black-jack",
  "es-cb-sic-bo",
  "es-pv-craps",
];
const LANGUAGES = ["es", "eu", "gl", "en"];
/** Where each page stands. */
const STANDS: Readonly<Record<string, readonly SizeName[]>> = {
  control: ["tablet", "small"],
  inspector: ["tablet", "phone"],
  seat: ["tablet", "small"],
};
const ON_WALLS: readonly SizeName[] = ["landscape", "portrait", "tablet"];

/** Of all pictures of a table every page in every state once, in the next language and at the next size each time. */
export function chosenOf(all: readonly Pick[]): readonly Pick[] {
  const kinds = [...new Set(all.map(({ page, state }) => `${page} ${state}`))];
  return kinds.flatMap((kind, at) => {
    const [page = ""] = kind.split(" ");
    const sizes = STANDS[page] ?? ON_WALLS;
    const size = sizes[at % sizes.length];
    const language = LANGUAGES[Math.floor(at / 2) % LANGUAGES.length];
    return all.filter(
      (pick) => `${pick.page} ${pick.state}` === kind && pick.size === size && pick.language === language,
    );
  });
}

/** Takes them, small; `big` is handed each as it was taken. */
export async function approvedPictures(
  big: (name: string, png: Buffer) => void = () => {},
): Promise<ReadonlyMap<string, Buffer>> {
  const browser = await startBrowser();
  const small = new Map<string, Buffer>();
  try {
    for (const table of CHOSEN_TABLES) {
      const preview = await previewOf(`examples/${table}.yaml`);
      await takePictures(browser, preview, chosenOf(picksOf(table, preview)), async (pick, png) => {
        big(nameOf(pick), png);
        small.set(nameOf(pick), await smallOf(png));
      });
      await preview.close();
    }
  } finally {
    await browser.close();
  }
  return small;
}

export { SIZES };

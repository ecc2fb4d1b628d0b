import { smallOf } from "./approved.ts";
import {
  nameOf,
  picksOf,
  previewOf,
  startBrowser,
  takePictures,
  type Pick,
  type SizeName,
} from "./pictures.ts";

/** The pictures that a soak compares with what is approved. */

/** A table of each family. */
export const CHOSEN_TABLES = ["cl-ruleta-francesa", "cl-black-jack", "es-cb-sic-bo"];
const LANGUAGES = ["es", "eu", "gl", "en"];
/** Pages that stand on desks; the others hang on walls. A page that only asks who signs in is left out. */
const ON_DESKS: readonly string[] = ["control", "seat"];
const DESKS: readonly SizeName[] = ["tablet", "small"];
const WALLS: readonly SizeName[] = ["landscape", "portrait", "tablet"];
/** Pages of people of the house, and those that say what time it is. */
const LEFT_OUT: readonly string[] = ["inspector", "technician", "analysis", "phone"];
/** Pages that are looked at in every state; the others in every fourth one. */
const IN_EVERY_STATE: readonly string[] = ["display"];

/** Of all pictures of a table the chosen pages and states, in the next language and at the next size each time. */
export function chosenOf(all: readonly Pick[]): readonly Pick[] {
  const states = [...new Set(all.map(({ state }) => state))];
  const pages = [...new Set(all.map(({ page }) => page))].filter((page) => !LEFT_OUT.includes(page));
  const kinds = pages.flatMap((page, nth) =>
    states
      .filter((_, at) => IN_EVERY_STATE.includes(page) || at % 4 === nth % 4)
      .map((state) => ({ page, state })),
  );
  return kinds.flatMap(({ page, state }, at) => {
    const sizes = ON_DESKS.includes(page) ? DESKS : WALLS;
    const [size, language] = [sizes[at % sizes.length], LANGUAGES[Math.floor(at / 2) % LANGUAGES.length]];
    return all.filter(
      (one) => one.page === page && one.state === state && one.size === size && one.language === language,
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

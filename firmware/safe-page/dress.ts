import { z } from "zod";
import { readYaml } from "../../src/rules/yaml.ts";
import { readTextFile } from "../files/read-file.ts";
import { houseColours, OUR_PALETTES } from "../table/config/house-colours.ts";
import { houseSchema } from "../table/config/house-config.ts";

/** How the house shows itself to players whose table is out of order. Its pictures are not opened here: this page must always stand. */
export interface Dress {
  readonly name: string | null;
  readonly ground: string;
  readonly text: string;
  readonly accent: string;
  /** Of the words that the table is out of order. */
  readonly warn: string;
}

const CONFIG_LIMIT = 262_144;
const withHouse = z.object({ display: z.object({ house: houseSchema }) });

/** The house of a table's configuration, whatever else is wrong with that; null: it says none that can be read. Throws nothing. */
export function dressOf(path: string): Dress | null {
  try {
    const yaml = readYaml(readTextFile(path, CONFIG_LIMIT), path);
    const read = yaml.ok ? withHouse.safeParse(yaml.value) : null;
    if (read?.success !== true) return null;
    const { name = null, look, colours } = read.data.display.house;
    const {
      ground,
      ivory: text,
      brass: accent,
      warn,
    } = houseColours(colours[look] ?? OUR_PALETTES[look], look);
    return { name, ground, text, accent, warn };
  } catch {
    return null;
  }
}

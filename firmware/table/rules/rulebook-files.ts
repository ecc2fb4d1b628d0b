import { readFile } from "node:fs/promises";
import { DATA, fileOf, libraryOf, RulebookError } from "./library.ts";
import { loadPack } from "./load.ts";
import { LANGUAGES } from "../../../src/text/language.ts";

/** A file that a rulebook is made of: its name below the folder of rulebooks, and its text. */
export interface RulebookFile {
  /** `cl/craps/2023-03.yaml`. */
  readonly name: string;
  readonly text: string;
}

/**
 * The files of an installed edition: its own, those that it extends, and the words of its jurisdictions in the other languages, without
 * which no edition is usable. Null: the edition is not installed. Rejects when a file that is installed cannot be read.
 */
export async function rulebookFiles(rulebook: string): Promise<readonly RulebookFile[] | null> {
  const names = sourcesOf(rulebook);
  if (names === null) return null;
  const library = libraryOf(DATA);
  const jurisdictions = new Set(names.map((name) => name.split("/", 1)[0] ?? ""));
  const words = [...jurisdictions].flatMap((place) =>
    LANGUAGES.filter((language) => library.translations(place, language) !== null).map(
      (language) => `${place}/translations/${language}`,
    ),
  );
  const files = [...names.map((name) => name.replace("@", "/")), ...words];
  return Promise.all(
    files.map(async (name) => ({ name: `${name}.yaml`, text: await readFile(fileOf(name), "utf8") })),
  );
}

function sourcesOf(rulebook: string): readonly string[] | null {
  try {
    const { name, inherited } = loadPack(rulebook);
    return [name, ...inherited.map(({ from }) => from)];
  } catch (error) {
    if (error instanceof RulebookError) return null;
    throw error;
  }
}

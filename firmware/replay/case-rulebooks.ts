import { CASE_RULEBOOKS } from "../../src/record/case-file.ts";
import type { Library, TextFile } from "../../src/rules/extends.ts";
import { parsePack } from "../../src/rules/parse.ts";
import { problemText } from "../../src/rules/yaml.ts";
import type { CaseContents } from "../evidence/case/case-contents.ts";
import type { LoadedPack } from "../table/rules/load.ts";

/** Where the words of one rulebook begin in a file of translations. */
const TRANSLATED = /^ {2}"?([a-z0-9/-]+@\d{4}-\d{2})"?:/gm;

/** The rulebooks of a case file, read from it alone. */
export class CaseRulebooks {
  readonly #reader: CaseContents;
  readonly #library: Library;
  readonly #read = new Map<string, LoadedPack | string>();

  constructor(reader: CaseContents) {
    this.#reader = reader;
    const names = [...reader.parts.keys()].flatMap((name) => {
      const edition = new RegExp(`^${CASE_RULEBOOKS}(.+)/(\\d{4}-\\d{2})\\.yaml$`).exec(name);
      return edition === null ? [] : [`${edition[1]}@${edition[2]}`];
    });
    this.#library = {
      names: () => [...names, ...this.#translated()],
      source: (name) => this.#text(`${name.replace("@", "/")}.yaml`),
      translations: (place, language) => this.#text(`${place}/translations/${language}.yaml`),
    };
  }

  /** An edition, or in one line why it cannot be used. */
  edition(name: string): LoadedPack | string {
    const known = this.#read.get(name) ?? this.#parse(name);
    this.#read.set(name, known);
    return known;
  }

  #parse(name: string): LoadedPack | string {
    const found = this.#library.source(name);
    if (found === null) return `the rulebook ${name} is not in it`;
    const read = parsePack(found.text, found.file, this.#library);
    if (read.ok) {
      const { pack, digest, inherited } = read;
      return { id: name.split("@", 1)[0] ?? name, name, pack, digest, inherited };
    }
    const [first] = read.problems;
    return `the rulebook ${name} in it is not usable: ${first === undefined ? "no reason given" : problemText(first)}`;
  }

  /** Words of a jurisdiction are those of all its rulebooks; the others are not in the file, and nothing is wrong with that. */
  #translated(): readonly string[] {
    return [...this.#reader.parts.keys()].flatMap((name) => {
      const [, place] = new RegExp(`^${CASE_RULEBOOKS}([a-z-]+)/translations/`).exec(name) ?? [];
      if (place === undefined) return [];
      const text = this.#reader.text(name);
      return [...text.matchAll(TRANSLATED)].map(([, rulebook]) => `${place}/${rulebook ?? ""}`);
    });
  }

  #text(name: string): TextFile | null {
    const file = `${CASE_RULEBOOKS}${name}`;
    return this.#reader.parts.has(file) ? { file, text: this.#reader.text(file) } : null;
  }
}

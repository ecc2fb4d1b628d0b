import { globSync } from "node:fs";
import { posix } from "node:path";
import { usageProblem } from "../../problem.ts";
import { renderMarkdown, type Markdown } from "./markdown.ts";

/** The folder of the manuals in a dossier. */
export const MANUALS = "manuals";

/** A page of the project's manuals. */
export interface Manual extends Markdown {
  /** Its file in the checkout: `docs/technician/keys-and-pins.md`. */
  readonly file: string;
  /** Its page in the dossier: `manuals/technician/keys-and-pins.html`. */
  readonly page: string;
  readonly language: string;
}

/** Every manual of the checkout at `root`, sorted by its file. */
export const manualFiles = (root: string): readonly string[] =>
  ["README.md", "CHANGELOG.md", ...globSync("docs/**/*.md", { cwd: root })].sort();

/** Pictures of the manuals, by their files in the checkout. */
export const pictureFiles = (root: string): readonly string[] =>
  globSync("docs/**/*.{png,svg,jpg}", { cwd: root }).sort();

/** Where a file of the manuals lies in a dossier. */
export const placeOf = (file: string): string =>
  `${MANUALS}/${file.replace(/^docs\//, "").replace(/\.md$/, ".html")}`;

/** The manuals of a checkout, and what is taken from them. */
export class Manuals {
  readonly #read: (file: string) => string;
  readonly #files: ReadonlySet<string>;

  constructor(root: string, read: (file: string) => string) {
    this.#read = read;
    this.#files = new Set([...manualFiles(root), ...pictureFiles(root)]);
  }

  has(file: string): boolean {
    return this.#files.has(file);
  }

  /** A manual on a page of its own. Throws a Problem: a link leads out of the checkout. */
  page(file: string): Manual {
    const text = this.#read(file);
    const page = placeOf(file);
    return { ...this.#render(file, text, page), file, page, language: languageOf(text) };
  }

  /** A manual without its title, as a part of another page of the dossier. */
  partOf(page: string, file: string): Manual {
    const text = this.#read(file);
    const { html } = this.#render(file, text.replace(/^# .*$/m, ""), page);
    return { ...this.page(file), html };
  }

  /**
   * A link to a manual or a picture leads to it in the dossier; one to a file of the sources, or to another machine, is said in words.
   */
  #render(file: string, text: string, page: string): Markdown {
    return renderMarkdown(text, (href) => {
      if (/^[a-z]+:/.test(href)) return null;
      if (href.startsWith("#")) return href;
      const [path = "", anchor] = href.split("#", 2);
      const to = posix.normalize(posix.join(posix.dirname(file), path));
      if (to.startsWith(".."))
        throw usageProblem(`${file}: the link ${href} leads out of the checkout; correct it`);
      if (!this.#files.has(to)) return null;
      const leads = posix.relative(posix.dirname(page), placeOf(to));
      return anchor === undefined ? leads : `${leads}#${anchor}`;
    });
  }
}

/** In which of its two languages a manual is written, by the words that each has in every line. */
function languageOf(text: string): string {
  const count = (words: RegExp): number => text.match(words)?.length ?? 0;
  return count(/\b(?:que|los|una|para|del|con)\b/g) > count(/\b(?:the|and|that|with|from|for)\b/g)
    ? "es"
    : "en";
}

import { LANGUAGES } from "../../src/text/language.ts";
import { readdirSync, readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { fileURLToPath } from "node:url";

const PAGES = new URL("./web/", import.meta.url);
const ROOT = new URL("../../", import.meta.url);

/**
 * Modules of `src/` that pages import as values, besides types. Nothing else of the tree is served. Each is free of Node's own
 * modules and imports as values only what is in this list.
 */
export const SHARED_MODULES = [
  "src/dice/faces.ts",
  "src/people/keys.ts",
  "src/people/roles.ts",
  ...["every-language", "language", "text-of"].map((name) => `src/text/${name}.ts`),
  // A fifth language is served by being in the list of languages.
  ...["index", ...LANGUAGES].map((name) => `src/text/languages/${name}.ts`),
];

/** One module that browsers may load. */
export interface PageModule {
  /** Where it is served, from the root of the server: `/web/control.ts`, `/src/people/keys.ts`. */
  readonly path: string;
  /** Its file, as an address. */
  readonly file: URL;
  /** Its JavaScript: the file with blanks where its types stood. Read and stripped the first time, then kept. */
  readonly script: () => string;
}

/**
 * Every module of the table's pages: the files of `web/` and {@link SHARED_MODULES}. The path of each is such that the specifiers
 * in the sources are right in a browser too: `../../../src/…` of `/web/x.ts` ends at the root of the server.
 */
export function pageModules(): readonly PageModule[] {
  const own = readdirSync(PAGES).filter((name) => name.endsWith(".ts"));
  return [
    ...own.map((name) => moduleAt(`/web/${name}`, new URL(name, PAGES))),
    ...SHARED_MODULES.map((name) => moduleAt(`/${name}`, new URL(name, ROOT))),
  ];
}

function moduleAt(path: string, file: URL): PageModule {
  let kept: string | null = null;
  const script = (): string =>
    (kept ??= stripTypeScriptTypes(readFileSync(fileURLToPath(file), "utf8"), { mode: "strip" }));
  return { path, file, script };
}

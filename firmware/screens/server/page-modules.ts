import { readdirSync, readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { LANGUAGES } from "../../../src/text/language.ts";

const PAGES = new URL("../pages/", import.meta.url);
const ROOT = new URL("../../../", import.meta.url);

/**
 * Modules of `src/` that pages import as values, besides types. Nothing else of the tree is served. Each is free of Node's own
 * modules and imports as values only what is in this list.
 */
export const SHARED_MODULES = [
  "src/analysis/report-text.ts",
  "src/cards/card.ts",
  "src/codes/counter-norms.ts",
  "src/dice/art/symbols.ts",
  "src/dice/faces.ts",
  "src/people/act-limits.ts",
  "src/people/eye-values.ts",
  "src/people/inspection.ts",
  "src/people/keys.ts",
  "src/people/roles.ts",
  "src/record/mode.ts",
  "src/table/balls/cards/sold-cards.ts",
  "src/table/balls/cards/typed-card.ts",
  "src/time/day.ts",
  "src/time/instant.ts",
  ...["bytes-text", "every-language", "language", "table-lines", "text-of", "languages/index"].map(
    (name) => `src/text/${name}.ts`,
  ),
  // A fifth language is served by being in the list of languages.
  ...LANGUAGES.map((name) => `src/text/languages/${name}.json`),
];

/** How the pages' other files, fonts among them, are served: as they are, from the disk each time. */
export const FILES_OF_PAGES = {
  allowedPath: (path: string) => /\.(?:css|html|svg|woff2)$/.test(path),
  index: false,
  etag: false,
  lastModified: false,
} as const;

/** The libraries that draw the pages and their charts: the file of each, and where it is served. */
const LIBRARIES = [
  { name: "preact", file: "preact", path: "/lib/preact.js" },
  { name: "uplot", file: "uplot/dist/uPlot.esm.js", path: "/lib/uplot.js" },
] as const;

/** One module that browsers may load. */
export interface PageModule {
  /** Where it is served, from the root of the server: `/web/control.ts`, `/src/people/keys.ts`. */
  readonly path: string;
  /** Its file, as an address. */
  readonly file: URL;
  /**
   * Its JavaScript: the file with blanks where its types stood, or a JSON file as a script; the script of a page with all that it
   * imports. Made the first time, then stored.
   */
  readonly script: () => string;
}

/**
 * Every module of the table's pages, each apart: the files of `web/` and {@link SHARED_MODULES}. The path of each is such that the
 * specifiers in the sources are right in a browser too: `../../../src/…` of `/web/x.ts` ends at the root of the server.
 */
export function modulesApart(): readonly PageModule[] {
  const own = readdirSync(PAGES, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  return [
    ...own.map((name) => moduleAt(`/web/${name}`, new URL(name, PAGES))),
    ...SHARED_MODULES.map((name) => moduleAt(`/${name}`, new URL(name, ROOT))),
    ...LIBRARIES.map(libraryModule),
  ];
}

/** What browsers may load: the script of each page joined with what it imports, the other modules apart, for pages that are added. */
export function pageModules(): readonly PageModule[] {
  const apart = modulesApart();
  const scripts = new Map(apart.map(({ path, script }) => [path, script]));
  const scriptAt = (path: string): string => {
    const script = scripts.get(path);
    if (script === undefined) throw new RangeError(`no page may load ${path}`);
    return script();
  };
  const ofPages = readdirSync(PAGES).flatMap((name) => (name.endsWith(".html") ? pageScripts(name) : []));
  return apart.map((module) => {
    let stored: string | null = null;
    return ofPages.includes(module.path)
      ? { ...module, script: () => (stored ??= joinModules(module.path, scriptAt)) }
      : module;
  });
}

/** The scripts that a page names, by where they are served. */
export const pageScripts = (name: string): readonly string[] =>
  [...readFileSync(new URL(name, PAGES), "utf8").matchAll(/<script [^>]*src="(\/web\/[^"]+)"/g)].map(
    ([, path = ""]) => path,
  );

function moduleAt(
  path: string,
  file: URL,
  edit = path.endsWith(".json") ? scriptOfJson : scriptOf,
): PageModule {
  let stored: string | null = null;
  return { path, file, script: () => (stored ??= edit(readFileSync(fileURLToPath(file), "utf8"))) };
}

/** Where pages that are added ask for the table's own modules from. */
const OWN_PAGES = /from "(?:\.\.\/)+(?:firmware\/)?screens\/pages\//g;

/** Modules of pages that are added beside the table's own: the files of their folder, under `/<name>/web/`. */
export function addedModules(name: string, folder: string): readonly PageModule[] {
  const files = readdirSync(folder).filter((file) => file.endsWith(".ts"));
  return files.map((file) => moduleAt(`/${name}/web/${file}`, pathToFileURL(join(folder, file))));
}

/**
 * A browser asks for a module by where it is served: it knows no packages and no tree of the project. It gets a JSON file as a script
 * and is not told of its type: Firefox before 138 and Safari before 17.2 know no JSON modules.
 */
const scriptOf = (source: string): string =>
  LIBRARIES.reduce(
    (script, { name, path }) => script.replaceAll(`from "${name}"`, `from "${path}"`),
    (HAS_TYPES ? stripTypeScriptTypes(source, { mode: "strip" }) : source).replaceAll(
      ' with { type: "json" }',
      "",
    ),
  ).replaceAll(OWN_PAGES, 'from "/web/');

/** In a release the types were taken away when it was built. */
const HAS_TYPES = /\.ts$/.test(import.meta.url);

/** A browser reads a text as JSON in half the time that the same takes it as a script. */
const scriptOfJson = (source: string): string =>
  `export default JSON.parse(${JSON.stringify(JSON.stringify(JSON.parse(source)))});\n`;

/** A library as its package has it, but for the line that names a file which is not served. */
const libraryModule = ({ file, path }: (typeof LIBRARIES)[number]): PageModule =>
  moduleAt(path, new URL(import.meta.resolve(file)), (source) =>
    source.replace(/\/\/# sourceMappingURL=.*/, ""),
  );

/** Code that is commented out, with its `export`, in a packed library. */
const COMMENT = /^\/\*[\s\S]*?\*\//gm;
/** `import name from "…";` and `import { name, name as other } from "…";`, as the pages' modules write them. */
const IMPORT = /^import\s+([\w$]+|\{[^}]*\})\s+from\s+"([^"]+)";/gm;
/** What is exported where it is declared; its name follows. */
const DECLARED = /^export (?=(?:async function|function|class|const) ([\w$]+))/gm;
/** `export { name, name as other };`, in a packed library too. */
const LISTED = /(?<=^|[;}\n])export\s*\{([^}]*)\};?/g;
const DEFAULT = /^export default /m;
/** Other forms, which nobody has needed. */
const UNKNOWN = /^(?:import|export)\b.*/m;

/**
 * A module with all that it imports as one script: a browser takes a fifth of the time for one script that it takes for sixty, and a
 * screen that starts asks once. Each module is a function of its own, called once, in the order in which a browser would run them.
 * `scriptOf`: the JavaScript of the module that is served at a path.
 *
 * @throws RangeError for a module that imports itself by way of others, or that is written in another form
 */
export function joinModules(path: string, scriptOf: (path: string) => string): string {
  const names = new Map<string, string | null>();
  const parts: string[] = [];
  const add = (at: string): string => {
    const known = names.get(at);
    if (known === null) throw new RangeError(`${at} imports itself by way of others`);
    if (known !== undefined) return known;
    names.set(at, null);
    const inner = asFunctionBody(at, scriptOf(at), add);
    const name = `module${parts.length + 1}`;
    parts.push(`// ${at}\nconst ${name} = (() => {\n${inner}})();\n`);
    names.set(at, name);
    return name;
  };
  add(path);
  return parts.join("");
}

function asFunctionBody(at: string, script: string, add: (path: string) => string): string {
  const exported: string[] = [];
  const inner = script
    .replaceAll(COMMENT, "")
    .replaceAll(IMPORT, (_, what: string, from: string) => {
      const taken = what.startsWith("{") ? what.replaceAll(/\s+as\s+/g, ": ") : `{ default: ${what} }`;
      return `const ${taken} = ${add(new URL(from, `http://unit${at}`).pathname)};`;
    })
    .replaceAll(DECLARED, (_, name: string) => {
      exported.push(name);
      return "";
    })
    .replaceAll(LISTED, (_, list: string) => {
      exported.push(...list.split(",").map((one) => one.trim().replace(/^(\S+)\s+as\s+(\S+)$/, "$2: $1")));
      return "";
    })
    .replace(DEFAULT, () => {
      exported.push("default: exportedByDefault");
      return "const exportedByDefault = ";
    });
  const [unknown] = UNKNOWN.exec(inner) ?? [];
  if (unknown !== undefined) throw new RangeError(`${at}: "${unknown.slice(0, 80)}" cannot be joined`);
  return `${inner}\nreturn { ${exported.filter((name) => name !== "").join(", ")} };\n`;
}

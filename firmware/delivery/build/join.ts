import { dirname, join, relative } from "node:path";
import { rolldown, type OutputChunk, type Plugin } from "rolldown";
import { errorText, usageProblem } from "../../problem.ts";
import type { PackedFile } from "./sources.ts";

/**
 * Packages that stay as npm brought them: with code of the machine's own, or with files that they look for beside themselves. What they
 * need stays with them.
 */
export const WHOLE_PACKAGES = ["johnny-five", "node-hid", "pino", "serialport", "sharp"];

/** One joined file, and the packages of npm that have modules in it, by their places: `node_modules/zod`. */
export interface JoinedFile {
  readonly file: PackedFile;
  readonly packages: readonly string[];
}

/** What stands for a module's own address until its joined file has its place. */
const ADDRESS = /__addressOf\("([^"]+)"\)/g;
const JOINED = "joined";

/**
 * Joins the modules of ours that a program or a thread loads with those of npm's packages that they use, so that Node looks for fewer files
 * at a start. What two of them share, or is loaded later, is a file of its own in `joined/`; programs and
 * threads keep their places, and every module the address that it has among the sources.
 *
 * `own`: our modules without types, by their paths in the release; `from`: the folder above `node_modules`; `services`: modules that the
 * machine's services start. The same modules give the same bytes. @throws Problem where a module is missing, a package looks for files
 * beside itself, or rolldown warns.
 */
export async function joinModules(
  own: readonly PackedFile[],
  from: string,
  services: readonly string[],
): Promise<readonly JoinedFile[]> {
  const texts = new Map(own.map(({ path, bytes }) => [path, Buffer.from(bytes).toString("utf8")]));
  try {
    const entries = entriesOf(texts, services);
    const joined = await rolldown({
      cwd: from,
      input: Object.fromEntries(entries.map((path) => [path.replace(/\.js$/, ""), join(from, path)])),
      platform: "node",
      // Names lead to what runs, not to the types that a compiler is shown.
      tsconfig: false,
      plugins: [ownModules(texts, from), wholePackages(from)],
      onLog: (level, { message }) => {
        if (level === "warn") throw new Error(message);
      },
    });
    const { output } = await joined.generate({
      format: "esm",
      minifyInternalExports: false,
      entryFileNames: "[name].js",
      chunkFileNames: `${JOINED}/[name].js`,
      comments: { legal: true, annotation: true, jsdoc: false },
    });
    await joined.close();
    return output.map((one) => {
      if (one.type === "asset") throw new Error(`${one.fileName} is no module`);
      return joinedFile(one, from);
    });
  } catch (error) {
    throw usageProblem(`the modules of a release could not be joined: ${errorText(error)}`, error);
  }
}

/** Modules that services start, those that are started by their address, and those that a program in `bin/` loads. */
function entriesOf(texts: ReadonlyMap<string, string>, services: readonly string[]): readonly string[] {
  const found = new Set(services);
  for (const [path, text] of texts) {
    const started = path.startsWith("bin/")
      ? /\bimport\("(\.[^"]+\.js)"\)/g
      : /new URL\("(\.[^"]+\.js)", import\.meta\.url\)/g;
    for (const [, name = ""] of text.matchAll(started)) found.add(join(dirname(path), name));
  }
  for (const path of found)
    if (!texts.has(path)) throw new Error(`${path} is started, and is not in the release`);
  return [...found].sort();
}

/** Our modules, from memory. */
function ownModules(texts: ReadonlyMap<string, string>, from: string): Plugin {
  const own = (id: string): string => relative(from, id);
  return {
    name: "own modules",
    resolveId(name, importer) {
      const path = own(importer !== undefined && name.startsWith(".") ? join(dirname(importer), name) : name);
      return texts.has(path) ? join(from, path) : null;
    },
    load(id) {
      const text = texts.get(own(id));
      if (text === undefined) return null;
      if (id.endsWith(".json")) return { code: text, moduleType: "json" };
      const code = text.replaceAll("import.meta.url", `__addressOf(${JSON.stringify(own(id))})`);
      return { code, moduleType: "js" };
    },
  };
}

/** Packages that stay whole are left to Node, which finds one of each. */
function wholePackages(from: string): Plugin {
  return {
    name: "whole packages",
    async resolveId(name, importer) {
      const [asked = ""] = /^(?:@[^/]+\/)?[^/]+/.exec(name) ?? [];
      if (!WHOLE_PACKAGES.includes(asked)) return null;
      const found = await this.resolve(name, importer, { skipSelf: true });
      if (found === null || packageOf(relative(from, found.id)) !== `node_modules/${asked}`)
        throw new Error(`${importer ?? name} asks for another ${asked} than the release has`);
      return { id: name, external: true };
    },
  };
}

/** The place of the package that a file belongs to; null: it is ours, or rolldown's. */
const packageOf = (path: string): string | null =>
  /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? null;

function joinedFile({ fileName, code, modules }: OutputChunk, from: string): JoinedFile {
  const paths = Object.keys(modules).map((id) => relative(from, id));
  for (const [id, { code: rendered }] of Object.entries(modules))
    if (
      packageOf(relative(from, id)) !== null &&
      /\b__(?:dirname|filename)\b|\bimport\.meta\b/.test(rendered ?? "")
    )
      throw new Error(
        `${relative(from, id)} looks for files beside itself: name its package in firmware/delivery/build/join.ts`,
      );
  requireOwnNames(fileName, code);
  const text = code.replaceAll(ADDRESS, (_, path: string) => {
    if (path === fileName) return "import.meta.url";
    const address = relative(dirname(fileName), path);
    return `new URL(${JSON.stringify(address.startsWith(".") ? address : `./${address}`)}, import.meta.url).href`;
  });
  const bytes = Buffer.from(text);
  return {
    file: { path: fileName, target: "app", mode: "0644", of: "tirada", bytes },
    packages: [...new Set(paths.flatMap((path) => packageOf(path) ?? []))].sort(),
  };
}

/**
 * Refuses a file that imports two things of one name: rolldown gives one of them another name, and which one differs from build to build.
 */
function requireOwnNames(fileName: string, code: string): void {
  const seen = new Set<string>();
  for (const [, names = ""] of code.matchAll(/^import (?:\w+, )?\{(.*)\} from "\..*";$/gm))
    for (const word of names.split(",")) {
      const name = word
        .trim()
        .replace(/ as .*/, "")
        .replace(/\$\d+$/, "");
      if (seen.has(name))
        throw new Error(
          `${fileName} would import two things named ${name}, and the next build would rename the other one: rename one in its source`,
        );
      seen.add(name);
    }
}

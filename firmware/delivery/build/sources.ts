import { globSync, readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { dirname, join } from "node:path";
import { SHARED_MODULES } from "../../screens/server/page-modules.ts";
import { usageProblem } from "../../problem.ts";
import type { TargetName } from "../releases/manifest.ts";

/** One file of a release before it is packed. */
export interface PackedFile {
  readonly path: string;
  readonly target: TargetName;
  readonly mode: "0644" | "0755";
  /** Whose it is in the bill of materials: the name of a component. */
  readonly of: string;
  readonly bytes: Uint8Array;
}

/** Our own code, and what of it is left out: tests, what only a developer builds with, services, and what lies in other targets. */
const LEFT_OUT = [
  /\.(?:test|test-help|fixture)\.ts$/,
  /(?:^|\/)(?:tsconfig\.json|README\.md)$/,
  /^firmware\/evidence\/inspector\/web\//,
  /^firmware\/boards\//,
  // They belong to the machine, and name where its releases lie.
  /^firmware\/delivery\/packaging\//,
  // What makes releases, packages and images, and what signs them, is the office's.
  /^firmware\/(?:delivery\/(?:build|package|image)|office\/(?:authority|dossier|faults|signing))\//,
  /^src\/vision\/kernels\/assembly\//,
  /^drivers\/.*\/fixtures\//,
  /^src\/text\/notes-to-translators\.json$/,
  /\.probe\.json$/,
  /\.test\.yml$/,
];
const CODE = /^(?:src|drivers|firmware)\/.*\.ts$/;
/** Modules that a browser asks for one by one. */
const PAGES = new Set(SHARED_MODULES.map((name) => name.replace(/ts$/, "js")));
const DATA = [
  /^src\/rules\/(?:zones|coverage-notes|most-staked)\.json$/,
  /^src\/text\/languages\/[a-z]+\.json$/,
  /^src\/balls\/typefaces\/[a-z-]+\.json$/,
  /^src\/dice\/reading\/network\/weights\/[a-z-]+\.(?:bin|json)$/,
  /^src\/vision\/kernels\/kernels\.wasm$/,
  /^drivers\/[a-z0-9-/]*acceptance\.yaml$/,
  /^firmware\/care\/acceptance\/unit\.yaml$/,
  /^firmware\/care\/self-examination\/recordings\/[a-z0-9-]+\.(?:jsonl\.gz|codes\.csv)$/,
  /^firmware\/unit\/actions\/key-explanations\.json$/,
  /^firmware\/screens\/pages\/[a-z-]+\.(?:css|html|svg|woff2)$/,
  /^firmware\/office\/floor\/page\/web\/[a-z-]+\.(?:css|html)$/,
  /^firmware\/office\/floor\/alarms\/rules\.yml$/,
  /^firmware\/office\/floor\/store\/schema\/[0-9a-z-]+\.sql$/,
  /^firmware\/evidence\/inspector\/tirada-(?:inspector\.html|verifier\.bundle)$/,
];
const PACKS = /^src\/rules\/data\/.*\.yaml$/;
const BOARDS = /^firmware\/boards\/[a-z]+\/image\/[a-z-]+\.hex(?:\.sha256)?$/;

/** Packages whose files a browser gets as they are. */
export const SERVED_PACKAGES = ["preact", "uplot"];

const APP = "tirada";
const PROGRAMS = ["bin/tirada.mjs", "bin/tirada-updater.mjs", "bin/tirada-root.mjs", "bin/pinned-node.mjs"];

/** The files of the project at `root` that are in a release for this platform. @throws Problem where a file's place is not known */
export function ownFiles(root: string, version: string, platform: string): readonly PackedFile[] {
  const names = globSync(["src/**/*", "drivers/**/*", "firmware/**/*"], { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length));
  const found = [...PROGRAMS, ...names].flatMap((name) => ownFile(root, name) ?? []);
  requireImports(found);
  const own = {
    name: "tirada",
    version,
    private: true,
    license: "UNLICENSED",
    type: "module",
    release: platform,
  };
  return [...found, file("package.json", "app", APP, Buffer.from(`${JSON.stringify(own)}\n`))];
}

const file = (path: string, target: TargetName, of: string, bytes: Uint8Array): PackedFile => ({
  path,
  target,
  of,
  mode: "0644",
  bytes,
});

/** A file as it is in a release; null: it is in none. */
function ownFile(root: string, name: string): PackedFile | null {
  const read = (): Buffer => readFileSync(join(root, name));
  if (PROGRAMS.includes(name)) return file(name, "app", APP, Buffer.from(renamed(read().toString("utf8"))));
  if (BOARDS.test(name)) return file(name, "boards", "tirada-boards", read());
  if (LEFT_OUT.some((pattern) => pattern.test(name))) return null;
  if (PACKS.test(name)) return file(name, "packs", "tirada-rulebooks", read());
  if (CODE.test(name))
    return file(name.replace(/ts$/, "js"), "app", APP, Buffer.from(withoutTypes(read().toString("utf8"))));
  if (name.endsWith(".html") && DATA.some((pattern) => pattern.test(name)))
    return file(name, "app", APP, Buffer.from(renamed(read().toString("utf8"))));
  if (DATA.some((pattern) => pattern.test(name))) return file(name, "app", APP, read());
  throw usageProblem(
    `${name}: it is not known whether it belongs into a release; say so in firmware/delivery/build/sources.ts`,
  );
}

/** The script of a module: types become blanks, so that lines and columns stay, and other modules have their new names. */
export const withoutTypes = (source: string): string =>
  renamed(stripTypeScriptTypes(source, { mode: "strip" }));

/** A module is asked for by the name that it has in a release: `./table.ts` becomes `./table.js`, of the same length. */
const renamed = (text: string): string => text.replaceAll(/\.ts(?=["'`])/g, ".js");

/** Modules that browsers are served, one by one or joined for a page. */
const SERVED = /^firmware\/(?:screens\/pages|office\/floor\/page\/web)\//;

/** Whether it is a module of ours that a program or a thread loads: those are joined (`join.ts`), and none is in a release by itself. */
export const isJoined = ({ path, of }: PackedFile): boolean =>
  of === APP && path.endsWith(".js") && !SERVED.test(path) && !PAGES.has(path);

/** Modules of a release that the machine's services start, by their paths in it. */
export function startedByServices(root: string): readonly string[] {
  const services = globSync("firmware/delivery/packaging/systemd/*.service", { cwd: root });
  const started = services.flatMap((name) => [
    ...readFileSync(join(root, name), "utf8").matchAll(
      /^ExecStart=.*\/var\/lib\/tirada-updater\/\w+\/(firmware\/\S+\.js)/gm,
    ),
  ]);
  return [...new Set(started.map(([, path = ""]) => path))].sort();
}

/** Every module that a module of ours asks for is there: what was left out by mistake ends the build, not a table. */
function requireImports(files: readonly PackedFile[]): void {
  const paths = new Set(files.map(({ path }) => path));
  for (const { path, bytes } of files) {
    if (!/\.(?:js|mjs)$/.test(path)) continue;
    const text = Buffer.from(bytes).toString("utf8");
    const asked = text.matchAll(
      /(?:\bfrom\s+|\bimport\(\s*|\bimport\s+|new URL\()"(\.{1,2}\/[^"]+\.(?:js|json|mjs))"/g,
    );
    for (const [, name = ""] of asked) {
      const wanted = join(dirname(path), name);
      if (paths.has(wanted) || OPTIONAL.includes(wanted) || wanted.startsWith("..")) continue;
      throw usageProblem(
        `${path} asks for ${wanted}, which is not in the release; see firmware/delivery/build/sources.ts`,
      );
    }
  }
}

/** Asked for where they are there: the laboratory, and what an installed release has in its place. */
const OPTIONAL: readonly string[] = ["hw-sim/laboratory.js", "package.json", "release.json"];

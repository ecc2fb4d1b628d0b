import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { errorText, usageProblem } from "../../problem.ts";
import type { Platform } from "../releases/manifest.ts";
import type { PackedFile } from "./sources.ts";

/** A package of npm as the lock file has it. */
export interface NpmPackage {
  readonly name: string;
  readonly version: string;
  /** `sha512-…` of the archive that npm fetched. */
  readonly integrity: string;
  readonly license: string | null;
  /** Where it lies: `node_modules/mqtt/node_modules/debug`. */
  readonly path: string;
}

const words = z
  .union([z.string(), z.array(z.string())])
  .transform((said) => (typeof said === "string" ? [said] : said))
  .optional();
const entryShape = z.object({
  version: z.string(),
  integrity: z.string().optional(),
  license: z.string().optional(),
  dev: z.boolean().optional(),
  optional: z.boolean().optional(),
  os: words,
  cpu: words,
  libc: words,
  dependencies: z.record(z.string(), z.string()).optional(),
  optionalDependencies: z.record(z.string(), z.string()).optional(),
});
type LockEntry = z.infer<typeof entryShape>;
const lockShape = z.object({ lockfileVersion: z.literal(3), packages: z.record(z.string(), z.unknown()) });

const CPU = { "linux-x64": "x64", "linux-arm64": "arm64" } as const;
/** The package that is Node itself. */
const runtimeOf = (platform: Platform): string => `node_modules/node-${platform}`;

/** What a package brings besides code stays out: sources, types, documents, tests. Its licence stays in. */
const LICENCE = /(?:^|\/)(?:licen[cs]e|copying|notice|third-party)[^/]*$/i;
const KEPT = /\.(?:js|cjs|mjs|json|node|wasm|css|so(?:\.[\d.]+)?)$/;
const CODE = /\.(?:js|cjs|mjs|node|wasm|css|so(?:\.[\d.]+)?)$/;
const DROPPED =
  /^(?:tests?|__tests__|bench|benchmarks?|examples?|docs?|man|coverage|integration|fixtures|spec|hidapi|deps|src\/.*\.(?:cc|c|h))\/|^(?:test|bench)[^/]*\.[cm]?js$|(?:^|\/)(?:tsconfig[^/]*|package-lock)\.json$|(?:^|\/)\./i;

/**
 * Fetches the packages of a platform with npm, from its registry and under the hashes of the lock file, into a fresh folder. No script
 * of a package runs. Gives the folder; `remove` takes it away.
 */
export function fetchPackages(
  root: string,
  platform: Platform,
): { readonly folder: string; readonly remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), "tirada-release-"));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const name of ["package.json", "package-lock.json"]) copyFileSync(join(root, name), join(folder, name));
  const options = ["--omit=dev", "--os=linux", `--cpu=${CPU[platform]}`, "--libc=glibc", "--ignore-scripts"];
  const quiet = ["--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"];
  try {
    execFileSync("npm", ["ci", ...options, ...quiet], { cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
  } catch (error) {
    remove();
    const { stderr } = error as { readonly stderr?: Buffer };
    const [line = errorText(error)] = stderr?.toString("utf8").split("\n") ?? [];
    throw usageProblem(`npm could not fetch the packages of ${platform}: ${line}`, error);
  }
  return { folder, remove };
}

/** The packages that a release for the platform has, as the lock file names them, Node itself not among them. */
export function packagesOf(root: string, platform: Platform): readonly NpmPackage[] {
  return Object.entries(lockOf(root)).flatMap(([path, entry]) =>
    path === "" || entry.dev === true || !fits(entry, platform) || isNode(path)
      ? []
      : [npmPackage(path, entry)],
  );
}

/** Places of packages, and of all that they need: `node_modules/sharp`, `node_modules/@img/colour`. */
export function neededBy(root: string, names: readonly string[]): ReadonlySet<string> {
  const lock = lockOf(root);
  const found = new Set<string>();
  const add = (path: string): void => {
    const entry = lock[path];
    if (entry === undefined || found.has(path)) return;
    found.add(path);
    for (const name of Object.keys({ ...entry.dependencies, ...entry.optionalDependencies }))
      add(placeOf(lock, path, name));
  };
  for (const name of names) add(`node_modules/${name}`);
  return found;
}

/** Where Node finds a package that the one at `path` asks for. */
function placeOf(lock: Readonly<Record<string, LockEntry>>, path: string, name: string): string {
  for (let at = path; at !== ""; at = at.slice(0, Math.max(0, at.lastIndexOf("/node_modules/")))) {
    const inside = `${at}/node_modules/${name}`;
    if (lock[inside] !== undefined) return inside;
  }
  return `node_modules/${name}`;
}

const isNode = (path: string): boolean => /^node_modules\/node-linux-\w+$/.test(path);

/** Node itself. */
export function runtimePackage(root: string, platform: Platform): NpmPackage {
  const path = runtimeOf(platform);
  const entry = lockOf(root)[path];
  if (entry === undefined) throw usageProblem(`package-lock.json has no ${path}`);
  return npmPackage(path, entry);
}

function lockOf(root: string): Readonly<Record<string, LockEntry>> {
  const { packages } = lockShape.parse(JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")));
  return Object.fromEntries(
    Object.entries(packages).flatMap(([path, entry]) => (path === "" ? [] : [[path, entryShape.parse(entry)]])),
  );
}

function npmPackage(path: string, { version, integrity, license }: LockEntry): NpmPackage {
  if (integrity === undefined) throw usageProblem(`package-lock.json names no hash of ${path}`);
  const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
  return { name, version, integrity, license: license ?? null, path };
}

/** Whether npm installs it on that platform. */
function fits({ os, cpu, libc }: LockEntry, platform: Platform): boolean {
  const allows = (list: readonly string[] | undefined, one: string): boolean =>
    list === undefined ||
    list.includes(one) ||
    (list[0]?.startsWith("!") === true && !list.includes(`!${one}`));
  return allows(os, "linux") && allows(cpu, CPU[platform]) && allows(libc, "glibc");
}

/** The files of a package that a release has; none: it has no code for this platform. `from`: the folder above `node_modules`. */
export function filesOfPackage(from: string, { path }: NpmPackage, platform: Platform): readonly PackedFile[] {
  const root = join(from, path);
  if (statSync(root, { throwIfNoEntry: false }) === undefined) return [];
  const kept = filesBelow(root, "").filter((inside) => isKept(inside, platform));
  if (!kept.some((inside) => CODE.test(inside))) return [];
  return kept.map((inside) => ({
    path: `${path}/${inside}`,
    target: "app",
    mode: "0644",
    of: path,
    bytes: readFileSync(join(root, inside)),
  }));
}

/** Its licence alone: what is left of a package whose modules were joined with ours. */
export const licencesOfPackage = (from: string, one: NpmPackage, platform: Platform): readonly PackedFile[] =>
  filesOfPackage(from, one, platform).filter(({ path }) => LICENCE.test(path));

function isKept(inside: string, platform: Platform): boolean {
  if ((!KEPT.test(inside) && !LICENCE.test(inside)) || DROPPED.test(inside)) return false;
  const [, prebuild] = /^prebuilds\/([^/]+)\//.exec(inside) ?? [];
  if (prebuild === undefined) return true;
  return prebuild.endsWith(platform) && !/musl/.test(inside);
}

/** Files below a folder as paths from it, sorted; packages within a package are entries of their own. */
function filesBelow(root: string, below: string): readonly string[] {
  return readdirSync(join(root, below), { withFileTypes: true })
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const inside = below === "" ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) return entry.name === "node_modules" ? [] : filesBelow(root, inside);
      return entry.isFile() ? [inside] : [];
    });
}

/** Node itself with its licence. Throws a Problem when it is not of the version that the lock file names. */
export function runtimeFiles(from: string, { version, path }: NpmPackage): readonly PackedFile[] {
  const of = path;
  const read = (inside: string): Buffer => readFileSync(join(from, path, inside));
  const stated = z.object({ version: z.string() }).parse(JSON.parse(read("package.json").toString("utf8")));
  if (stated.version !== version)
    throw usageProblem(`${join(from, path)} is Node ${stated.version}, not ${version}`);
  return [
    { path: "runtime/LICENSE", target: "runtime", mode: "0644", of, bytes: read("LICENSE") },
    { path: "runtime/bin/node", target: "runtime", mode: "0755", of, bytes: read("bin/node") },
  ];
}

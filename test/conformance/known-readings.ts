import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * What the reader made of the real photographs, kept by the hash of everything that makes a reading: the reader's sources, its
 * kernels and weights, and the library that decodes the pictures. With another hash nothing is known, and everything is read anew.
 */

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
/** Committed, so that a fresh clone knows it too. */
const COMMITTED = join(ROOT, "test/conformance/known-readings.json");
/** Of the working tree's own reader, between its runs. */
const KEPT = join(ROOT, "node_modules/.cache/tirada/known-readings.json");

/** Where the sources of a reading begin: all that they import counts. */
const ROOTS = [
  "src/dice/reading/read-dice.ts",
  "drivers/dice/camera/image-file.ts",
  "drivers/dice/camera/reader-files.ts",
  "test/support/dice-photos.ts",
];
const DATA = [
  "src/vision/kernels/kernels.wasm",
  ...["pips-a", "pips-b"].flatMap((name) =>
    ["bin", "json"].map((kind) => `src/dice/reading/network/weights/${name}.${kind}`),
  ),
  "test/data/dice-photos/folds.json",
  "node_modules/sharp/package.json",
];

/** By the photograph's name and the beginning of its own hash: what was told of it. */
export type Readings = Readonly<Record<string, string>>;

interface Known {
  readonly reader: string;
  readonly readings: Readings;
}

/** A file and what it imports from the project, each once. */
function sourcesOf(file: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const [, to = ""] of readFileSync(join(ROOT, file), "utf8").matchAll(/(?:from|import)\s+"(\.[^"]+)"/g))
    sourcesOf(relative(ROOT, resolve(ROOT, dirname(file), to)), seen);
  return seen;
}

/** A source without types and white space: they make no reading. */
const bareText = (file: string): Buffer =>
  Buffer.from(stripTypeScriptTypes(readFileSync(join(ROOT, file), "utf8")).replaceAll(/\s+/g, ""));

/** SHA-256 of everything that makes a reading, but for the photograph. */
export function readerHash(): string {
  const sources = new Set<string>();
  for (const root of ROOTS) for (const file of sourcesOf(root)) sources.add(file);
  const hash = createHash("sha256");
  for (const file of [...[...sources].sort(), ...DATA]) {
    const bytes = sources.has(file) ? bareText(file) : readFileSync(join(ROOT, file));
    hash.update(`${file}\n${bytes.length}\n`).update(bytes);
  }
  return hash.digest("hex");
}

/** What is known of this reader: committed, or kept by a run before. Empty when its hash is another. */
export function knownReadings(reader: string): Readings {
  const of = (path: string): Readings => {
    if (!existsSync(path)) return {};
    const known = JSON.parse(readFileSync(path, "utf8")) as Known;
    return known.reader === reader ? known.readings : {};
  };
  return { ...of(COMMITTED), ...of(KEPT) };
}

/** Whether the committed readings are of this reader. */
export function isCommitted(reader: string): boolean {
  return (JSON.parse(readFileSync(COMMITTED, "utf8")) as Known).reader === reader;
}

/** Keeps readings for the next run; with `TIRADA_KNOWN=write` in the committed file. */
export function keepReadings(reader: string, readings: Readings): void {
  const path = process.env["TIRADA_KNOWN"] === "write" ? COMMITTED : KEPT;
  mkdirSync(dirname(path), { recursive: true });
  const sorted = Object.fromEntries(Object.entries(readings).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(path, `${JSON.stringify({ reader, readings: sorted } satisfies Known, null, 2)}\n`);
}

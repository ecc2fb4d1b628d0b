import { createHash } from "node:crypto";
import { globSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { parseJson } from "../../../src/load/json.ts";
import { canonical } from "../../../src/record/canonical.ts";
import { readRegularFile } from "../../files/read-file.ts";
import { usageProblem } from "../../problem.ts";

/**
 * The set of cases of a release: what each picture and recording comes to, and the digests of rulebooks, cases and networks, worked out from the
 * sources as the release is built; a case says itself what it comes to. It says so a second time, beside the manifest: who changes a file and writes the manifest anew has another set, or none.
 */

/** Its name in an installed release. */
export const SET_FILE = "self-examination.json";
const SET_BYTES_MAX = 1_024 * 1_024;

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const setSchema = z.strictObject({
  format: z.literal("tirada-self-examination-set/1"),
  /** SHA-256 of every file that cases and networks stand in, by its path. */
  files: z.record(z.string(), hash),
  /** SHA-256 of what the reader makes of each picture. */
  readings: z.record(z.string(), hash),
  /** SHA-256 of the records that each recording comes to. */
  recordings: z.record(z.string(), hash),
});
export type ReleaseSet = z.infer<typeof setSchema>;

/** Files whose change must not pass, whatever a manifest says. */
const HELD_FILES = [
  "src/rules/data/**/*.yaml",
  "src/dice/reading/network/weights/{pips-a,pips-b,symbols}.{bin,json}",
  "src/vision/kernels/kernels.wasm",
  "firmware/care/self-examination/recordings/*.{jsonl.gz,codes.csv}",
];
const HELD_BYTES_MAX = 16 * 1_024 * 1_024;

export const sha256Of = (data: Uint8Array | string): string => createHash("sha256").update(data).digest("hex");

/** The digests of the files that are held, of the release or source tree at `root`. Throws where one cannot be read. */
export const heldFiles = (root: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    HELD_FILES.flatMap((pattern) => globSync(pattern, { cwd: root }))
      .sort()
      .map((path) => [path, sha256Of(readRegularFile(join(root, path), HELD_BYTES_MAX))]),
  );

/** The text of a set, the same for the same set. */
export const setText = (set: ReleaseSet): string => `${canonical(set)}\n`;

/** The set of the release at `root`, with its digest. Throws a Problem where it has none that can be read. */
export function readSet(root: string): { readonly set: ReleaseSet; readonly digest: string } {
  const path = join(root, SET_FILE);
  const bytes = (() => {
    try {
      return readRegularFile(path, SET_BYTES_MAX);
    } catch (error) {
      throw usageProblem(`${path}: the release has no set of cases: install the release again`, error);
    }
  })();
  const parsed = setSchema.safeParse(parseJson(Buffer.from(bytes).toString("utf8")));
  if (!parsed.success) throw usageProblem(`${path}: it is no set of cases: install the release again`);
  return { set: parsed.data, digest: sha256Of(bytes) };
}

/** What stands in one and not in the other, or otherwise, a line each. */
export function differencesBetween(
  known: Readonly<Record<string, string>>,
  found: Readonly<Record<string, string>>,
): readonly string[] {
  return [...new Set([...Object.keys(known), ...Object.keys(found)])].sort().flatMap((name) => {
    if (known[name] === found[name]) return [];
    if (found[name] === undefined) return [`${name}: missing`];
    return [`${name}: ${known[name] === undefined ? "not of this release" : "not as the release has it"}`];
  });
}

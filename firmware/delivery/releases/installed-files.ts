import { createHash } from "node:crypto";
import { basename, join, resolve } from "node:path";
import { sha256Hex } from "../../../src/record/bytes.ts";
import { closeSync, lstatSync, openSync, readdirSync, readSync, constants } from "../../files/disk.ts";
import { foldersOf, MANIFEST_FILE, type ReleaseFile, type ReleaseManifest } from "./manifest.ts";

const PIECE = 1_024 * 1_024;

/** The first file of an installed release that is not as its manifest says; null: all are, and no other is there. */
export interface FileDifference {
  readonly path: string;
  /** `more`: the manifest does not name it. `less`: it is not there, or no file. `differs`: its bytes. `rights`: who may do what. */
  readonly why: "more" | "less" | "differs" | "rights";
}

/** Reads every file of an installed release and holds it against the manifest: names first, then lengths and rights, then bytes. */
export function compareInstalled(
  folder: string,
  manifest: Pick<ReleaseManifest, "files">,
): FileDifference | null {
  const steps = compareSteps(folder, manifest);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Compares an installed release with its manifest in steps of a megabyte at most, so that a disk which others need has time for them in between. */
export function* compareSteps(
  folder: string,
  { files }: Pick<ReleaseManifest, "files">,
): Generator<void, FileDifference | null> {
  const due = new Map(files.map((file) => [file.path, file]));
  const more = surplusIn(folder, "", due, new Set(files.flatMap(({ path }) => foldersOf(path))));
  if (more !== null) return { path: more, why: "more" };
  for (const file of files) {
    const found = lstatSync(join(folder, file.path), { throwIfNoEntry: false });
    if (found?.isFile() !== true) return { path: file.path, why: "less" };
    if (found.size !== file.bytes) return { path: file.path, why: "differs" };
    if ((found.mode & 0o7777) !== Number.parseInt(file.mode, 8)) return { path: file.path, why: "rights" };
  }
  const piece = Buffer.allocUnsafe(PIECE);
  for (const file of files)
    if ((yield* hashSteps(join(folder, file.path), piece)) !== file.sha256)
      return { path: file.path, why: "differs" };
  return null;
}

/** The first thing in a folder that is neither a file of the release nor a folder of such; null: there is none. */
function surplusIn(
  root: string,
  below: string,
  files: ReadonlyMap<string, ReleaseFile>,
  folders: ReadonlySet<string>,
): string | null {
  for (const name of readdirSync(join(root, below)).sort()) {
    const path = below === "" ? name : `${below}/${name}`;
    if (path === MANIFEST_FILE || files.has(path)) continue;
    if (!folders.has(path) || !lstatSync(join(root, path)).isDirectory()) return path;
    const inside = surplusIn(root, path, files, folders);
    if (inside !== null) return inside;
  }
  return null;
}

function* hashSteps(path: string, piece: Buffer): Generator<void, string> {
  const hash = createHash("sha256");
  const fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    for (;;) {
      const count = readSync(fd, piece);
      if (count === 0) return hash.digest("hex");
      hash.update(piece.subarray(0, count));
      yield;
    }
  } finally {
    closeSync(fd);
  }
}

/** What is wrong with a slot that is named after another release than lies in it; null: nothing, or the folder is no slot. */
export function misnamedSlot(folder: string, digest: string): string | null {
  const name = basename(resolve(folder));
  return /^[0-9a-f]{64}$/.test(name) && name !== digest
    ? `${MANIFEST_FILE} is not the one that the slot is named after`
    : null;
}

/** The difference in words. */
export function differenceText({ path, why }: FileDifference): string {
  if (why === "more") return `${path} is there, and the manifest does not name it`;
  if (why === "less") return `${path} is missing`;
  return why === "rights"
    ? `${path} has other rights than the manifest says`
    : `${path} is not what the manifest says`;
}

/**
 * The SHA-256 over a word that nobody knew before and then the files of a release, each a line as `sha256sum` prints it, by their paths: who
 * has the same files makes the same sum, and nobody could have kept it ready.
 */
export function sumOf(nonce: string, files: ReleaseManifest["files"]): string {
  const lines = files
    .map(({ path, sha256 }) => [path, `${sha256}  ${path}\n`] as const)
    .toSorted(([one], [other]) => Buffer.compare(Buffer.from(one), Buffer.from(other)))
    .map(([, line]) => line);
  return sha256Hex(`${nonce}\n${lines.join("")}`);
}

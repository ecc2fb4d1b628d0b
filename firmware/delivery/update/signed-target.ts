import { join } from "node:path";
import { utf8 } from "../../../src/record/bytes.ts";
import { closeSync, fsyncSync, isThere, mkdirSync, openSync, readdirSync, rmSync } from "../../files/disk.ts";
import { makeFolder, renameDurably, writeFully } from "../../files/durable.ts";
import { onDisk } from "../../files/errors.ts";
import { readRegularFile } from "../../files/read-file.ts";
import { ROOT_MAX_BYTES, ROOT_ROTATIONS_MAX, TARGETS_MAX_BYTES } from "./limits.ts";
import {
  parseMetadata,
  rootOf,
  signedFiles,
  targetsIn,
  type AnyMetadata,
  type Role,
  type RootMetadata,
} from "./tuf-library.ts";

/**
 * What those who sign releases have said of a release, kept beside its slot, so that slot and signatures can be held against each other
 * without a network: the targets of the image repository that name it, and every root from the one that came with the unit to the one
 * whose keys signed them. Each file is the canonical JSON that was signed, byte for byte, with its signatures beside it as raw bytes
 * (`targets.json.<keyid>.sig`): `openssl` verifies them, and the launcher does (`firmware/delivery/packaging/launch`).
 */
export interface SignedTarget {
  /** The image repository's targets, as they came. */
  readonly targets: Buffer;
  /** The roots behind the unit's own, by version, as they came. */
  readonly roots: readonly Buffer[];
}

export const SIGNED = "signed";
const TARGETS_FILE = "targets.json";
const SIGNATURE_BYTES = 64;
const SIG = ".sig";
const rootFile = (version: number): string => `${version}.root.json`;

/** Keeps what was signed of this release: whole or not there. Throws a JournalError when the disk fails. */
export function keepSigned(root: string, digest: string, { targets, roots }: SignedTarget): void {
  const folder = join(root, SIGNED);
  const fresh = join(folder, `.new-${digest}`);
  onDisk("keeping what was signed in", folder, () => {
    makeFolder(folder);
    for (const old of [fresh, join(folder, digest)]) rmSync(old, { recursive: true, force: true });
    mkdirSync(fresh, { mode: 0o755 });
    const files = [
      ...roots.map((bytes) => [rootFile(rootOf(bytes).signed.version), "root", bytes] as const),
      [TARGETS_FILE, "targets", targets] as const,
    ];
    for (const [name, role, bytes] of files)
      for (const [suffix, part] of signedFiles(parseMetadata(role, bytes)))
        writeSynced(join(fresh, `${name}${suffix}`), part);
    renameDurably(fresh, join(folder, digest));
  });
}

function writeSynced(path: string, bytes: Uint8Array): void {
  const fd = openSync(path, "wx", 0o644);
  try {
    writeFully(fd, bytes);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** What is kept of a release goes with its slot, and what was kept of one that never came. */
export function pruneSigned(root: string, installed: readonly string[]): void {
  const folder = join(root, SIGNED);
  if (!isThere(folder)) return;
  for (const name of readdirSync(folder))
    if (!installed.includes(name)) rmSync(join(folder, name), { recursive: true, force: true });
}

/**
 * Why those who sign releases have not named this one, by what is kept of it and the root that came with the unit; null: they have. That
 * it has expired since says nothing: it was in force when it was installed.
 */
export function signedDifference(root: string, digest: string, unitRoot: Buffer): string | null {
  const folder = join(root, SIGNED, digest);
  if (!onDisk("looking for", folder, () => isThere(folder)))
    return "nobody who signs releases has named it: what was signed of it is not there";
  try {
    const targets = targetsIn(readSigned(folder, TARGETS_FILE, "targets", lastRoot(folder, rootOf(unitRoot))));
    const file = `release-${digest}.json`;
    const isNamed = Object.entries(targets).some(
      ([name, { hashes }]) => name.slice(name.lastIndexOf("/") + 1) === file && hashes["sha256"] === digest,
    );
    return isNamed ? null : "those who sign releases have named others, and not this one";
  } catch (error) {
    return `what was signed of it: ${(error as Error).message}`;
  }
}

/** The newest root of the folder, each signed by the keys of the one before it and by its own. */
function lastRoot(folder: string, first: RootMetadata): RootMetadata {
  let trusted = first;
  for (let step = 0; step < ROOT_ROTATIONS_MAX; step++) {
    const version = trusted.signed.version + 1;
    if (!isThere(join(folder, rootFile(version)))) return trusted;
    const next = readSigned(folder, rootFile(version), "root", trusted) as RootMetadata;
    next.verifyDelegate("root", next);
    if (next.signed.version !== version) throw new Error(`${rootFile(version)} is of another version`);
    trusted = next;
  }
  return trusted;
}

/** A file of the folder, of which enough keys that `by` names for the role have signed the very bytes. */
function readSigned(folder: string, name: string, role: Role, by: RootMetadata): AnyMetadata {
  const limit = role === "root" ? ROOT_MAX_BYTES : TARGETS_MAX_BYTES;
  const signed = JSON.parse(readRegularFile(join(folder, name), limit).toString("utf8")) as unknown;
  const signatures = readdirSync(folder).flatMap((file) => {
    if (!file.startsWith(`${name}.`) || !file.endsWith(SIG)) return [];
    const sig = readRegularFile(join(folder, file), SIGNATURE_BYTES).toString("hex");
    return [{ keyid: file.slice(name.length + 1, -SIG.length), sig }];
  });
  const metadata = parseMetadata(role, utf8(JSON.stringify({ signatures, signed })));
  by.verifyDelegate(role, metadata);
  return metadata;
}

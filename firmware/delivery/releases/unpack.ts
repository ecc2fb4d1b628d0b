import { join } from "node:path";
import { utf8 } from "../../../src/record/bytes.ts";
import {
  chmodSync,
  closeSync,
  fsyncSync,
  isThere,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
} from "../../files/disk.ts";
import { makeFolder, renameDurably, syncFolder, writeFully } from "../../files/durable.ts";
import { ReleaseError } from "./errors.ts";
import { compareInstalled, misnamedSlot, differenceText } from "./installed-files.ts";
import {
  foldersOf,
  MANIFEST_FILE,
  manifestText,
  TARGETS,
  type KnownManifest,
  type Platform,
  type ReleaseManifest,
  type TargetName,
} from "./manifest.ts";
import { readTarget } from "./read-target.ts";
import { checkHandedOver, requirePlatform, targetPath } from "./release-folder.ts";

/** Folders and files of a release are for everybody to read, and for nobody but their owner to write. */
const FOLDER_MODE = 0o755;

/** Where a release is installed below the folder of releases: its digest names it. */
export const slotFolder = (releases: string, digest: string): string => join(releases, digest);

/** What is being unpacked there has this name until it is whole and durable. */
const freshFolder = (releases: string, digest: string): string => join(releases, `.tmp-${digest}`);

/** Where a release lies, and what it must be for. */
export interface InstallSource {
  /** The folder with its manifest and targets, or with all that is in them. */
  readonly from: string;
  readonly known: KnownManifest;
  readonly platform: Platform | null;
}

/**
 * Unpacks a release into its slot, `<releases>/<digest>`, and gives the slot's folder. It is checked whole before a byte is unpacked.
 * The slot appears under its name only when every file and folder in it is durable, and was read back and compared; after a power cut
 * it is there whole or not there, and what was unpacked half is taken away by the next call. A slot that is there already is compared
 * with its manifest and left as it is. @throws ReleaseError
 */
export async function unpackRelease(releases: string, source: InstallSource): Promise<string> {
  const { from, known, platform } = source;
  return fillSlot(
    releases,
    known,
    () => checkHandedOver(from, known, platform),
    async (fresh) => {
      for (const name of TARGETS)
        await unpackTarget(targetPath(from, known, name), known.manifest, name, fresh);
    },
  );
}

/**
 * Copies a release that lies unpacked in `from` (as a Debian package brings it) into its slot, with all that {@link unpackRelease} says of
 * a slot. @throws ReleaseError
 */
export async function copyRelease(releases: string, source: InstallSource): Promise<string> {
  const { from, known, platform } = source;
  return fillSlot(
    releases,
    known,
    () => {
      requirePlatform(known, platform);
      requireInstalled(from, known);
    },
    (fresh) => {
      for (const { path, mode } of known.manifest.files)
        writeFile(join(fresh, path), readFileSync(join(from, path)), Number.parseInt(mode, 8));
    },
  );
}

async function fillSlot(
  releases: string,
  known: KnownManifest,
  check: () => Promise<void> | void,
  fill: (fresh: string) => Promise<void> | void,
): Promise<string> {
  const slot = slotFolder(releases, known.digest);
  if (isThere(slot)) {
    requireInstalled(slot, known);
    return slot;
  }
  await check();
  makeFolder(releases);
  const fresh = freshFolder(releases, known.digest);
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { mode: FOLDER_MODE });
  chmodSync(fresh, FOLDER_MODE);
  makeFolders(fresh, known.manifest);
  await fill(fresh);
  writeFile(join(fresh, MANIFEST_FILE), utf8(manifestText(known.manifest)), 0o644);
  for (const folder of allFolders(known.manifest).toReversed()) syncFolder(join(fresh, folder));
  syncFolder(fresh);
  requireInstalled(fresh, known);
  renameDurably(fresh, slot);
  return slot;
}

/** Throws a ReleaseError `file-differs` unless the installed release is what its manifest says. */
export function requireInstalled(slot: string, { manifest, digest }: KnownManifest): void {
  const misnamed = misnamedSlot(slot, digest);
  if (misnamed !== null)
    throw new ReleaseError(
      "file-differs",
      `${slot}: ${misnamed}; take the folder away and install the release again`,
    );
  const difference = compareInstalled(slot, manifest);
  if (difference === null) return;
  throw new ReleaseError(
    difference.why === "more" ? "file-more" : difference.why === "less" ? "file-less" : "file-differs",
    `${slot}: ${differenceText(difference)}; take the folder away and install release ${digest.slice(0, 16)} again`,
  );
}

/** Every folder of a release, each behind the one that it lies in. */
const allFolders = ({ files }: ReleaseManifest): readonly string[] =>
  [...new Set(files.flatMap(({ path }) => foldersOf(path)))].sort();

function makeFolders(root: string, manifest: ReleaseManifest): void {
  for (const folder of allFolders(manifest)) {
    mkdirSync(join(root, folder), { mode: FOLDER_MODE });
    chmodSync(join(root, folder), FOLDER_MODE);
  }
}

/** Writes the files of a target below a folder, each durable when it is whole. */
async function unpackTarget(
  path: string,
  manifest: ReleaseManifest,
  name: TargetName,
  root: string,
): Promise<void> {
  let fd: number | null = null;
  const close = (): void => {
    if (fd !== null) closeSync(fd);
    fd = null;
  };
  try {
    await readTarget(path, manifest, name, {
      begin: (file) => {
        fd = openSync(join(root, file.path), "wx", 0o600);
      },
      write: (bytes) => {
        if (fd !== null) writeFully(fd, bytes);
      },
      end: (file) => {
        chmodSync(join(root, file.path), Number.parseInt(file.mode, 8));
        if (fd !== null) fsyncSync(fd);
        close();
      },
    });
  } finally {
    close();
  }
}

function writeFile(path: string, bytes: Uint8Array, mode: number): void {
  const fd = openSync(path, "wx", 0o600);
  try {
    writeFully(fd, bytes);
    chmodSync(path, mode);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

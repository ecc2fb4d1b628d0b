import { join } from "node:path";
import type { Signer } from "../../../src/record/keys.ts";
import {
  closeSync,
  fsyncSync,
  ftruncateSync,
  isThere,
  openSync,
  readFileSync,
  rmSync,
  statSync,
} from "../../files/disk.ts";
import { namesIn, renameDurably, syncFolder, writeFully } from "../../files/durable.ts";
import { onDisk } from "../../files/errors.ts";
import { openSealed, SEALED_EXTENSION, type Opened, type SealedPlace } from "../log/sealed-format.ts";

/** A larger file is no part of ours: a round's recording is limited long before. */
const SEALED_MAX = 256 * 1024 * 1024;
const DAMAGED_EXTENSION = ".damaged";
/** A part that was being made: nothing was ever recorded in it. */
const UNFINISHED_EXTENSION = `${SEALED_EXTENSION}.new`;
const NAME = /^([a-z0-9][a-z0-9-]*)\.(\d{12})\.sealed$/;

/** A part of a recording that is sealed still. */
export interface StillSealed extends SealedPlace {
  readonly path: string;
  /** Size of its file, bytes. */
  readonly size: number;
}

/** The sealed parts in a folder of recordings, in the order of their segments and places. */
export function stillSealed(dir: string): StillSealed[] {
  if (!isThere(dir)) return [];
  return onDisk("listing the recordings in", dir, () =>
    namesIn(dir).flatMap((name) => {
      const [, segment, from] = NAME.exec(name) ?? [];
      if (segment === undefined || from === undefined) return [];
      const path = join(dir, name);
      return [{ segment, from: Number(from), path, size: statSync(path).size }];
    }),
  );
}

/** One line for each recording that is still sealed; it reveals nothing else. */
export function sealedNotes(dir: string): string[] {
  return stillSealed(dir).map(
    ({ segment, from }) =>
      `recording ${segment}: what comes after byte ${from} is sealed until its round is over, and counts as absent`,
  );
}

/**
 * Opens what a killed or stopped unit left sealed: the plain text goes to its place in the recording, durably, then the
 * sealed file goes. `signers`: the keys that it may be sealed with. It may be cut at any point and done again. What cannot be opened is kept beside it as `.damaged`.
 * Returns one line for each such file. Throws a JournalError when the disk fails.
 */
export function unsealAll(dir: string, signers: readonly Signer[]): string[] {
  const notes: string[] = [];
  onDisk("opening the sealed recordings in", dir, () => removeUnfinished(dir));
  for (const part of stillSealed(dir)) {
    const note = onDisk("opening the sealed recording", part.path, () => unsealPart(dir, part, signers));
    if (note !== null) notes.push(note);
  }
  return notes;
}

function removeUnfinished(dir: string): void {
  for (const name of isThere(dir) ? namesIn(dir) : [])
    if (name.endsWith(UNFINISHED_EXTENSION)) rmSync(join(dir, name));
}

/** Some recording in the folder is sealed, or could not be opened. */
export function isAnySealed(dir: string): boolean {
  return onDisk("listing the recordings in", dir, () =>
    namesIn(dir).some((name) => name.endsWith(SEALED_EXTENSION) || name.endsWith(DAMAGED_EXTENSION)),
  );
}

/** With the first key that opens all of it, else as far as one does. */
function openWithAny(text: string, part: StillSealed, signers: readonly Signer[]): Opened {
  let best: Opened = { ok: false };
  for (const signer of signers) {
    const opened = openSealed(text, part, signer);
    if (!opened.ok || !opened.damaged) return opened;
    if (!best.ok || opened.plain.length > best.plain.length) best = opened;
  }
  return best;
}

function unsealPart(dir: string, part: StillSealed, signers: readonly Signer[]): string | null {
  const { segment, from, path, size } = part;
  const plainPath = join(dir, `${segment}.jsonl`);
  const opened = size > SEALED_MAX ? null : openWithAny(readFileSync(path, "latin1"), part, signers);
  // What stands before it must be there: a part never goes where it does not belong.
  const fits = isThere(plainPath) && statSync(plainPath).size >= from;
  if (opened?.ok === true && fits) writePlainAt(plainPath, from, opened.plain);
  if (opened?.ok === true && fits && !opened.damaged) {
    rmSync(path);
    syncFolder(dir);
    return null;
  }
  const damaged = `${path.slice(0, -SEALED_EXTENSION.length)}${DAMAGED_EXTENSION}`;
  renameDurably(path, damaged);
  return `recording ${segment}: what was sealed from byte ${from} on cannot be opened whole; keep ${damaged} for the inspector`;
}

/**
 * Puts a part's plain text at its place, durably. Whatever stands behind `from` was written by an opening that was cut: it is
 * written anew, whole. The disk's own errors come through.
 */
export function writePlainAt(path: string, from: number, plain: Buffer): void {
  const fd = openSync(path, "r+");
  try {
    ftruncateSync(fd, from);
    writeFully(fd, plain, from);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

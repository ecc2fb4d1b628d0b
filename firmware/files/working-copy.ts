import { basename, join } from "node:path";
import {
  accessSync,
  constants,
  copyFileSync,
  isThere,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from "./disk.ts";
import { onDisk } from "./errors.ts";

/** A copy of files that may not be written where they lie, as those of a seized disk. */
export interface WorkingCopy {
  /** The first file of the copy. */
  readonly path: string;
  /** Removes the copy with its folder. */
  remove(): void;
}

/** Whether nothing may be written into a folder: a disk that was mounted read-only, or somebody else's folder. */
export function isReadOnly(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return false;
  } catch {
    return true;
  }
}

/** Copies files into a new folder in `beside` that is this user's alone. Throws a JournalError, and then nothing is left of it. */
export function copyToWork(files: readonly [string, ...string[]], beside: string): WorkingCopy {
  const [first] = files;
  const folder = onDisk("making a folder for a copy of", first, () =>
    mkdtempSync(join(beside, "tirada-copy-")),
  );
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    for (const file of files)
      onDisk("copying", file, () =>
        copyFileSync(file, join(folder, basename(file)), constants.COPYFILE_FICLONE),
      );
    return { path: join(folder, basename(first)), remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/**
 * Copies the files of a folder into a new one in `beside` that is this user's alone: those in it, those in its folders `copied`; its
 * folders `linked` are linked. What is no file (a socket, a link) stays behind. Throws a JournalError, and then nothing is left of it.
 */
export function copyFolderToWork(
  folder: string,
  {
    beside,
    copied,
    linked,
  }: Readonly<{ beside: string; copied: readonly string[]; linked: readonly string[] }>,
): WorkingCopy {
  const work = onDisk("making a folder for a copy of", folder, () => mkdtempSync(join(beside, "tirada-copy-")));
  const remove = (): void => rmSync(work, { recursive: true, force: true });
  try {
    onDisk("copying", folder, () => {
      copyFiles(folder, work);
      for (const name of copied) {
        if (!isThere(join(folder, name))) continue;
        mkdirSync(join(work, name), { mode: PRIVATE });
        copyFiles(join(folder, name), join(work, name));
      }
      for (const name of linked)
        if (isThere(join(folder, name))) symlinkSync(join(folder, name), join(work, name));
    });
    return { path: work, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

function copyFiles(from: string, to: string): void {
  for (const name of readdirSync(from)) {
    const file = join(from, name);
    if (lstatSync(file).isFile()) copyFileSync(file, join(to, name), constants.COPYFILE_FICLONE);
  }
}

const PRIVATE = 0o700;

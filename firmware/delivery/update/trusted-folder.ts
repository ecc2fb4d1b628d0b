import { join } from "node:path";
import { sha256Hex, utf8 } from "../../../src/record/bytes.ts";
import {
  closeSync,
  fsyncSync,
  isThere,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "../../files/disk.ts";
import { makeFolder, renameDurably, syncFolder, writeFully } from "../../files/durable.ts";
import { onDisk } from "../../files/errors.ts";
import { FileError, readRegularFile } from "../../files/read-file.ts";
import { REPOSITORIES, type Repository } from "./floor.ts";
import { TARGETS_MAX_BYTES } from "./limits.ts";

/**
 * The metadata that a unit trusts. The library writes each file as it trusts it, in place and without a sync; so it works on a copy,
 * `work/`. What it has trusted as a whole is written to `next/`, synced file by file and folder by folder, and renamed to
 * `trusted-<n>/`: the highest number counts, and it is whole. `sums` in it holds the SHA-256 of each file, so that damage is seen.
 */
const FILES = ["root.json", "timestamp.json", "snapshot.json", "targets.json", "former-keys.json"] as const;
export type TrustedFile = (typeof FILES)[number];
export type TrustedFiles = Readonly<Record<Repository, Readonly<Partial<Record<TrustedFile, Buffer>>>>>;

const GENERATION = /^trusted-(\d{1,9})$/;
const SUMS = "sums";
const SUMS_MAX_BYTES = 4_096;

/** What a folder holds. */
export interface Trusted {
  /** Number of the highest generation; 0: none. */
  readonly generation: number;
  /** Null: there is none, or it is damaged. */
  readonly files: TrustedFiles | null;
  /** What is wrong with it; null: nothing. */
  readonly damage: string | null;
}

/** Takes away what an earlier run left of its work, and reads the trusted metadata. Throws a JournalError when the disk fails. */
export function openTrusted(folder: string): Trusted {
  return onDisk("opening the trusted metadata in", folder, () => {
    makeFolder(folder);
    for (const name of ["work", "next"]) rmSync(join(folder, name), { recursive: true, force: true });
    const numbers = generationsIn(folder);
    const generation = Math.max(0, ...numbers);
    if (generation === 0) return { generation, files: null, damage: null };
    for (const number of numbers) if (number < generation) removeGeneration(folder, number);
    const at = generationPath(folder, generation);
    try {
      return { generation, files: readGeneration(at), damage: null };
    } catch (error) {
      if (error instanceof DamagedError || (error instanceof FileError && !isOfDisk(error)))
        return { generation, files: null, damage: `${at}: ${error.message}` };
      throw error;
    }
  });
}

class DamagedError extends Error {}

/** The disk did not give the bytes; all else says that a file is not there or is none. */
const isOfDisk = ({ code }: FileError): boolean =>
  code !== null && !["ENOENT", "ENOTDIR", "EISDIR"].includes(code);

const generationPath = (folder: string, number: number): string => join(folder, `trusted-${number}`);

function generationsIn(folder: string): number[] {
  return readdirSync(folder).flatMap((name) => {
    const number = Number(GENERATION.exec(name)?.[1] ?? 0);
    return number > 0 ? [number] : [];
  });
}

function readGeneration(at: string): TrustedFiles {
  const sums = readRegularFile(join(at, SUMS), SUMS_MAX_BYTES).toString("utf8");
  const read = (repository: Repository): Partial<Record<TrustedFile, Buffer>> =>
    Object.fromEntries(
      FILES.map((name) => [name, readRegularFile(join(at, repository, name), TARGETS_MAX_BYTES)]),
    );
  const files = { image: read("image"), director: read("director") };
  if (sums !== sumsOf(files)) throw new DamagedError("its files are not those that were trusted");
  return files;
}

function sumsOf(files: TrustedFiles): string {
  const lines = REPOSITORIES.flatMap((repository) =>
    FILES.map((name) => `${sha256Hex(files[repository][name] ?? Buffer.alloc(0))}  ${repository}/${name}\n`),
  );
  return lines.join("");
}

/** The copy that the library works on: a folder for each repository. Returns its path. */
export function makeWorkFolder(folder: string, files: TrustedFiles): string {
  const work = join(folder, "work");
  return onDisk("copying the trusted metadata to", work, () => {
    mkdirSync(work, { mode: 0o700 });
    for (const repository of REPOSITORIES) {
      mkdirSync(join(work, repository), { mode: 0o700 });
      for (const [name, bytes] of Object.entries(files[repository]))
        writeFileSync(join(work, repository, name), bytes, { mode: 0o600 });
    }
    return work;
  });
}

/** What the library has trusted, read back from its copy; `formerKeys` of each repository beside it. */
export function readWorkFolder(work: string, formerKeys: Readonly<Record<Repository, string>>): TrustedFiles {
  return onDisk("reading back the metadata in", work, () => {
    const read = (repository: Repository): Partial<Record<TrustedFile, Buffer>> => {
      const names = FILES.filter((name) => name !== "former-keys.json");
      const files = names.map((name): [TrustedFile, Buffer] => [
        name,
        readRegularFile(join(work, repository, name), TARGETS_MAX_BYTES),
      ]);
      return { ...Object.fromEntries(files), "former-keys.json": utf8(formerKeys[repository]) };
    };
    return { image: read("image"), director: read("director") };
  });
}

/** Makes these the trusted metadata: all of them, or none when it is cut. Throws a JournalError when the disk fails. */
export function keepTrusted(folder: string, generation: number, files: TrustedFiles): void {
  const next = join(folder, "next");
  onDisk("keeping the trusted metadata in", folder, () => {
    mkdirSync(next, { mode: 0o700 });
    for (const repository of REPOSITORIES) {
      mkdirSync(join(next, repository), { mode: 0o700 });
      for (const name of FILES)
        writeSynced(join(next, repository, name), files[repository][name] ?? Buffer.alloc(0));
      syncFolder(join(next, repository));
    }
    writeSynced(join(next, SUMS), utf8(sumsOf(files)));
    syncFolder(next);
    renameDurably(next, generationPath(folder, generation));
    removeGeneration(folder, generation - 1);
    rmSync(join(folder, "work"), { recursive: true, force: true });
  });
}

function removeGeneration(folder: string, number: number): void {
  const at = generationPath(folder, number);
  if (!isThere(at)) return;
  // Away from its name first: a generation of which half the files are gone must not count.
  const next = join(folder, "next");
  renameDurably(at, next);
  rmSync(next, { recursive: true, force: true });
}

function writeSynced(path: string, bytes: Uint8Array): void {
  const fd = openSync(path, "wx", 0o600);
  try {
    writeFully(fd, bytes);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

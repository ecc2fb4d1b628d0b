import { join } from "node:path";
import { sha256Hex } from "../../../src/record/bytes.ts";
import { isThere } from "../../files/disk.ts";
import { replaceDurably } from "../../files/durable.ts";
import { JournalError, onDisk } from "../../files/errors.ts";
import { readTextFile } from "../../files/read-file.ts";

/** The two repositories of a release: what there is, and which table runs what. */
export const REPOSITORIES = ["image", "director"] as const;
export type Repository = (typeof REPOSITORIES)[number];

/**
 * Below what a unit never goes again, whatever becomes of its metadata: versions of root and targets of each repository, and the
 * numbers of the release and of the base system that it installed last.
 */
export interface Floor {
  readonly versions: Readonly<Record<Repository, FloorVersions>>;
  readonly release: number;
  readonly base: number;
}

export interface FloorVersions {
  readonly root: number;
  readonly targets: number;
}

/** Where the floor is kept: the unit's journal, or a file. */
export interface FloorStore {
  /** Null: none was ever kept. Throws when one was and cannot be read. */
  read(): Floor | null;
  /** Keeps the higher of each number; durable when it returns. */
  raise(to: Floor): void;
}

export const NO_FLOOR: Floor = {
  versions: { image: { root: 0, targets: 0 }, director: { root: 0, targets: 0 } },
  release: 0,
  base: 0,
};

/** The higher of each number. */
export function higherFloor(one: Floor, other: Floor): Floor {
  const of = (name: Repository): FloorVersions => ({
    root: Math.max(one.versions[name].root, other.versions[name].root),
    targets: Math.max(one.versions[name].targets, other.versions[name].targets),
  });
  return {
    versions: { image: of("image"), director: of("director") },
    release: Math.max(one.release, other.release),
    base: Math.max(one.base, other.base),
  };
}

const FORMAT = "tirada-floor/1";
const FILE_MAX_BYTES = 1_024;
const NUMBERS = ["image root", "image targets", "director root", "director targets", "release"] as const;
/** A further line, where there is one: a release that knows of no bases reads those before it. */
const BASE = "base";

/**
 * The floor in a file of a folder: `floor`, written beside and renamed over, so that it is the old one or the new one whenever the
 * power goes. Its first line is the format, its second the SHA-256 of all that follows.
 */
export function floorFile(folder: string): FloorStore {
  const path = join(folder, "floor");
  const read = (): Floor | null => {
    if (!onDisk("looking for the rollback floor", path, () => isThere(path))) return null;
    const text = onDisk("reading the rollback floor", path, () => readTextFile(path, FILE_MAX_BYTES));
    const floor = parseFloor(text);
    if (floor === null)
      throw new JournalError(
        "corrupt",
        `the rollback floor ${path} is damaged: without it an old release could be installed again; put it back from a backup of the folder, or ask the makers`,
      );
    return floor;
  };
  return {
    read,
    raise: (to) => {
      const before = read() ?? NO_FLOOR;
      const text = formatFloor(higherFloor(before, to));
      if (text === formatFloor(before)) return;
      onDisk("writing the rollback floor", path, () => replaceDurably(path, text, { mode: 0o600 }));
    },
  };
}

function formatFloor({ versions: { image, director }, release, base }: Floor): string {
  const values = [image.root, image.targets, director.root, director.targets, release];
  const lines = NUMBERS.map((name, at) => `${name} ${values[at] ?? 0}\n`);
  const body = [...lines, ...(base === 0 ? [] : [`${BASE} ${base}\n`])].join("");
  return `${FORMAT}\n${sha256Hex(body)}\n${body}`;
}

function parseFloor(text: string): Floor | null {
  const [format, hash, ...lines] = text.split("\n");
  const body = lines.join("\n");
  if (format !== FORMAT || hash !== sha256Hex(body)) return null;
  const numberIn = (name: string, line = ""): number =>
    Number(new RegExp(`^${name} (\\d{1,16})$`).exec(line)?.[1]);
  const values = NUMBERS.map((name, at) => numberIn(name, lines[at]));
  const line = lines[NUMBERS.length] ?? "";
  const base = line === "" ? 0 : numberIn(BASE, line);
  if (![...values, base].every((value) => Number.isSafeInteger(value))) return null;
  const [imageRoot = 0, imageTargets = 0, directorRoot = 0, directorTargets = 0, release = 0] = values;
  return {
    versions: {
      image: { root: imageRoot, targets: imageTargets },
      director: { root: directorRoot, targets: directorTargets },
    },
    release,
    base,
  };
}

import { basename, dirname, join, resolve } from "node:path";
import {
  closeSync,
  fstatSync,
  isThere,
  lstatSync,
  openSync,
  readSync,
  realpathSync,
  type Stats,
} from "../../files/disk.ts";
import { namesIn } from "../../files/durable.ts";
import { BEGUN_MARK, DAMAGED_MARK, USED_MARK } from "../../evidence/log/epoch-files.ts";
import { diskFailure, JournalError } from "../../files/errors.ts";
import { KEY_FILES } from "../keys/keys.ts";

/**
 * Where a command may write a file. A table's evidence is its files, and a slip of the hand on a path must not cost it: nothing is
 * written into a storage folder, and only what the command itself wrote before is written over.
 */
export interface WriteTarget {
  readonly path: string;
  /** What is written, as people read it: `an export`. */
  readonly what: string;
  /** True for the first 64 bytes of an older file of the same kind. */
  readonly isOlder: (start: Buffer) => boolean;
  /** An older file may be replaced: `always`, when `--replace` was given (`asked`), or not without it (`no`). */
  readonly replace: "always" | "asked" | "no";
  /**
   * The file belongs into the storage folder, as a calibration does, and has its own name there: a damaged one is written anew when
   * `--replace` was said. What the table itself keeps there is refused all the same.
   */
  readonly inStorage?: boolean;
}

const START_BYTES = 64;
/** What a table keeps in its storage folder, by name. */
const OWN =
  /^(?:journal\.(?:db|head|epochs|second|begun|damaged)(?:[-.]\w+)*|(?:table|test)\.key(?:\.(?:next|\d+))?\.pem(?:\.new)?|unit\.sock|floor\.away|feeds\.told)$/;
const OWN_FOLDERS = ["recordings", "pictures", "journal.epochs", "cases"];
/** One of these makes a folder a storage folder. */
const SIGNS = [
  "journal.db",
  "journal.head",
  ...Object.values(KEY_FILES),
  "journal.db-lock",
  USED_MARK,
  BEGUN_MARK,
  DAMAGED_MARK,
];

/**
 * Throws a JournalError `refused` unless the file may be written: not within a table's storage folder, by whatever way the path
 * leads there; not over a device, pipe, socket, folder or link; not over a file of another kind. Opens nothing that a table has
 * open: closing it again would drop the locks of the process that has it.
 */
export function requireWriteTarget(target: WriteTarget): void {
  onTarget(target.path, () => requireTarget(target));
}

/** Runs `act`, which writes to the file of a path that somebody named; what its disk does comes out as by {@link targetError}. */
export function onTarget<T>(path: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw targetError(error, path);
  }
}

/** What the disk of a path does that somebody named is no failure of the journal's: it comes out as `refused`, with what to do. */
export function targetError(error: unknown, path: string): unknown {
  if (error instanceof JournalError) return error;
  const failure = diskFailure(error, "writing", path);
  if (failure === null) return error;
  return new JournalError("refused", failure.message.replace(/; [^;]*$/, `; ${ADVICE}`), { cause: error });
}

const ADVICE = "name a folder where you may write and where there is room: another stick or folder";

function requireTarget(target: WriteTarget): void {
  const path = resolve(target.path);
  const refuse = (why: string): JournalError =>
    new JournalError("refused", `${target.what} cannot be written to ${target.path}: ${why}`);
  const folder = realpathSync(dirname(path));
  const storage = storageAbove(folder);
  if (storage !== null && !isAllowedThere(target, storage, join(folder, basename(path))))
    throw refuse(`${storage} is a table's storage folder; name a file elsewhere`);
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return;
  if (!found.isFile()) throw refuse(`there is ${kindOf(found)}; name a file`);
  if (found.nlink > 1) throw refuse("this file has other names besides (hard links); name another one");
  const isDamaged = target.inStorage === true && target.replace === "asked";
  if (!isDamaged && !target.isOlder(startOf(path)))
    throw refuse(`this file is there already, and it is not ${target.what}`);
  if (target.replace === "no") throw refuse("this file is there already; say --replace to write it anew");
}

/** Only the file that belongs there, and nothing of the table's own. */
function isAllowedThere({ inStorage }: WriteTarget, storage: string, path: string): boolean {
  if (inStorage !== true) return false;
  const [first = "", ...rest] = path.slice(storage.length + 1).split("/");
  return rest.length === 0 ? !OWN.test(first) : !OWN_FOLDERS.includes(first);
}

/** The storage folder that a folder is or lies in, or null. */
function storageAbove(folder: string): string | null {
  for (let at = folder; ; at = dirname(at)) {
    if (SIGNS.some((name) => isThere(join(at, name)))) return at;
    if (OWN_FOLDERS.includes(basename(at)) && hasRecordings(at)) return dirname(at);
    if (dirname(at) === at) return null;
  }
}

/** Recordings whose journal is gone are evidence still. */
function hasRecordings(folder: string): boolean {
  try {
    return namesIn(folder).some((name) =>
      /^[a-z-]+-\d{6,12}\.(?:jsonl|\d+\.sealed)$|^[0-9a-f]{64}\.png$|^\d{6}\.db$/.test(name),
    );
  } catch {
    return false;
  }
}

function kindOf(found: Stats): string {
  if (found.isSymbolicLink()) return "a link";
  if (found.isDirectory()) return "a folder";
  if (found.isFIFO()) return "a pipe";
  return found.isSocket() ? "a socket" : "a device";
}

function startOf(path: string): Buffer {
  const fd = openSync(path, "r");
  try {
    const bytes = Buffer.alloc(START_BYTES);
    return fstatSync(fd).isFile() ? bytes.subarray(0, readSync(fd, bytes)) : bytes.subarray(0, 0);
  } finally {
    closeSync(fd);
  }
}

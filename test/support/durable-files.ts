import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";

/** What a file held, or where a link led. */
type Content = Buffer | { readonly link: string };

/** What a name in a folder leads to for good. `content`: of a file or link that was removed since. */
interface DurableName {
  readonly ino: number;
  content: Content | null;
}

/** Files that SQLite writes by itself: what it has committed is durable, and its own bytes are left alone. */
const OF_SQLITE = /\.db(?:-lock|(?:-new|-copy)?(?:-wal|-shm|-journal)?)$/;
/** Files that SQLite makes and takes away by itself. */
const MADE_BY_SQLITE = /\.db(?:-new|-copy)?-(?:wal|shm|journal)$/;

/**
 * What of a storage folder would be there if the power went now: bytes that were synced, and names whose folder was. The rest may
 * be there or not, each for itself, as POSIX allows.
 */
export class DurableFiles {
  readonly #root: string;
  readonly #names = new Map<string, Map<string, DurableName>>();
  /** Durable bytes of files that were written since, by inode. */
  readonly #contents = new Map<number, Buffer>();

  /** All that is there counts as durable. */
  constructor(root: string) {
    this.#root = root;
    this.#addFolder(root);
  }

  #addFolder(folder: string): void {
    this.#names.set(folder, namesOf(folder));
    for (const entry of readdirSync(folder, { withFileTypes: true }))
      if (entry.isDirectory()) this.#addFolder(join(folder, entry.name));
  }

  /** To be called before a file is written, cut, replaced or removed, and after it was made. */
  watch(path: string): void {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found?.isFile() !== true || OF_SQLITE.test(path)) return;
    const isDurable = this.#names.get(dirname(path))?.get(basename(path))?.ino === found.ino;
    if (!this.#contents.has(found.ino))
      this.#contents.set(found.ino, isDurable ? readFileSync(path) : Buffer.alloc(0));
  }

  /** To be called before a name is removed or leads elsewhere. */
  unlink(path: string): void {
    this.watch(path);
    const name = this.#names.get(dirname(path))?.get(basename(path));
    if (name !== undefined && isNamed(path)) name.content ??= this.#contents.get(name.ino) ?? contentOf(path);
  }

  /** To be called after a folder got another name: what is known of all below it is known there. */
  moveFolder(from: string, to: string): void {
    for (const [folder, names] of Array.from(this.#names)) {
      if (folder !== from && !folder.startsWith(`${from}/`)) continue;
      this.#names.delete(folder);
      this.#names.set(`${to}${folder.slice(from.length)}`, names);
    }
  }

  /** A file's bytes or a folder's names are durable from here on. */
  sync(path: string): void {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found?.isDirectory() === true) this.#names.set(path, namesOf(path));
    else if (found !== undefined && !OF_SQLITE.test(path)) this.#contents.set(found.ino, readFileSync(path));
  }

  /** Each thing that is not durable is lost where `isLost` says so. */
  losePower(isLost: () => boolean): void {
    this.#loseNames(this.#root, isLost);
    for (const path of filesBelow(this.#root)) {
      if (path.endsWith("-shm")) rmSync(path);
      const durable = path.endsWith("-shm") ? undefined : this.#contents.get(statSync(path).ino);
      if (durable !== undefined && !durable.equals(readFileSync(path)) && isLost())
        writeFileSync(path, durable);
    }
  }

  #loseNames(folder: string, isLost: () => boolean): void {
    const durable = this.#names.get(folder) ?? new Map<string, DurableName>();
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      const known = durable.get(entry.name);
      if (known === undefined && !MADE_BY_SQLITE.test(entry.name) && isLost())
        rmSync(path, { recursive: true });
      else if (entry.isDirectory()) this.#loseNames(path, isLost);
      else if (known !== undefined && known.ino !== lstatSync(path).ino && known.content !== null && isLost())
        replaceFile(path, known.content);
    }
    for (const [name, { content }] of durable)
      if (content !== null && !isNamed(join(folder, name)) && isLost())
        replaceFile(join(folder, name), content);
  }
}

/** Another inode: what is known of the one before is no more of this name. */
function replaceFile(path: string, content: Content): void {
  rmSync(path, { force: true });
  if ("link" in content) symlinkSync(content.link, path);
  else writeFileSync(path, content, { mode: 0o600 });
}

/** Something has this name, and be it a link that leads nowhere. */
const isNamed = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

const contentOf = (path: string): Content =>
  lstatSync(path).isSymbolicLink() ? { link: readlinkSync(path) } : readFileSync(path);

function namesOf(folder: string): Map<string, DurableName> {
  return new Map(
    readdirSync(folder).map((name) => [name, { ino: lstatSync(join(folder, name)).ino, content: null }]),
  );
}

export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : entry.isFile() ? [path] : [];
  });
}

/** The bytes of SQLite's files in a folder, to be put back: what a disk keeps that says "synced" and does not. */
export class SqliteCopy {
  readonly #root: string;
  readonly #files: ReadonlyMap<string, Buffer>;

  constructor(root: string) {
    this.#root = root;
    this.#files = new Map(sqliteFiles(root).map((path) => [path, readFileSync(path)]));
  }

  putBack(): void {
    for (const path of sqliteFiles(this.#root)) if (!this.#files.has(path)) rmSync(path);
    for (const [path, bytes] of this.#files) {
      mkdirSync(dirname(path), { recursive: true });
      replaceFile(path, bytes);
    }
  }
}

const sqliteFiles = (root: string): string[] =>
  filesBelow(root).filter((path) => OF_SQLITE.test(path) && !path.endsWith("-shm"));

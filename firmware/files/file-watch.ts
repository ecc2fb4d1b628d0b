import { statSync, type Stats } from "./disk.ts";
import { JournalError, onDisk } from "./errors.ts";

/** What a path must still lead to. */
interface Watched {
  readonly dev: number;
  readonly ino: number;
  /** Bytes: exactly so many, or at least. Null: a folder. */
  size: number | null;
  readonly grows: boolean;
}

/**
 * The files that the unit has open, by device and inode: a file that was deleted, moved, replaced or cut short while it is open
 * goes on taking writes that cannot be read again. A lost or covered mount shows in the same way.
 */
export class FileWatch {
  readonly #watched = new Map<string, Watched>();

  /** Watches what `path` leads to now. `grows`: it may become longer, never shorter; else it keeps its size. */
  add(path: string, grows: boolean): void {
    const found = statOf(path);
    if (found === null) throw lostFile(path, "is not there");
    const size = found.isDirectory() ? null : found.size;
    this.#watched.set(path, { dev: found.dev, ino: found.ino, size, grows });
  }

  /** Watches it from when it first appears: SQLite makes its write-ahead log when it needs one. */
  addOnce(path: string): void {
    if (!this.#watched.has(path) && statOf(path) !== null) this.add(path, true);
  }

  /** We ourselves made it longer. */
  resized(path: string): void {
    const watched = this.#watched.get(path);
    if (watched?.size != null) watched.size = statOf(path)?.size ?? watched.size;
  }

  drop(path: string): void {
    this.#watched.delete(path);
  }

  /** Throws a JournalError `lost` for the first path that leads elsewhere, or to less than was written. */
  check(): void {
    for (const [path, watched] of this.#watched) {
      const found = statOf(path);
      if (found === null) throw lostFile(path, "was deleted or moved, or its disk is gone");
      if (found.dev !== watched.dev || found.ino !== watched.ino) throw lostFile(path, "was replaced");
      if (watched.size === null) continue;
      if (found.size < watched.size)
        throw lostFile(path, `was cut from ${watched.size} to ${found.size} bytes`);
      if (watched.grows) watched.size = found.size;
      else if (found.size !== watched.size) throw lostFile(path, "was written by another program");
    }
  }
}

function statOf(path: string): Stats | null {
  return onDisk("looking for", path, () => statSync(path, { throwIfNoEntry: false })) ?? null;
}

function lostFile(path: string, what: string): JournalError {
  return new JournalError(
    "lost",
    `${path} ${what} while the table had it open: nothing more is certified; ` +
      "find out who did it, put it back where it was, then restart the table",
  );
}

import { createHash } from "node:crypto";
import { dirname } from "node:path";
import { openAsync, renameAsync, rmAsync, type AsyncFile } from "../../files/disk.ts";
import { syncFolderLater } from "../../files/durable.ts";
import { JournalError } from "../../files/errors.ts";
import { partOf, type Given, type Pieces } from "./export.ts";
import { targetError } from "./write-target.ts";

/** So much may wait in the machine's memory before it is on the stick: the last wait is short, and whoever gives it hears of a full one. */
const SYNC_BYTES = 32 * 1024 * 1024;

/**
 * A file that somebody asked for, as the process of that person writes it. It appears under its name only when it is whole and durable.
 * What its disk does comes out as a JournalError `refused`.
 */
export class TargetFile {
  readonly path: string;
  readonly #file: AsyncFile;
  readonly #digest = createHash("sha512");
  #bytes = 0;
  #unsynced = 0;

  private constructor(path: string, file: AsyncFile) {
    this.path = path;
    this.#file = file;
  }

  /** Opens it; the right to write there is asked for here alone. */
  static async open(path: string): Promise<TargetFile> {
    return new TargetFile(path, await onTargetLater(path, () => openPart(path)));
  }

  /** Writes all that is given. What the giver throws passes as it is. */
  async take(pieces: Pieces<Given>): Promise<Given> {
    for (;;) {
      const next = await pieces.next();
      if (next.done === true) return this.#requireWhole(next.value);
      try {
        await onTargetLater(this.path, () => this.#write(next.value));
      } catch (error) {
        await pieces.return(undefined as never);
        throw error;
      }
    }
  }

  /** Makes it durable under its name, with the files that belong beside it. */
  async finish({ beside }: Pick<Given, "beside">): Promise<void> {
    await onTargetLater(this.path, async () => {
      await this.#file.sync();
      await this.#file.close();
      for (const { ending, text } of beside)
        await writePart(`${this.path}${ending}`, (file) => file.writeFile(text));
      await renameAsync(partOf(this.path), this.path);
      await syncFolderLater(dirname(this.path));
    });
  }

  /** Takes away what was written of it so far. Never rejects: the stick may be gone. */
  async discard(): Promise<void> {
    await this.#file.close().catch(() => undefined);
    await rmAsync(partOf(this.path), { force: true }).catch(() => undefined);
  }

  async #write(piece: Uint8Array): Promise<void> {
    for (let done = 0; done < piece.length;) {
      const { bytesWritten } = await this.#file.write(piece, done, piece.length - done, this.#bytes + done);
      done += bytesWritten;
    }
    this.#digest.update(piece);
    this.#bytes += piece.length;
    this.#unsynced += piece.length;
    if (this.#unsynced < SYNC_BYTES) return;
    this.#unsynced = 0;
    await this.#file.sync();
  }

  #requireWhole(given: Given): Given {
    if (given.bytes === this.#bytes && given.sha512 === this.#digest.digest("hex")) return given;
    throw new JournalError(
      "refused",
      `${this.path} was not given whole: ${this.#bytes} bytes came; ask for it again`,
    );
  }
}

/** Writes the file of an export or a case file, opened here. Rejects with a JournalError, and leaves nothing behind then. */
export async function writeGiven(path: string, pieces: Pieces<Given>): Promise<Given> {
  const file = await TargetFile.open(path);
  try {
    const given = await file.take(pieces);
    await file.finish(given);
    return given;
  } catch (error) {
    await file.discard();
    throw error;
  }
}

/** A file that appears under its name only when it is whole and durable. */
export async function writeWhole<T>(path: string, write: (file: AsyncFile) => Promise<T>): Promise<T> {
  return onTargetLater(path, async () => {
    const written = await writePart(path, write);
    await syncFolderLater(dirname(path));
    return written;
  });
}

async function writePart<T>(path: string, write: (file: AsyncFile) => Promise<T>): Promise<T> {
  const part = partOf(path);
  try {
    const file = await openPart(path);
    let written: T;
    try {
      written = await write(file);
      await file.sync();
    } finally {
      await file.close();
    }
    await renameAsync(part, path);
    return written;
  } catch (error) {
    await rmAsync(part, { force: true }).catch(() => undefined);
    throw error;
  }
}

async function openPart(path: string): Promise<AsyncFile> {
  await rmAsync(partOf(path), { force: true });
  return openAsync(partOf(path), "wx+", 0o644);
}

async function onTargetLater<T>(path: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw targetError(error, path);
  }
}

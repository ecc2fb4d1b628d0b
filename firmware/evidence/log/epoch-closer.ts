import { createHash, type Hash } from "node:crypto";
import type { EpochClosing, EpochStart } from "../../../src/record/epoch.ts";
import { closeSync, openAsync, openSync, readSync } from "../../files/disk.ts";
import { endWriting, type Database } from "./database.ts";
import { JournalError, journalError, onDisk } from "../../files/errors.ts";

const CHUNK = 1_048_576;

/** What its file is and where the next one goes on: all that the record says that closes it, but what may be pruned. */
export type ClosedEpoch = Omit<EpochClosing, "pruned">;

/** An epoch that takes no more records and is not closed yet. */
export interface LeftEpoch {
  /** Its file, open for writing still. */
  readonly db: Database;
  readonly start: EpochStart;
  /** Where the open epoch begins. */
  readonly next: EpochStart;
}

/**
 * Closes an epoch that was left: its writing ends as soon as no other program reads it, then its bytes are read and hashed twice
 * beside all else. What it comes to is the detail of the record that closes it.
 */
export class EpochCloser {
  readonly epoch: number;
  readonly #left: LeftEpoch;
  #isWriting = true;
  #isRead = false;
  #hashing: Promise<void> | null = null;
  #closing: ClosedEpoch | null = null;
  #failure: JournalError | null = null;

  constructor(left: LeftEpoch) {
    this.#left = left;
    this.epoch = left.start.epoch;
  }

  /** To be called now and then: goes on where it can. Null while the file is not hashed yet. Throws a JournalError. */
  advance(): ClosedEpoch | null {
    if (this.#failure !== null) throw this.#failure;
    if (this.#closing === null && this.#endWriting()) this.#hashing ??= this.#hashAside();
    return this.#closing;
  }

  /** Closes it now, however long that takes. Throws a JournalError `busy` while another program reads the file. */
  finish(): ClosedEpoch {
    if (this.#closing !== null) return this.#closing;
    const { path } = this.#left.db;
    if (!this.#endWriting())
      throw new JournalError(
        "busy",
        `the journal ${path} is read by another program: let that one end, then start again`,
      );
    this.#closing = onDisk("reading", path, () =>
      this.#closingOf(requireSame(path, hashNow(path), hashNow(path))),
    );
    return this.#closing;
  }

  /** Its file, while its writing cannot end because another program reads it; else null. */
  get heldPath(): string | null {
    return this.#isRead && this.#isWriting ? this.#left.db.path : null;
  }

  /** Closes the file, where it is open. */
  end(): void {
    if (this.#isWriting) this.#left.db.close();
    this.#isWriting = false;
  }

  #endWriting(): boolean {
    if (!this.#isWriting) return true;
    this.#isRead = !endWriting(this.#left.db);
    if (this.#isRead) return false;
    this.end();
    return true;
  }

  async #hashAside(): Promise<void> {
    const { path } = this.#left.db;
    try {
      const [first, second] = [await hashAside(path), await hashAside(path)];
      this.#closing ??= this.#closingOf(requireSame(path, first, second));
    } catch (error) {
      this.#failure = journalError(error, "reading", path);
    }
  }

  #closingOf({ bytes, sha256 }: Pick<ClosedEpoch, "bytes" | "sha256">): ClosedEpoch {
    const { start, next } = this.#left;
    return { epoch: start.epoch, from: start.before.size, bytes, sha256, next };
  }
}

/** Length of a file in bytes, and its hex SHA-256. */
export interface HashedFile {
  readonly bytes: number;
  readonly sha256: () => string;
}

/** A disk that gave something else once would have it signed for ever: two readings must agree. Throws a JournalError `io`. */
function requireSame(
  path: string,
  first: HashedFile,
  second: HashedFile,
): Pick<ClosedEpoch, "bytes" | "sha256"> {
  const [before, now] = [first.sha256(), second.sha256()];
  if (first.bytes !== second.bytes || before !== now)
    throw new JournalError(
      "io",
      `the journal ${path} gave two contents when it was read twice, and its epoch is not closed: ` +
        "the disk failed: replace it, keep it for the inspector",
    );
  return { bytes: second.bytes, sha256: now };
}

/** Counts and hashes the bytes of a file that is read in pieces. */
class Digest implements HashedFile {
  readonly #hash: Hash = createHash("sha256");
  bytes = 0;

  add(chunk: Uint8Array): void {
    this.#hash.update(chunk);
    this.bytes += chunk.length;
  }

  readonly sha256 = (): string => this.#hash.digest("hex");
}

/** Reads a whole file in pieces, and lets others act between them. */
async function hashAside(path: string): Promise<HashedFile> {
  const digest = new Digest();
  const file = await openAsync(path, "r");
  try {
    const chunk = Buffer.alloc(CHUNK);
    for (;;) {
      const { bytesRead } = await file.read(chunk);
      if (bytesRead === 0) return digest;
      digest.add(chunk.subarray(0, bytesRead));
    }
  } finally {
    await file.close();
  }
}

/** Reads a whole file at once, however long it takes. */
export function hashNow(path: string): HashedFile {
  const digest = new Digest();
  const fd = openSync(path, "r");
  try {
    const chunk = Buffer.alloc(CHUNK);
    for (let count = readSync(fd, chunk); count > 0; count = readSync(fd, chunk))
      digest.add(chunk.subarray(0, count));
  } finally {
    closeSync(fd);
  }
  return digest;
}

import { closeSync, fdatasyncSync, openSync, rmSync } from "../../files/disk.ts";
import { writeFully } from "../../files/durable.ts";
import { ROOT_MAX_BYTES, SNAPSHOT_MAX_BYTES, TARGETS_MAX_BYTES, TIMESTAMP_MAX_BYTES } from "./limits.ts";
import { UpdateRefusal, type RefusalCode } from "./refusal.ts";
import { NotInTree, TreeError, type Tree } from "./tree.ts";
import { downloadStatusError, type TufFetcher } from "./tuf-library.ts";

/** Limits that nobody signed: what exceeds one of them has no end that makes sense. */
const UNSIGNED_LIMITS: readonly number[] = [
  ROOT_MAX_BYTES,
  TIMESTAMP_MAX_BYTES,
  SNAPSHOT_MAX_BYTES,
  TARGETS_MAX_BYTES,
];

/** So much of a file waits for the disk at the most. */
const SYNC_EVERY_BYTES = 4 * 1_024 * 1_024;

/** Fetches from a tree for the library, and remembers what went wrong: the library passes on no more than a text. */
export class TreeFetcher implements TufFetcher {
  readonly #tree: Tree;
  /** Where a target lies until it is verified. */
  partPath: string;
  /** True: it stays there once it is, and its path is where the library is told to put it: nothing is copied. */
  isKept = false;
  /** The refusal of the last fetch; null: it went well, or none was made. */
  failure: UpdateRefusal | null = null;

  constructor(tree: Tree, partPath: string) {
    this.#tree = tree;
    this.partPath = partPath;
  }

  async downloadBytes(url: string, maxLength: number): Promise<Buffer> {
    const pieces: Uint8Array[] = [];
    await this.#read(url, maxLength, UNSIGNED_LIMITS.includes(maxLength), (piece) => void pieces.push(piece));
    return Buffer.concat(pieces);
  }

  async downloadFile<T>(url: string, maxLength: number, handler: (file: string) => Promise<T>): Promise<T> {
    const path = this.partPath;
    let isGood = false;
    try {
      await this.#write(path, url, maxLength);
      const made = await handler(path);
      isGood = true;
      return made;
    } finally {
      if (!isGood || !this.isKept) rmSync(path, { force: true });
    }
  }

  /** Writes it in small pieces: at its end the disk would else be busy for seconds, and a record waits for it. */
  async #write(path: string, url: string, maxLength: number): Promise<void> {
    const fd = openSync(path, "w", 0o600);
    let unsynced = 0;
    try {
      await this.#read(url, maxLength, false, (piece) => {
        writeFully(fd, piece);
        unsynced += piece.length;
        if (unsynced < SYNC_EVERY_BYTES) return;
        fdatasyncSync(fd);
        unsynced = 0;
      });
    } finally {
      closeSync(fd);
    }
  }

  async #read(
    url: string,
    maxLength: number,
    isUnsigned: boolean,
    take: (piece: Uint8Array) => void,
  ): Promise<void> {
    this.failure = null;
    const { name, url: base } = this.#tree;
    const what = url.startsWith(`${base}/`) ? `${name}: ${url.slice(base.length + 1)}` : url;
    const refuse = (code: RefusalCode, detail: string | null, cause: unknown): UpdateRefusal =>
      (this.failure = new UpdateRefusal(code, what, detail, cause));
    try {
      await this.#tree.read(url, maxLength, take);
    } catch (error) {
      if (error instanceof NotInTree) {
        refuse("missing", null, error);
        throw downloadStatusError(error.status);
      }
      if (!(error instanceof TreeError)) throw error;
      const isEndless = error.code === "longer-than-signed" && isUnsigned;
      throw refuse(isEndless ? "endless" : error.code, error.message, error);
    }
  }
}

import type { RefusalCode } from "./refusal.ts";

/**
 * A tree of repositories, wherever it is read from: `image/metadata/`, `image/targets/` and `director/metadata/` below one address.
 */
export interface Tree {
  /** Address of the tree, without a slash at its end: `https://…` or `file:///…`. */
  readonly url: string;
  /** What it is called in messages. */
  readonly name: string;
  /** It was carried here on a stick: what it was stamped with must not be older than `STICK_MAX_DAYS`. */
  readonly isStick: boolean;
  /**
   * Reads one file, at most `maxBytes` of it, and hands on its pieces in order. Rejects with NotInTree when the tree has no such
   * file, with a TreeError for whatever else fails on the way.
   */
  read(url: string, maxBytes: number, take: (piece: Uint8Array) => void): Promise<void>;
}

/** A tree could not be read: the name of the refusal, and what was seen. */
export class TreeError extends Error {
  override readonly name = "TreeError";
  readonly code: RefusalCode;
  constructor(code: RefusalCode, detail: string, cause?: unknown) {
    super(detail, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}

/** The tree answers, and has no such file. */
export class NotInTree extends Error {
  override readonly name = "NotInTree";
  /** 404, or 403 where a server says so of what is not there. */
  readonly status: 403 | 404;
  constructor(status: 403 | 404) {
    super(`status ${status}`);
    this.status = status;
  }
}

import { createHash } from "node:crypto";
import type { Hash } from "node:crypto";
import { closeSync, fdatasyncSync, fsyncSync, openSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { RecordingMark } from "../../src/recording/entry.ts";
import type { MonoUs } from "../../src/time/instant.ts";
import { US_PER_S } from "../../src/time/instant.ts";
import { namesIn, syncFolder, writeFully } from "./durable.ts";
import { JournalError, onDisk } from "./errors.ts";

/** Appends are on the disk at most this much later, even when nothing is committed. */
export const RECORDING_SYNC_US = 2 * US_PER_S;
/** Appends are handed to the kernel in pieces of about this size. */
const BUFFER_BYTES = 65_536;
export const MAX_APPEND_BYTES = 1_048_576;
/** `wheel-7-000012`: the number orders the segments, whatever the clock did. */
const SEGMENT = /^[a-z0-9](?:[a-z0-9-]{0,79}-)?(\d{6,12})$/;
const EXTENSION = ".jsonl";
/** Closed segments that a mark may still point into. */
const CLOSED_KEPT = 8;

export interface RecorderOptions {
  /** Folder of the segments; it must exist. */
  readonly dir: string;
  /** At most this many segments, the current one included. At least 1. */
  readonly keepSegments: number;
  /** At most this many bytes in all closed segments; the current one is never deleted. */
  readonly keepBytes: number;
}

export interface Segment {
  readonly segment: string;
  readonly bytes: number;
}

interface Current {
  readonly segment: string;
  readonly fd: number;
  readonly hash: Hash;
  /** Bytes given, and how many of them `sync` has made durable. */
  bytes: number;
  durable: number;
  pending: Buffer[];
  pendingBytes: number;
}

/**
 * Writes the recordings that records come from. It lives beside the store, in the same thread, so that the bytes
 * a record was decided on are durable before the record is. Throws JournalErrors.
 */
export class Recorder {
  readonly #options: RecorderOptions;
  readonly #closed = new Map<string, number>();
  #current: Current | null = null;
  #syncedAt: MonoUs | null = null;

  constructor(options: RecorderOptions) {
    this.#options = options;
  }

  /** Segments in the folder, oldest first. */
  segments(): Segment[] {
    const { dir } = this.#options;
    return onDisk("listing the recordings in", dir, () =>
      namesIn(dir)
        .filter((name) => name.endsWith(EXTENSION) && SEGMENT.test(name.slice(0, -EXTENSION.length)))
        .map((name) => ({ segment: name.slice(0, -EXTENSION.length), bytes: statSync(join(dir, name)).size }))
        .sort((a, b) => numberOf(a.segment) - numberOf(b.segment) || (a.segment < b.segment ? -1 : 1)),
    );
  }

  /** Ends the current segment and begins `<segment>.jsonl` with its head line, durable on return. */
  open(segment: string, headLine: string): void {
    if (!SEGMENT.test(segment))
      throw new JournalError("refused", `"${segment}" cannot name a recording: write it like wheel-7-000012`);
    const head = wholeLines(headLine.endsWith("\n") ? headLine : `${headLine}\n`);
    this.close();
    const path = this.#path(segment);
    const fd = onDisk("creating the recording", path, () => openSync(path, "wx", 0o644));
    this.#current = {
      segment,
      fd,
      hash: createHash("sha256"),
      bytes: 0,
      durable: 0,
      pending: [],
      pendingBytes: 0,
    };
    this.#add(this.#current, head);
    onDisk("writing the recording", path, () => {
      this.#flush();
      fsyncSync(fd);
      syncFolder(this.#options.dir);
    });
    this.#current.durable = this.#current.bytes;
    this.#rotate();
  }

  /** Adds whole lines to the current segment; makes them durable when 2 s have passed up to `at`. */
  append(text: string, at: MonoUs): void {
    const current = this.#current;
    if (current === null) throw new JournalError("refused", "no recording is open: open one before appending");
    this.#add(current, wholeLines(text));
    if (current.pendingBytes >= BUFFER_BYTES) this.#onSegment(() => this.#flush());
    this.syncIfDue(at);
  }

  /** Makes durable what has waited for 2 s up to `now`. */
  syncIfDue(now: MonoUs): void {
    this.#syncedAt ??= now;
    if (now - this.#syncedAt < RECORDING_SYNC_US) return;
    this.sync();
    this.#syncedAt = now;
  }

  /** Makes all that was appended durable. Returns how many bytes of the current segment are. */
  sync(): number {
    const current = this.#current;
    if (current === null) return 0;
    if (current.durable < current.bytes) {
      this.#onSegment(() => {
        this.#flush();
        fdatasyncSync(current.fd);
      });
      current.durable = current.bytes;
    }
    return current.durable;
  }

  /** Makes the recording durable up to a mark. Throws `refused` when the mark is of bytes that were never given. */
  syncTo(mark: RecordingMark): void {
    this.sync();
    const current = this.#current;
    const bytes = mark.segment === current?.segment ? current.bytes : (this.#closed.get(mark.segment) ?? -1);
    if (mark.bytes > bytes || mark.bytes < 1)
      throw new JournalError("refused", `no recording reaches byte ${mark.bytes} of ${mark.segment}`);
    const whole = mark.segment === current?.segment && mark.bytes === current.bytes;
    if (whole && current.hash.copy().digest("hex") !== mark.sha256)
      throw new JournalError("refused", `the recording ${mark.segment} does not have the hash of its mark`);
  }

  /** Ends the current segment, durable. Returns its length and hex SHA-256, or null when none was open. */
  close(): { readonly segment: string; readonly bytes: number; readonly sha256: string } | null {
    const current = this.#current;
    if (current === null) return null;
    try {
      this.sync();
    } finally {
      this.#current = null;
      closeSync(current.fd);
    }
    this.#closed.set(current.segment, current.bytes);
    for (const name of [...this.#closed.keys()].slice(0, -CLOSED_KEPT)) this.#closed.delete(name);
    return { segment: current.segment, bytes: current.bytes, sha256: current.hash.digest("hex") };
  }

  #add(current: Current, bytes: Buffer): void {
    current.hash.update(bytes);
    current.bytes += bytes.length;
    current.pending.push(bytes);
    current.pendingBytes += bytes.length;
  }

  /** Hands what waits to the kernel. */
  #flush(): void {
    const current = this.#current;
    if (current === null || current.pendingBytes === 0) return;
    const bytes = Buffer.concat(current.pending);
    current.pending = [];
    current.pendingBytes = 0;
    writeFully(current.fd, bytes);
  }

  #onSegment(act: () => void): void {
    onDisk("writing the recording", this.#path(this.#current?.segment ?? ""), act);
  }

  /** Deletes the oldest closed segments until the rest fits. */
  #rotate(): void {
    const { keepSegments, keepBytes } = this.#options;
    const closed = this.segments().filter(({ segment }) => segment !== this.#current?.segment);
    let bytes = closed.reduce((sum, segment) => sum + segment.bytes, 0);
    let count = closed.length + 1;
    for (const oldest of closed) {
      if (count <= keepSegments && bytes <= keepBytes) return;
      const path = this.#path(oldest.segment);
      onDisk("deleting the recording", path, () => rmSync(path));
      bytes -= oldest.bytes;
      count--;
    }
  }

  #path(segment: string): string {
    return join(this.#options.dir, `${segment}${EXTENSION}`);
  }
}

function wholeLines(text: string): Buffer {
  const bytes = Buffer.from(text, "utf8");
  if (!text.endsWith("\n") || bytes.length > MAX_APPEND_BYTES)
    throw new JournalError(
      "refused",
      `a recording takes whole lines, at most ${MAX_APPEND_BYTES} bytes at once`,
    );
  return bytes;
}

function numberOf(segment: string): number {
  return Number(SEGMENT.exec(segment)?.[1] ?? 0);
}

import { createHash, type Hash } from "node:crypto";
import { basename, join } from "node:path";
import type { RecordingMark } from "../../../src/recording/entry.ts";
import type { Signer } from "../../../src/record/keys.ts";
import { type MonoUs, US_PER_S } from "../../../src/time/instant.ts";
import { closeSync, fdatasyncSync, fsyncSync, isThere, openSync, rmSync, statSync } from "../../files/disk.ts";
import { namesIn, syncFolder, writeFully } from "../../files/durable.ts";
import { JournalError, onDisk } from "../../files/errors.ts";
import type { FileWatch } from "../../files/file-watch.ts";
import { isSealKey } from "../../evidence/log/sealed-format.ts";
import { SealedPart } from "../keys/sealed-part.ts";

/** Appends are on the disk at most this much later, even when nothing is committed. */
export const RECORDING_SYNC_US = 2 * US_PER_S;
/** Appends are handed to the kernel in pieces of about this size. */
const BUFFER_BYTES = 65_536;
const BLOCK = 4_096;
const DAY_MS = 86_400_000;
export const MAX_APPEND_BYTES = 1_048_576;
/** `wheel-7-000012`: the number orders the segments, whatever the clock did. */
const SEGMENT = /^[a-z0-9](?:[a-z0-9-]{0,79}-)?(\d{6,12})$/;
const EXTENSION = ".jsonl";
/** Closed segments that a mark may still point into. */
const CLOSED_KEPT = 8;

export interface RecorderOptions {
  /** Folder of the segments; it must exist. */
  readonly dir: string;
  /**
   * At most this many bytes in all closed segments, each counted as whole blocks of 4 KiB: the oldest go first. What the newest
   * records came from is never deleted, however long or short: a table that starts again and again keeps its evidence.
   */
  readonly keepBytes: number;
  /** Recordings of so many days are kept, however many bytes they have; 0 by default. */
  readonly keepDays?: number;
  /**
   * Card tables: so many parts stay sealed behind the present one; 0 by default. 1 for a device that reads a card before it
   * leaves: the first card of the next round is in the recording of this one.
   */
  readonly heldParts?: 0 | 1;
}

export interface Segment {
  readonly segment: string;
  readonly bytes: number;
}

/** Hears which files of the folder changed or went, by their names: what keeps a second copy of them. */
export interface FileNotes {
  noteChanged(name: string): void;
  noteGone(name: string): void;
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
  /** Card tables: where what comes now goes; the file itself ends where this begins. */
  part: SealedPart | null;
}

/**
 * Writes the recordings that records come from. It lives beside the store, in the same thread, so that the bytes
 * a record was decided on are durable before the record is. Throws JournalErrors.
 *
 * At a card table what follows a `seal` is on the disk only encrypted (`sealed-format.ts`) until the next seal comes. Lengths and
 * hashes are those of the plain text throughout. Wherever it is cut, `unsealAll` finds the sealed file whole: the plain text is
 * durable before that file goes, and the next part is durable before the one before it is dropped.
 */
export class Recorder {
  readonly #options: RecorderOptions;
  readonly #signer: Signer | null;
  readonly #closed = new Map<string, number>();
  #current: Current | null = null;
  /** Parts that ended and are sealed still, oldest first. */
  readonly #heldParts: SealedPart[] = [];
  readonly #watch: FileWatch | null;
  #notes: FileNotes | null = null;
  #syncedAt: MonoUs | null = null;
  /** The time of day as it was last told; null: not yet, and nothing that has to be kept for days goes. */
  #wall: number | null = null;
  /** The segment that the newest record came from: it and all after it stay. */
  #newestSegment: string | null = null;

  /** `signer`: whose key the secrets are kept under; null: this recorder takes no seal. `watch`: watches the open files. */
  constructor(options: RecorderOptions, signer: Signer | null = null, watch: FileWatch | null = null) {
    this.#options = options;
    this.#signer = signer;
    this.#watch = watch;
  }

  /** From here on `notes` hears what happens to the files. */
  follow(notes: FileNotes): void {
    this.#notes = notes;
  }

  /** The time of day, ms since 1970: recordings have their age by it. */
  setWall(wall: number): void {
    this.#wall = wall;
  }

  /** The newest record came from this segment. */
  setNewestSegment(segment: string | null): void {
    this.#newestSegment = segment;
  }

  /** Segments in the folder, oldest first. */
  segments(): Segment[] {
    return segmentsIn(this.#options.dir);
  }

  /**
   * Ends the current segment and begins `<segment>.jsonl` with its head line, durable on return. With a `seal` the head
   * line is the first thing under it, and the segment before is opened whole.
   */
  open(segment: string, headLine: string, seal: string | null = null): void {
    if (!SEGMENT.test(segment))
      throw new JournalError("refused", `"${segment}" cannot name a recording: write it like wheel-7-000012`);
    const head = wholeLines(headLine.endsWith("\n") ? headLine : `${headLine}\n`);
    const old = seal === null ? [] : this.#openParts(seal);
    this.close();
    const path = this.#path(segment);
    const fd = onDisk("creating the recording", path, () => openSync(path, "wx", 0o600));
    const current: Current = {
      segment,
      fd,
      hash: createHash("sha256"),
      bytes: 0,
      durable: 0,
      pending: [],
      pendingBytes: 0,
      part: null,
    };
    this.#current = current;
    onDisk("writing the recording", path, () => {
      if (seal !== null) current.part = this.#partOf(current, seal);
      this.#add(current, head);
      this.#flush();
      fsyncSync(fd);
      current.part?.sync();
      syncFolder(this.#options.dir);
      this.#drop(old);
    });
    current.durable = current.bytes;
    this.#noteWritten(current);
    this.#watch?.add(path, true);
    this.#deleteOldest();
  }

  /**
   * Adds whole lines to the current segment; makes them durable when 2 s have passed up to `at`. With a new `seal` the
   * lines are the first thing under it, and all before them is opened.
   */
  append(text: string, at: MonoUs, seal: string | null = null): void {
    const current = this.#current;
    if (current === null) throw new JournalError("refused", "no recording is open: open one before appending");
    const lines = wholeLines(text);
    if (seal !== null && current.part?.isUnder(seal) !== true) this.#sealAnew(current, seal);
    this.#add(current, lines);
    if (current.pendingBytes >= BUFFER_BYTES) this.#writeSegment(() => this.#flush());
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
      this.#writeSegment(() => {
        this.#flush();
        if (current.part === null) fdatasyncSync(current.fd);
        else current.part.sync();
      });
      current.durable = current.bytes;
      this.#noteWritten(current);
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
    this.#newestSegment = mark.segment;
  }

  /**
   * Ends the current segment, durable. Returns its length and hex SHA-256, or null when none was open. What is sealed
   * stays so until the next start.
   */
  close(): { readonly segment: string; readonly bytes: number; readonly sha256: string } | null {
    const current = this.#current;
    if (current === null) return null;
    try {
      this.sync();
    } finally {
      this.#current = null;
      current.part?.end();
      closeSync(current.fd);
      this.#watch?.drop(this.#path(current.segment));
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
    if (current.part === null) writeFully(current.fd, bytes);
    else current.part.write(bytes);
  }

  #sealAnew(current: Current, seal: string): void {
    const old = this.#openParts(seal);
    this.#writeSegment(() => {
      // The part before was opened, or what was never sealed is handed to the kernel: the next one begins behind it.
      this.#flush();
      fdatasyncSync(current.fd);
      current.part = this.#partOf(current, seal);
      this.#drop(old);
    });
    current.durable = current.bytes;
    this.#noteWritten(current);
  }

  /** Their plain text is durable where it belongs. */
  #drop(parts: readonly SealedPart[]): void {
    for (const part of parts) {
      part.drop();
      this.#notes?.noteChanged(`${part.segment}${EXTENSION}`);
      this.#notes?.noteGone(basename(part.path));
    }
  }

  #noteWritten({ segment, part }: Current): void {
    this.#notes?.noteChanged(`${segment}${EXTENSION}`);
    if (part !== null) this.#notes?.noteChanged(basename(part.path));
  }

  #partOf({ segment, bytes }: Current, seal: string): SealedPart {
    if (this.#signer === null || !isSealKey(seal))
      throw new JournalError("refused", "the recording takes no seal, or the seal's key is none");
    return new SealedPart(this.#options.dir, { segment, from: bytes }, seal, this.#signer, this.#watch);
  }

  /**
   * Ends the current part and makes the plain text of those that have waited long enough durable. They are returned to be
   * dropped once the next part is durable: until then their files are there to be opened again.
   */
  #openParts(seal: string): readonly SealedPart[] {
    const current = this.#current;
    const part = current?.part ?? null;
    if (current === null || part === null) return [];
    if ([part, ...this.#heldParts].some((one) => one.isUnder(seal)))
      throw new JournalError("refused", "a seal's key may be used once only");
    // Whole on the disk before its place in the file is touched: cut from here on, it can be opened again.
    this.sync();
    current.part = null;
    part.end();
    this.#heldParts.push(part);
    const due = this.#heldParts.splice(0, Math.max(0, this.#heldParts.length - (this.#options.heldParts ?? 0)));
    this.#writeSegment(() => due.forEach((one) => one.open()));
    return due;
  }

  #writeSegment(act: () => void): void {
    onDisk("writing the recording", this.#path(this.#current?.segment ?? ""), act);
  }

  /** Deletes the oldest closed segments until the rest fits. */
  #deleteOldest(): void {
    const { keepBytes } = this.#options;
    const needed = [this.#current?.segment, ...this.#heldParts.map((part) => part.segment)];
    const from = this.#newestSegment === null ? Infinity : numberOf(this.#newestSegment);
    const closed = this.segments().filter(({ segment }) => !needed.includes(segment));
    let bytes = closed.reduce((sum, segment) => sum + onBlocks(segment.bytes), 0);
    for (const oldest of closed) {
      const path = this.#path(oldest.segment);
      if (bytes <= keepBytes || numberOf(oldest.segment) >= from || !this.#isOld(path)) return;
      onDisk("deleting the recording", path, () => rmSync(path));
      this.#notes?.noteGone(basename(path));
      bytes -= onBlocks(oldest.bytes);
    }
  }

  /** Older than the days that are promised. */
  #isOld(path: string): boolean {
    const { keepDays = 0 } = this.#options;
    if (keepDays === 0) return true;
    if (this.#wall === null) return false;
    return statSync(path).mtimeMs < this.#wall - keepDays * DAY_MS;
  }

  #path(segment: string): string {
    return join(this.#options.dir, `${segment}${EXTENSION}`);
  }
}

/** Segments in a folder, oldest first, each with the bytes of it that lie open; none, where there is no such folder. Throws a JournalError. */
export function segmentsIn(dir: string): Segment[] {
  return onDisk("listing the recordings in", dir, () =>
    (isThere(dir) ? namesIn(dir) : [])
      .filter((name) => name.endsWith(EXTENSION) && SEGMENT.test(name.slice(0, -EXTENSION.length)))
      .map((name) => ({ segment: name.slice(0, -EXTENSION.length), bytes: statSync(join(dir, name)).size }))
      .sort((a, b) => numberOf(a.segment) - numberOf(b.segment) || (a.segment < b.segment ? -1 : 1)),
  );
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

const onBlocks = (bytes: number): number => Math.max(1, Math.ceil(bytes / BLOCK)) * BLOCK;

function numberOf(segment: string): number {
  return Number(SEGMENT.exec(segment)?.[1] ?? 0);
}

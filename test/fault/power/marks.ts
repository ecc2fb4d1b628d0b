import { closeSync, constants, fdatasyncSync, openSync, writeSync } from "node:fs";

/** What a table acknowledged or showed, as it is noted beside its storage at that instant. */
export type Mark =
  /** The journal's thread said that this record is durable. */
  | { readonly is: "committed"; readonly seq: number; readonly hash: string }
  /** A screen was sent this state; the certificate of the verdict in it, if it has one. */
  | {
      readonly is: "shown";
      readonly seq: number;
      readonly certificate: { readonly seq: number; readonly hash: string } | null;
    }
  /** A press of a key was answered with `done`. */
  | { readonly is: "done"; readonly key: string }
  /** A calibration was written: its number, which is what it says of the mark at zero. */
  | { readonly is: "calibrated"; readonly zero: number }
  /** The table runs one of these releases from here on, by their digests, and its rollback floor is at least that. */
  | {
      readonly is: "running";
      /** What is under way, or over, by its number in `update-story.ts`. */
      readonly chapter: number;
      readonly releases: readonly string[];
      readonly floor: number;
    }
  /** Writes fail from here on. */
  | { readonly is: "failing" };

/** Bytes of a mark: one sector. */
export const MARK_BYTES = 512;

/** What of WebAssembly is used here; the language's own library declares none of it. */
interface WebAssemblyLike {
  readonly Memory: new (size: { readonly initial: number }) => { readonly buffer: ArrayBuffer };
}

/** Where marks go. Each is there when the call returns. */
export interface MarkSink {
  add(mark: Mark): void;
  close(): void;
}

/**
 * Marks on the disk itself, at this byte behind the file system: each is a write of its own in the log of blocks, between the
 * writes that were done before it and those that came later. It goes by every cache and makes nothing else durable.
 */
export function marksOnDisk(device: string, at: number): MarkSink {
  const fd = openSync(device, constants.O_WRONLY | constants.O_DIRECT);
  // A direct write is from whole pages: such is the memory of WebAssembly.
  const { Memory } = (globalThis as unknown as { WebAssembly: WebAssemblyLike }).WebAssembly;
  const memory = Buffer.from(new Memory({ initial: 1 }).buffer);
  return {
    add: (mark) => {
      const text = `${JSON.stringify(mark)}\n`;
      if (text.length > MARK_BYTES) throw new RangeError(`a mark of ${text.length} bytes`);
      memory.fill(0, 0, MARK_BYTES).write(text, "latin1");
      writeSync(fd, memory, 0, MARK_BYTES, at);
    },
    close: () => closeSync(fd),
  };
}

/** Marks in a file of another machine, one line each: they outlive the guest. */
export function marksInFile(path: string): MarkSink {
  const fd = openSync(path, "a");
  return {
    add: (mark) => {
      writeSync(fd, `${JSON.stringify(mark)}\n`);
      fdatasyncSync(fd);
    },
    close: () => closeSync(fd),
  };
}

/** Reads one mark, padded with zeros or not. Throws for anything else. */
export function readMark(bytes: Buffer): Mark {
  const end = bytes.indexOf("\n");
  if (end < 0) throw new Error("a mark without an end");
  return JSON.parse(bytes.toString("latin1", 0, end)) as Mark;
}

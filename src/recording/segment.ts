import { createHash, type Hash } from "node:crypto";
import { encodeEntry } from "./codec.ts";
import type { Entry, RecordingMark, SegmentHead } from "./entry.ts";

/**
 * A recording segment as it grows: its text goes to the disk (or nowhere, in a replay), its hash stays here, so that
 * every record can name the exact bytes it came from.
 */
export class Segment {
  readonly name: string;
  #bytes = 0;
  readonly #hash: Hash = createHash("sha256");

  constructor(head: SegmentHead) {
    this.name = head.segment;
    this.headLine = this.#take(encodeEntry(head));
  }

  /** First line of the segment, with its line feed. */
  readonly headLine: string;

  /** Adds an entry; returns the line to store. */
  add(entry: Entry): string {
    return this.#take(encodeEntry(entry));
  }

  /** The prefix up to now: `head -c <bytes> <segment>.jsonl | sha256sum`. */
  mark(): RecordingMark {
    return { segment: this.name, bytes: this.#bytes, sha256: this.#hash.copy().digest("hex") };
  }

  #take(line: string): string {
    this.#bytes += Buffer.byteLength(line);
    this.#hash.update(line);
    return line;
  }
}

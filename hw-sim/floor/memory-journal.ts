import { canonical } from "../../src/record/canonical.ts";
import { base64, sha256Hex, utf8 } from "../../src/record/bytes.ts";
import { NO_PREVIOUS } from "../../src/record/chain.ts";
import { signCheckpoint } from "../../src/record/checkpoint.ts";
import type { SignedLine } from "../../src/record/key-history.ts";
import type { Signer } from "../../src/record/keys.ts";
import { EMPTY_FRONTIER, frontierRoot, grow, leafHash, type Frontier } from "../../src/record/merkle.ts";
import type { SentLine } from "../../src/floor/sent-lines.ts";
import type { LinesPort, ReadAsked, ReadLine } from "../../firmware/afar/floor/journal-lines.ts";

/** Records after which a journal makes its next checkpoint, as a unit's does. */
const CHECKPOINT_RECORDS = 64;

interface HeldLine extends SignedLine {
  readonly hash: string;
}

/** A journal in memory: lines with their signatures, and checkpoints over them, as the publisher reads them. Nothing of it is ever changed. */
export class MemoryJournal implements LinesPort {
  readonly #signer: Signer;
  readonly #lines: HeldLine[] = [];
  readonly #checkpoints = new Map<number, string>();
  #tree: Frontier = EMPTY_FRONTIER;
  #checkpoint = 0;

  constructor(signer: Signer) {
    this.#signer = signer;
  }

  get size(): number {
    return this.#lines.length;
  }

  /** Size of the newest checkpoint. */
  get checkpoint(): number {
    return this.#checkpoint;
  }

  get lines(): readonly SignedLine[] {
    return this.#lines.map(({ line, sig }) => ({ line, sig }));
  }

  /** Signs a line that follows and keeps it, with a checkpoint where one is due. */
  append(line: string, hash: string): void {
    const bytes = utf8(line);
    this.#tree = grow(this.#tree, leafHash(bytes));
    this.#lines.push({ line, sig: base64(this.#signer.sign(bytes)), hash });
    if (this.size - this.#checkpoint >= CHECKPOINT_RECORDS) this.close();
  }

  /** A checkpoint over all that there is; none where there is one. */
  close(): void {
    if (this.size === this.#checkpoint) return;
    this.#checkpoint = this.size;
    this.#checkpoints.set(this.size, signCheckpoint(this.size, frontierRoot(this.#tree), this.#signer));
  }

  read({ from, upTo, limit, checkpoint }: ReadAsked): readonly ReadLine[] {
    const noteOf = (size: number): ReadLine[] => {
      const note = size > checkpoint ? this.#checkpoints.get(size) : undefined;
      return note === undefined ? [] : [{ sent: { checkpoint: note }, record: null }];
    };
    const lines = this.#lines.slice(from, Math.min(upTo, from + limit));
    return [
      ...noteOf(from),
      ...lines.flatMap(({ line, sig, hash }, at): ReadLine[] => [
        { sent: { line, sig }, record: { seq: from + at, hash } },
        ...noteOf(from + at + 1),
      ]),
    ];
  }

  /** No witness cosigns here. */
  cosigned(): SentLine | null {
    return null;
  }

  hashBefore(seq: number): string | null {
    return seq === 0 ? NO_PREVIOUS : (this.#lines[seq - 1]?.hash ?? null);
  }

  firstKept(): number {
    return 0;
  }

  /** What another unit with the same key signs in the place of a record of this one: the same, made at another time. */
  otherLine(seq: number): SignedLine | null {
    const own = this.#lines[seq];
    if (own === undefined) return null;
    const fields = JSON.parse(own.line) as { readonly at: string };
    const line = canonical({ ...fields, at: new Date(Date.parse(fields.at) - 1).toISOString() });
    return { line, sig: base64(this.#signer.sign(utf8(line))) };
  }
}

/** Hex SHA-256 of a line. */
export const hashOf = (line: string): string => sha256Hex(line);

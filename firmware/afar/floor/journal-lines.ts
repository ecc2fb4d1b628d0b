import { base64 } from "../../../src/record/bytes.ts";
import { NO_PREVIOUS } from "../../../src/record/chain.ts";
import type { SentLine } from "../../../src/floor/sent-lines.ts";
import { withCosignatures } from "../../evidence/log/cosignatures.ts";
import { epochPaths } from "../../evidence/log/epoch-files.ts";
import { EpochSet } from "../../evidence/log/epoch-set.ts";
import { JournalError } from "../../files/errors.ts";

/** A line to be sent. `seq` and `hash` (hex SHA-256): of the record; null: it is a checkpoint. */
export interface ReadLine {
  readonly sent: SentLine;
  readonly record: { readonly seq: number; readonly hash: string } | null;
}

/** What of a log may leave, as a publisher reads it. Nothing is held open between two calls. */
export interface LinesPort {
  /**
   * Records with `from` <= number < `upTo`, at most `limit`, in their order, each checkpoint of more than `checkpoint` records right behind
   * the record that completes it. Empty where `from` is not kept or not there.
   */
  read(asked: ReadAsked): readonly ReadLine[];
  /** The checkpoint of so many records, with what witnesses cosigned of it by now; null: there is none, or nobody did. */
  cosigned(size: number): SentLine | null;
  /** Hex SHA-256 of the line before record `seq`; null: it is not there, or not kept. */
  hashBefore(seq: number): string | null;
  /** Number of the first record that is kept. */
  firstKept(): number;
}

export interface ReadAsked {
  readonly from: number;
  readonly upTo: number;
  readonly limit: number;
  /** Size of the newest checkpoint that the floor has. */
  readonly checkpoint: number;
}

/** The journal's own files, read beside the thread that writes them. Between two calls none is open: the unit closes epochs meanwhile. Throws JournalErrors. */
export class JournalLines implements LinesPort {
  readonly #path: string;
  #set: EpochSet | null = null;

  /** `path`: of the journal, `…/journal.db`. */
  constructor(path: string) {
    this.#path = path;
  }

  read({ from, upTo, limit, checkpoint }: ReadAsked): readonly ReadLine[] {
    return this.#reading((set) => {
      const rows = set.rows(from, Math.max(0, Math.min(limit, upTo - from)));
      // What begins later was pruned before it.
      if (rows[0] !== undefined && rows[0].seq !== from) return [];
      const end = (rows.at(-1)?.seq ?? from - 1) + 1;
      const after = Math.max(checkpoint, from - 1);
      const checkpoints = end > after ? set.checkpoints(after, end) : [];
      const cosigned = checkpoints.length === 0 ? [] : set.cosignatures(after, end);
      const notes = new Map(
        checkpoints.map((one) => [one.size, { checkpoint: withCosignatures(one, cosigned) }] as const),
      );
      const noteOf = (size: number): ReadLine[] => {
        const sent = notes.get(size);
        return sent === undefined ? [] : [{ sent, record: null }];
      };
      const lines = rows.flatMap(({ seq, line, sig, hash }): ReadLine[] => {
        if (sig === null) throw new JournalError("corrupt", `record ${seq} of ${this.#path} has no signature`);
        const sent = { line: Buffer.from(line).toString("utf8"), sig: base64(sig) };
        return [{ sent, record: { seq, hash: Buffer.from(hash).toString("hex") } }, ...noteOf(seq + 1)];
      });
      return [...noteOf(from), ...lines];
    });
  }

  cosigned(size: number): SentLine | null {
    return this.#reading((set) => {
      const [checkpoint] = set.checkpoints(size - 1, size);
      const cosignatures = set.cosignatures(size - 1, size);
      if (checkpoint === undefined || cosignatures.length === 0) return null;
      return { checkpoint: withCosignatures(checkpoint, cosignatures) };
    });
  }

  hashBefore(seq: number): string | null {
    if (seq === 0) return NO_PREVIOUS;
    return this.#reading((set) => {
      const [row] = set.rows(seq - 1, 1);
      if (row?.seq === seq - 1) return Buffer.from(row.hash).toString("hex");
      return set.prevOf(seq);
    });
  }

  firstKept(): number {
    return this.#reading((set) => set.prunedRecords);
  }

  #reading<T>(read: (set: EpochSet) => T): T {
    const paths = epochPaths(this.#path);
    if (this.#set === null || this.#set.count !== paths.length) this.#set = new EpochSet(paths);
    const set = this.#set;
    try {
      return read(set);
    } finally {
      set.release();
    }
  }
}

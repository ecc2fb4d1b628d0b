import { parseCheckpoint } from "../../../src/record/checkpoint.ts";
import type { EpochClosing, Pruned } from "../../../src/record/epoch.ts";
import { parseVkey, type Verifier } from "../../../src/record/keys.ts";
import { NoteError, openNote } from "../../../src/record/note.ts";
import type { Cosigned, EpochSet } from "../../evidence/log/epoch-set.ts";

const SECONDS_A_DAY = 86_400;
/** Records of one look for a cosignature. */
const LOOK = 16_384;

/** When a table may do without old records. Plain data. */
export interface PruneRule {
  /** Days for which records are kept after somebody else confirmed them; null: for ever. */
  readonly days: number | null;
  /** vkeys (type 4) of those whose cosignatures confirm them: the witness, and inspectors who hold an export. */
  readonly cosigners: readonly string[];
}

/** Reads the cosignatures of a journal. */
export class PruneChoice {
  readonly #days: number | null;
  readonly #log: string;
  readonly #cosigners: readonly Verifier[];

  constructor({ days, cosigners }: PruneRule, log: string) {
    this.#days = days;
    this.#log = log;
    this.#cosigners = cosigners.map(parseVkey);
  }

  /**
   * How many epochs may be pruned once all of `closings` are durable; `before`: what was pruned up to now. An epoch may when a
   * checkpoint over all of its records was cosigned, and the newest cosignature is of at least `days` later. Both times are the
   * cosigners' own: the unit's clock, which may be wrong by years, decides nothing.
   */
  choose(set: EpochSet, closings: readonly EpochClosing[], before: Pruned | null): Pruned | null {
    const days = this.#days;
    if (days === null) return before;
    const newest = set.newestCosigned();
    const now = newest === null ? null : this.#timeOf(newest);
    if (now === null) return before;
    let pruned = before;
    for (const { epoch, next } of closings.slice(before?.epochs ?? 0)) {
      const confirmed = this.#firstOver(set, next.before.size);
      if (confirmed === null || now.time - confirmed.time < days * SECONDS_A_DAY) break;
      pruned = { epochs: epoch + 1, records: next.before.size, confirmedBy: confirmed.name };
    }
    return pruned;
  }

  /** The earliest cosignature of a checkpoint of at least so many records. */
  #firstOver(set: EpochSet, size: number): { readonly name: string; readonly time: number } | null {
    const end = set.start(set.count - 1).before.size + LOOK;
    for (let after = size - 1; after < end; after += LOOK) {
      const notes = new Map(set.checkpoints(after, after + LOOK).map((one) => [one.size, one.note]));
      const times = set.cosignatures(after, after + LOOK).flatMap((one) => {
        const note = notes.get(one.size);
        const time = note === undefined ? null : this.#timeOf({ ...one, note });
        return time === null ? [] : [time];
      });
      const [first] = times.toSorted((a, b) => a.time - b.time);
      if (first !== undefined) return first;
    }
    return null;
  }

  /** Null: it is none of this log's by one of the cosigners. */
  #timeOf({ note, line, size }: Cosigned): { readonly name: string; readonly time: number } | null {
    try {
      const { text, verified } = openNote(note + line, this.#cosigners);
      const checkpoint = parseCheckpoint(text);
      if (checkpoint.origin !== this.#log || checkpoint.size !== size) return null;
      const [found] = verified;
      return found === undefined || found.time === null ? null : { name: found.key.name, time: found.time };
    } catch (error) {
      if (error instanceof NoteError) return null;
      throw error;
    }
  }
}

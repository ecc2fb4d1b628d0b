import { numberAt, textAt, type Fields } from "../../src/analysis/record-fields.ts";
import { utf8 } from "../../src/record/bytes.ts";
import { readLine } from "../../src/record/chain.ts";
import type { LinesPort } from "../afar/floor/journal-lines.ts";
import type { ResultHub } from "./result-hub.ts";

/** Records back from the newest that are read at the start: what was told last stands in them. */
export const RECORDS_READ = 20_000;
/** Records back from a person's late word in which its round is looked for. */
export const RECORDS_LOOKED_THROUGH = 500_000;
/** Records back to which it is told what an earlier life has not told any more: some hours of a table. */
export const RECORDS_MISSED = 2_000;
/** Records of one reading. */
const PAGE = 500;

/**
 * Reads a table's journal as far as it is durable, and has the hub tell what stands in it. What an earlier life has told is read back, and of
 * that only the newest is told; what came since is told in its order.
 */
export class JournalResults {
  readonly #log: string;
  readonly #journal: LinesPort;
  readonly #hub: ResultHub;
  readonly #told: number | null;
  #next: number | null = null;
  /** The first record that no earlier life has told; null: the first reading says it. */
  #firstNew: number | null = null;
  #isRecalled = false;

  /** `told`: so many records an earlier life has told; null: nobody knows, all that is durable by now counts as told. */
  constructor(log: string, journal: LinesPort, hub: ResultHub, told: number | null = null) {
    this.#told = told;
    this.#log = log;
    this.#journal = journal;
    this.#hub = hub;
  }

  /** So many records are durable. */
  readUpTo(records: number): void {
    this.#next ??= this.#begin(records);
    while (this.#next < records) {
      const page = this.#records(this.#next, records);
      if (page.length === 0) return;
      for (const { seq, hash, fields } of page) {
        if (seq >= (this.#firstNew ?? 0)) this.#endRecall();
        this.#add(seq, hash, fields);
        this.#next = seq + 1;
      }
    }
    this.#endRecall();
  }

  #begin(records: number): number {
    const from = Math.max(this.#journal.firstKept(), records - RECORDS_READ);
    const isKnown = this.#told !== null && this.#told <= records && this.#told >= records - RECORDS_MISSED;
    this.#firstNew = isKnown ? this.#told : records;
    this.#hub.beginTable(this.#log, from);
    return from;
  }

  #endRecall(): void {
    if (this.#isRecalled) return;
    this.#isRecalled = true;
    this.#hub.tellRecalled(this.#log);
  }

  #add(seq: number, hash: string, fields: Fields): void {
    const lacked = this.#hub.lacks(this.#log, fields);
    if (lacked !== null) this.#hub.recallRound(this.#log, lacked, this.#recordsOf(lacked, seq));
    if (this.#isRecalled) this.#hub.addRecord(this.#log, seq, hash, fields);
    else this.#hub.recallRecord(this.#log, seq, hash, fields);
  }

  /** The records before `before` that belong to a round. Phases have the numbers of rounds in their order: before an earlier one there are none. */
  #recordsOf(round: number, before: number): readonly ReadRecord[] {
    const first = Math.max(this.#journal.firstKept(), before - RECORDS_LOOKED_THROUGH);
    const found: ReadRecord[] = [];
    for (let upTo = before; upTo > first; upTo -= PAGE) {
      const from = Math.max(first, upTo - PAGE);
      const page = this.#records(from, upTo);
      found.unshift(...page.filter(({ fields }) => numberAt(fields, "round") === round));
      const isBefore = ({ fields }: ReadRecord): boolean =>
        textAt(fields, "kind") === "phase" && (numberAt(fields, "round") ?? round) < round;
      if (page.some(isBefore)) break;
    }
    return found;
  }

  #records(from: number, upTo: number): readonly ReadRecord[] {
    const lines = this.#journal.read({ from, upTo, limit: PAGE, checkpoint: Number.MAX_SAFE_INTEGER });
    return lines.flatMap(({ sent, record }) => {
      if (record === null || !("line" in sent)) return [];
      const facts = readLine(utf8(sent.line));
      return [{ ...record, fields: typeof facts === "string" ? {} : facts.fields }];
    });
  }
}

interface ReadRecord {
  readonly seq: number;
  readonly hash: string;
  readonly fields: Fields;
}

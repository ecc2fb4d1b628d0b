import type { RecallStep, RecallWords } from "../../../../src/analysis/recall-types.ts";
import { recallStep } from "../../../../src/analysis/recall-step.ts";
import { isFields, textAt, type Fields } from "../../../../src/analysis/record-fields.ts";
import { fitsSearch, type Search } from "../../../../src/analysis/search.ts";
import { disputesOf, type Dispute, type LogRecord } from "../../../../src/floor/disputes.ts";
import type { Language } from "../../../../src/text/language.ts";
import type { PageStore, StoredRecord } from "./page-store.ts";

/** Records that a search gives, and that it looks at for them. */
export const FOUND_MAX = 200;
export const LOOKED_MAX = 20_000;
/** Records that are asked for at once. */
const AT_ONCE = 2_000;
/** Disputes that are listed. */
export const DISPUTES_MAX = 200;
/** What a shift's report names one by one, and how many of it at the most. */
const EVENT_KINDS = ["void", "undecided", "aborted", "fault"];
export const EVENTS_MAX = 20_000;
/** Records that are read of what became of one. */
const AFTER_MAX = 200;

/** A record that was found, as people read it. */
export interface FoundRecord {
  readonly log: string;
  readonly step: RecallStep;
}

export interface Found {
  readonly records: readonly FoundRecord[];
  /** There may be more: so many were found, or so many looked at. */
  readonly isCut: boolean;
}

export interface SearchParts {
  readonly store: PageStore;
  /** The words of a rulebook; null: this release does not have it. */
  readonly words: (rulebook: string) => RecallWords | null;
}

const NO_WORDS: RecallWords = { rules: {}, calls: {}, codes: {}, faults: {}, suertes: {}, names: {} };

function fieldsOf({ line }: StoredRecord): Fields {
  const value: unknown = JSON.parse(line);
  return isFields(value) ? value : {};
}

/** What somebody looks for over the whole floor. */
export class SearchDesk {
  readonly #parts: SearchParts;

  constructor(parts: SearchParts) {
    this.#parts = parts;
  }

  /** The newest records that fit, newest first. `logs` null: of every table. */
  async find(search: Search, logs: readonly string[] | null, language: Language): Promise<Found> {
    const records: FoundRecord[] = [];
    const seen = new Set<string>();
    let { before } = search;
    for (let looked = 0; looked < LOOKED_MAX;) {
      const { from, round, kind, number } = search;
      const kinds = kind === undefined ? kindsOf(search) : [kind];
      const page = await this.#parts.store.find({ logs, kinds, from, before, round, number, most: AT_ONCE });
      looked += page.length;
      const known = seen.size;
      for (const record of page) {
        const key = `${record.log} ${record.seq}`;
        if (seen.has(key)) continue;
        seen.add(key);
        const fields = fieldsOf(record);
        if (!fitsSearch(fields, search)) continue;
        // A face that people named may lie face down: none is told here.
        const words = this.#parts.words(textAt(fields, "rulebook")) ?? NO_WORDS;
        records.push({ log: record.log, step: recallStep(fields, words, language, false) });
        if (records.length === FOUND_MAX) return { records, isCut: true };
      }
      const last = page.at(-1);
      if (page.length < AT_ONCE || last === undefined) return { records, isCut: false };
      if (seen.size === known) return { records, isCut: true };
      // Others may have been made at the very same instant.
      before = new Date(Date.parse(textAt(fieldsOf(last), "at")) + 1).toISOString();
    }
    return { records, isCut: true };
  }

  /** A record as people read it in a language. A face that people named may lie face down: none is told. */
  stepOf(language: Language): (fields: Fields) => RecallStep {
    return (fields) => {
      const words = this.#parts.words(textAt(fields, "rulebook")) ?? NO_WORDS;
      return recallStep(fields, words, language, false);
    };
  }

  /** What happened in a span that somebody has to know of, in the order of its hours. */
  events(from: string, before: string): Promise<readonly LogRecord[]> {
    return this.#inSpan(EVENT_KINDS, from, before);
  }

  /** Who signed in, was refused or locked in a span. */
  access(from: string, before: string): Promise<readonly LogRecord[]> {
    return this.#inSpan(["access"], from, before);
  }

  async #inSpan(kinds: readonly string[], from: string, before: string): Promise<readonly LogRecord[]> {
    const most = EVENTS_MAX;
    const found = await this.#parts.store.find({ logs: null, kinds, from, before, round: undefined, most });
    return found.map((record) => ({ log: record.log, fields: fieldsOf(record) })).toReversed();
  }

  /** Disputes since an instant, RFC 3339, with their end. */
  async disputes(from: string): Promise<readonly Dispute[]> {
    const { store } = this.#parts;
    const found = await store.find({
      logs: null,
      kinds: ["dispute"],
      from,
      before: undefined,
      round: undefined,
      most: DISPUTES_MAX,
    });
    const records: LogRecord[] = [];
    for (const one of found) {
      const fields = fieldsOf(one);
      const asked = { log: one.log, round: Number(fields["round"]), seq: one.seq + 1, most: AFTER_MAX };
      const since = await store.recordsSince(asked);
      records.push({ log: one.log, fields });
      records.push(...since.map((record) => ({ log: record.log, fields: fieldsOf(record) })));
    }
    return disputesOf(records);
  }
}

/** Kinds that can fit at all, for a search that asks for what few kinds have; null: any. */
function kindsOf({ number, reason, dispute }: Search): readonly string[] | null {
  if (dispute === true) return ["dispute", "case-kept"];
  if (number !== undefined && reason === undefined) return ["result", "key", "first-dice"];
  return null;
}

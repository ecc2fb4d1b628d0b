import { RecallWindow } from "../../../src/analysis/recall.ts";
import type { Recall, RecallWords } from "../../../src/analysis/recall-types.ts";
import { isFields, type Fields } from "../../../src/analysis/record-fields.ts";
import type { Language } from "../../../src/text/language.ts";

/** Records that the last rounds are looked for in, and how many are asked for at once. */
export const RECORDS_RECALLED = 1_500;
export const RECORDS_ASKED = 250;

const NO_WORDS: RecallWords = { rules: {}, calls: {}, codes: {}, faults: {}, suertes: {}, names: {} };
/** What the chain adds to a record and nobody reads here. */
const CHAIN_FIELDS = ["v", "log", "prev", "src", "state", "coverage", "rel", "boot", "mono", "epoch", "mode"];

/**
 * The last rounds for whoever asks, from durable records. They are read when somebody asks, page by page and only those that are new,
 * so that a table at which nobody asks reads none.
 */
export class RecallDesk {
  readonly #read: (from: number, count: number) => Promise<readonly string[] | null>;
  readonly #newest: () => number | null;
  #window = new RecallWindow();
  #words = NO_WORDS;
  /** The record that is read next. */
  #next = 0;
  #underWay: Promise<boolean> | null = null;

  /** `read`: lines of durable records; `newest`: the number of the newest one that is shown, null before the first. */
  constructor(
    read: (from: number, count: number) => Promise<readonly string[] | null>,
    newest: () => number | null,
  ) {
    this.#read = read;
    this.#newest = newest;
  }

  useWords(words: RecallWords): void {
    this.#words = words;
  }

  /** Null when the records could not be read. */
  async recall(round: number | null, language: Language): Promise<Recall | null> {
    this.#underWay ??= this.#readNew().finally(() => {
      this.#underWay = null;
    });
    return (await this.#underWay) ? this.#window.recall(round, this.#words, language) : null;
  }

  /** Whether one of the rounds that were asked for names this picture. */
  names(picture: string): boolean {
    return this.#window.namesPicture(picture);
  }

  /** False when it could not. What was read stays. */
  async #readNew(): Promise<boolean> {
    const newest = this.#newest();
    if (newest === null) return false;
    // Nobody asked for long, or the journal is another one: what is held is too old.
    const isFar = newest - this.#next >= RECORDS_RECALLED || newest < this.#next - 1;
    if (isFar) {
      this.#window = new RecallWindow();
      this.#next = Math.max(0, newest - RECORDS_RECALLED + 1);
    }
    while (this.#next <= newest) {
      const lines = await this.#read(this.#next, Math.min(RECORDS_ASKED, newest - this.#next + 1));
      if (lines === null || lines.length === 0) return false;
      for (const line of lines) this.#window.addRecord(reduced(line));
      this.#next += lines.length;
    }
    return true;
  }
}

function reduced(line: string): Fields {
  const value: unknown = JSON.parse(line);
  if (!isFields(value)) return {};
  return Object.fromEntries(Object.entries(value).filter(([name]) => !CHAIN_FIELDS.includes(name)));
}

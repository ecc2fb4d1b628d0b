import { RecallWindow } from "../../../src/analysis/recall.ts";
import type { Recall, RecallWords } from "../../../src/analysis/recall-types.ts";
import { isFields, textAt, type Fields } from "../../../src/analysis/record-fields.ts";
import { dayBefore, RoundIndex } from "../../../src/analysis/round-index.ts";
import type { Language } from "../../../src/text/language.ts";

/** Records that the last rounds are looked for in, and how many are asked for at once. */
export const RECORDS_RECALLED = 1_500;
export const RECORDS_ASKED = 250;

const NO_WORDS: RecallWords = { rules: {}, calls: {}, codes: {}, faults: {}, suertes: {}, names: {} };
/** What the chain adds to a record and nobody reads here. */
const CHAIN_FIELDS = ["v", "log", "prev", "src", "state", "coverage", "rel", "boot", "mono", "epoch", "mode"];

/** Records back from the newest in which a round of the last 24 hours is looked for. */
export const RECORDS_SEARCHED = 100_000;
/** Rounds before one that was looked for, and behind it, that come with it. */
const ROUNDS_BESIDE = 5;

/** The round that is wanted, by its number, null for the newest, or by an instant, RFC 3339. */
export type WantedRound = { readonly round: number | null } | { readonly at: string };

/**
 * The last rounds for whoever asks, from durable records. They are read when somebody asks, page by page and only those that are new,
 * so that a table at which nobody asks reads none. A round that is not among the last ten is looked for in the last 24 hours.
 */
export class RecallDesk {
  readonly #read: (from: number, count: number) => Promise<readonly string[] | null>;
  readonly #newest: () => number | null;
  #window = new RecallWindow();
  /** The rounds around the one that was looked for last. */
  #found: RecallWindow | null = null;
  #words = NO_WORDS;
  /** The record that is read next. */
  #next = 0;
  #underWay: Promise<boolean> | null = null;
  /** Where the rounds of the last 24 hours lie, and the record that it takes next; null: nobody looked for one yet. */
  #index: { readonly rounds: RoundIndex; next: number } | null = null;
  #indexing: Promise<RoundIndex | null> | null = null;

  /** `read`: lines of durable records; `newest`: the number of the newest one that is shown, null before the first. */
  constructor(
    read: (from: number, count: number) => Promise<readonly string[] | null>,
    newest: () => number | null,
  ) {
    this.#read = read;
    this.#newest = newest;
  }

  /** The words of the table; none before it has said them. */
  get words(): RecallWords {
    return this.#words;
  }

  useWords(words: RecallWords): void {
    this.#words = words;
  }

  /** Null when the records could not be read. */
  async recall(wanted: WantedRound, language: Language): Promise<Recall | null> {
    this.#underWay ??= this.#readNew().finally(() => {
      this.#underWay = null;
    });
    if (!(await this.#underWay)) return null;
    const newest = (round: number | null): Recall => this.#window.recall(round, this.#words, language);
    if ("round" in wanted && (wanted.round === null || this.#window.has(wanted.round)))
      return newest(wanted.round);
    this.#indexing ??= this.#indexNew().finally(() => {
      this.#indexing = null;
    });
    const index = await this.#indexing;
    if (index === null) return null;
    const round = "round" in wanted ? wanted.round : index.roundAt(wanted.at);
    if (round === null || !index.has(round)) return { ...newest(null), isMissing: true };
    if (this.#window.has(round)) return newest(round);
    const found = await this.#around(round, index);
    if (found === null) return null;
    this.#found = found;
    return found.recall(round, this.#words, language);
  }

  /** Whether one of the rounds that were asked for names this picture. */
  names(picture: string): boolean {
    return this.#window.namesPicture(picture) || this.#found?.namesPicture(picture) === true;
  }

  /** The same, of rounds that are over alone: a round that is still played has no picture for whoever is not at the table. */
  namesOver(picture: string): boolean {
    return this.#window.namesOverPicture(picture) || this.#found?.namesOverPicture(picture) === true;
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
    return this.#readThrough(this.#next, newest, (fields, seq) => {
      this.#window.addRecord(fields);
      this.#next = seq + 1;
    });
  }

  /** The index with the newest records; null when they could not be read. */
  async #indexNew(): Promise<RoundIndex | null> {
    const newest = this.#newest();
    if (newest === null) return null;
    const isFar =
      this.#index === null || newest - this.#index.next >= RECORDS_SEARCHED || newest < this.#index.next - 1;
    const first = isFar ? await this.#firstOfDay(newest) : 0;
    if (first === null) return null;
    const index = (this.#index =
      isFar || this.#index === null ? { rounds: new RoundIndex(), next: first } : this.#index);
    const isRead = await this.#readThrough(index.next, newest, (fields, seq) => {
      index.rounds.addRecord(seq, fields);
      index.next = seq + 1;
    });
    return isRead ? index.rounds : null;
  }

  /** The first record of the last 24 hours, found by halves; null when it could not be read. */
  async #firstOfDay(newest: number): Promise<number | null> {
    const atOf = async (seq: number): Promise<string | null> => {
      const [line] = (await this.#read(seq, 1)) ?? [];
      return line === undefined ? null : textAt(readWithoutChain(line), "at");
    };
    const last = await atOf(newest);
    if (last === null) return null;
    const begin = dayBefore(last);
    let [low, high] = [Math.max(0, newest - RECORDS_SEARCHED + 1), newest];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const at = await atOf(middle);
      // What cannot be read is no longer kept.
      if (at === null || at < begin) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** A round with those around it. */
  async #around(round: number, index: RoundIndex): Promise<RecallWindow | null> {
    const rounds = Array.from({ length: 2 * ROUNDS_BESIDE + 1 }, (_, at) => round - ROUNDS_BESIDE + at);
    const window = new RecallWindow();
    for (const [first, last] of index.piecesOf(rounds))
      if (!(await this.#readThrough(first, last, (fields) => window.addRecord(fields)))) return null;
    return window;
  }

  /** Hands in each record up to one; false when they could not be read. */
  async #readThrough(
    from: number,
    last: number,
    take: (fields: Fields, seq: number) => void,
  ): Promise<boolean> {
    let next = from;
    while (next <= last) {
      const lines = await this.#read(next, Math.min(RECORDS_ASKED, last - next + 1));
      if (lines === null || lines.length === 0) return false;
      for (const line of lines) take(readWithoutChain(line), next++);
    }
    return true;
  }
}

function readWithoutChain(line: string): Fields {
  const value: unknown = JSON.parse(line);
  if (!isFields(value)) return {};
  return Object.fromEntries(Object.entries(value).filter(([name]) => !CHAIN_FIELDS.includes(name)));
}

/** The same for somebody of whom nobody knows who he is: without the people, and without a picture of a round that is still played. */
export function withoutPeople(told: Recall): Recall {
  const isOver = told.rounds.some(({ round, end }) => round === told.round && end !== null);
  const steps = told.steps.map((step) => ({
    ...step,
    person: null,
    picture: isOver ? step.picture : null,
  }));
  return { ...told, steps };
}

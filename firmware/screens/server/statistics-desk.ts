import { PlayedRounds } from "../../../src/statistics/played-rounds.ts";
import type { Span } from "../../../src/statistics/spans.ts";
import { statisticsOf } from "../../../src/statistics/statistics.ts";
import type { Pack } from "../../../src/rules/pack.ts";
import {
  statisticsSetup,
  type StatisticsSetup,
  type StatisticsAnswer,
} from "../../../src/statistics/statistics-setup.ts";
import { isFields } from "../../../src/analysis/record-fields.ts";
import { RECORDS_ASKED } from "./recall-desk.ts";

/** Records back from the newest that are counted: some 1,300 rounds of a full table of cards, and days of a wheel. */
export const RECORDS_COUNTED = 50_000;
/** Spans whose statistics are kept until a round changes them. */
export const SPANS_KEPT = 16;
/** The hour at which a casino's day begins, in the unit's own time: what came before it was yesterday. */
export const DAY_BEGINS = 6;
const HOUR_MS = 3_600_000;

/** A span as a screen asks for it: `20`, `shoe`, `today`, or two instants with `..` between them. */
const LAST = /^[1-9]\d{0,3}$/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{3})?)?Z$/;

/**
 * What came at this table, counted from durable records alone. They are read when the first screen asks, page by page, and from then on
 * those that are new: a table without such a screen reads none.
 */
export class StatisticsDesk {
  readonly #read: (from: number, count: number) => Promise<readonly string[] | null>;
  readonly #newest: () => number | null;
  readonly #told = new Map<string, StatisticsAnswer>();
  readonly #setup: StatisticsSetup;
  #rounds = new PlayedRounds();
  /** The record that is read next. */
  #next = 0;
  #underWay: Promise<boolean> | null = null;

  /** `read`: lines of durable records; `newest`: the number of the newest one that is shown, null before the first. */
  constructor(
    pack: Pack,
    read: (from: number, count: number) => Promise<readonly string[] | null>,
    newest: () => number | null,
  ) {
    this.#setup = statisticsSetup(pack);
    this.#read = read;
    this.#newest = newest;
  }

  /**
   * `asked`: the span in a screen's words; `now`: the wall clock, ms. `unknown`: there is no such span; `none`: the records could not be
   * read.
   */
  async tell(asked: string, now: number): Promise<StatisticsAnswer | "unknown" | "none"> {
    this.#underWay ??= this.#readNew().finally(() => {
      this.#underWay = null;
    });
    const isRead = await this.#underWay;
    const setup = this.#setup;
    if (!isRead) return "none";
    const span = this.#spanOf(asked, now);
    if (span === null) return "unknown";
    const key = JSON.stringify(span);
    const before = this.#told.get(key);
    const told = before ?? {
      seq: this.#next - 1,
      since: this.#rounds.since,
      statistics: statisticsOf(this.#rounds.all(), setup.game, span),
      setup,
    };
    this.#keep(key, told);
    return { ...told, seq: this.#next - 1 };
  }

  /** A few screens ask for a few spans again and again; who asks for others does not push theirs out for long. */
  #keep(key: string, told: StatisticsAnswer): void {
    this.#told.delete(key);
    this.#told.set(key, told);
    const [oldest] = this.#told.keys();
    if (this.#told.size > SPANS_KEPT && oldest !== undefined) this.#told.delete(oldest);
  }

  #spanOf(asked: string, now: number): Span | null {
    if (LAST.test(asked)) return { span: "last", rounds: Number(asked) };
    if (asked === "shoe") return { span: "shoe", shoe: this.#rounds.shoe };
    if (asked === "today") return { span: "time", from: dayOf(now), to: null };
    const [first = "", last, more] = asked.split("..");
    const from = instantOf(first);
    if (last === undefined || more !== undefined || from === null) return null;
    if (last === "") return { span: "time", from, to: null };
    const to = instantOf(last);
    return to === null || to <= from ? null : { span: "time", from, to };
  }

  /** False when it could not. What was read stays. */
  async #readNew(): Promise<boolean> {
    const newest = this.#newest();
    if (newest === null) return false;
    // The journal is another one, or nobody asked for days.
    if (newest - this.#next >= RECORDS_COUNTED || newest < this.#next - 1) {
      this.#rounds = new PlayedRounds();
      this.#told.clear();
      this.#next = Math.max(0, newest - RECORDS_COUNTED + 1);
    }
    while (this.#next <= newest) {
      const lines = await this.#read(this.#next, Math.min(RECORDS_ASKED, newest - this.#next + 1));
      if (lines === null || lines.length === 0) return false;
      for (const line of lines) this.#count(line);
      this.#next += lines.length;
    }
    return true;
  }

  #count(line: string): void {
    const record: unknown = JSON.parse(line);
    if (isFields(record) && this.#rounds.addRecord(record)) this.#told.clear();
  }
}

/** An instant as records have theirs, so that the two can be compared as text; null: it is none. */
function instantOf(text: string): string | null {
  const ms = INSTANT.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) ? null : new Date(ms).toISOString();
}

/** When the casino's day of this instant began, RFC 3339. */
export function dayOf(now: number): string {
  const began = new Date(now - DAY_BEGINS * HOUR_MS);
  began.setHours(DAY_BEGINS, 0, 0, 0);
  return began.toISOString();
}

import { PlayedRounds } from "../../../src/statistics/played-rounds.ts";
import type { Span } from "../../../src/statistics/spans.ts";
import { statisticsOf } from "../../../src/statistics/statistics.ts";
import type { Pack } from "../../../src/rules/pack.ts";
import { dayIn, instantIn, nextDay } from "../../../src/time/day.ts";
import { rfc3339, type WallMs } from "../../../src/time/instant.ts";
import {
  statisticsSetup,
  type StatisticsSetup,
  type StatisticsAnswer,
} from "../../../src/statistics/statistics-setup.ts";
import { isFields, textAt, type Fields } from "../../../src/analysis/record-fields.ts";
import { RecordTail, type ReadRecords } from "./record-tail.ts";

/** Records back from the newest that are counted: some 1,300 rounds of a full table of cards, and days of a wheel. */
export const RECORDS_COUNTED = 50_000;
/** Spans whose statistics are kept until a round changes them. */
export const SPANS_KEPT = 16;
/** The hour at which a casino's day begins, by the clocks where the table stands: what came before it was yesterday. */
export const DAY_BEGINS = 6;

/** What the desk has to know of its table. */
export interface StatisticsTable {
  readonly pack: Pack;
  /** `Europe/Madrid`: by whose time the casino's day begins. */
  readonly zone: string;
}

/** A span as a screen asks for it: `20`, `shoe`, `today`, or two instants with `..` between them. */
const LAST = /^[1-9]\d{0,3}$/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{3})?)?Z$/;

/**
 * What came at this table, counted from durable records alone. They are read when the first screen asks, page by page, and from then on
 * those that are new: a table without such a screen reads none.
 */
export class StatisticsDesk {
  readonly #tail: RecordTail;
  readonly #zone: string;
  /** `cl/ruleta-francesa`, of whatever edition. */
  readonly #game: string;
  readonly #told = new Map<string, StatisticsAnswer>();
  readonly #setup: StatisticsSetup;
  #rounds = new PlayedRounds();

  /**
   * `zone`: by whose time the casino's day begins; `read`: lines of durable records; `newest`: the number of the newest one that is shown,
   * null before the first.
   */
  constructor({ pack, zone }: StatisticsTable, read: ReadRecords, newest: () => number | null) {
    this.#setup = statisticsSetup(pack);
    this.#zone = zone;
    this.#game = `${pack.jurisdiction}/${pack.game}`;
    this.#tail = new RecordTail({
      read,
      newest,
      most: RECORDS_COUNTED,
      take: (line) => this.#count(line),
      forget: () => {
        this.#rounds = new PlayedRounds();
        this.#told.clear();
      },
    });
  }

  /**
   * `asked`: the span in a screen's words; `now`: the wall clock, ms. `unknown`: there is no such span; `none`: the records could not be
   * read.
   */
  async tell(asked: string, now: WallMs): Promise<StatisticsAnswer | "unknown" | "none"> {
    if (!(await this.#tail.readNew())) return "none";
    const setup = this.#setup;
    const span = this.#spanOf(asked, now);
    if (span === null) return "unknown";
    const key = JSON.stringify(span);
    const told = this.#told.get(key) ?? {
      seq: this.#tail.last,
      since: this.#rounds.since,
      statistics: statisticsOf(this.#rounds.all(), setup.game, span),
      zone: this.#zone,
      setup,
    };
    this.#keep(key, told);
    return { ...told, seq: this.#tail.last };
  }

  /** A few screens ask for a few spans again and again; who asks for others does not push theirs out for long. */
  #keep(key: string, told: StatisticsAnswer): void {
    this.#told.delete(key);
    this.#told.set(key, told);
    const [oldest] = this.#told.keys();
    if (this.#told.size > SPANS_KEPT && oldest !== undefined) this.#told.delete(oldest);
  }

  #spanOf(asked: string, now: WallMs): Span | null {
    if (LAST.test(asked)) return { span: "last", rounds: Number(asked) };
    if (asked === "shoe") return { span: "shoe", shoe: this.#rounds.shoe };
    if (asked === "today") return { span: "time", from: dayBegan(this.#zone, now), to: null };
    const [first = "", last, more] = asked.split("..");
    const from = instantOf(first);
    if (last === undefined || more !== undefined || from === null) return null;
    if (last === "") return { span: "time", from, to: null };
    const to = instantOf(last);
    return to === null || to <= from ? null : { span: "time", from, to };
  }

  /** A table that played another game before keeps its journal: what came there is none of this game's numbers. */
  #isOurs(record: Fields): boolean {
    const [game] = textAt(record, "rulebook").split("@");
    return game === "" || game === this.#game;
  }

  #count(line: string): void {
    const record: unknown = JSON.parse(line);
    if (isFields(record) && this.#isOurs(record) && this.#rounds.addRecord(record)) this.#told.clear();
  }
}

/** An instant as records have theirs, so that the two can be compared as text; null: it is none. */
function instantOf(text: string): string | null {
  const ms = INSTANT.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) ? null : new Date(ms).toISOString();
}

/** When the casino's day of this instant began in a zone, RFC 3339: by the clocks there, also on the days on which they change. */
export function dayBegan(zone: string, now: WallMs): string {
  const today = dayIn(zone, now);
  const began = instantIn(zone, today, DAY_BEGINS * 60);
  return rfc3339(began <= now ? began : instantIn(zone, nextDay(today, -1), DAY_BEGINS * 60));
}

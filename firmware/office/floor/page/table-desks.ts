import type { Recall, RecallWords } from "../../../../src/analysis/recall-types.ts";
import type { Pack } from "../../../../src/rules/pack.ts";
import type { StatisticsAnswer } from "../../../../src/statistics/statistics-setup.ts";
import type { Language } from "../../../../src/text/language.ts";
import type { WallMs } from "../../../../src/time/instant.ts";
import { RecallDesk, type WantedRound } from "../../../screens/server/recall-desk.ts";
import { StatisticsDesk } from "../../../screens/server/statistics-desk.ts";
import type { PageStore } from "./page-store.ts";
import type { Pictures } from "./pictures.ts";

/** Tables of which the desks are kept: those that were looked at last. */
export const DESKS_KEPT = 12;

/** The last rounds and the statistics of one table, as the table's own screens have them, read from the store when somebody asks. */
export interface TableDesk {
  recall(wanted: WantedRound, language: Language): Promise<Recall | null>;
  statistics(span: string, now: WallMs): Promise<StatisticsAnswer | "unknown" | "none">;
}

export interface DesksParts {
  readonly store: PageStore;
  readonly pictures: Pictures;
  /** By whose time a day begins. */
  readonly zone: string;
  /** A rulebook and its words; null: this release does not have it. */
  readonly rulebook: (name: string) => { readonly pack: Pack; readonly words: RecallWords } | null;
}

/** The desks of the tables that somebody looks at. */
export class TableDesks {
  readonly #parts: DesksParts;
  readonly #kept = new Map<string, { readonly rulebook: string; readonly desk: TableDesk }>();

  constructor(parts: DesksParts) {
    this.#parts = parts;
  }

  /** Null: the floor has no such table, or no record of it, or its rulebook is not known here. */
  of(log: string): TableDesk | null {
    const newest = this.#parts.pictures.newestOf(log);
    if (newest === null) return null;
    const kept = this.#kept.get(log);
    this.#kept.delete(log);
    const desk = kept?.rulebook === newest.rulebook ? kept.desk : this.#deskOf(log, newest.rulebook);
    if (desk === null) return null;
    this.#kept.set(log, { rulebook: newest.rulebook, desk });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > DESKS_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    return desk;
  }

  #deskOf(log: string, name: string): TableDesk | null {
    const { store, pictures, zone, rulebook } = this.#parts;
    const known = rulebook(name);
    if (known === null) return null;
    const read = async (from: number, count: number): Promise<readonly string[]> =>
      (await store.recordsFrom([{ log, from }], count)).map(({ line }) => line);
    const newest = (): number | null => pictures.newestOf(log)?.seq ?? null;
    const recall = new RecallDesk(read, newest);
    recall.useWords(known.words);
    const statistics = new StatisticsDesk({ pack: known.pack, zone }, read, newest);
    return {
      recall: (wanted, language) => recall.recall(wanted, language),
      statistics: (span, now) => statistics.tell(span, now),
    };
  }
}

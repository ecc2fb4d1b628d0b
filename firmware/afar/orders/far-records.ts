import type { Recall, RecallWords } from "../../../src/analysis/recall-types.ts";
import type { Language } from "../../../src/text/language.ts";
import type { Clock } from "../../../src/time/clock.ts";
import { FaultDesk } from "../../screens/server/fault-desk.ts";
import type { PastFaults } from "../../screens/server/messages.ts";
import { RecallDesk, withoutPeople } from "../../screens/server/recall-desk.ts";
import type { ReportState } from "../../screens/server/report-desk.ts";
import type { Question } from "./messages.ts";

/** What durable records tell somebody far away, for which the main thread is asked page by page. Null: it did not answer. */
export class FarRecords {
  readonly #ask: (question: Question) => Promise<unknown>;
  readonly #clock: Clock;
  readonly #faults: FaultDesk;
  readonly #rounds: RecallDesk;
  #newest: number | null = null;
  #hasWords = false;

  constructor(ask: (question: Question) => Promise<unknown>, clock: Clock) {
    this.#ask = ask;
    this.#clock = clock;
    const read = async (from: number, count: number): Promise<readonly string[] | null> =>
      (await ask({ what: "lines", from, count })) as readonly string[] | null;
    this.#faults = new FaultDesk(read, () => this.#newest);
    this.#rounds = new RecallDesk(read, () => this.#newest);
  }

  /** The faults of the last hours that are over. */
  async faults(): Promise<PastFaults | null> {
    return (await this.#look()) ? this.#faults.tell(this.#clock.wall()) : null;
  }

  /** The weeks, with this table's words for their faults. */
  withWords(state: ReportState): ReportState {
    return this.#faults.withWords(state);
  }

  /** The last rounds, one of them step by step; `round` null: the newest. As at the table nobody's name stands there. */
  async rounds(round: number | null, language: Language): Promise<Recall | null> {
    const told = (await this.#look()) ? await this.#rounds.recall({ round }, language) : null;
    return told === null ? null : withoutPeople(told);
  }

  /** Whether a round that was asked for, and is over, names this picture. */
  namesPicture(picture: string): boolean {
    return this.#rounds.namesOver(picture);
  }

  async #look(): Promise<boolean> {
    const view = (await this.#ask({ what: "view" })) as { readonly seq: number } | null;
    if (view === null) return false;
    this.#newest = view.seq;
    const words = this.#hasWords ? null : ((await this.#ask({ what: "words" })) as RecallWords | null);
    if (words !== null) {
      this.#faults.useWords(words);
      this.#rounds.useWords(words);
      this.#hasWords = true;
    }
    return true;
  }
}

import { join } from "node:path";
import { JournalError } from "../../firmware/files/errors.ts";
import { openStore } from "../../firmware/journal/store/open-store.ts";
import { table as signer, testLine } from "../../src/record/vector.fixture.ts";

/** A journal of weeks of play, as a table writes one, for what is told of them. */

const DAY_MS = 86_400_000;
const ROUND_MS = 60_000;

export interface PlayedDay {
  readonly rounds: number;
  /** From open bets to the result, ms. */
  readonly span: number;
  /** Faults that came and went: their code, how long they stood (ms), and after which round. */
  readonly faults?: readonly { readonly code: string; readonly stood: number; readonly round: number }[];
}

/** Writes it into a storage folder: the last day ends `now` (ms since 1970). */
export function writeWeeks(folder: string, now: number, days: readonly PlayedDay[]): void {
  const store = openStore({ path: join(folder, "journal.db"), signer, maxPages: null });
  for (const [index, { rounds, span, faults = [] }] of days.entries()) {
    const begin = now - (days.length - index) * DAY_MS + ROUND_MS;
    const commit = (ms: number, fields: object): void => {
      const stamp = { at: new Date(ms).toISOString(), boot: `day-${index}`, mono: (ms - begin) * 1_000 };
      const common = { dev: "cammegh-ss2", rulebook: "cl/ruleta-francesa@2023-03", ...stamp };
      store.commit(testLine(store.head, { ...common, ...fields }));
    };
    for (let round = 1; round <= rounds; round++) {
      const ms = begin + round * ROUND_MS;
      commit(ms, { kind: "phase", round, phase: "betting" });
      commit(ms + 8_000, { kind: "phase", round, phase: "ball-in-play" });
      const result = { pocket: "17", suertes: [] };
      commit(ms + span, { kind: "result", round, result, certainty: { level: "certified", because: [] } });
      for (const { code, stood } of faults.filter((one) => one.round === round)) {
        const fault = { device: "wheel", code, round, detail: {} };
        commit(ms + span + 10, { kind: "fault", ...fault });
        commit(ms + span + 10 + stood, { kind: "fault-cleared", ...fault });
      }
    }
  }
  store.fail(new JournalError("closed", "it is written"));
}

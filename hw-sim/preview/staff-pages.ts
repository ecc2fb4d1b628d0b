import { Analysis } from "../../src/analysis/analysis.ts";
import { isFields } from "../../src/analysis/record-fields.ts";
import { Weeks } from "../../src/analysis/weeks.ts";
import type { RecallWords } from "../../src/analysis/recall-types.ts";
import type { Pack } from "../../src/rules/pack.ts";
import { zoneOfTable } from "../../src/rules/zones.ts";
import type { Clock } from "../../src/time/clock.ts";
import type { BuiltRecord } from "../../firmware/table/pipeline/pipeline.ts";
import { PhoneDesk } from "../../firmware/screens/phone/desk.ts";
import type { ReportState } from "../../firmware/screens/server/report-desk.ts";
import type { TechnicianData } from "../../firmware/screens/server/messages.ts";
import type { MainLink } from "../../firmware/screens/server/main-link.ts";
import type { Config } from "../../firmware/table/config/config.ts";
import { setupOf } from "../../firmware/table/setup/config-setup.ts";
import type { TableSetup } from "../../firmware/table/setup/table-setup.ts";
import { configuredData } from "../../firmware/unit/control/technician.ts";
import { recallWords } from "../../firmware/unit/evidence/recall-words.ts";
import type { TableView } from "../../src/table/kernel/view/view.ts";
import { Problem } from "../../firmware/problem.ts";

/** What the pages of technician, analysis and phones are told of a table that was played and runs nowhere. */

/** The table of a configuration; null: what it names, a calibration for one, is on the table's own machine. */
export function configuredSetup(config: Config): TableSetup | null {
  try {
    return setupOf(config);
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}

const NO_WORDS: RecallWords = { rules: {}, calls: {}, codes: {}, faults: {}, suertes: {}, names: {} };
export const wordsOf = (setup: TableSetup | null): RecallWords =>
  setup === null ? NO_WORDS : recallWords(setup);

/** Of storage, key and second copy there is nothing to say: none of them is opened. */
export const technicianData = (
  setup: TableSetup | null,
  config: Config,
  records: number,
): TechnicianData | null =>
  setup === null
    ? null
    : {
        ...configuredData(setup, { ...config, test: true }),
        vkey: "–",
        keyPlace: "file",
        witness: null,
        second: null,
        floor: null,
        storage: { first: null, second: null, records, epochs: 1, oldest: null, clock: null, reading: null },
        counters: {},
      };

/** The analysis of the played rounds, as the page of a table has it once somebody asked. */
export function analysisState(pack: Pack, records: readonly BuiltRecord[]): ReportState {
  const { wheel } = pack;
  const ring = wheel === undefined ? null : { names: wheel.pockets, isOrderKnown: wheel.basis !== "inferred" };
  const analysis = new Analysis(() => ring);
  analysis.useMode("test");
  for (const { line } of records) {
    const fields: unknown = JSON.parse(line);
    if (isFields(fields)) analysis.addRecord(fields);
  }
  return { state: "done", at: records.at(-1)?.at ?? null, report: analysis.report() };
}

/** The last weeks, as far as they were played. */
export function weeksState(records: readonly BuiltRecord[]): ReportState {
  const newest = records.at(-1)?.at ?? null;
  const weeks = new Weeks(newest === null ? 0 : Date.parse(newest));
  for (const { line } of records) {
    const fields: unknown = JSON.parse(line);
    if (isFields(fields)) weeks.addRecord(fields);
  }
  return { state: "done", at: newest, report: weeks.report() };
}

/** Certificates for phones: nobody signed these, and the page says so. */
export const phoneDesk = (
  config: Config,
  clock: Clock,
  {
    records,
    view,
    words,
  }: {
    readonly records: readonly BuiltRecord[];
    readonly view: TableView | null;
    readonly words: RecallWords;
  },
): PhoneDesk => {
  const main: Pick<MainLink, "certificate" | "records"> = {
    certificate: (seq) => {
      const json = records[seq]?.line;
      return Promise.resolve(
        json === undefined ? { found: "none" } : { found: "files", files: { json, proof: "", mode: "test" } },
      );
    },
    records: (from, count) => Promise.resolve(records.slice(from, from + count).map(({ line }) => line)),
  };
  return new PhoneDesk({ main, clock, zone: zoneOfTable(config), view: () => view, words: () => words });
};

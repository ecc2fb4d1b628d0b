import { WHEEL_FAMILY } from "../../src/table/wheel/family.ts";
import { journalEpochs } from "../../firmware/evidence/log/record-lines.ts";
import { readBack } from "../../firmware/evidence/log/rows.ts";
import { setupOf } from "../../firmware/table/setup/config-setup.ts";
import { parseConfig, type Config } from "../../firmware/table/config/config.ts";
import { viewSetup } from "../../firmware/unit/control/presenter.ts";
import { sha256Hex } from "../../src/record/bytes.ts";
import { canonical } from "../../src/record/canonical.ts";
import { formatCode } from "../../src/record/certificate.ts";
import { applyRecord, type Durable } from "../../src/table/kernel/durable/durable.ts";
import type { RecordBody } from "../../src/table/kernel/record.ts";
import { viewOf, type ViewSetup } from "../../src/table/kernel/view/view-of.ts";
import type { CertificateView, TableView } from "../../src/table/kernel/view/view.ts";
import { readFileSync } from "node:fs";
import { EMPTY_WHEEL_TABLE } from "../../src/table/wheel/durable-wheel.ts";

/** One record as it lies in a journal, and what the table was after it. */
export interface ReadRecord {
  readonly seq: number;
  readonly hash: string;
  readonly line: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly body: RecordBody;
  readonly after: Durable;
  /** Of the newest verdict up to here, standing or not. */
  readonly certificate: CertificateView | null;
}

/** What the chain adds to a record's own fields (`src/table/kernel/record.ts`). */
const CHAIN_FIELDS = [
  "v",
  "log",
  "seq",
  "boot",
  "at",
  "mono",
  "clock",
  "src",
  "rulebook",
  "coverage",
  "rel",
  "mode",
  "epoch",
  "dev",
  "state",
  "prev",
];
const VERDICTS = ["result", "void", "undecided", "aborted"];

/**
 * Reads a journal offline and folds its records into states by itself: nothing is taken from the stored snapshot, and
 * each record's own hash of the state is compared. Works beside a running table and on what a killed one left.
 */
export function readJournal(path: string): ReadRecord[] {
  const epochs = journalEpochs(path);
  try {
    const records: ReadRecord[] = [];
    let after: Durable = EMPTY_WHEEL_TABLE;
    let certificate: CertificateView | null = null;
    for (const row of epochs.records()) {
      const { seq, hash, line, sig, fields } = readBack(row);
      const body = bodyOf(fields);
      const at = String(fields["at"]);
      after = applyRecord(after, body, at, WHEEL_FAMILY.reducer);
      if (fields["state"] !== sha256Hex(canonical(after)))
        throw new Error(`record ${seq} (${body.kind}) vouches for another state than its records lead to`);
      if (VERDICTS.includes(body.kind)) {
        const short = `${hash.slice(0, 4)} ${hash.slice(4, 8)}`;
        certificate = { seq, hash, short, qr: formatCode({ line, sig }), at };
      }
      records.push({ seq, hash, line, fields, body, after, certificate });
    }
    return records;
  } finally {
    epochs.release();
  }
}

function bodyOf(fields: Readonly<Record<string, unknown>>): RecordBody {
  return Object.fromEntries(
    Object.entries(fields).filter(([name]) => !CHAIN_FIELDS.includes(name)),
  ) as unknown as RecordBody;
}

/** The configuration that a table process was started with. */
export function configOf(path: string): Config {
  const reading = parseConfig(readFileSync(path, "utf8"), path);
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems));
  return reading.config;
}

export const viewSetupOf = (config: Config): ViewSetup => viewSetup(config, setupOf(config));

/** What a screen must show after this record, as it goes over the wire. */
export function viewAfter(record: ReadRecord, setup: ViewSetup): TableView {
  const { after, seq, certificate } = record;
  const shown = after.verdict === null ? null : certificate;
  return JSON.parse(JSON.stringify(viewOf(after, seq, shown, setup))) as TableView;
}

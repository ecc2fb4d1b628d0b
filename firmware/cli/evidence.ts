import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Command } from "commander";
import { systemClock } from "../../src/time/system-clock.ts";
import { openJournal } from "../journal/client.ts";
import { writeRawRecord } from "../journal/inspect.ts";
import { verifyPath } from "../journal/verify-file.ts";
import { EXIT, Problem } from "../unit/problem.ts";
import { askUnit, type ControlAnswer, type ControlRequest } from "../unit/control.ts";
import { asProblem, exportFor } from "../unit/run.ts";
import type { Config } from "../../src/config/config.ts";
import { readConfig } from "./start.ts";

export function addEvidence(program: Command): void {
  program
    .command("verify")
    .argument("<file>", "a certificate (result-N.json), an export (.tirada-export) or a journal (journal.db)")
    .description("Checks a record, an export or a whole journal offline; works beside a running unit.")
    .option("--vkey <vkey>", "the table's verification key as the inspector enrolled it")
    .option("--witness <vkey...>", "keys of witnesses whose cosignatures count", [])
    .option("--json", "the whole report as one JSON object")
    .action((file: string, options: VerifyOptions) => verify(file, options));
  program
    .command("export")
    .argument("<file>", "where to write, e.g. mesa-7.tirada-export; its SSH signature goes beside it")
    .description(
      "Writes records with everything that an inspector needs to prove them. Works beside a running unit.",
    )
    .requiredOption("--config <file>", "configuration of the table")
    .option("--from <seq>", "first record", "0")
    .option("--to <seq>", "last record; the newest unless told")
    .action((file: string, options: ExportOptions) => exportRecords(file, options));
  program
    .command("record")
    .argument("<journal>", "a journal.db")
    .argument("<seq>", "number of the record")
    .argument("<folder>", "where rec, rec.sig and table.pub.pem go")
    .description("Takes one record out as raw files for openssl: see the inspector's manual.")
    .action((journal: string, seq: string, folder: string) => {
      try {
        const { rec, sig, pub } = writeRawRecord(journal, number(seq, "seq"), folder);
        process.stdout.write(
          `openssl pkeyutl -verify -pubin -inkey ${pub} -rawin -in ${rec} -sigfile ${sig}\n`,
        );
      } catch (error) {
        throw asProblem(error);
      }
    });
}

interface VerifyOptions {
  readonly vkey?: string;
  readonly witness: readonly string[];
  readonly json?: boolean;
}

function verify(file: string, options: VerifyOptions): void {
  let report: ReturnType<typeof verifyPath>;
  try {
    report = verifyPath(file, {
      witnesses: options.witness,
      ...(options.vkey === undefined ? {} : { vkey: options.vkey }),
    });
  } catch (error) {
    throw new Problem(EXIT.usage, error instanceof Error ? error.message : String(error), { cause: error });
  }
  if (options.json) process.stdout.write(`${JSON.stringify(report)}\n`);
  else {
    process.stdout.write(
      `${report.ok ? "VALID" : "NOT VALID"}  ${report.subject} of ${report.log}: ${report.records} records\n`,
    );
    for (const note of report.notes) process.stdout.write(`  note: ${note}\n`);
    for (const { seq, what } of report.problems) process.stdout.write(`  record ${seq ?? "–"}: ${what}\n`);
  }
  if (!report.ok) process.exitCode = EXIT.notValid;
}

interface ExportOptions {
  readonly config: string;
  readonly from: string;
  readonly to?: string;
}

async function exportRecords(file: string, options: ExportOptions): Promise<void> {
  const config = readConfig(options.config);
  const path = join(config.storage.folder, "journal.db");
  if (!existsSync(path))
    throw new Problem(EXIT.usage, `there is no journal at ${path}; check storage.folder in ${options.config}`);
  const to = options.to === undefined ? null : number(options.to, "--to");
  const asked = { do: "export", from: number(options.from, "--from"), to, path: resolve(file) } as const;
  const { folder } = config.storage;
  const answer = (await askUnit(folder, asked)) ?? (await withoutUnit(path, config, asked));
  if (!answer.ok) throw new Problem(EXIT.storage, answer.why);
  for (const line of answer.lines) process.stdout.write(`${line}\n`);
}

/** No unit runs on this folder: the journal is opened, checked and sealed here. */
async function withoutUnit(path: string, config: Config, asked: ControlRequest): Promise<ControlAnswer> {
  const { folder } = config.storage;
  try {
    const keyPath = join(folder, "table.key.pem");
    const journal = await openJournal({ path, keyPath, log: config.table.log, recordings: null });
    try {
      return await exportFor(journal, systemClock(), asked);
    } finally {
      await journal.close();
    }
  } catch (error) {
    throw asProblem(error);
  }
}

function number(text: string, what: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 0)
    throw new Problem(EXIT.usage, `${what} ${text}: must be a whole number from 0`);
  return value;
}

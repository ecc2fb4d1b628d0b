import type { Command } from "commander";
import { RECORD_KINDS } from "../../src/analysis/events.ts";
import { fits, roundOf, type Search } from "../../src/analysis/search.ts";
import { textAt } from "../../src/analysis/record-fields.ts";
import { summaryOf } from "../../src/analysis/summary.ts";
import type { LineFacts } from "../../src/record/chain.ts";
import { markOf, modeOfLog, type Mode } from "../../src/record/mode.ts";
import { canonical } from "../../src/record/canonical.ts";
import { recordFacts } from "../evidence/log/record-facts.ts";
import { didYouMean } from "../../src/rules/nearest.ts";
import { usageProblem } from "../problem.ts";
import { printLine } from "./common.ts";
import { readFrom, readBefore } from "./time-options.ts";
import { evidenceProblem } from "./evidence-problem.ts";
import { USUAL_CONFIG, usualConfig } from "./usual-config.ts";

/** Records that are printed unless `--limit` says otherwise, and the most that it may say. */
export const FOUND_DEFAULT = 1_000;
export const FOUND_MAX = 1_000_000;

interface FindOptions {
  readonly from?: string;
  readonly to?: string;
  readonly round?: string;
  readonly kind?: string;
  readonly dispute?: boolean;
  readonly reason?: string;
  readonly person?: string;
  readonly number?: string;
  readonly limit: string;
  readonly json?: boolean;
}

/** `tirada find`. */
export function addFind(command: Command): void {
  command
    .argument(
      "[file]",
      "a journal (journal.db), its storage folder, also of a running unit, or an export; the folder of /etc/tirada/table.yaml where it is there",
    )
    .option("--from <time>", "first day or instant, UTC: 2026-03-01 or 2026-03-01T20:30:00Z")
    .option("--to <time>", "last day, or the instant before which it must be")
    .option("--round <n>", "number of the round")
    .option("--kind <kind>", `kind of record: ${RECORD_KINDS.join(", ")}`)
    .option("--dispute", "disputed rounds, and the case files that were written for them")
    .option(
      "--reason <reason>",
      "a code (see tirada events), a rule of the rulebook, or a paragraph as records cite it",
    )
    .option("--person <name>", "part of the name of who pressed, called or signed in, or a role")
    .option(
      "--number <value>",
      "what it came to: a pocket (17, 00), a total, faces (1-2-4), an outcome (punto wins)",
    )
    .option("--limit <n>", "how many records are printed at most", String(FOUND_DEFAULT))
    .option("--json", "the records themselves, one JSON object a line")
    .action(async (file: string | undefined, options: FindOptions) =>
      printFound(file ?? (await usualStorage()), options),
    );
}

/** The storage folder of this machine's table. */
async function usualStorage(): Promise<string> {
  const config = usualConfig();
  if (config === undefined)
    throw usageProblem(`name a journal, its storage folder or an export: there is no ${USUAL_CONFIG} here`);
  const { readConfig } = await import("../unit/configuration/read-config.ts");
  return (await readConfig(config)).storage.folder;
}

function printFound(file: string, options: FindOptions): void {
  const search = searchOf(options);
  const limit = wholeNumber(options.limit, "--limit", 1, FOUND_MAX);
  let found = 0;
  let read = 0;
  let mark = "";
  try {
    for (const facts of markedFacts(file)) {
      read++;
      ({ mark } = facts);
      if (!fits(facts.fields, search)) continue;
      if (found === limit)
        return printEnd(options, `${mark}more than ${limit} records: narrow the search or raise --limit`);
      found++;
      printLine(options.json === true ? canonical(facts.fields) : `${mark}${recordLine(facts)}`);
    }
  } catch (error) {
    throw evidenceProblem(error);
  }
  printEnd(options, `${mark}${found} of ${read} records`);
}

/** Records, each with the mark of its mode. In format 1 the boot records alone say it of those that follow. */
function* markedFacts(file: string): Generator<LineFacts & { readonly mark: string }> {
  let said: Mode | null = null;
  for (const facts of recordFacts(file)) {
    said = facts.mode ?? said;
    yield { ...facts, mark: markOf(said ?? modeOfLog(facts.log)) };
  }
}

/** Beside JSON it goes to standard error: every line of the output is a record. */
function printEnd({ json }: FindOptions, text: string): void {
  if (json === true) process.stderr.write(`tirada: ${text}\n`);
  else printLine(text);
}

function searchOf(options: FindOptions): Search {
  const { from, to, round, kind, reason, person, number } = options;
  if (kind !== undefined && !RECORD_KINDS.some((one) => one === kind))
    throw usageProblem(`--kind ${kind}: no kind of record${didYouMean(kind, RECORD_KINDS)}; --help lists them`);
  return {
    ...(from === undefined ? {} : { from: readFrom(from) }),
    ...(to === undefined ? {} : { before: readBefore(to) }),
    ...(round === undefined ? {} : { round: wholeNumber(round, "--round", 0, Number.MAX_SAFE_INTEGER) }),
    ...(kind === undefined ? {} : { kind }),
    ...(options.dispute === true ? { dispute: true as const } : {}),
    ...(reason === undefined ? {} : { reason }),
    ...(person === undefined ? {} : { person }),
    ...(number === undefined ? {} : { number }),
  };
}

/** `   1204  2026-03-01T20:31:07.120Z  round 88   result          17 · certified`. */
function recordLine({ seq, kind, fields }: LineFacts): string {
  const round = roundOf(fields);
  const columns = [
    String(seq).padStart(7),
    textAt(fields, "at").padEnd(24),
    (round === null ? "" : `round ${round}`).padEnd(12),
    (kind ?? "").padEnd(14),
    summaryOf(fields),
  ];
  return columns.join("  ").trimEnd();
}

function wholeNumber(text: string, what: string, least: number, most: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < least || value > most)
    throw usageProblem(`${what} ${text}: must be a whole number from ${least} to ${most}`);
  return value;
}

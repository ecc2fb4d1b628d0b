import type { Command } from "commander";
import { RECORD_KINDS } from "../../../src/analysis/events.ts";
import { fitsSearch, roundOf } from "../../../src/analysis/search.ts";
import { textAt } from "../../../src/analysis/record-fields.ts";
import { summaryOf } from "../../../src/analysis/summary.ts";
import type { LineFacts } from "../../../src/record/chain.ts";
import { markOf, modeOfLog, type Mode } from "../../../src/record/mode.ts";
import { canonical } from "../../../src/record/canonical.ts";
import { recordFacts } from "../../evidence/log/record-lines.ts";
import { didYouMean } from "../../../src/rules/nearest.ts";
import { tableLine } from "../../../src/text/table-lines.ts";
import { usageProblem } from "../../problem.ts";
import { evidenceProblem, FROM_OPTION, TO_OPTION } from "./evidence-options.ts";
import { numberOption, type OptionsOf, printLine, wholeNumber } from "../common.ts";
import { USUAL_CONFIG, usualConfig } from "../table-config.ts";

/** Records that are printed unless `--limit` says otherwise, and the most that it may say. */
export const FOUND_DEFAULT = 1_000;
export const FOUND_MAX = 1_000_000;

/** `tirada find`. */
export function addFind(command: Command): void {
  declareFind(command).action(async (file, options) => printRecords(file ?? (await usualStorage()), options));
}

const declareFind = (command: Command) =>
  command
    .argument(
      "[file]",
      "a journal (journal.db), its storage folder, also of a running unit, or an export; the folder of /etc/tirada/table.yaml where it is there",
    )
    .option(...FROM_OPTION)
    .option(...TO_OPTION)
    .option("--round <n>", "number of the round", wholeNumber("--round", 0, Number.MAX_SAFE_INTEGER))
    .option("--kind <kind>", `kind of record: ${RECORD_KINDS.join(", ")}`, kindNamed)
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
    .addOption(
      numberOption(
        "--limit <n>",
        "how many records are printed at most",
        FOUND_DEFAULT,
        wholeNumber("--limit", 1, FOUND_MAX),
      ),
    )
    .option("--json", "the records themselves, one JSON object a line");

type FindOptions = OptionsOf<typeof declareFind>;

/** The storage folder of this machine's table. */
async function usualStorage(): Promise<string> {
  const config = usualConfig();
  if (config === undefined)
    throw usageProblem(`name a journal, its storage folder or an export: there is no ${USUAL_CONFIG} here`);
  const { readConfig } = await import("../../unit/configuration/read-config.ts");
  return (await readConfig(config)).storage.folder;
}

function printRecords(file: string, { limit, json, from, to: before, ...of }: FindOptions): void {
  const search = { from, before, ...of };
  let found = 0;
  let read = 0;
  let mark = "";
  try {
    for (const facts of markedFacts(file)) {
      read++;
      ({ mark } = facts);
      if (!fitsSearch(facts.fields, search)) continue;
      if (found === limit)
        return printEnd(json, `${mark}more than ${limit} records: narrow the search or raise --limit`);
      found++;
      printLine(json ? canonical(facts.fields) : `${mark}${recordLine(facts)}`);
    }
  } catch (error) {
    throw evidenceProblem(error);
  }
  printEnd(json, `${mark}${found} of ${read} records`);
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
function printEnd(isJson: true | undefined, text: string): void {
  if (isJson) process.stderr.write(`tirada: ${text}\n`);
  else printLine(text);
}

/** Throws a Problem with what was meant. */
function kindNamed(kind: string): string {
  if (RECORD_KINDS.some((one) => one === kind)) return kind;
  throw usageProblem(`--kind ${kind}: no kind of record${didYouMean(kind, RECORD_KINDS)}; --help lists them`);
}

const COLUMNS = [{ width: 7, align: "right" }, { width: 24 }, { width: 12 }, { width: 14 }] as const;

/** `   1204  2026-03-01T20:31:07.120Z  round 88   result          17 · certified`. */
function recordLine({ seq, kind, fields }: LineFacts): string {
  const round = roundOf(fields);
  const cells = [
    String(seq),
    textAt(fields, "at"),
    round === null ? "" : `round ${round}`,
    kind ?? "",
    summaryOf(fields),
  ];
  return tableLine(cells, COLUMNS);
}

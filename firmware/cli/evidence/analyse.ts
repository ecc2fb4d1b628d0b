import { writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Command } from "commander";
import { reportLines, sectionCsv } from "../../../src/analysis/report-text.ts";
import type { AnalysisReport } from "../../../src/analysis/report.ts";
import { markedName } from "../../../src/record/mode.ts";
import { onTarget, requireWriteTarget } from "../../journal/export/write-target.ts";
import { analyseEvidence, type EvidenceAnalysis } from "../../replay/analyse-evidence.ts";
import { evidenceProblem, FROM_OPTION, TO_OPTION } from "./evidence-options.ts";
import { LANGUAGE_OPTION, type OptionsOf, printFound } from "../common.ts";

/** `tirada analyse`. */
export function addAnalyse(command: Command): void {
  declareAnalyse(command).action(printAnalysis);
}

const declareAnalyse = (command: Command) =>
  command
    .argument("<file>", "a journal (journal.db), its storage folder, also of a running unit, or an export")
    .option(...FROM_OPTION)
    .option(...TO_OPTION)
    .option("--recordings <folder>", "a wheel's recordings, when they do not lie beside the journal")
    .option("--without-recordings", "reads none: no speeds, drop zone and jitter")
    .option(
      "--csv <file>",
      "writes one file a section: mesa-7.csv becomes mesa-7-numbers.csv, mesa-7-voids.csv, …",
    )
    .option(...LANGUAGE_OPTION)
    .option("--json", "the whole report as one JSON object");

type AnalyseOptions = OptionsOf<typeof declareAnalyse>;

function printAnalysis(file: string, options: AnalyseOptions): void {
  const { from, to: before, recordings, withoutRecordings, csv, lang } = options;
  const folder =
    withoutRecordings === true ? { recordings: null } : recordings === undefined ? {} : { recordings };
  let analysed: EvidenceAnalysis;
  let written: readonly string[];
  try {
    analysed = analyseEvidence({ path: file, search: { from, before }, ...folder });
    written = csv === undefined ? [] : writeCsv(csv, analysed.report);
  } catch (error) {
    throw evidenceProblem(error);
  }
  const { report, notes } = analysed;
  printFound(options, { ...report, recordingNotes: notes }, () => [
    ...reportLines(report, lang),
    ...notes.map((note) => `note: ${note}`),
    ...written,
  ]);
}

/** Writes each section that has rows; of two with one name the second is numbered. A test's files say so in their names. Returns the files. */
function writeCsv(path: string, { mode, sections }: AnalysisReport): readonly string[] {
  const base = join(dirname(path), markedName(basename(path).replace(/\.csv$/i, ""), mode));
  const used = new Map<string, number>();
  const files = sections
    .filter(({ rows }) => rows.length > 0)
    .map((section) => {
      const number = (used.get(section.id) ?? 0) + 1;
      used.set(section.id, number);
      const name = number === 1 ? section.id : `${section.id}-${number}`;
      return { path: `${base}-${name}.csv`, text: sectionCsv(section), head: section.columns.join(",") };
    });
  // All are looked at before the first is written.
  for (const { path: at, head } of files)
    requireWriteTarget({
      path: at,
      what: "an analysis",
      isOlder: (start) => start.toString("latin1").startsWith(head.slice(0, start.length)),
      replace: "always",
    });
  for (const { path: at, text } of files) onTarget(at, () => writeFileSync(at, text));
  return files.map(({ path: at }) => at);
}

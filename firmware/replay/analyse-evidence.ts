import { dirname, join } from "node:path";
import { statSync } from "node:fs";
import { Analysis } from "../../src/analysis/analysis.ts";
import type { AnalysisReport } from "../../src/analysis/report.ts";
import { modeOfLog } from "../../src/record/mode.ts";
import type { Ring } from "../../src/analysis/wheel-numbers.ts";
import { fitsSearch, type Search } from "../../src/analysis/search.ts";
import { recordFacts } from "../evidence/log/record-lines.ts";
import { RulebookError } from "../table/rules/library.ts";
import { loadPack } from "../table/rules/load.ts";
import { recordedMotion } from "./recorded-motion.ts";
import "../table/setup/every-family.ts";

export interface AnalysisTask {
  /** A journal, its storage folder, or an export. */
  readonly path: string;
  /** Records that count. */
  readonly search: Pick<Search, "from" | "before">;
  /** The first record that is read. */
  readonly fromSeq?: number;
  /** A wheel's recordings; null: none are read. Left out: those beside the journal. */
  readonly recordings?: string | null;
  /** How many recordings are read, the newest; RECORDINGS_READ unless given. */
  readonly recordingsRead?: number;
}

export interface EvidenceAnalysis {
  readonly report: AnalysisReport;
  /** What of the recordings was not read, one line each, at most NOTES_MAX. */
  readonly notes: readonly string[];
}

export const NOTES_MAX = 20;
/** Recordings that are read for the page. */
export const RECORDINGS_OF_PAGE = 4;

/** Analyses evidence as it lies on the disk; works beside a running unit and changes nothing. Throws a JournalError. */
export function analyseEvidence({
  path,
  search,
  fromSeq = 0,
  recordings,
  recordingsRead,
}: AnalysisTask): EvidenceAnalysis {
  const analysis = new Analysis(ringOf);
  let isFirst = true;
  for (const { fields, log, mode } of recordFacts(path, fromSeq)) {
    // In format 1 the boot records alone say it.
    if (isFirst || mode !== null) analysis.useMode(mode ?? modeOfLog(log));
    isFirst = false;
    if (fitsSearch(fields, search)) analysis.addRecord(fields);
  }
  const notes: string[] = [];
  const folder = recordings === undefined ? recordingsBeside(path) : recordings;
  if (folder !== null)
    for (const one of recordedMotion(folder, recordingsRead)) {
      if ("ring" in one) analysis.useRing(one.ring);
      else if ("m" in one && isWithin(one.day, search)) analysis.addMotion(one);
      else if ("note" in one && notes.length < NOTES_MAX) notes.push(one.note);
    }
  return { report: analysis.report(), notes };
}

/** A day counts whole when some of it was asked for. */
const isWithin = (day: string, { from, before }: AnalysisTask["search"]): boolean =>
  (from === undefined || day >= from.slice(0, 10)) && (before === undefined || day < before);

const recordingsBeside = (path: string): string =>
  join(statSync(path).isDirectory() ? path : dirname(path), "recordings");

/** Null: not of a wheel, or of a rulebook that this release does not have. */
function ringOf(rulebook: string): Ring | null {
  try {
    const { wheel } = loadPack(rulebook).pack;
    return wheel === undefined ? null : { names: wheel.pockets, isOrderKnown: wheel.basis !== "inferred" };
  } catch (error) {
    if (error instanceof RulebookError) return null;
    throw error;
  }
}

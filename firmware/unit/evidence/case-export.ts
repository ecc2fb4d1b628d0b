import { CASE_RULEBOOKS } from "../../../src/record/case-file.ts";
import type { Config } from "../../table/config/config.ts";
import { planCase, type CaseAsked } from "../../journal/export/case-plan.ts";
import type { CaseRequest, CaseText } from "../../journal/export/case-writer.ts";
import type { Journal } from "../../journal/thread/client.ts";
import { loadPack } from "../../table/rules/load.ts";
import { rulebookFiles } from "../../table/rules/rulebook-files.ts";
import { familyOfConfig } from "../../table/setup/families.ts";

/** The calibration files that a configuration names. */
export function calibrationsOf(config: Config): readonly string[] {
  const dice = familyOfConfig(config).dice(config, loadPack(config.table.rulebook).pack)?.devices;
  return [dice?.eye.calibration, dice?.second?.calibration].filter((path) => path !== undefined);
}

/**
 * What a case file holds, read from the journal in pages. `calibrations`: those that do not lie in the storage folder. Rejects with a
 * JournalError `refused` for a round that is open, not there or cannot be judged again yet.
 */
export async function caseRequest(
  journal: Journal,
  asked: CaseAsked,
  calibrations: readonly string[],
): Promise<CaseRequest> {
  const segments = await journal.segments();
  const open = new Map(segments.map(({ segment, bytes }) => [segment, bytes]));
  const records = (from: number, count: number): ReturnType<Journal["records"]> => journal.records(from, count);
  const plan = await planCase({ records, open }, journal.head().seq, asked);
  const texts = new Map<string, string>();
  const missing: string[] = [];
  for (const rulebook of plan.rulebooks) {
    const files = await rulebookFiles(rulebook);
    if (files === null) missing.push(`${CASE_RULEBOOKS}${rulebook.replace("@", "/")}.yaml`);
    for (const { name, text } of files ?? []) texts.set(`${CASE_RULEBOOKS}${name}`, text);
  }
  const all: CaseText[] = [...texts].map(([name, text]) => ({ name, text }));
  return { plan, texts: all, calibrations, missing };
}

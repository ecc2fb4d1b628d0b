import { CASE_FAMILIES, CASE_RUNNERS } from "../../../src/cases/family.ts";
import { packIds, DATA } from "../../table/rules/library.ts";
import { reportsOf } from "../../table/rules/report.ts";

/** What the rulebooks of a folder come to. */
export interface ExaminedRulebooks {
  /** Editions that were read and worked out. */
  readonly tried: number;
  /** Cases that come out otherwise than they say, and what cannot be read; a line each. */
  readonly wrong: readonly string[];
}

/** Reads the rulebooks with these names, every edition of them, and works out all of their cases. */
export async function examineRulebooks(
  data: URL = DATA,
  ids: readonly string[] = packIds(data),
): Promise<ExaminedRulebooks> {
  for (const parts of [CASE_FAMILIES, CASE_RUNNERS]) await parts.loadAll();
  const reports = ids.flatMap((id) => reportsOf(id, data));
  return {
    tried: reports.length,
    wrong: reports.flatMap(({ id, wrong }) => wrong.map((line) => `${id}: ${line}`)),
  };
}

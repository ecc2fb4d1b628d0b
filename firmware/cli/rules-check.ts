import type { Command } from "commander";
import { CASE_FAMILIES, CASE_RUNNERS } from "../../src/cases/families.ts";
import { packIds } from "../table/rules/library.ts";
import { reportOfFile, reportsOf } from "../table/rules/report.ts";
import { usageProblem } from "../problem.ts";

/** `tirada rules check`. */
export function addRulesCheck(command: Command): void {
  command
    .argument(
      "[rulebook...]",
      "jurisdiction/game, with an edition: cl/craps@2023-03, or a file: work/cl/craps/2023-03.yaml; none: all that are installed",
    )
    .action(checkRulebooks);
}

async function checkRulebooks(ids: readonly string[]): Promise<void> {
  for (const parts of [CASE_FAMILIES, CASE_RUNNERS]) await parts.loadAll();
  const reports = (ids.length > 0 ? ids : packIds()).flatMap((id) =>
    id.endsWith(".yaml") ? [reportOfFile(id)] : reportsOf(id),
  );
  for (const { id, wrong, counted } of reports) {
    process.stdout.write(wrong.length === 0 ? `${id}: ${counted}\n` : `${id}:\n  ${wrong.join("\n  ")}\n`);
  }
  const bad = reports.filter(({ wrong }) => wrong.length > 0);
  if (bad.length === 0) return;
  const [first] = bad;
  const [reason = ""] = (first?.wrong[0] ?? "").split(/[;\n]/, 1);
  const why = `${first?.id ?? ""}: ${reason}`;
  throw usageProblem(`${bad.length} of ${reports.length} rulebooks are not right; first ${why}`);
}

import type { Command } from "commander";
import { tableLine } from "../../../src/text/table-lines.ts";
import { listPacks, type LoadedPack } from "../../table/rules/load.ts";
import { type OptionsOf, printFound } from "../common.ts";
import { CASE_FAMILIES, CASE_RUNNERS } from "../../../src/cases/family.ts";
import { packIds } from "../../table/rules/library.ts";
import { reportOfFile, reportsOf } from "../../table/rules/report.ts";
import { usageProblem } from "../../problem.ts";
import { diffText, packDiff } from "../../../src/rules/diff.ts";
import { namedRulebook, RULEBOOKS_OPTION } from "./rulebook-options.ts";

const COLUMNS = [{ width: 47 }, { width: 5 }];

/** `tirada rules list`. */
export function addRulesList(command: Command): void {
  command.option("--json", "one JSON object a line").action((options) => {
    for (const { pack, digest, name: rulebook } of listPacks()) {
      const { jurisdiction, game, family, edition, inForce, title, rules: all } = pack;
      const found = { jurisdiction, game, family, edition, inForce, rulebook, rules: all.length, digest };
      printFound(options, found, () => [tableLine([rulebook, family, title.es], COLUMNS)]);
    }
  });
}

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

/** `tirada rules diff`. */
export function addRulesDiff(command: Command): void {
  declareRulesDiff(command).action(printDiff);
}

const declareRulesDiff = (command: Command) =>
  command
    .argument("<before>", "jurisdiction/game@edition")
    .argument("<after>", "jurisdiction/game@edition")
    .option(...RULEBOOKS_OPTION)
    .option("--json", "one JSON object");

type DiffOptions = OptionsOf<typeof declareRulesDiff>;

function printDiff(before: string, after: string, { rulebooks, json }: DiffOptions): void {
  const [old, next] = [namedRulebook(before, rulebooks), namedRulebook(after, rulebooks)];
  const differences = packDiff(old.pack, next.pack);
  const reported = ({ name, digest }: LoadedPack): object => ({ rulebook: name, digest });
  process.stdout.write(
    json === true
      ? `${JSON.stringify({ before: reported(old), after: reported(next), differences })}\n`
      : diffText(old.name, next.name, differences),
  );
}

import type { Command } from "commander";
import { coverageText } from "../../src/rules/coverage-text.ts";
import { LANGUAGES, type Language } from "../../src/text/language.ts";
import { packIds } from "../rules/library.ts";
import { listPacks } from "../rules/load.ts";
import { reportOfFile, reportsOf } from "../rules/report.ts";
import { EXIT, Problem } from "../unit/problem.ts";
import { protocolOption, type Protocol } from "./options.ts";
import { addRulesCompared } from "./rules-compared.ts";
import { addRulesPrint } from "./rules-print.ts";
import { coverageFor } from "../unit/table-setup.ts";

export function addRules(program: Command): void {
  const rules = program
    .command("rules")
    .description("The rulebooks: which there are, and what a device can see of them.");
  rules
    .command("list")
    .description("Lists every game of every jurisdiction with its device family and edition.")
    .option("--json", "one JSON object a line")
    .action((options: { json?: boolean }) => {
      for (const { pack, digest, name } of listPacks()) {
        const { jurisdiction, game, family, edition, inForce, title, rules: all } = pack;
        const line = options.json
          ? JSON.stringify({
              jurisdiction,
              game,
              family,
              edition,
              inForce,
              rulebook: name,
              rules: all.length,
              digest,
            })
          : `${name.padEnd(48)} ${family.padEnd(5)}  ${title.es}`;
        process.stdout.write(`${line}\n`);
      }
    });
  rules
    .command("check")
    .description(
      "Reads rulebooks and works out all of their cases: says where one is wrong or comes out otherwise.",
    )
    .argument(
      "[rulebook...]",
      "jurisdiction/game, with an edition: cl/craps@2023-03, or a file: work/cl/craps/2023-03.yaml; none: all that are installed",
    )
    .action((ids: readonly string[]) => check(ids));
  rules
    .command("coverage")
    .description(
      "Prints for every rule whether the device can judge it, only bound it, or a person must attest it.",
    )
    .requiredOption("--rulebook <rulebook>", "jurisdiction/game, e.g. cl/ruleta-francesa")
    .requiredOption("--device <device>", "device type, e.g. cammegh-ss2")
    .option(
      "--protocol <protocol>",
      "Mercury 360: basic, advanced or extended",
      protocolOption,
      "extended" as const,
    )
    .option("--house-rule <rule...>", "readings of the law that the house has adopted", [])
    .option("--language <language>", LANGUAGES.join(", "), "en")
    .option("--json", "one JSON object")
    .action((options: CoverageOptions) => coverage(options));
  addRulesCompared(rules);
  addRulesPrint(rules);
}

function check(ids: readonly string[]): void {
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
  throw new Problem(EXIT.usage, `${bad.length} of ${reports.length} rulebooks are not right; first ${why}`);
}

interface CoverageOptions {
  readonly rulebook: string;
  readonly device: string;
  readonly protocol: Protocol;
  readonly houseRule: readonly string[];
  readonly language: string;
  readonly json?: boolean;
}

function coverage(options: CoverageOptions): void {
  const { protocol, language } = options;
  if (!isLanguage(language))
    throw new Problem(EXIT.usage, `no language "${language}"; known: ${LANGUAGES.join(", ")}`);
  const known = coverageFor(options.rulebook, options.device, options.houseRule, { protocol });
  process.stdout.write(options.json ? `${JSON.stringify(known)}\n` : coverageText(known, language));
}

function isLanguage(text: string): text is Language {
  return (LANGUAGES as readonly string[]).includes(text);
}

import type { Command } from "commander";
import { bookletPage } from "../../../src/booklet/page.ts";
import { BOOKLET_TABLES } from "../../../src/booklet/families.ts";
import { LANGUAGES, type Language } from "../../../src/text/language.ts";
import { zoneOfTable } from "../../../src/rules/zones.ts";
import { systemClock } from "../../../src/time/system-clock.ts";
import { dayIn } from "../../../src/time/day.ts";
import { loadPack } from "../../table/rules/load.ts";
import { notesOf } from "../../table/rules/notes.ts";
import { usageProblem } from "../../problem.ts";
import { setupOf } from "../../table/setup/config-setup.ts";
import { coverageFor } from "../../table/setup/table-setup.ts";
import { readConfigInForce } from "../../unit/configuration/ordered-configuration.ts";
import { printPdf } from "./print-pdf.ts";
import { HOUSE_RULE_OPTION, type OptionsOf } from "../common.ts";
import { languageNamed, namedRulebook } from "./rulebook-options.ts";
import "../../table/setup/every-family.ts";

/** `tirada rules print`: the booklet on standard output, or as a PDF. */
export function addRulesPrint(command: Command): void {
  declareRulesPrint(command).action(printBooklet);
}

const declareRulesPrint = (command: Command) =>
  command
    .argument("[rulebook]", "jurisdiction/game, or with an edition: cl/craps@2023-03")
    .option("--table <config>", "the rulebook of this table's configuration, with its devices and house rules")
    .option("--device <device>", "device type: what it sees of each rule")
    .option(...HOUSE_RULE_OPTION, [])
    .option("--language <language>", LANGUAGES.join(", "), languageNamed, "es" as Language)
    .option("--pdf <file>", "makes this PDF with the Chromium of this machine (CHROMIUM, or in PATH)");

type BookletOptions = OptionsOf<typeof declareRulesPrint>;

async function printBooklet(rulebook: string | undefined, options: BookletOptions): Promise<void> {
  await BOOKLET_TABLES.loadAll();
  const page = await pageOf(rulebook, options);
  if (options.pdf === undefined) process.stdout.write(page);
  else await printPdf(page, options.pdf);
}

async function pageOf(
  rulebook: string | undefined,
  { table, device, houseRule, language }: BookletOptions,
): Promise<string> {
  if ((rulebook === undefined) === (table === undefined))
    throw usageProblem("name a rulebook, or a configuration with --table; not both");
  if (table !== undefined) {
    const config = await readConfigInForce(table);
    const setup = setupOf(config, dayIn(zoneOfTable(config), systemClock().wall()));
    const { pack, digest } = loadPack(setup.rulebook);
    const coverage = { device: setup.devices.device, seen: setup.coverage };
    return bookletPage({ pack, digest, notes: notesOf(pack.jurisdiction), coverage, language });
  }
  const { pack, digest, name } = namedRulebook(rulebook ?? "", undefined);
  const seen = device === undefined ? null : { device, seen: coverageFor(name, device, houseRule) };
  return bookletPage({ pack, digest, notes: notesOf(pack.jurisdiction), coverage: seen, language });
}

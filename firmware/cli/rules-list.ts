import type { Command } from "commander";
import { tableLine } from "../../src/text/table-lines.ts";
import { listPacks } from "../table/rules/load.ts";
import { printFound } from "./common.ts";

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

import type { Command } from "commander";
import { listPacks } from "../table/rules/load.ts";
import { printLine } from "./common.ts";

/** `tirada rules list`. */
export function addRulesList(command: Command): void {
  command.option("--json", "one JSON object a line").action((options: { json?: boolean }) => {
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
      printLine(line);
    }
  });
}

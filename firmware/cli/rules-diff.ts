import type { Command } from "commander";
import { diffText, packDiff } from "../../src/rules/diff.ts";
import type { OptionsOf } from "./common.ts";
import { namedRulebook, RULEBOOKS_OPTION } from "./rulebook-options.ts";
import type { LoadedPack } from "../table/rules/load.ts";

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

import type { Command } from "commander";
import { diffText, packDiff } from "../../src/rules/diff.ts";
import { namedRulebook, RULEBOOKS_OPTION } from "./rulebook-options.ts";
import type { LoadedPack } from "../table/rules/load.ts";

interface Options {
  readonly rulebooks?: string;
  readonly json?: boolean;
}

/** `tirada rules diff`. */
export function addRulesDiff(command: Command): void {
  command
    .argument("<before>", "jurisdiction/game@edition")
    .argument("<after>", "jurisdiction/game@edition")
    .option(...RULEBOOKS_OPTION)
    .option("--json", "one JSON object")
    .action((before: string, after: string, options: Options) => printDiff(before, after, options));
}

function printDiff(before: string, after: string, { rulebooks, json }: Options): void {
  const [old, next] = [namedRulebook(before, rulebooks), namedRulebook(after, rulebooks)];
  const differences = packDiff(old.pack, next.pack);
  const reported = ({ name, digest }: LoadedPack): object => ({ rulebook: name, digest });
  process.stdout.write(
    json === true
      ? `${JSON.stringify({ before: reported(old), after: reported(next), differences })}\n`
      : diffText(old.name, next.name, differences),
  );
}

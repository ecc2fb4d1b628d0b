import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import type { Command } from "commander";
import { diffText, packDiff } from "../../src/rules/diff.ts";
import { folderImpact, type ImpactLine } from "../replay/impact-folder.ts";
import { impactLine, ImpactCount } from "../replay/impact-text.ts";
import { DATA, RulebookError } from "../rules/library.ts";
import { loadPack, type LoadedPack } from "../rules/load.ts";
import { EXIT, Problem } from "../unit/problem.ts";
import { readCodes } from "../unit/setup-of.ts";

const RULEBOOKS = ["--rulebooks <folder>", "a folder of rulebooks instead of the installed ones"] as const;

interface Options {
  readonly rulebooks?: string;
  readonly json?: boolean;
}

interface ImpactOptions extends Options {
  readonly recordings: string;
  readonly codes?: string;
  readonly houseRule?: readonly string[];
}

/** `tirada rules diff` and `tirada rules impact`. */
export function addRulesCompared(rules: Command): void {
  rules
    .command("diff")
    .description("Says in words what one edition says otherwise than another.")
    .argument("<before>", "jurisdiction/game@edition")
    .argument("<after>", "jurisdiction/game@edition")
    .option(...RULEBOOKS)
    .option("--json", "one JSON object")
    .action((before: string, after: string, options: Options) => diff(before, after, options));
  rules
    .command("impact")
    .description("Says which past rounds of a table would have ended otherwise under another edition.")
    .argument("<before>", "the edition that the recordings name, jurisdiction/game@edition")
    .argument("<after>", "the other one")
    .requiredOption("--recordings <folder>", "a table's storage folder, or the recordings in it")
    .option("--codes <file>", "card readers: the table of codes that the recordings were made with")
    .option("--house-rule <rule...>", "what the house adopts under the other edition; else what it had adopted")
    .option(...RULEBOOKS)
    .option("--json", "one JSON object a line")
    .action((before: string, after: string, options: ImpactOptions) => impact(before, after, options));
}

function diff(before: string, after: string, { rulebooks, json }: Options): void {
  const [old, next] = [named(before, rulebooks), named(after, rulebooks)];
  const differences = packDiff(old.pack, next.pack);
  const told = ({ name, digest }: LoadedPack): object => ({ rulebook: name, digest });
  process.stdout.write(
    json === true
      ? `${JSON.stringify({ before: told(old), after: told(next), differences })}\n`
      : diffText(old.name, next.name, differences),
  );
}

function impact(
  before: string,
  after: string,
  { rulebooks, json, recordings, codes, houseRule }: ImpactOptions,
): void {
  const task = {
    before: named(before, rulebooks),
    after: named(after, rulebooks),
    folder: recordings,
    codes: codes === undefined ? null : readCodes(codes, "card-reader"),
    houseRules: houseRule ?? null,
  };
  if (task.before.id !== task.after.id)
    throw new Problem(
      EXIT.usage,
      `${task.before.name} and ${task.after.name} are two games: give two editions of one`,
    );
  const count = new ImpactCount();
  for (const line of folderImpact(task)) {
    count.add(line);
    const text = json === true ? jsonLine(line) : impactLine(line);
    if (text !== null) process.stdout.write(`${text}\n`);
  }
  process.stdout.write(json === true ? `${JSON.stringify(count.summary(task))}\n` : count.text(task));
}

/** Rounds that end alike are counted and not listed. */
function jsonLine(line: ImpactLine): string | null {
  return "is" in line && line.is === "same" ? null : JSON.stringify(line);
}

/** A rulebook by its name. Throws Problem: not there, or a folder that is none. */
export function named(wanted: string, folder: string | undefined): LoadedPack {
  if (folder !== undefined && !existsSync(folder))
    throw new Problem(EXIT.usage, `${folder}: there is no such folder`);
  try {
    return loadPack(wanted, folder === undefined ? DATA : pathToFileURL(`${folder.replace(/\/+$/, "")}/`));
  } catch (error) {
    if (!(error instanceof RulebookError)) throw error;
    throw new Problem(EXIT.usage, error.message, { cause: error });
  }
}

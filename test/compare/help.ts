import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { NODE_OPTIONS } from "../../firmware/node-options.ts";
import { commandHere } from "../support/command.ts";

/**
 * `node test/compare/help.ts [--save FILE] [--against FILE]`: what every command of every program says with `--help`, on a developer's
 * machine and on an installed unit. A change of structure leaves each text as it was; with `--against` those that differ from a saved
 * run are named, and the status is 1.
 */

const { values } = parseArgs({ options: { save: { type: "string" }, against: { type: "string" } } });

/** Sections of a help text that list no commands. */
const NO_COMMANDS = ["Usage", "Arguments", "Options"];

/** Names of the commands that a help text lists. */
const listedIn = (help: string): readonly string[] =>
  help
    .split(/\n(?=\S)/)
    .filter((part) => part.includes(":\n") && !NO_COMMANDS.some((title) => part.startsWith(title)))
    .flatMap((part) => [...part.matchAll(/^ {2}([a-z][a-z-]*)/gm)].map(([, name = ""]) => name))
    .filter((name) => name !== "help");

type HelpOf = (words: readonly string[]) => Promise<string>;

async function helpsOf(
  program: string,
  helpOf: HelpOf,
  words: readonly string[] = [],
): Promise<[string, string][]> {
  const help = await helpOf([...words, "--help"]);
  const found: [string, string][] = [[[program, ...words].join(" "), help]];
  for (const name of listedIn(help)) found.push(...(await helpsOf(program, helpOf, [...words, name])));
  return found;
}

const processOf =
  (file: string): HelpOf =>
  (words) =>
    Promise.resolve(
      spawnSync(process.execPath, [...NODE_OPTIONS, file, ...words], { encoding: "utf8" }).stdout,
    );

const helps = Object.fromEntries([
  ...(await helpsOf("tirada", async (words) => (await commandHere(words)).stdout)),
  ...(await helpsOf("tirada of a unit", async (words) => (await commandHere(words, null)).stdout)),
  ...(await helpsOf("tirada-updater", processOf("bin/tirada-updater.mjs"))),
  ...(await helpsOf("tirada-tuf-client", processOf("bin/tirada-tuf-client.mjs"))),
  ...(await helpsOf("tirada-authority", processOf("firmware/office/authority/program.ts"))),
]);
process.stdout.write(`${Object.keys(helps).length} help texts\n`);
if (values.save !== undefined) writeFileSync(values.save, JSON.stringify(helps, null, 1));
if (values.against !== undefined) {
  const before = JSON.parse(readFileSync(values.against, "utf8")) as Readonly<Record<string, string>>;
  const names = new Set([...Object.keys(before), ...Object.keys(helps)]);
  const changed = [...names].filter((name) => before[name] !== helps[name]);
  for (const name of changed) process.stdout.write(`differs: ${name}\n`);
  process.exitCode = changed.length === 0 ? 0 : 1;
}

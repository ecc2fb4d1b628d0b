/**
 * `npm run mutate -- ROOM`: StrykerJS changes the room's files, one place at a time, and runs the room's own tests
 * (test/mutation/rooms.ts). Printed are a row for the table of CONTRIBUTING.md and each mutant that no test noticed.
 * `--share 0.2` tries a fifth of the lines, chosen by `--seed`, and nothing that happens once as a module is read; `--files PART` those whose path holds PART; `--at-once N` mutants at a
 * time. Without a room it names all of them.
 */
import { spawn } from "node:child_process";
import { globSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { randomFrom } from "../src/time/random-source.ts";
import { ROOMS } from "../test/mutation/rooms.ts";
import { processorTime } from "../test/support/processor-time.ts";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const TEST = /\.test\.ts$|\.test-help\.ts$|\.test-support\.ts$|\.fixture\.ts$|\.d\.ts$/;
/** Lines that are tried together where only a share is. */
const WINDOW = 12;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    share: { type: "string", default: "1" },
    seed: { type: "string", default: "mutants" },
    files: { type: "string", default: "" },
    "at-once": { type: "string", default: "1" },
  },
});
const [name] = positionals;
const room = ROOMS[name];
if (room === undefined) {
  process.stderr.write(`tirada: npm run mutate -- ROOM, one of ${Object.keys(ROOMS).join(", ")}\n`);
  process.exit(2);
}

const filesOf = (globs) => globSync([...globs], { cwd: ROOT }).toSorted();
const files = filesOf(room.files).filter((file) => !TEST.test(file) && file.includes(values.files));
const linesOf = (file) => readFileSync(join(ROOT, file), "utf8").split("\n").length - 1;

/** A file whole, or those windows of its lines that the seed chooses. */
function mutated(file) {
  const share = Number(values.share);
  if (share >= 1) return [file];
  const random = randomFrom(`${values.seed} ${file}`);
  const windows = Array.from({ length: Math.ceil(linesOf(file) / WINDOW) }, (_, at) => at * WINDOW + 1);
  return windows
    .filter(() => random.below(1_000) < share * 1_000)
    .map((from) => `${file}:${from}-${Math.min(from + WINDOW - 1, linesOf(file))}`);
}

const folder = `var/mutation/${name}`;
mkdirSync(join(ROOT, folder), { recursive: true });
rmSync(join(ROOT, folder, "report.json"), { force: true });
const before = processorTime().children;
const status = await new Promise((resolve, reject) => {
  const child = spawn(process.execPath, ["node_modules/@stryker-mutator/core/bin/stryker.js", "run"], {
    cwd: ROOT,
    // How far it is goes to standard error; the survivors and the row to standard output.
    stdio: ["ignore", 2, 2],
    env: {
      ...process.env,
      TIRADA_ROOM: name,
      TIRADA_MUTATED: JSON.stringify(files.flatMap(mutated)),
      TIRADA_MUTATION: folder,
      TIRADA_MUTATION_STATIC: Number(values.share) >= 1 ? "1" : "0",
      TIRADA_MUTATION_AT_ONCE: values["at-once"],
      TIRADA_MUTATION_COMPILED: join(ROOT, "var/mutation/compiled"),
    },
  });
  child.once("error", reject);
  child.once("close", resolve);
});
if (status !== 0) {
  process.stderr.write(
    `tirada: StrykerJS ended with status ${status}: do the room's tests pass without a mutant?\n`,
  );
  process.exit(1);
}
const seconds = Math.round((processorTime().children - before) / 1_000);

const report = JSON.parse(readFileSync(join(ROOT, folder, "report.json"), "utf8"));
const mutants = Object.entries(report.files).flatMap(([file, { source, mutants: own }]) =>
  own.map((mutant) => ({ ...mutant, file, source })),
);
const counted = mutants.filter(({ status: end }) => /^(?:Killed|Timeout|Survived|NoCoverage)$/.test(end));
const killed = counted.filter(({ status: end }) => /^(?:Killed|Timeout)$/.test(end));
/** The text that a mutant takes the place of, in one line. */
function textOf({ source, location: { start, end } }) {
  const lines = source.split("\n").slice(start.line - 1, end.line);
  lines[lines.length - 1] = lines.at(-1).slice(0, end.column - 1);
  lines[0] = lines[0].slice(start.column - 1);
  return lines.join(" ").replaceAll(/\s+/g, " ").slice(0, 90);
}
for (const mutant of counted.filter((one) => !killed.includes(one)))
  process.stdout.write(
    `${mutant.file}:${mutant.location.start.line}: ${textOf(mutant)} → ${(mutant.replacement ?? "").replaceAll(/\s+/g, " ").slice(0, 60)}\n`,
  );
const cells = [
  ...[
    name,
    files.reduce((total, file) => total + linesOf(file), 0),
    filesOf(room.tests).length,
    counted.length,
  ],
  ...[seconds, `${((100 * killed.length) / counted.length).toFixed(1)} %`],
];
process.stdout.write(`| ${cells.join(" | ")} |\n`);

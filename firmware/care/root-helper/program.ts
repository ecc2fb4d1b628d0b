import { execFileSync } from "node:child_process";
import { statSync } from "node:fs";
import { join } from "node:path";
import { systemClock } from "../../../src/time/system-clock.ts";
import { errorText, EXIT, Problem, usageProblem } from "../../problem.ts";
import { carryOut } from "./carry-out.ts";
import { thisMachine } from "./machine.ts";
import { ownActs } from "./keep-act.ts";
import { VERBS, type Verb } from "./verbs.ts";

const TABLE_USER = "tirada";

/** `tirada-root`: what a technician may do with root's rights, and nothing else. Sets the exit status. */
export async function rootProgram(words: readonly string[]): Promise<void> {
  try {
    process.exitCode = await answer(words);
  } catch (error) {
    process.stderr.write(`tirada-root: ${errorText(error).replace(/\s*\n\s*/g, " ")}\n`);
    process.exitCode = error instanceof Problem ? error.status : EXIT.internal;
  }
}

async function answer(words: readonly string[]): Promise<number> {
  if (words.length === 0 || words[0] === "--help" || words[0] === "help") {
    process.stdout.write(helpText(VERBS));
    return words.length === 0 ? EXIT.usage : EXIT.done;
  }
  if (process.getuid?.() !== 0) throw usageProblem("needs root: sudo tirada-root …");
  process.umask(0o022);
  process.chdir("/");
  const table = { uid: idOf("-u"), gid: idOf("-g") };
  const clock = systemClock();
  return carryOut(words, {
    ...ownActs(table.gid, clock),
    machine: thisMachine(table),
    facts: { isZone, isAsked: process.stdin.isTTY },
    clock,
  });
}

function idOf(which: "-u" | "-g"): number {
  try {
    const text = execFileSync("/usr/bin/id", [which, "--", TABLE_USER], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    return Number(text.trim());
  } catch {
    throw usageProblem(`there is no user ${TABLE_USER} on this machine: the package makes it`);
  }
}

const isZone = (zone: string): boolean =>
  statSync(join("/usr/share/zoneinfo", zone), { throwIfNoEntry: false })?.isFile() === true;

/** What the helper says of itself. */
const helpText = (verbs: Readonly<Record<string, Verb>>): string =>
  [
    "tirada-root VERB …: what a technician may do with root's rights. Each change is a record of the table.",
    "",
    ...Object.values(verbs).map(({ usage, about }) => `  ${usage}\n      ${about}`),
    "",
  ].join("\n");

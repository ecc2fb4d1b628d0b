import { execFileSync } from "node:child_process";
import { statSync } from "node:fs";
import { createConnection } from "node:net";
import { join } from "node:path";
import { MAX_FILE_BYTES, readYaml } from "../../src/rules/yaml.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { errorText, EXIT, Problem, usageProblem } from "../problem.ts";
import { readTextFile } from "../read-file.ts";
import { ActsFile } from "./acts-file.ts";
import { ACTS_FILE } from "./acts.ts";
import { carryOut } from "./carry-out.ts";
import { helpText } from "./help.ts";
import { thisMachine } from "./machine.ts";
import { VERBS } from "./verbs.ts";

const CONFIG = "/etc/tirada/table.yaml";
const TABLE_USER = "tirada";
/** The table has so long to make its records, ms. */
const ANSWER_MS = 5_000;
const ANSWER_MAX = 4_096;

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
    machine: thisMachine(table),
    facts: { isZone, isAsked: process.stdin.isTTY },
    acts: new ActsFile(ACTS_FILE, table.gid, () => clock.wall()),
    who: loginOf(process.env["SUDO_USER"]),
    tellTable,
    clock,
  });
}

/** sudo's own word; whoever is root himself can write any. */
const loginOf = (said: string | undefined): string =>
  said !== undefined && /^[a-z_][a-z0-9_-]{0,31}$/.test(said) ? said : "root";

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

/** The one word goes to the socket of the table that the machine's configuration names; what it is about, the table reads itself. */
async function tellTable(): Promise<number | null> {
  const yaml = readYaml(readTextFile(CONFIG, MAX_FILE_BYTES), CONFIG);
  const { storage } = ((yaml.ok && yaml.value) || {}) as { readonly storage?: { readonly folder?: unknown } };
  return typeof storage?.folder === "string" ? askTable(join(storage.folder, "unit.sock")) : null;
}

/** @returns the number of the newest act that is a record; null: no table answered */
export async function askTable(socket: string, limitMs = ANSWER_MS): Promise<number | null> {
  const talk = createConnection({ path: socket, signal: AbortSignal.timeout(limitMs) });
  let text = "";
  try {
    talk.write('{"do":"acts"}\n');
    for await (const piece of talk) {
      text += String(piece);
      if (text.length > ANSWER_MAX) return null;
    }
    const said = JSON.parse(text) as { readonly ok?: boolean; readonly lines?: readonly string[] };
    const number = said.ok === true ? Number(said.lines?.[0]) : Number.NaN;
    return Number.isSafeInteger(number) ? number : null;
  } catch {
    return null;
  } finally {
    talk.destroy();
  }
}

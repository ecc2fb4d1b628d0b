import { execFileSync } from "node:child_process";
import { realpathSync } from "node:fs";
import { problemWords } from "../../../src/rules/problem-words.ts";
import { usageProblem } from "../../problem.ts";
import { removeDurably, replaceDurably } from "../../files/durable.ts";
import { programsWith } from "../../journal/epochs/epoch-readers.ts";

/** The user that a unit runs as, where nobody names another: the one of its service. */
export const TABLE_USER = "tirada";
/** The user that releases are installed by: it is there where tirada came as a package. */
const UPDATER_USER = "tirada-updater";

/**
 * Run as root, everything is done from here on as the user that the unit runs as, so that evidence and key are that user's; what must be
 * root's is done with {@link asRoot}. `named`: by whoever runs it; null: {@link TABLE_USER} where there is such a user. Does nothing for
 * anybody but root. Throws a Problem for a user that is not there.
 */
export function actAsTableUser(named: string | null): void {
  if (process.getuid?.() !== 0 || named === "root") return;
  const name = named ?? TABLE_USER;
  const [uid] = idsOf(name, "-u");
  const [gid] = idsOf(name, "-g");
  if (uid === undefined || gid === undefined) {
    if (named === null) return;
    throw usageProblem(problemWords("user-none", { name }));
  }
  // Its groups open the ports of devices.
  process.setgroups?.([...idsOf(name, "-G")]);
  process.setegid?.(gid);
  process.seteuid?.(uid);
}

/**
 * Run as root, the process is from here on the table's user and nobody else's, and so is every program that it starts: a configuration names
 * programs, and whoever writes one is not root for that. There is no way back. Does nothing for anybody but root, and where there is no such user.
 */
export function becomeTableUser(name = TABLE_USER): void {
  if (process.getuid?.() !== 0) return;
  const [uid] = idsOf(name, "-u");
  const [gid] = idsOf(name, "-g");
  if (uid === undefined || gid === undefined) return;
  process.setgroups?.([...idsOf(name, "-G")]);
  process.setgid?.(gid);
  process.setuid?.(uid);
}

/** Does what a table's user may not, where root runs the setup: files beside the configuration. */
export function asRoot<T>(act: () => T): T {
  const uid = process.geteuid?.() ?? 0;
  if (process.getuid?.() !== 0 || uid === 0) return act();
  process.seteuid?.(0);
  try {
    return act();
  } finally {
    process.seteuid?.(uid);
  }
}

/** Whether an updater looks after this machine. */
export const hasUpdater = (): boolean => idsOf(UPDATER_USER, "-u").length > 0;

/** Numbers of a user and its groups, as the machine knows them; empty: it knows no such user. */
function idsOf(name: string, which: "-u" | "-g" | "-G"): readonly number[] {
  try {
    const stdio = ["ignore", "pipe", "ignore"] as const;
    const text = execFileSync("id", [which, "--", name], { encoding: "utf8", stdio: [...stdio] });
    return text.trim().split(" ").map(Number);
  } catch {
    return [];
  }
}

/** Puts a file of root's in its place whole or not at all, over the one that is there; its rights are `mode` whatever the umask is. */
export const replaceAsRoot = (path: string, text: string, mode: number): void =>
  asRoot(() => replaceDurably(path, text, { mode, isExact: true }));

/** Removes a file of root's durably, if it is there. */
export const removeAsRoot = (path: string): void => asRoot(() => removeDurably(path));

/** Processes that are named. */
const NAMED_MAX = 3;

/**
 * Programs besides this one that have a port open, lock or not, by name and number. Root sees those of every user, whoever it acts as;
 * what another user may not look at is left out.
 */
export const whoReads = (path: string): readonly string[] => asRoot(() => readersOf(path));

function readersOf(path: string): readonly string[] {
  let port = "";
  try {
    port = realpathSync(path);
  } catch {
    // There is no such port.
  }
  return port.startsWith("/dev/") ? programsWith(port).slice(0, NAMED_MAX) : [];
}

import { spawnSync } from "node:child_process";
import {
  chownSync,
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { replaceDurably } from "../../files/durable.ts";
import { EXIT, Problem, usageProblem } from "../../problem.ts";
import { ACTS_FOLDER } from "../../net/acts.ts";
import type { Machine } from "./carry-out.ts";
import { IS_KEPT } from "./keep-act.ts";
import { tiradaAsTable, type Run } from "./steps.ts";

/** What every program gets: nothing of the environment of who asked, but what his terminal is, and who he is: what he names is read as him. */
const environmentOf = (terminal: string | undefined): NodeJS.ProcessEnv => ({
  PATH: "/usr/sbin:/usr/bin:/sbin:/bin",
  LANG: "C.UTF-8",
  HOME: "/",
  [IS_KEPT]: "1",
  ...Object.fromEntries(
    ["SUDO_UID", "SUDO_GID"].flatMap((name) => {
      const id = process.env[name];
      return id !== undefined && /^\d{1,10}$/.test(id) ? [[name, id]] : [];
    }),
  ),
  ...(terminal !== undefined && /^[a-z0-9.+-]{1,30}$/i.test(terminal) ? { TERM: terminal } : {}),
});

const PIECE = 1_048_576;
/** A program that only says something has so long, ms. */
const HEARD_MS = 10_000;

/** This machine. `table`: numbers of the table's user and group. */
export function thisMachine(table: { readonly uid: number; readonly gid: number }): Machine {
  const env = environmentOf(process.env["TERM"]);
  const run: Machine["run"] = ({ program, words }) =>
    statusOf(program, spawnSync(program, words, { env, cwd: "/", stdio: "inherit" }));
  return {
    run,
    hear: ({ program, words }: Run) => {
      const heard = spawnSync(program, words, { env, cwd: "/", encoding: "utf8", timeout: HEARD_MS });
      return heard.error === undefined ? heard.stdout : "";
    },
    write: replaceFile,
    remove: (path) => rmSync(path, { force: true }),
    give: (words, name) => giveFile(words, name, table, env),
    take: takeInput,
  };
}

function statusOf(program: string, { error, status }: ReturnType<typeof spawnSync>): number {
  if (error !== undefined) throw new Problem(EXIT.usage, `${program}: ${error.message}; is it installed?`);
  return status ?? EXIT.internal;
}

/** Whole or not at all, of root's, readable by everybody. */
function replaceFile(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o755 });
  replaceDurably(path, text, { mode: 0o644 });
}

/** The table's user makes the file in a folder of its own; what lies there then is given out, if it is a file. */
function giveFile(
  words: readonly string[],
  name: string,
  { uid, gid }: { readonly uid: number; readonly gid: number },
  env: NodeJS.ProcessEnv,
): void {
  if (process.stdout.isTTY) throw usageProblem("say where it goes: tirada-root … > FILE");
  mkdirSync(ACTS_FOLDER, { recursive: true, mode: 0o750 });
  const folder = mkdtempSync(join(ACTS_FOLDER, "out-"));
  chownSync(folder, uid, gid);
  const path = join(folder, name);
  try {
    const { program, words: all } = tiradaAsTable(...words, path);
    // What the command prints is for the person, not for the file.
    const done = spawnSync(program, all, { env, cwd: "/", stdio: ["ignore", 2, 2] });
    const status = statusOf(program, done);
    const fd = openFile(path);
    if (fd === null) throw new Problem(status === 0 ? EXIT.storage : status, "there is no file to give out");
    try {
      copy(fd, 1, Number.MAX_SAFE_INTEGER);
    } finally {
      closeSync(fd);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Neither a link nor anything that is no file: whose folder it lies in could have put it there. */
function openFile(path: string): number | null {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  try {
    const fd = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    const stat = fstatSync(fd);
    if (stat.isFile() && stat.nlink === 1) return fd;
    closeSync(fd);
    return null;
  } catch {
    return null;
  }
}

function takeInput(path: string, most: number): void {
  if (process.stdin.isTTY) throw usageProblem("say what it is: tirada-root … < FILE");
  mkdirSync(dirname(path), { recursive: true, mode: 0o750 });
  rmSync(path, { force: true });
  const fd = openSync(path, "wx", 0o600);
  try {
    copy(0, fd, most);
    fsyncSync(fd);
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(fd);
  }
}

function copy(from: number, to: number, most: number): void {
  const bytes = Buffer.alloc(PIECE);
  let length = 0;
  for (;;) {
    const count = readSync(from, bytes);
    if (count === 0) return;
    length += count;
    if (length > most) throw usageProblem(`more than ${most} bytes came: that is none`);
    for (let at = 0; at < count;) at += writeSync(to, bytes, at, count - at);
  }
}

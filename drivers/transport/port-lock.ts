import { link, mkdir, open, readFile, unlink } from "node:fs/promises";
import { basename, join } from "node:path";
import { PortError } from "../port.ts";

/**
 * A lock of our own beside the one of the operating system: `LCK..ttyUSB0`, as UUCP, minicom and others keep it.
 * serialport's lock is only `flock`, which programs that do not ask for it never notice; this file at least keeps
 * apart all programs that keep such files, and tells the technician which of them has the port.
 *
 * A holder that died leaves its file behind. It counts as left behind when its process is gone, or when a process of
 * that number started at another time than the file says.
 */
export interface PortLock {
  /** Removes the lock if it is still ours. Never rejects. */
  release(): Promise<void>;
}

export const LOCK_DIR = "/run/lock";
const TRIES = 5;

/** What a lock file says about its holder. `started` is the kernel's start tick of the process, if written. */
interface Holder {
  readonly pid: number;
  readonly started: string | null;
}

/**
 * Takes the lock of a real device path (e.g. `/dev/ttyUSB0`, links already followed).
 * Throws PortError `busy` naming the holder, or `denied` / `unusable` when no lock file can be made in `dir`.
 */
export async function lockPort(device: string, dir: string = LOCK_DIR): Promise<PortLock> {
  const path = join(dir, `LCK..${device.replace(/^\/dev\//, "").replaceAll("/", "_")}`);
  const content = await makeLockText();
  const draft = `${path}.${process.pid}.${draftNumber++}`;
  await writeDraft(draft, content, device, dir);
  try {
    for (let tries = 0; tries < TRIES; tries++) {
      try {
        // A link appears whole or not at all: nobody ever reads a lock file without its holder in it.
        await link(draft, path);
        return { release: () => releaseOurs(path, content) };
      } catch (error) {
        if (codeOf(error) !== "EEXIST") throw error;
      }
      const holder = await holderOf(path);
      if (holder !== null && (await isAlive(holder))) throw await busyError(device, path, holder);
      await removeLeftBehind(path, draft);
    }
    throw new PortError(
      "busy",
      `${device} cannot be locked: others keep taking ${path}; stop the other programs`,
    );
  } finally {
    await unlink(draft).catch(() => undefined);
  }
}

let draftNumber = 0;

async function writeDraft(draft: string, content: string, device: string, dir: string): Promise<void> {
  try {
    await mkdir(dir, { recursive: true });
    const file = await open(draft, "wx", 0o644);
    try {
      await file.writeFile(content);
    } finally {
      await file.close();
    }
  } catch (error) {
    const code = codeOf(error);
    const denied = code === "EACCES" || code === "EPERM" || code === "EROFS";
    const what = `no lock file for ${device} can be made in ${dir} (${code})`;
    const cure = denied
      ? "give this program the right to write there, or set another lock directory"
      : "check the directory";
    throw new PortError(denied ? "denied" : "unusable", `${what}; ${cure}`, { cause: error });
  }
}

/** What our lock file says: the process in ten characters and a line end, as UUCP wants it; a second line that others skip. */
async function makeLockText(): Promise<string> {
  const started = await startOf(process.pid);
  return `${String(process.pid).padStart(10)}\n${started === null ? "" : `tirada ${started}\n`}`;
}

async function holderOf(path: string): Promise<Holder | null> {
  const text = await readFile(path, "latin1").catch(() => "");
  const found = /^\s*(\d{1,10})\s*(?:\n?tirada (\d+)\s*)?$/.exec(text);
  return found === null ? null : { pid: Number(found[1]), started: found[2] ?? null };
}

async function isAlive(holder: Holder): Promise<boolean> {
  const started = await startOf(holder.pid);
  if (started === null) return processExists(holder.pid);
  return holder.started === null || holder.started === started;
}

/** Start tick of a process (field 22 of /proc/<pid>/stat), or null. The name in brackets may hold anything. */
async function startOf(pid: number): Promise<string | null> {
  const stat = await readFile(`/proc/${pid}/stat`, "latin1").catch(() => null);
  if (stat === null) return null;
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? null;
}

function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}

/**
 * Removes a dead holder's file. Of several programs that saw it dead only one may remove it, or the second would
 * remove the lock that a third has made since: who links `….break` looks once more and removes.
 */
async function removeLeftBehind(path: string, draft: string): Promise<void> {
  const breaker = `${path}.break`;
  try {
    await link(draft, breaker);
  } catch {
    const other = await holderOf(breaker);
    // A program that was killed while it removed a lock; that two hold the port then, the kernel's own lock on it prevents.
    if (other !== null && !(await isAlive(other))) await unlink(breaker).catch(() => undefined);
    return;
  }
  try {
    const holder = await holderOf(path);
    if (holder === null || !(await isAlive(holder))) await unlink(path).catch(() => undefined);
  } finally {
    await unlink(breaker).catch(() => undefined);
  }
}

async function releaseOurs(path: string, content: string): Promise<void> {
  const text = await readFile(path, "latin1").catch(() => null);
  if (text === content) await unlink(path).catch(() => undefined);
}

async function busyError(device: string, path: string, holder: Holder): Promise<PortError> {
  const name = await programOf(holder.pid);
  const who = name === "" ? `process ${holder.pid}` : `${name} (process ${holder.pid})`;
  return new PortError("busy", `${device} is taken by ${who}, says ${path}; stop that program and try again`);
}

/** The program of a process as it was started. Node gives its threads names of their own, and so its process. */
async function programOf(pid: number): Promise<string> {
  const words = await readFile(`/proc/${pid}/cmdline`, "latin1").catch(() => "");
  return basename(words.split("\0", 1)[0] ?? "").replace(/[^\x21-\x7e]/g, "");
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string"
    ? error.code
    : String(error);
}

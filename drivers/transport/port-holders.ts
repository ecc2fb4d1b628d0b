import { readdir, readFile, readlink, realpath } from "node:fs/promises";
import { basename } from "node:path";

/** A process that has a device open. */
export interface PortHolder {
  readonly pid: number;
  /** Its program, as it was started; empty: it cannot be told. */
  readonly program: string;
}

/**
 * The processes that have a device open, by the kernel's own list: also those that keep no lock. Only those of this user are seen, and
 * all of them as root. Our own process is none of them.
 */
export async function holdersOf(device: string, procDir = "/proc"): Promise<readonly PortHolder[]> {
  const real = await realpath(device).catch(() => device);
  const pids = (await readdir(procDir).catch((): string[] => [])).filter((name) => /^\d+$/.test(name));
  const holders: PortHolder[] = [];
  for (const pid of pids) {
    if (Number(pid) === process.pid || !(await hasOpen(`${procDir}/${pid}/fd`, real))) continue;
    const words = await readFile(`${procDir}/${pid}/cmdline`, "latin1").catch(() => "");
    holders.push({ pid: Number(pid), program: printable(programOf(words.split("\0"))) });
  }
  return holders;
}

async function hasOpen(folder: string, device: string): Promise<boolean> {
  const open = await readdir(folder).catch((): string[] => []);
  for (const one of open) if ((await readlink(`${folder}/${one}`).catch(() => "")) === device) return true;
  return false;
}

/** Of a program of Node's the script says more than the runtime. */
function programOf([program = "", ...words]: readonly string[]): string {
  const name = basename(program);
  const script = words.find((word) => !word.startsWith("-")) ?? "";
  return /^node(?:\d+)?$/.test(name) && script !== "" ? basename(script) : name;
}

const printable = (text: string): string => text.replace(/[^\x21-\x7e]/g, "").slice(0, 64);

/** The holders for people: `minicom (process 812)`. */
export const holdersText = (holders: readonly PortHolder[]): string =>
  holders
    .map(({ pid, program }) => (program === "" ? `process ${pid}` : `${program} (process ${pid})`))
    .join(", ");

import { execFileSync } from "node:child_process";
import { dirname } from "node:path";
import { chownSync } from "node:fs";
import { isThere, mkdirSync } from "../../files/disk.ts";
import { asRoot, replaceAsRoot } from "../../care/first-setup/table-user.ts";
import { writeProblem } from "../../care/first-setup/progress.ts";
import { readTextFile } from "../../files/read-file.ts";

/** All that joining a casino does as root: files at fixed places, and having them counted. It is told no program and no path by a casino. */

const PROGRAM_MS = 60_000;
const FIREWALL_MAX_BYTES = 262_144;

/** A file that everybody on the machine may read; `mode` where not everybody may. */
export interface RootFile {
  readonly path: string;
  readonly text: string;
  readonly mode?: number;
}

/** Whether a file says this already: what is right is not written again. */
export function isWritten({ path, text }: RootFile): boolean {
  return asRoot(() => isThere(path) && readTextFile(path, FIREWALL_MAX_BYTES) === text);
}

/** Writes a file whole or not at all. Throws a Problem. */
export function writeRootFile({ path, text, mode = 0o644 }: RootFile): void {
  const [uid, gid] = [0, process.getegid?.() ?? 0];
  try {
    asRoot(() => {
      mkdirSync(dirname(path), { recursive: true, mode: 0o755 });
      replaceAsRoot(path, text, mode);
      // The configuration is for the table's group too.
      if (process.geteuid?.() === 0 && mode !== 0o644) chownSync(path, uid, gid);
    });
  } catch (error) {
    throw writeProblem(path, error);
  }
}

/** Has the service manager read its files again; false: there is none, or this user may not. */
export const reloadServices = (): boolean =>
  process.getuid?.() === 0 && isThere("/run/systemd/system") && runs("/usr/bin/systemctl", ["daemon-reload"]);

/** Has the firewall count what was written for it; false: this machine's is not ours, or does not take it. */
export function reloadFirewall(rules: string, written: string): boolean {
  return process.getuid?.() === 0 && includes(rules, written) && runs("/usr/sbin/nft", ["-f", rules]);
}

/** Whether the firewall's file takes in what is written for it. */
export const includes = (rules: string, written: string): boolean =>
  isThere(rules) &&
  readTextFile(rules, FIREWALL_MAX_BYTES).includes(`include "${dirname(written)}/firewall*.nft"`);

function runs(program: string, words: readonly string[]): boolean {
  return asRoot(() => {
    try {
      execFileSync(program, words, {
        timeout: PROGRAM_MS,
        stdio: "ignore",
        env: { PATH: "/usr/sbin:/usr/bin" },
      });
      return true;
    } catch {
      return false;
    }
  });
}

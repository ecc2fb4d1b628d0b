import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** What a script printed, and how it ended. */
export interface Ended {
  readonly status: number | null;
  readonly output: string;
}

/**
 * This machine once more, in memory: a root of its own over the real one, in which packages are installed and removed while the real one
 * stays as it is. It has no network and no service manager. Needs root and an overlay file system. What it became is kept from one
 * script to the next, until the test is finished.
 */
export class OverlayMachine {
  readonly #folder: string;
  readonly #binds: [string, string][] = [];

  constructor() {
    this.#folder = mkdtempSync("/dev/shm/tirada-overlay-");
    for (const name of ["upper", "work", "root"]) mkdirSync(join(this.#folder, name));
    onTestFinished(() => rmSync(this.#folder, { recursive: true, force: true }));
  }

  /** Shows a folder of the real machine in it. */
  bind(folder: string, at: string): void {
    mkdirSync(join(this.#folder, "upper", at), { recursive: true });
    this.#binds.push([folder, at]);
  }

  /** Runs a script of `sh` in it, as root. */
  run(script: string): Ended {
    const binds = this.#binds.map(([from, at]) => `mount --bind ${from} "$1/root${at}"`);
    const outside = `set -eu
mount -t overlay overlay -o "lowerdir=/,upperdir=$1/upper,workdir=$1/work" "$1/root"
mount -t proc proc "$1/root/proc"
mount --bind /dev "$1/root/dev"
${binds.join("\n")}
exec chroot "$1/root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive sh -c "$2"`;
    const spaces = ["--mount", "--net", "--pid", "--fork", "--kill-child"];
    const { status, stdout, stderr } = spawnSync(
      "unshare",
      [...spaces, "sh", "-c", `exec 2>&1\n${outside}`, "sh", this.#folder, script],
      { encoding: "utf8", maxBuffer: 8 * 1_048_576 },
    );
    return { status, output: `${stdout}${stderr}` };
  }
}

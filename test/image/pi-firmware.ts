import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * What the firmware of a Raspberry Pi 4 reads before a kernel runs, as Raspberry Pi documents it: `autoboot.txt` of the first partition
 * with its filters `[all]` and `[tryboot]`, then `config.txt`, or `tryboot.txt`, of the partition that it names.
 */

/**
 * The files of a FAT's first folder. `image`: a file or device, with `@@` and an offset where the FAT does not begin at its beginning.
 * @throws Error
 */
function fatFiles(image: string): ReadonlyMap<string, Buffer> {
  const folder = mkdtempSync(join(tmpdir(), "tirada-fat-"));
  try {
    execFileSync("mcopy", ["-n", "-i", image, "::*", folder], {
      env: { ...process.env, MTOOLS_SKIP_CHECK: "1" },
      stdio: ["ignore", "ignore", "pipe"],
    });
    return new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function fileOf(files: ReadonlyMap<string, Buffer>, name: string): Buffer {
  const file = files.get(name);
  if (file === undefined) throw new Error(`there is no ${name}`);
  return file;
}

/**
 * Reads which partition is started, by its number from 1 to 4: at a start with the flag that a restart for a trial sets, and at one
 * without it. @throws Error
 */
export function readAutoboot(first: string): (flag: boolean) => number {
  const text = fileOf(fatFiles(first), "autoboot.txt").toString("latin1");
  if (text.length > 512) throw new Error("autoboot.txt has more than 512 bytes");
  return (flag) => {
    let counts = true;
    let partition: number | null = null;
    for (const line of text.split("\n")) {
      const [, filter] = /^\[(\w+)\]$/.exec(line) ?? [];
      if (filter !== undefined) counts = filter === "all" || (filter === "tryboot" && flag);
      const [, number] = /^boot_partition=(\d)$/.exec(line) ?? [];
      if (counts && number !== undefined) partition = Number(number);
    }
    if (partition === null) throw new Error(`autoboot.txt names no partition: ${text}`);
    return partition;
  };
}

export interface Started {
  readonly kernel: Buffer;
  readonly initrd: Buffer;
  /** What the kernel is told. */
  readonly words: string;
}

/** What a boot partition starts. @throws Error */
export function whatStarts(boot: string, flag: boolean): Started {
  const files = fatFiles(boot);
  const config = fileOf(files, flag ? "tryboot.txt" : "config.txt").toString("latin1");
  const named = (what: RegExp): Buffer => fileOf(files, what.exec(config)?.[1] ?? `file for ${what}`);
  return {
    kernel: named(/^kernel=(\S+)$/m),
    initrd: named(/^initramfs (\S+)$/m),
    words: fileOf(files, "cmdline.txt").toString("latin1").trim(),
  };
}

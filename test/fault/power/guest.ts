import { execFileSync, spawn, spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statfsSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { systemClock } from "../../../src/time/system-clock.ts";
import { US_PER_S } from "../../../src/time/instant.ts";
import { SECTOR } from "./block-log.ts";
import { ENDS_FILE, JOB_FILE, MARKS_FILE, type HookedJob, type LifeEnd } from "./job.ts";
import { MARK_BYTES, readMark, type Mark } from "./marks.ts";

/** A whole Linux as one process, Debian's user-mode-linux: a disk of its own to play on, and nobody's rights but ours. */

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const INIT = fileURLToPath(new URL("./guest-init.sh", import.meta.url));
const MEBIBYTE = 1024 * 1024;
/** ext4 keeps a second superblock on disks of over 128 MiB alone: e2fsck needs it where the first one was torn. */
const DISK_BYTES = 160 * MEBIBYTE;
/** More than a log has; the file is sparse. */
const LOG_BYTES = 2_048 * MEBIBYTE;
const MEMORY = "/dev/shm";
const MEMORY_NEEDED = 3_072 * MEBIBYTE;
const GUEST_MEMORY = "1024M";
/** How many disks a table has: the second one is for the second copy. Both lie in one image, one behind the other. */
export type Disks = 1 | 2;
/** A guest that does not end is ended. */
const GUEST_MAX_US = 900 * US_PER_S;

const clock = systemClock();

/** What is between the guest's file system and its disk: a log of every block, a fault to come, or nothing. */
export type Layer = "log" | "flakey" | "none";

/** Where a guest plays: a folder that it and the host see, with the disk. */
export interface GuestFolder {
  readonly path: string;
  /** The storage's disk as it is now. */
  readonly disk: string;
  readonly disks: Disks;
  readonly log: string;
  /** Byte of the marks: behind the file systems. */
  readonly marksAt: number;
  remove(): void;
}

/** What is missing on this machine for a guest, as one line; null: nothing is. */
export function guestMissing(): string | null {
  const needed = {
    "user-mode-linux": "/usr/bin/linux.uml",
    kmod: "/usr/sbin/insmod",
    dmsetup: "/usr/sbin/dmsetup",
    iproute2: "/usr/sbin/ip",
    e2fsprogs: "/usr/sbin/mke2fs",
  };
  const missing = Object.entries(needed).flatMap(([name, path]) => (existsSync(path) ? [] : [name]));
  return missing.length === 0 ? null : `these Debian packages are missing: ${missing.join(", ")}`;
}

/** Empty ext4 disks in a new folder, in memory where there is enough of it. */
export function guestFolder(disks: Disks): GuestFolder {
  const { bavail, bsize } = existsSync(MEMORY) ? statfsSync(MEMORY) : { bavail: 0, bsize: 0 };
  const path = mkdtempSync(join(bavail * bsize > MEMORY_NEEDED ? MEMORY : tmpdir(), "tirada-power-"));
  const disk = join(path, "disk");
  writeFileSync(disk, "");
  const marksAt = disks * DISK_BYTES;
  truncateSync(disk, marksAt + MARK_BYTES);
  const blocks = String(DISK_BYTES / 4_096);
  for (let at = 0; at < marksAt; at += DISK_BYTES) {
    const placed = `lazy_itable_init=0,lazy_journal_init=0,offset=${at}`;
    execFileSync("/usr/sbin/mke2fs", ["-q", "-F", "-t", "ext4", "-b", "4096", "-E", placed, disk, blocks]);
  }
  const remove = (): void => rmSync(path, { recursive: true, force: true });
  return { path, disk, disks, log: join(path, "log"), marksAt, remove };
}

/** A guest that runs. */
export interface Guest {
  /** Resolves when the machine is off, with all that it printed. */
  readonly ended: Promise<string>;
  /** The power goes. */
  kill(): Promise<void>;
}

/** Who acts in the guest: `guest-player.ts` plays a table, `update-player.ts` updates one. */
export type Player = "guest-player.ts" | "update-player.ts";

/** Starts the machine with a job. It ends with this process, however that ends. */
export function startGuest(
  place: GuestFolder,
  layer: Layer,
  job: HookedJob,
  player: Player = "guest-player.ts",
): Guest {
  const { path, disk, disks, log, marksAt } = place;
  writeFileSync(join(path, JOB_FILE), JSON.stringify(job));
  writeFileSync(log, "");
  truncateSync(log, LOG_BYTES);
  const machine = [
    `mem=${GUEST_MEMORY}`,
    "quiet",
    "con=null",
    "con0=fd:0,fd:1",
    "root=/dev/root",
    "rootfstype=hostfs",
    "rootflags=/",
    "ro",
    `init=${INIT}`,
    "ubd0=/dev/null",
    `ubdb=${disk}`,
    `ubdc=${log}`,
    `ROOT=${ROOT}`,
    `FOLDER=${path}`,
    `LAYER=${layer}`,
    `PLAYER=${player}`,
    `SECTORS=${marksAt / SECTOR + 1}`,
    ...(disks === 2 ? [`EACH=${DISK_BYTES / SECTOR}`] : []),
  ];
  const env = { ...process.env, TMPDIR: path };
  const child = spawn("setpriv", ["--pdeathsig", "KILL", "linux.uml", ...machine], {
    env,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let kernel = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (kernel += text));
  const late = clock.after(GUEST_MAX_US, "guest", () => killAll(child.pid));
  const ended = new Promise<string>((resolve) =>
    child.once("close", () => {
      late.cancel();
      const said = join(path, "guest.txt");
      resolve(`${kernel}${existsSync(said) ? readFileSync(said, "utf8") : ""}`);
    }),
  );
  return {
    ended,
    kill: async () => {
      killAll(child.pid);
      await ended;
    },
  };
}

/** The machine is a group of processes. */
function killAll(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // It is off already.
  }
}

/** How the lives of a job ended. */
export function lifeEnds({ path }: GuestFolder): LifeEnd[] {
  return linesOf(join(path, ENDS_FILE)).map((line) => JSON.parse(line) as LifeEnd);
}

/** The marks of a job that kept them in a file. A line that was cut with the power is none. */
export function marksOf({ path }: GuestFolder): Mark[] {
  return linesOf(join(path, MARKS_FILE)).map((line) => readMark(Buffer.from(`${line}\n`)));
}

function linesOf(path: string): string[] {
  return existsSync(path) ? readFileSync(path, "utf8").split("\n").slice(0, -1) : [];
}

/**
 * Acts on the folders that lie on the disks of an image, mounted as a machine does when the power is back: e2fsck first where the
 * kernel refuses one. Where nothing may be mounted, on copies that debugfs makes. The image is changed. Rejects when one cannot be
 * read.
 */
export async function withDisks<T>(
  image: string,
  disks: Disks,
  act: (first: string, second: string) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "tirada-disk-"));
  const mounted: string[] = [];
  const open = (at: number): string => {
    const place = join(folder, String(at));
    mkdirSync(place);
    const options = `loop,offset=${at * DISK_BYTES},sizelimit=${DISK_BYTES}`;
    const mount = (): boolean =>
      spawnSync("mount", ["-t", "ext4", "-o", options, image, place]).status === 0 && mounted.push(place) > 0;
    const part = `${image}?offset=${at * DISK_BYTES}`;
    if (mount()) return place;
    mend(part);
    if (!mount()) execFileSync("/usr/sbin/debugfs", ["-R", `rdump / ${place}`, part], { stdio: "ignore" });
    return place;
  };
  try {
    const first = open(0);
    return await act(first, disks === 2 ? open(1) : first);
  } finally {
    for (const place of mounted) execFileSync("umount", [place]);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What a machine with `fsck.repair=yes` does as it starts; with `-p` alone e2fsck leaves a torn superblock to a person. */
function mend(image: string): void {
  const { status, stdout, stderr } = spawnSync("/usr/sbin/e2fsck", ["-f", "-y", image], { encoding: "utf8" });
  if (status === null || status > 1) throw new Error(`the file system is damaged: ${stdout}${stderr}`);
}

/** A copy of a disk's image, for one who changes it. */
export function copyOfDisk({ path, disk }: GuestFolder): string {
  const copy = join(path, "copy");
  copyFileSync(disk, copy);
  return copy;
}

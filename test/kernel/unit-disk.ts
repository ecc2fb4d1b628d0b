import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../support/built-release.ts";
import { BENCH_SERVICE, type MachineRoot } from "./machine.ts";

/** A machine with the image for a PC on its disk, started with the image's own kernel, first root and words, without its loader. */

const MEBIBYTE = 1_048_576;
const DISK_BYTES = 4_096 * MEBIBYTE;
const SECTOR = 512;
/** The words that the loader gives a base that was kept; the partition's own name stands in the loader's place for it. */
const WORDS = [
  "root=/dev/vda2",
  "rootfstype=squashfs",
  "ro",
  "panic=10",
  "fsck.repair=yes",
  "systemd.gpt_auto=0",
  "rauc.slot=A",
];

/** What a new machine has on its data partition: the bench, and no screens, which need a monitor. */
function layChanges(folder: string): void {
  const units = join(folder, "etc/changed/systemd/system");
  mkdirSync(join(units, "multi-user.target.wants"), { recursive: true });
  writeFileSync(join(units, "bench.service"), BENCH_SERVICE);
  symlinkSync("../bench.service", join(units, "multi-user.target.wants/bench.service"));
  symlinkSync("/dev/null", join(units, "tirada-screens.service"));
}

const BOOT_FILES = ["vmlinuz", "initrd.img"] as const;

/** The machine whose disk was made in a folder. */
export function unitRoot(folder: string): MachineRoot {
  const [kernel, initrd] = [join(folder, "vmlinuz"), join(folder, "initrd.img")];
  return { disk: join(folder, "disk"), format: "raw", boot: { kernel, initrd, words: WORDS }, hasBench: true };
}

/** Makes it. `made`: what make-root.sh made. */
export function makeUnit(made: string, folder: string): MachineRoot {
  const [changes, data] = [join(folder, "changes"), join(folder, "data")];
  const root = unitRoot(folder);
  layChanges(changes);
  const options = ["-q", "-t", "ext4", "-b", "4096", "-i", "16384", "-L", "tirada-data"];
  execFileSync("mke2fs", [...options, "-d", changes, data, "160M"]);
  execFileSync("sh", [join(ROOT, "firmware/delivery/image/make-disk-pc.sh"), made, root.disk], {
    env: { ...process.env, DATA: data },
    stdio: ["ignore", "ignore", "inherit"],
  });
  truncateSync(root.disk, DISK_BYTES);
  for (const name of BOOT_FILES) {
    const words = ["-cat", join(made, "root.squashfs"), `boot/${name}-*`];
    writeFileSync(join(folder, name), execFileSync("unsquashfs", words, { maxBuffer: 256 * MEBIBYTE }));
  }
  return root;
}

/** The bytes of the base that runs, as one hash: nothing may ever write to them. `folder`: has room for the whole disk. */
export function hashOfBase(root: MachineRoot, folder: string): string {
  const disk = join(folder, "whole");
  execFileSync("qemu-img", ["convert", "-f", root.format, "-O", "raw", root.disk, disk]);
  const table = execFileSync("sfdisk", ["--json", disk], { encoding: "utf8" });
  const { partitiontable } = JSON.parse(table) as {
    readonly partitiontable: { readonly partitions: readonly { name: string; start: number; size: number }[] };
  };
  const base = partitiontable.partitions.find(({ name }) => name === "root-a");
  if (base === undefined) throw new Error(`${disk} has no root-a: ${table}`);
  const words = [`if=${disk}`, `bs=${SECTOR}`, `skip=${base.start}`, `count=${base.size}`, "status=none"];
  const hash = execFileSync("sh", ["-c", `dd ${words.join(" ")} | sha256sum`], { encoding: "utf8" });
  rmSync(disk);
  return hash.slice(0, 64);
}

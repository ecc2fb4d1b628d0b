import { execFileSync, spawn } from "node:child_process";
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ImageKind } from "../../firmware/delivery/image/build-image.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { US_PER_S } from "../../src/time/instant.ts";
import { readAutoboot, whatStarts } from "./pi-firmware.ts";

/**
 * A PC or a Raspberry Pi without KVM, as QEMU calculates it: the image starts, and a script of the test's runs in it. The PC starts by
 * the image's own loader. A Raspberry Pi's firmware runs on nothing else: `pi-firmware.ts` stands for it, and QEMU's `virt` for the
 * board, so that kernel, first root and their words are the image's own, and the devices are not.
 */

const RELEASE = fileURLToPath(new URL("../../firmware/delivery/image/", import.meta.url));
const SCRIPT = fileURLToPath(new URL("run-in-guest.sh", import.meta.url));
/** A PC's firmware, and what it remembers. */
export const FIRMWARE = "/usr/share/OVMF/OVMF_CODE_4M.fd";
export const VARIABLES = "/usr/share/OVMF/OVMF_VARS_4M.fd";
const MEBIBYTE = 1_048_576;
const ESP_AT = "1M";
/** Where a Raspberry Pi's disk has which base starts, and the boot partitions by their numbers. */
const AUTOBOOT_AT = "1M";
const BOOT_AT: Readonly<Record<number, string>> = { 2: "17M", 3: "145M" };
/** What the disk of a machine has. */
const DISK_BYTES = 4_096 * MEBIBYTE;
const GUEST_MAX_US = 2_400 * US_PER_S;
/** The guest's clocks go by what it has calculated: on a busy machine nothing in it is late. */
const BY_WORK = ["-icount", "shift=2", "-rtc", "clock=vm"];
/** The script says so when it has ended. */
const OVER = "== over";

const NEEDED = {
  "/usr/bin/mmdebstrap": "mmdebstrap",
  "/usr/bin/mksquashfs": "squashfs-tools",
  "/usr/bin/mcopy": "mtools",
  "/usr/sbin/mkfs.vfat": "dosfstools",
  "/usr/bin/rauc": "rauc",
} as const;
const NEEDED_FOR: Readonly<Record<ImageKind, Readonly<Record<string, string>>>> = {
  pc: {
    "/usr/bin/qemu-system-x86_64": "qemu-system-x86",
    [FIRMWARE]: "ovmf",
    "/usr/bin/grub-editenv": "grub-common",
  },
  pi4: {
    "/usr/bin/qemu-system-aarch64": "qemu-system-arm",
    "/proc/sys/fs/binfmt_misc/qemu-aarch64": "qemu-user-static binfmt-support",
  },
};

/** What is missing on this machine for an image and its guest, as one line; null: nothing is. */
export function imageGuestMissing(kind: ImageKind): string | null {
  const needed = Object.entries({ ...NEEDED, ...NEEDED_FOR[kind] });
  const missing = needed.filter(([path]) => !existsSync(path));
  if (missing.length > 0) return `apt install ${missing.map(([, from]) => from).join(" ")}`;
  return process.getuid?.() === 0 ? null : "an image is made by root";
}

export interface StartOptions {
  readonly killAfterUs?: number;
  readonly flag?: boolean;
}

export interface ImageGuest {
  /**
   * Starts the machine and waits until it is switched off, or kills it after `killAfterUs`. Gives what the script said below each
   * `== name`, and the console. `flag`: the restart before it asked a Raspberry Pi's firmware for a trial.
   */
  start(options?: StartOptions): Promise<ReadonlyMap<string, string>>;
  /** The disk, to be looked at or spoilt while the machine is off. */
  readonly disk: string;
}

/**
 * A machine with the image on its disk. `stick`: a folder whose files the guest finds on a second disk. The script comes in by the data
 * partition, as a table's own service would.
 */
export function imageGuest(kind: ImageKind, made: string, folder: string, stick: string): ImageGuest {
  mkdirSync(folder, { recursive: true });
  const disk = join(folder, "disk");
  const changes = join(folder, "changes");
  const units = join(changes, "etc/changed/systemd/system");
  mkdirSync(join(units, "multi-user.target.wants"), { recursive: true });
  writeFileSync(join(units, "bench.service"), BENCH);
  symlinkSync("../bench.service", join(units, "multi-user.target.wants/bench.service"));
  cpSync(SCRIPT, join(changes, "bench.sh"));
  const data = join(folder, "data");
  execFileSync("/usr/sbin/mke2fs", [
    "-q",
    "-t",
    "ext4",
    "-b",
    "4096",
    "-i",
    "16384",
    "-L",
    "tirada-data",
    "-d",
    changes,
    data,
    "160M",
  ]);
  execFileSync("sh", [join(RELEASE, `make-disk-${kind}.sh`), made, disk], {
    env: { ...process.env, DATA: data },
    stdio: ["ignore", "ignore", "inherit"],
  });
  rmSync(data);
  truncateSync(disk, DISK_BYTES);
  const second = join(folder, "stick");
  execFileSync("/usr/sbin/mke2fs", ["-q", "-t", "ext4", "-L", "bench", "-d", stick, second, "3G"]);
  if (kind === "pc") {
    setInGrub(disk, folder, "extra=console=ttyS0,115200");
    copyFileSync(VARIABLES, join(folder, "variables"));
  }
  return {
    disk,
    start: ({ killAfterUs = null, flag = false } = {}) =>
      startMachine(folder, killAfterUs, kind === "pc" ? pcOf(folder) : piOf(folder, flag)),
  };
}

/** Sets a variable of the loader's on a machine that is off. */
export function setInGrub(disk: string, folder: string, assignment: string): void {
  const file = join(folder, "grubenv");
  execFileSync("mcopy", ["-n", "-o", "-i", `${disk}@@${ESP_AT}`, "::/grubenv", file]);
  execFileSync("grub-editenv", [file, "set", assignment]);
  execFileSync("mcopy", ["-o", "-i", `${disk}@@${ESP_AT}`, file, "::/grubenv"]);
}

const BENCH = `[Unit]
DefaultDependencies=no
After=tirada-first-boot.service
[Service]
TimeoutStartSec=infinity
ExecStart=/bin/sh /data/bench.sh
`;

const drive = (folder: string, file: string): readonly string[] => [
  "-drive",
  `file=${join(folder, file)},format=raw,if=virtio`,
];
const disksOf = (folder: string): readonly string[] => [...drive(folder, "disk"), ...drive(folder, "stick")];

/** QEMU's words for a PC. */
function pcOf(folder: string): readonly string[] {
  const flash = "if=pflash,format=raw";
  return [
    "qemu-system-x86_64",
    "-machine",
    "q35",
    "-drive",
    `${flash},readonly=on,file=${FIRMWARE}`,
    "-drive",
    `${flash},file=${join(folder, "variables")}`,
    ...disksOf(folder),
    "-serial",
    `file:${join(folder, "console")}`,
    "-serial",
    `file:${join(folder, "said")}`,
  ];
}

/** QEMU's words for what stands for a Raspberry Pi, started as its firmware would start the disk. */
function piOf(folder: string, flag: boolean): readonly string[] {
  const disk = join(folder, "disk");
  const number = readAutoboot(`${disk}@@${AUTOBOOT_AT}`)(flag);
  const { kernel, initrd, words } = whatStarts(`${disk}@@${BOOT_AT[number]}`, flag);
  writeFileSync(join(folder, "kernel"), kernel);
  writeFileSync(join(folder, "initrd"), initrd);
  return [
    "qemu-system-aarch64",
    "-machine",
    "virt",
    "-cpu",
    "cortex-a72",
    "-kernel",
    join(folder, "kernel"),
    "-initrd",
    join(folder, "initrd"),
    "-append",
    `${words} console=ttyAMA0`,
    ...disksOf(folder),
    "-serial",
    `file:${join(folder, "console")}`,
    "-device",
    "virtio-serial-pci",
    "-chardev",
    `file,id=said,path=${join(folder, "said")}`,
    "-device",
    "virtserialport,chardev=said,name=said",
  ];
}

async function startMachine(
  folder: string,
  killAfterUs: number | null,
  [program = "", ...machine]: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const said = join(folder, "said");
  rmSync(said, { force: true });
  const guest = spawn(
    "setpriv",
    [
      "--pdeathsig",
      "KILL",
      program,
      ...machine,
      "-accel",
      "tcg",
      "-m",
      "2048",
      "-smp",
      "1",
      ...BY_WORK,
      "-display",
      "none",
      "-nic",
      "none",
      "-device",
      "i6300esb",
      "-no-reboot",
    ],
    { stdio: ["ignore", "ignore", "inherit"] },
  );
  const late = systemClock().after(killAfterUs ?? GUEST_MAX_US, "guest", () => void guest.kill("SIGKILL"));
  await new Promise<void>((resolve) => guest.once("close", () => resolve()));
  late.cancel();
  const text = existsSync(said) ? readFileSync(said, "utf8") : "";
  const console = readFileSync(join(folder, "console"), "latin1");
  if (killAfterUs === null && !text.includes(OVER))
    throw new Error(`the guest did not come to its end:\n${console.slice(-3_000)}\n${text}`);
  return new Map([...partsOf(text), ["console", console]]);
}

function partsOf(text: string): ReadonlyMap<string, string> {
  const parts = new Map<string, string>();
  for (const part of text.split(/^== /m).slice(1)) {
    const [name = "", ...rest] = part.split("\n");
    parts.set(name.trim(), rest.join("\n").trim());
  }
  return parts;
}

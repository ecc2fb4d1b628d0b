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
import { systemClock } from "../../src/time/system-clock.ts";
import { US_PER_S } from "../../src/time/instant.ts";

/** A PC without KVM, as QEMU calculates it: the image starts by its own loader, and a script of the test's runs in it. */

const MAKE_DISK = fileURLToPath(new URL("../../release/image/make-disk.sh", import.meta.url));
const SCRIPT = fileURLToPath(new URL("run-in-guest.sh", import.meta.url));
const FIRMWARE = "/usr/share/OVMF/OVMF_CODE_4M.fd";
const VARIABLES = "/usr/share/OVMF/OVMF_VARS_4M.fd";
const MEBIBYTE = 1_048_576;
const ESP_AT = "1M";
/** What the disk of a machine has. */
const DISK_BYTES = 4_096 * MEBIBYTE;
const GUEST_MAX_US = 1_500 * US_PER_S;
/** The guest's clocks go by what it has calculated: on a busy machine nothing in it is late. */
const BY_WORK = ["-icount", "shift=2", "-rtc", "clock=vm"];
/** The script says so when it has ended. */
const OVER = "== over";

const NEEDED = {
  "/usr/bin/qemu-system-x86_64": "qemu-system-x86",
  [FIRMWARE]: "ovmf",
  "/usr/bin/mmdebstrap": "mmdebstrap",
  "/usr/bin/mksquashfs": "squashfs-tools",
  "/usr/bin/mcopy": "mtools",
  "/usr/sbin/mkfs.vfat": "dosfstools",
  "/usr/bin/rauc": "rauc",
  "/usr/bin/grub-editenv": "grub-common",
} as const;

/** What is missing on this machine for an image and its guest, as one line; null: nothing is. */
export function imageGuestMissing(): string | null {
  const missing = Object.entries(NEEDED).filter(([path]) => !existsSync(path));
  if (missing.length > 0) return `apt install ${missing.map(([, from]) => from).join(" ")}`;
  return process.getuid?.() === 0 ? null : "an image is made by root";
}

export interface ImageGuest {
  /** Starts the machine and waits until it is switched off, or kills it after `afterUs`. Gives what the script said below each `== name`. */
  start(options?: { readonly killAfterUs?: number }): Promise<ReadonlyMap<string, string>>;
  /** The disk, to be looked at or spoilt while the machine is off. */
  readonly disk: string;
}

/**
 * A machine with the image on its disk. `stick`: a folder whose files the guest finds on a second disk. The script comes in by the data
 * partition, as a table's own service would.
 */
export function imageGuest(made: string, folder: string, stick: string): ImageGuest {
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
  execFileSync("sh", [MAKE_DISK, made, disk], { env: { ...process.env, DATA: data } });
  rmSync(data);
  truncateSync(disk, DISK_BYTES);
  setInGrub(disk, folder, "extra=console=ttyS0,115200");
  const second = join(folder, "stick");
  execFileSync("/usr/sbin/mke2fs", ["-q", "-t", "ext4", "-L", "bench", "-d", stick, second, "2G"]);
  copyFileSync(VARIABLES, join(folder, "variables"));
  return { disk, start: (options = {}) => startMachine(folder, options.killAfterUs ?? null) };
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

async function startMachine(folder: string, killAfterUs: number | null): Promise<ReadonlyMap<string, string>> {
  const said = join(folder, "said");
  rmSync(said, { force: true });
  const drive = (file: string): string => `file=${join(folder, file)},format=raw,if=virtio`;
  const flash = "if=pflash,format=raw";
  const guest = spawn(
    "setpriv",
    [
      ...["--pdeathsig", "KILL", "qemu-system-x86_64", "-accel", "tcg", "-machine", "q35"],
      ...["-m", "2048", "-smp", "1", ...BY_WORK, "-display", "none", "-nic", "none", "-device", "i6300esb"],
      ...[
        "-drive",
        `${flash},readonly=on,file=${FIRMWARE}`,
        "-drive",
        `${flash},file=${join(folder, "variables")}`,
      ],
      ...["-drive", drive("disk"), "-drive", drive("stick")],
      ...["-serial", `file:${join(folder, "console")}`, "-serial", `file:${said}`],
    ],
    { stdio: ["ignore", "ignore", "inherit"] },
  );
  const late = systemClock().after(killAfterUs ?? GUEST_MAX_US, "guest", () => void guest.kill("SIGKILL"));
  await new Promise<void>((resolve) => guest.once("close", () => resolve()));
  late.cancel();
  const text = existsSync(said) ? readFileSync(said, "utf8") : "";
  if (killAfterUs === null && !text.includes(OVER))
    throw new Error(
      `the guest did not come to its end:\n${readFileSync(join(folder, "console"), "latin1").slice(-3_000)}\n${text}`,
    );
  return partsOf(text);
}

function partsOf(text: string): ReadonlyMap<string, string> {
  const parts = new Map<string, string>();
  for (const part of text.split(/^== /m).slice(1)) {
    const [name = "", ...rest] = part.split("\n");
    parts.set(name.trim(), rest.join("\n").trim());
  }
  return parts;
}

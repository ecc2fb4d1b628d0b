import { mkdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { realDisk, setDisk, type Disk } from "../../firmware/files/disk.ts";
import { deviceNumbers } from "../../firmware/files/mounts.ts";
import { temporaryFolder } from "./folder.ts";

/** A stick as the kernel and udev would tell of it: one partition, mounted on a folder of the test or nowhere. */
export interface TestStick {
  /** The kernel's name of the disk, `sda`; its partition is the first. */
  readonly disk: string;
  readonly model?: string;
  /** Bytes of the partition. */
  readonly bytes?: number;
  readonly fileSystem?: string;
  readonly label?: string;
  readonly id?: string;
  /** The folder on which it is mounted; left out: nowhere. */
  readonly at?: string;
  /** Of what is mounted there, in place of the folder's own. */
  readonly device?: string;
  readonly isReadOnly?: boolean;
  /** Its switch is on. */
  readonly isLocked?: boolean;
  /** On which bus it is; `usb1` unless told. */
  readonly bus?: string;
  /** It has no partitions. */
  readonly isWhole?: boolean;
  /** Something else stands on its partition. */
  readonly isHeld?: boolean;
}

/** Gives this thread's disk the sticks, until the test ends; the rest is the machine's. @returns what plugs in others instead */
export function plugSticks(
  sticks: readonly TestStick[],
  more: Partial<Disk> = {},
): (next: readonly TestStick[]) => void {
  let folder = machineOf(sticks);
  const redirected = (path: unknown): unknown => {
    if (typeof path !== "string") return path;
    if (path === "/proc/self/mountinfo") return join(folder, "mountinfo");
    return path
      .replace(/^\/sys\/class\/block/, join(folder, "blocks"))
      .replace(/^\/run\/udev\/data/, join(folder, "udev"));
  };
  const calls = ["readFileSync", "readdirSync", "realpathSync", "statSync"] as const;
  const asked = calls.map((name) => [
    name,
    (path: unknown, ...rest: readonly unknown[]): unknown =>
      (realDisk[name] as (...given: readonly unknown[]) => unknown)(redirected(path), ...rest),
  ]);
  setDisk({ ...realDisk, ...(Object.fromEntries(asked) as Partial<Disk>), ...more });
  onTestFinished(() => setDisk());
  return (next) => void (folder = machineOf(next));
}

/** Files as below `/sys` and `/run/udev`, and the lines of `/proc/self/mountinfo`. */
function machineOf(sticks: readonly TestStick[]): string {
  const folder = temporaryFolder();
  for (const name of ["blocks", "udev"]) mkdirSync(join(folder, name));
  const mounts = ["22 1 254:1 / / rw,relatime - ext4 /dev/vda1 rw"];
  for (const [at, stick] of sticks.entries()) {
    const { disk, bus = "usb1", bytes = 31_000_000_000, isWhole = false } = stick;
    const path = join(folder, "devices", bus, `${at}-1`, "block", disk);
    mkdirSync(join(path, "device"), { recursive: true });
    const write = (name: string, text: string): void => writeFileSync(join(path, name), `${text}\n`);
    write("device/vendor", "SanDisk ");
    write("device/model", stick.model ?? "Ultra");
    write("ro", stick.isLocked === true ? "1" : "0");
    write("size", String(Math.floor(bytes / 512)));
    write("dev", `8:${at * 16}`);
    symlinkSync(path, join(folder, "blocks", disk));
    const name = isWhole ? disk : `${disk}1`;
    if (!isWhole) {
      const part = join(path, name);
      mkdirSync(join(part, "holders", ...(stick.isHeld === true ? ["dm-0"] : [])), { recursive: true });
      for (const [file, text] of [
        ["partition", "1"],
        ["dev", `8:${at * 16 + 1}`],
        ["size", String(Math.floor(bytes / 512))],
      ] as const)
        writeFileSync(join(part, file), `${text}\n`);
      symlinkSync(part, join(folder, "blocks", name));
    }
    const known = [
      ["ID_SERIAL_SHORT", `4C5300${at}`],
      ["ID_FS_TYPE", stick.fileSystem],
      ["ID_FS_LABEL", stick.label],
      ["ID_FS_UUID", stick.id],
    ].flatMap(([key, value]) => (value === undefined ? [] : [`E:${key}=${value}`]));
    writeFileSync(join(folder, "udev", `b8:${at * 16 + (isWhole ? 0 : 1)}`), `S:disk\n${known.join("\n")}\n`);
    if (stick.at === undefined) continue;
    const device = stick.device ?? deviceNumbers(statSync(stick.at).dev);
    const mode = stick.isReadOnly === true ? "ro" : "rw";
    const place = stick.at.replaceAll(" ", "\\040");
    mounts.push(`${30 + at} 22 ${device} / ${place} ${mode},noatime shared:1 - vfat /dev/${name} rw`);
  }
  writeFileSync(join(folder, "mountinfo"), `${mounts.join("\n")}\n`);
  return folder;
}

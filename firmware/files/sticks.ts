import { basename, dirname, join } from "node:path";
import { isThere, readdirSync, readFileSync, realpathSync } from "./disk.ts";
import { mountOf, readMounts, type Mount } from "./mounts.ts";

/** Where the kernel tells of disks, and udev of what is on them. */
const BLOCKS = "/sys/class/block";
const UDEV = "/run/udev/data";

/** A part of a USB disk that may hold a file system: a partition, or all of a disk that has none. */
export interface StickPart {
  /** By what it is known while it is plugged in: that of its file system, where udev knows one; else the kernel's name. */
  readonly id: string;
  /** The kernel's name, `sda1`. */
  readonly name: string;
  /** Maker, model and serial number of its disk. */
  readonly stick: string;
  readonly bytes: number;
  /** As udev read them; null: it knows none. */
  readonly fileSystem: string | null;
  readonly label: string | null;
  /** Where it is mounted; null: nowhere. */
  readonly at: string | null;
  /** `8:1` of what is mounted there. */
  readonly device: string | null;
  /** A switch, or the kernel after an error, keeps everybody from writing on it. */
  readonly isLocked: boolean;
  /** It is mounted so that nothing can be written here. */
  readonly isReadOnly: boolean;
}

/** The label of the stick that a second copy of the evidence has (docs/technician/image.md). */
const SECOND_LABEL = "tirada-second";
const SECTOR_BYTES = 512;

/**
 * The parts of the USB disks that are plugged in, but of those that the machine itself or its evidence lives on: `/`, and the disks of
 * `kept`. The disk's own errors come through.
 */
export function findSticks(kept: readonly string[]): readonly StickPart[] {
  if (!isThere(BLOCKS)) return [];
  const mounts = readMounts();
  const blocks = readdirSync(BLOCKS).map((name) => realpathSync(join(BLOCKS, name)));
  const disks = blocks.filter((path) => !isThere(join(path, "partition")) && /\/usb\d+\//.test(path));
  const homes = ["/", ...kept].map((folder) => mountOf(folder, mounts));
  const isHome = (path: string): boolean =>
    homes.some(
      (home) => home?.source === `/dev/${basename(path)}` || home?.device === textAt(join(path, "dev")),
    );
  return disks.flatMap((disk) => {
    const inside = blocks.filter((path) => dirname(path) === disk && isThere(join(path, "partition")));
    const parts = inside.length === 0 ? [disk] : inside;
    if ([disk, ...inside].some((path) => isHome(path) || holdersOf(path) > 0)) return [];
    return parts
      .map((path) => partAt(path, disk, mounts))
      .filter(({ bytes, label }) => bytes > 0 && label !== SECOND_LABEL);
  });
}

function partAt(path: string, disk: string, mounts: readonly Mount[]): StickPart {
  const name = basename(path);
  const known = propertiesOf(join(UDEV, `b${textAt(join(path, "dev"))}`));
  const mount = mounts.findLast(({ source }) => source === `/dev/${name}`);
  const about = [textAt(join(disk, "device", "vendor")), textAt(join(disk, "device", "model"))];
  const serial = known.get("ID_SERIAL_SHORT") ?? "";
  return {
    id: known.get("ID_FS_UUID") ?? name,
    name,
    stick: [...about, serial].filter((one) => one !== "").join(" ") || name,
    bytes: Number(textAt(join(path, "size"))) * SECTOR_BYTES,
    fileSystem: known.get("ID_FS_TYPE") ?? null,
    label: known.get("ID_FS_LABEL") ?? null,
    at: mount?.at ?? null,
    device: mount?.device ?? null,
    isLocked: textAt(join(disk, "ro")) === "1" || mount?.isFileSystemReadOnly === true,
    isReadOnly: mount?.isReadOnly === true,
  };
}

/** What udev knows of a device: lines such as `E:ID_FS_TYPE=vfat`. */
function propertiesOf(path: string): ReadonlyMap<string, string> {
  const lines = isThere(path) ? readFileSync(path, "utf8").split("\n") : [];
  return new Map(
    lines.flatMap((line) => {
      const found = /^E:(\w+)=(.*)$/.exec(line);
      return found === null ? [] : [[found[1] ?? "", found[2] ?? ""] as const];
    }),
  );
}

const textAt = (path: string): string => (isThere(path) ? readFileSync(path, "latin1").trim() : "");

/** Devices on this one, such as RAID or encryption: then it is no stick that somebody carries. */
const holdersOf = (path: string): number =>
  isThere(join(path, "holders")) ? readdirSync(join(path, "holders")).length : 0;

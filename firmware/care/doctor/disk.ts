import { join } from "node:path";
import { accessSync, constants, isThere, readdirSync, statfsSync } from "../../files/disk.ts";
import { findPlace, type FindPlace } from "../../journal/second/devices.ts";
import { MACHINE_PATHS, type MachinePaths } from "./machine.ts";
import { kernelNumber, kernelText, observe, unseen, type Observed } from "./observed.ts";

/** The disk of a folder. */
export interface DiskState {
  readonly folder: string;
  readonly isThere: boolean;
  readonly space: Observed<DiskSpace>;
  /** Of each disk under the folder. */
  readonly lives: readonly DiskLife[];
}

export interface DiskSpace {
  /** In use by anybody, per mille. */
  readonly usedPm: number;
  /** For the table's user, bytes. */
  readonly free: number;
  readonly isReadOnly: boolean;
}

export interface DiskLife {
  readonly disk: string;
  /** Used up to so many per cent, as the disk itself says. */
  readonly usedPercent: Observed<number>;
  /** Errors that the kernel has noted in the file systems on it, since they were made or repaired; left out: nobody looked. */
  readonly errors?: Observed<number>;
}

/** Looks at the disk of a folder, as the kernel shows it. */
export function lookAtDisk(
  folder: string,
  paths: MachinePaths = MACHINE_PATHS,
  find: FindPlace = findPlace,
): DiskState {
  if (!isThere(folder)) return { folder, isThere: false, space: unseen("no-sensor"), lives: [] };
  const space = observe((): DiskSpace | null => {
    const { blocks, bavail, bsize } = statfsSync(folder);
    if (blocks === 0) return null;
    const usedPm = Math.ceil(((blocks - bavail) * 1_000) / blocks);
    return { usedPm, free: bavail * bsize, isReadOnly: isReadOnly(folder) };
  });
  const disks = observe(() => find(folder).disks);
  const lives = (disks.seen ? disks.value : []).map((disk) => ({
    disk,
    usedPercent: observe(() => lifeOf(join(paths.sys, "block", disk, "device"))),
    errors: observe(() => errorsOf(join(paths.sys, "fs", "ext4"), disk)),
  }));
  return { folder, isThere: true, space, lives };
}

function isReadOnly(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EROFS";
  }
}

/** What `pre_eol_info` means (eMMC 5.1, 7.4.65): normal; over 80 % of the reserve is used; urgent. */
const RESERVE_PERCENT: Readonly<Record<number, number>> = { 1: 0, 2: 80, 3: 100 };

/**
 * An eMMC says how far its cells are worn, in tenths: `life_time` holds two kinds of them, `0x01` is up to 10 %, `0x0b` beyond its
 * life, `0x00` that it does not say. A card or another disk says nothing here.
 */
function lifeOf(device: string): number | null {
  const cells = /^0x([0-9a-f]{2}) 0x([0-9a-f]{2})$/i.exec(kernelText(join(device, "life_time")) ?? "");
  const reserve = /^0x([0-9a-f]{2})$/i.exec(kernelText(join(device, "pre_eol_info")) ?? "");
  if (cells === null) return null;
  const tenths = cells.slice(1).map((hex) => Number.parseInt(hex, 16));
  const percent = Math.max(...tenths) * 10;
  if (percent === 0) return null;
  return Math.max(percent, RESERVE_PERCENT[Number.parseInt(reserve?.[1] ?? "0", 16)] ?? 0);
}

/** A card that dies says nothing of its life: the kernel counts what it could not read or write (ext4(5), `errors_count`). */
function errorsOf(folder: string, disk: string): number | null {
  const names = isThere(folder) ? readdirSync(folder) : [];
  const counts = names
    .filter((name) => name.startsWith(disk) && isPartition(disk, name.slice(disk.length)))
    .map((name) => kernelNumber(join(folder, name, "errors_count")))
    .filter((count) => count !== null);
  return counts.length === 0 ? null : counts.reduce((sum, count) => sum + count, 0);
}

/** `sda1`, `mmcblk0p2`, or the disk itself. */
const isPartition = (disk: string, rest: string): boolean =>
  (/\d$/.test(disk) ? /^(?:p\d+)?$/ : /^\d*$/).test(rest);

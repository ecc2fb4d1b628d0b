import { isThere, readdirSync, readFileSync, realpathSync, statSync } from "../../files/disk.ts";
import { basename, dirname, join } from "node:path";
import { JournalError, onDisk } from "../../files/errors.ts";
import { deviceNumbers, mountOf, readMounts } from "../../files/mounts.ts";

/** Where a folder lies: its file system, and the disks under it by the kernel's names; none where the kernel names none. */
export interface Place {
  readonly fileSystem: number;
  readonly disks: readonly string[];
}

/** Finds the place of a folder that is there. Tests give their own. */
export type FindPlace = (folder: string) => Place;

const SYS = "/sys/dev/block";
/** Devices on devices that are followed down, such as RAID on LVM on encryption. */
const LEVELS_MAX = 8;

/** The place of a folder, by the kernel. Throws a JournalError when the folder cannot be looked at. */
export const findPlace: FindPlace = (folder) =>
  onDisk("looking for the disk of", folder, () => {
    const path = realpathSync(folder);
    const { dev } = statSync(path);
    const source = mountOf(path, readMounts())?.source;
    const named =
      source?.startsWith("/dev/") === true ? statSync(source, { throwIfNoEntry: false })?.rdev : null;
    const devices = [dev, ...(named == null ? [] : [named])];
    return { fileSystem: dev, disks: [...new Set(devices.flatMap((one) => disksOf(deviceNumbers(one), 0)))] };
  });

/**
 * Throws a JournalError `cannot-open` when both folders lie on one physical disk: they would be lost together. Partitions of a
 * disk, and what is laid over them, are that disk.
 */
export function requireOtherDisk(first: string, second: string, find: FindPlace): void {
  const [one, other] = [find(first), find(second)];
  const shared = one.disks.find((disk) => other.disks.includes(disk));
  if (one.fileSystem !== other.fileSystem && shared === undefined) return;
  throw new JournalError(
    "cannot-open",
    `storage.second.folder ${second} lies on the disk of ${first}${shared === undefined ? "" : ` (${shared})`}: ` +
      "a second copy must be on another device; mount one there",
  );
}

/** The whole disks that a block device stands on; empty for none that the kernel knows. */
function disksOf(numbers: string, level: number): readonly string[] {
  const entry = join(SYS, numbers);
  if (level > LEVELS_MAX || !isThere(entry)) return [];
  const path = realpathSync(entry);
  const slaves = join(path, "slaves");
  const below = isThere(slaves) ? readdirSync(slaves) : [];
  if (below.length > 0)
    return below.flatMap((name) =>
      disksOf(readFileSync(join(slaves, name, "dev"), "latin1").trim(), level + 1),
    );
  return [basename(isThere(join(path, "partition")) ? dirname(path) : path)];
}

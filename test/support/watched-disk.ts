import { basename } from "node:path";
import { realDisk, type Disk } from "../../firmware/files/disk.ts";

/** A disk that says in which order files are synced and get their names. */
export function watchedDisk(): { readonly disk: Disk; readonly steps: readonly string[] } {
  const steps: string[] = [];
  const names = new Map<number, string>();
  return {
    steps,
    disk: {
      ...realDisk,
      openSync: (path, flags, mode) => {
        const fd = realDisk.openSync(path, flags, mode);
        names.set(fd, basename(String(path)));
        return fd;
      },
      fsyncSync: (fd) => {
        steps.push(`sync ${names.get(fd)}`);
        realDisk.fsyncSync(fd);
      },
      renameSync: (from, to) => {
        steps.push(`rename ${basename(String(from))} to ${basename(String(to))}`);
        realDisk.renameSync(from, to);
      },
    },
  };
}

/** A disk that is full from here on: whatever is written or synced ends with ENOSPC. */
export function fullDisk(): Disk {
  const fail = (): never => {
    throw Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });
  };
  return { ...realDisk, writeSync: fail, writeFileSync: fail, fsyncSync: fail };
}

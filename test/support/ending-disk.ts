import { realDisk, type Disk } from "../../firmware/files/disk.ts";

/** Calls after which something on the disk is another than before. */
const CHANGES = [
  "openSync",
  "writeSync",
  "fsyncSync",
  "fdatasyncSync",
  "linkSync",
  "symlinkSync",
  "renameSync",
  "unlinkSync",
  "rmSync",
  "mkdirSync",
  "ftruncateSync",
  "openDatabase",
] as const;

/** A disk for a process that is killed before its call number `last` that could change something: from there on nothing is done. */
export class EndingDisk {
  readonly disk: Disk;
  calls = 0;

  constructor(last: number) {
    const disk: Record<string, unknown> = { ...realDisk };
    for (const name of CHANGES) {
      disk[name] = (...given: readonly unknown[]): unknown => {
        if (this.calls++ >= last) throw Object.assign(new Error(`killed before ${name}`), { code: "EIO" });
        return (realDisk as unknown as Record<string, (...given: readonly unknown[]) => unknown>)[name]?.(
          ...given,
        );
      };
    }
    this.disk = disk as unknown as Disk;
  }
}

import { US_PER_S, type MonoUs } from "../../src/time/instant.ts";
import { statfsSync } from "../disk/disk.ts";
import { onDisk } from "./errors.ts";

/** The disk is measured once in this time. */
export const DISK_LOOK_US = 10 * US_PER_S;

/** How full the disk of a folder is. */
export class DiskGauge {
  readonly #folder: string;
  #dueAt = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Per mille of its space that is in use by anybody, rounded up; null: it is not due. Throws a JournalError. */
  look(now: MonoUs): number | null {
    if (now < this.#dueAt) return null;
    this.#dueAt = now + DISK_LOOK_US;
    const { blocks, bavail } = onDisk("measuring the disk of", this.#folder, () => statfsSync(this.#folder));
    return blocks === 0 ? null : Math.ceil(((blocks - bavail) * 1_000) / blocks);
  }
}

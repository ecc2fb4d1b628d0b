import { US_PER_S, type MonoUs } from "../../src/time/instant.ts";
import { statfsSync } from "./disk.ts";
import { onDisk } from "./errors.ts";

/** The disk is measured once in this time. */
export const DISK_LOOK_US = 10 * US_PER_S;

/** How much of a disk is in use. */
export interface DiskUse {
  /** In use by anybody, per mille, rounded up. */
  readonly usedPm: number;
  /** For the table's user, bytes, in whole steps: how much a table writes to the byte tells what it records. */
  readonly free: number;
}

const FREE_STEP = 16 * 1024 * 1024;

/** What is in use of the disk of a folder now; null: it has no blocks of its own. The disk's own errors come through. */
export function diskUse(folder: string): DiskUse | null {
  const { blocks, bavail, bsize } = statfsSync(folder);
  if (blocks === 0) return null;
  const free = Math.floor((bavail * bsize) / FREE_STEP) * FREE_STEP;
  return { usedPm: Math.ceil(((blocks - bavail) * 1_000) / blocks), free };
}

/** How full the disk of a folder is. */
export class DiskGauge {
  readonly #folder: string;
  #dueAt = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Null: it is not due, or it says nothing. Throws a JournalError. */
  look(now: MonoUs): DiskUse | null {
    if (now < this.#dueAt) return null;
    this.#dueAt = now + DISK_LOOK_US;
    return onDisk("measuring the disk of", this.#folder, () => diskUse(this.#folder));
  }
}

const HOUR_US = 3_600 * US_PER_S;
const DAY_US = 24 * HOUR_US;
/** One sample is kept of each hour, for a week: files that are evicted come and go within a day. */
const SAMPLES_MAX = 168;
/** Nothing is said before so long was watched. */
const WATCHED_US = 6 * HOUR_US;

interface Sample {
  readonly at: MonoUs;
  readonly free: number;
}

/** How many days a disk lasts at the pace at which it has been filling while the unit watched. */
export class DiskPace {
  #samples: Sample[] = [];

  /** `free`: bytes. Whole days; `Infinity`: it does not fill up; null: it was not watched for long enough. */
  look(free: number, now: MonoUs): number | null {
    const newest = this.#samples.at(-1);
    if (newest === undefined || now - newest.at >= HOUR_US)
      this.#samples = [...this.#samples, { at: now, free }].slice(-SAMPLES_MAX);
    const [oldest] = this.#samples;
    if (oldest === undefined || now - oldest.at < WATCHED_US) return null;
    const used = oldest.free - free;
    return used <= 0 ? Infinity : Math.floor((free / used) * ((now - oldest.at) / DAY_US));
  }
}

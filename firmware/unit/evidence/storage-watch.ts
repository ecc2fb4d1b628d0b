import type { Entry } from "../../../src/recording/entry.ts";
import type { StandingFault } from "../../../src/table/kernel/durable/durable.ts";
import type { MonoUs } from "../../../src/time/instant.ts";

/** Per mille of the disk's space in use at which a fault is raised: it is short; the technician must come; nothing is certified any more. */
export const STORAGE_SHORT_PM = 800;
export const STORAGE_SHORTER_PM = 950;
export const STORAGE_FULL_PM = 980;
/** A fault is cleared when so much less is in use. */
export const STORAGE_CLEAR_PM = 10;

const DEVICE = "unit";
const SHORT = "storage-short";
const FULL = "storage-full";
const LEVELS = [STORAGE_SHORT_PM, STORAGE_SHORTER_PM, STORAGE_FULL_PM] as const;
type Level = 0 | (typeof LEVELS)[number];

/**
 * Makes faults of how full the disk is that holds the evidence. Below the promised days nothing is deleted, so a disk that is too
 * small fills up: people are told while there is time, and before it is full no number is certified.
 */
export class StorageWatch {
  #level: Level;

  /** `faults`: those that stand as the unit starts. */
  constructor(faults: readonly StandingFault[]) {
    const stands = (code: string): boolean => faults.some((one) => one.device === DEVICE && one.code === code);
    this.#level = stands(FULL) ? STORAGE_FULL_PM : stands(SHORT) ? STORAGE_SHORT_PM : 0;
  }

  /** Entries for the table when the level has changed; `usedPm`: per mille in use. */
  look(usedPm: number, t: MonoUs): readonly Entry[] {
    const before = this.#level;
    const level = this.#levelAt(usedPm);
    if (level === before) return [];
    this.#level = level;
    const fault = (code: typeof SHORT | typeof FULL, stands: boolean): Entry => {
      const detail = { percent: Math.floor(usedPm / 10) };
      return { k: "fault", t, device: DEVICE, code, detail, stands };
    };
    const entries: Entry[] = [];
    if (before === STORAGE_FULL_PM) entries.push(fault(FULL, false));
    // Said again at the second level: its record names how full the disk is now.
    if (before > 0) entries.push(fault(SHORT, false));
    if (level > 0) entries.push(fault(SHORT, true));
    if (level === STORAGE_FULL_PM) entries.push(fault(FULL, true));
    return entries;
  }

  /** The level that is reached, or kept until clearly less is in use. */
  #levelAt(usedPm: number): Level {
    const reached = LEVELS.findLast((level) => usedPm >= level - (level <= this.#level ? STORAGE_CLEAR_PM : 0));
    return reached ?? 0;
  }
}

import type { RandomSource } from "../../../src/time/random-source.ts";
import { SECTOR, type LogEntry } from "./block-log.ts";
import type { DiskImage } from "./disk-image.ts";
import { readMark, type Mark } from "./marks.ts";

/** Which of the writes that no flush had made durable are on the disk after the cut. */
export type Cut = "none" | "whole" | "half" | "torn";
const CUTS: readonly Cut[] = ["none", "half", "torn", "whole"];

/** What may lie on a disk after a power cut. */
export interface CrashState {
  readonly cut: Cut;
  /** Of the flush at which the power went, in the order of the log. */
  readonly flush: number;
  /** How many writes waited for that flush. */
  readonly waiting: number;
  /** All that was acknowledged or shown before the cut. */
  readonly marks: readonly Mark[];
  readonly disk: DiskImage;
}

/** Writes that wait for one flush. */
interface Group {
  readonly writes: readonly LogEntry[];
  /** How many marks there are up to the flush: what was acknowledged while it was under way must be there, too. */
  readonly marks: number;
}

/** A log of blocks, cut into what each flush made durable. */
export interface CutLog {
  readonly groups: readonly Group[];
  readonly marks: readonly Mark[];
}

/** `marksAt`: the sector behind the file system to which marks are written. */
export function cutLog(entries: readonly LogEntry[], marksAt: number): CutLog {
  const groups: Group[] = [];
  const marks: Mark[] = [];
  let writes: LogEntry[] = [];
  const close = (): void => {
    if (writes.length > 0) groups.push({ writes, marks: marks.length });
    writes = [];
  };
  for (const entry of entries) {
    if (entry.isFlush) close();
    if (entry.data.length > 0 && entry.sector >= marksAt) marks.push(readMark(entry.data));
    else if (entry.data.length > 0) writes.push(entry);
    if (entry.isDurable) close();
  }
  close();
  return { groups, marks };
}

/**
 * The states that a disk may be left in: at the flushes that `take` chooses, the waiting writes all, none, a random half, and a
 * random half of which one is torn at a sector. `start`: the disk before the log begins.
 */
export function* crashStates(
  { groups, marks }: CutLog,
  start: DiskImage,
  random: RandomSource,
  take: (flush: number) => boolean,
): Generator<CrashState> {
  const durable = start.copy();
  for (const [flush, group] of groups.entries()) {
    const { writes } = group;
    if (take(flush))
      for (const cut of CUTS) {
        const disk = durable.copy();
        const arrived = chosen(writes, cut, random);
        const torn = cut === "torn" ? random.below(arrived.length) : -1;
        for (const [at, write] of arrived.entries()) put(disk, write, at === torn ? random : null);
        yield { cut, flush, waiting: writes.length, marks: marks.slice(0, group.marks), disk };
      }
    for (const write of writes) put(durable, write, null);
  }
}

/** In any order: the last write to a place wins, so that their order in the log is kept for places that are written twice. */
function chosen(writes: readonly LogEntry[], cut: Cut, random: RandomSource): readonly LogEntry[] {
  if (cut === "none") return [];
  if (cut === "whole") return writes;
  const half = writes.filter(() => random.oneIn(2));
  return cut === "torn" && half.length === 0 ? [random.pick(writes)] : half;
}

/** `torn`: only some of its sectors arrive, the first ones or any. */
function put(disk: DiskImage, { sector, data }: LogEntry, torn: RandomSource | null): void {
  if (torn === null) return disk.put(sector * SECTOR, data);
  const sectors = data.length / SECTOR;
  const first = torn.below(sectors);
  const isAnyOrder = torn.oneIn(2);
  for (let at = 0; at < sectors; at++)
    if (isAnyOrder ? torn.oneIn(2) : at < first)
      disk.put((sector + at) * SECTOR, data.subarray(at * SECTOR, (at + 1) * SECTOR));
}

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { randomFrom } from "../../../src/time/random-source.ts";
import { screenLine } from "../../support/screen-line.ts";
import { startProcess } from "../../support/table-process.ts";
import { readBlockLog, SECTOR } from "./block-log.ts";
import { crashStates, cutLog, type CrashState, type CutLog } from "./crash-states.ts";
import { DiskImage } from "./disk-image.ts";
import { guestFolder, lifeEnds, startGuest, withDisks, type GuestFolder } from "./guest.ts";
import {
  JOB_FOLDER,
  MARK_COMMITS,
  ONE_DISK,
  SECOND_FOLDER,
  SHORT_EPOCHS,
  STORAGE_FOLDER,
  type Job,
  type LifeEnd,
  type Substitution,
} from "./job.ts";
import { judgeDisk, judgeFolder, TABLE_FOLDER } from "./judge.ts";
import { TABLES, type PlayedTable } from "./tables.ts";

const PORT = 8_470;
/** So many states are opened by the unit's opening code, then one by the whole unit too. */
const WHOLE_UNIT = 10;

/** A folder with a disk, and a table that plays there. */
export interface Played {
  readonly place: GuestFolder;
  readonly table: PlayedTable;
}

export async function playedAt(family: string): Promise<Played> {
  const place = guestFolder(family.includes("second copy") ? 2 : 1);
  const table = await TABLES[family]!(place.path);
  return { place, table };
}

/** What the guest is to do with a table; each life ends after so many records. */
export function jobOf(
  { place, table }: Played,
  lives: readonly number[],
  more: Partial<Job> & { readonly substituted?: readonly Substitution[] } = {},
): Job {
  const { substituted = [], ...rest } = more;
  const args = table.args({ storage: STORAGE_FOLDER, files: JOB_FOLDER, port: PORT, second: SECOND_FOLDER });
  return {
    // The first disk of a table with two is lost after each life.
    lives: lives.map((records, at) => ({ args, records, isFirstLost: table.hasSecond && at > 0 })),
    url: `http://127.0.0.1:${PORT}/`,
    marksAt: place.marksAt,
    calibrations: 3,
    failAfter: null,
    isPressed: table.isPressed,
    ...rest,
    substitutions: [MARK_COMMITS, SHORT_EPOCHS, ONE_DISK, ...substituted],
  };
}

/** What a guest that played under a log of blocks leaves. */
export interface Logged {
  readonly start: DiskImage;
  readonly log: CutLog;
  readonly ends: readonly LifeEnd[];
  /** All that the machine printed. */
  readonly output: string;
}

export async function playLogged({ place }: Played, job: Job): Promise<Logged> {
  const start = DiskImage.read(place.disk);
  const output = await startGuest(place, "log", job).ended;
  return { start, log: cutLog(readBlockLog(place.log), place.marksAt / SECTOR), ends: lifeEnds(place), output };
}

/** What was found over many states. */
export interface Judged {
  readonly states: number;
  /** How many of them the whole unit opened, too. */
  readonly started: number;
  /** Records in the state with the most. */
  readonly records: number;
  /** One line for each state that is not as it must be. */
  readonly wrong: readonly string[];
}

/** Which states are judged, and how. */
export interface Trial {
  /** At about so many of all flushes, evenly over them. */
  readonly flushes: number;
  readonly seed: string;
  /** The whole unit is started on every tenth, too. */
  readonly starts: boolean;
  /** So many that are wrong are enough; null: all are tried. */
  readonly enough: number | null;
}

export async function judgeStates(
  { place, table }: Played,
  { start, log }: Logged,
  { flushes, seed, starts, enough }: Trial,
): Promise<Judged> {
  const random = randomFrom(seed);
  const take = takeEvenly(log.groups.length, flushes);
  const image = join(place.path, "state");
  const wrong: string[] = [];
  let states = 0;
  let started = 0;
  let most = 0;
  for (const state of crashStates(log, start, random, take)) {
    state.disk.writeTo(image);
    // The second copy alone brings all back, too: in every other state the first is lost.
    const isFirstLost = table.hasSecond && states % 2 === 1;
    const found = await judgeDisk(image, { disks: place.disks, log: table.log, isFirstLost }, state.marks);
    most = Math.max(most, found.records);
    const faults = [...found.wrong];
    if (starts && states % WHOLE_UNIT === WHOLE_UNIT - 1) {
      started++;
      state.disk.writeTo(image);
      faults.push(...(await startOn(image, { place, table }, state)));
    }
    if (faults.length > 0)
      wrong.push(`flush ${state.flush} of ${log.groups.length}, ${state.cut}: ${faults.join("; ")}`);
    states++;
    if (wrong.length === enough) break;
  }
  return { states, started, records: most, wrong };
}

/** So many of them, evenly over all. */
export function takeEvenly(all: number, count: number): (flush: number) => boolean {
  const every = Math.max(1, all / count);
  return (flush) => Math.floor(flush / every) !== Math.floor((flush - 1) / every);
}

/** Starts the whole unit on a disk as the power left it: it shows at least what was shown, ends in order, and its journal holds. */
function startOn(image: string, { place, table }: Played, { marks }: CrashState): Promise<readonly string[]> {
  return withDisks(image, place.disks, async (root, secondRoot) => {
    const folder = join(root, TABLE_FOLDER);
    const second = join(secondRoot, TABLE_FOLDER);
    if (table.hasSecond) mkdirSync(second, { recursive: true });
    const unit = startProcess(table.args({ storage: folder, files: place.path, port: 0, second }));
    try {
      const screen = await screenLine(await unit.url);
      const { seq } = await screen.view();
      const shown = marks.reduce((most, mark) => (mark.is === "shown" ? Math.max(most, mark.seq) : most), -1);
      unit.child.kill("SIGTERM");
      const { status, stderr } = await unit.ended;
      return [
        ...(seq >= shown ? [] : [`record ${shown} was shown, and the unit began with ${seq}`]),
        ...(status === 0 ? [] : [`the unit ended with status ${status}: ${stderr}`]),
        ...judgeFolder(folder, table.hasSecond ? second : null, table.log, marks).wrong,
      ];
    } catch (error) {
      return [`the unit does not start: ${String(error)}`];
    } finally {
      unit.child.kill("SIGKILL");
      await unit.ended;
    }
  });
}

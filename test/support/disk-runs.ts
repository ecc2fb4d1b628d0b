import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Report } from "../../src/record/report.ts";
import { setDisk } from "../../firmware/files/disk.ts";
import { openPictures, type PictureStore } from "../../firmware/table/dice/pictures.ts";
import { makeFolder } from "../../firmware/files/durable.ts";
import { JournalError, onDisk } from "../../firmware/files/errors.ts";
import { keyPathOf } from "../../firmware/journal/keys/keys.ts";
import { journalEpochs } from "../../firmware/evidence/log/record-lines.ts";
import { verifyPath } from "../../firmware/evidence/verify/verify-file.ts";
import { RELEASE_ID } from "../../firmware/release.ts";
import { Unit } from "../../firmware/unit/unit.ts";
import { sha256Hex } from "../../src/record/bytes.ts";
import { fakeClock, type FakeClock } from "../../src/time/fake-clock.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { greyImage } from "../../src/vision/grey-image.ts";
import type { DiskPlan } from "./disk-faults.ts";
import { FailingDisk } from "./failing-disk.ts";
import { openJournalHere } from "./journal-in-thread.ts";
import type { PlayedEntries } from "./played-entries.ts";
import { configHere, LOG } from "./unit-here.ts";

/** Records of an epoch: a short run sees some of them end. */
export const EPOCH_RECORDS = 12;
/** A picture is kept after so many entries. */
const PICTURE_EVERY = 20;
const PICTURE_SIDE = 16;

/** A table to be played on a disk that fails. */
export interface DiskRun extends DiskPlan {
  /** A storage folder of its own: empty, or a copy of one that a table left. */
  readonly folder: string;
  readonly played: PlayedEntries;
  /** Hashes of the records that were told by the lives before. */
  readonly told: readonly string[];
  /** Entries that are fed in this life. */
  readonly entries: number;
  /** How the life ends, where the disk has not ended it. */
  readonly end: "stopped" | "killed";
  /** True: what a disk lost that lied about its syncs counts like every other loss, so that the check itself is seen at work. */
  readonly isControl?: boolean;
}

/** What a run came to; `wrong`: what may never be, one line each. */
export interface DiskRunReport {
  readonly how: "refused" | "ended" | "played";
  readonly hit: string | null;
  readonly hitAt: number | null;
  readonly calls: number;
  readonly why: string | null;
  readonly wrong: readonly string[];
}

/** One life of a table, as far as it came. */
interface Life {
  readonly told: Map<number, string>;
  readonly pictures: Set<string>;
  readonly failures: Error[];
  how: DiskRunReport["how"];
  /** Errors that the disk threw until the table ended, or was ended. */
  errors: number;
}

/**
 * Plays a table on a disk that fails as planned, then opens its folder again with a disk that does not. Everything of which anybody
 * was told must be there, and `verify` must say valid, or name what was damaged.
 */
export async function playOnFailingDisk(run: DiskRun): Promise<DiskRunReport> {
  const wrong: string[] = [];
  const unhandled = (error: unknown): void => void wrong.push(`an unhandled rejection: ${textOf(error)}`);
  process.on("unhandledRejection", unhandled);
  const clock = fakeClock(1_000);
  const failing = new FailingDisk(run.folder, run, (us) => clock.advance(us));
  const life: Life = {
    told: new Map(run.told.map((hash, seq) => [seq, hash])),
    pictures: new Set(),
    failures: [],
    how: "played",
    errors: 0,
  };
  try {
    setDisk(failing.disk);
    await live(run, life, failing, clock, wrong);
  } finally {
    setDisk();
  }
  await settle();
  checkEnd(life, failing, wrong);
  await checkAfter(run, life, failing, wrong);
  await settle();
  process.off("unhandledRejection", unhandled);
  const why = life.failures[0]?.message ?? null;
  return { how: life.how, hit: failing.hit, hitAt: failing.hitAt, calls: failing.calls, why, wrong };
}

async function live(
  run: DiskRun,
  life: Life,
  failing: FailingDisk,
  clock: FakeClock,
  wrong: string[],
): Promise<void> {
  const table = await start(run, life, clock).catch((error: unknown) => {
    life.how = "refused";
    life.failures.push(error as Error);
    return null;
  });
  if (table === null) return;
  const { unit, close } = table;
  // Pictures are kept by a thread of the eye's: without one a throw is undecided, and the table goes on.
  failing.isAside = true;
  const pictures = openedPictures(run.folder, clock);
  for (const [at, entry] of run.played.entries.slice(0, run.entries).entries()) {
    if (unit.hasFailed) break;
    failing.isAside = false;
    await unit.feed(entry);
    await unit.lookAtJournal();
    failing.isAside = true;
    if (at % PICTURE_EVERY === 0) await keepPicture(pictures, at, life);
  }
  failing.isAside = false;
  await settle();
  await unit.lookAtJournal();
  await settle();
  if (unit.hasFailed) life.how = "ended";
  const writes = failing.writes.length;
  life.errors = failing.errors;
  if (run.end === "killed" && !unit.hasFailed) failing.end();
  await unit.stop("test").catch((error: unknown) => void life.failures.push(error as Error));
  await close();
  if (life.how !== "ended") return;
  const more = failing.writes.slice(writes).filter((write) => !write.includes(" pictures/"));
  // The files are closed, and the recordings that lie in memory are not tried again.
  if (more.length > 0) wrong.push(`after the disk had failed it was asked again: ${more.join(", ")}`);
}

interface PlayingTable {
  readonly unit: Unit;
  readonly close: () => Promise<void>;
}

async function start(run: DiskRun, life: Life, clock: FakeClock): Promise<PlayingTable> {
  const { folder, played } = run;
  const dir = join(folder, "recordings");
  onDisk("making the folder", dir, () => makeFolder(dir));
  const journal = await openJournalHere({
    path: join(folder, "journal.db"),
    keyPath: keyPathOf(folder, LOG),
    log: LOG,
    mode: "test",
    recordings: { dir, keepBytes: 1_000_000_000 },
  });
  const close = (): Promise<void> => journal.close().catch(() => undefined);
  const nothing = (): Promise<void> => Promise.resolve();
  const config = configHere(folder);
  let secrets = journal.head().seq * 1_000;
  try {
    const unit = await Unit.start({
      config: { ...config, storage: { ...config.storage, epochRecords: EPOCH_RECORDS } },
      setup: played.setup,
      journal,
      clock,
      release: RELEASE_ID,
      secrets: () => String(++secrets).padStart(64, "0"),
      events: {
        onRecord: ({ seq, hash }) => void life.told.set(seq, hash),
        onNotice: () => undefined,
        onFailed: (error) => void life.failures.push(error),
      },
      keep: () => ({ write: nothing, reopen: nothing, isServed: () => true, stop: nothing }),
    });
    await settle();
    return { unit, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The eye's thread ends where its folder cannot be read. */
function openedPictures(folder: string, clock: FakeClock): PictureStore | null {
  try {
    return openPictures(join(folder, "pictures"), 1_000_000, { days: 0, clock });
  } catch {
    return null;
  }
}

async function keepPicture(pictures: PictureStore | null, at: number, life: Life): Promise<void> {
  const data = new Uint8Array(PICTURE_SIDE * PICTURE_SIDE).fill(at % 256);
  const image = greyImage(PICTURE_SIDE, PICTURE_SIDE, data);
  const hash = (await pictures?.store(image, image)) ?? null;
  if (hash !== null) life.pictures.add(hash);
}

/** A failing disk ends certifying, in one line and by a JournalError. */
function checkEnd(life: Life, failing: FailingDisk, wrong: string[]): void {
  const [first] = life.failures;
  if (life.how !== "played") {
    if (!(first instanceof JournalError))
      wrong.push(`${life.how} by what is no JournalError: ${textOf(first)}`);
    else if (first.message.includes("\n")) wrong.push(`${life.how} in more than one line: ${first.message}`);
    else if (life.how === "ended" && !first.fatal) wrong.push(`ended by ${first.code}: ${first.message}`);
    if (failing.hit === null) wrong.push(`${life.how} though the disk had not failed: ${textOf(first)}`);
  } else if (life.errors > 0) wrong.push(`the table played on over an error of the disk`);
}

async function checkAfter(run: DiskRun, life: Life, failing: FailingDisk, wrong: string[]): Promise<void> {
  const { folder } = run;
  if (run.fault === "power-cut" || (failing.hit !== null && run.seed.endsWith("cut"))) failing.losePower();
  if (await opensWithout(run, failing, wrong)) {
    checkTold(run, life, wrong);
    return;
  }
  failing.putBack();
  const before: Life = { told: new Map(), pictures: new Set(), failures: [], how: "played", errors: 0 };
  const mayLack = failing.isLying && run.isControl !== true;
  const clock = fakeClock(1_000);
  const table = await start(run, before, clock).catch((error: unknown) => {
    const isNamed = error instanceof JournalError && !error.message.includes("\n");
    if (!isNamed || !mayLack) wrong.push(`the folder is refused afterwards: ${textOf(error)}`);
    return null;
  });
  if (table !== null) {
    await table.unit.lookAtJournal();
    await table.unit.stop("test");
    await table.close();
  }
  const report = judged(folder);
  if (typeof report === "string") {
    if (!mayLack) wrong.push(report);
    return;
  }
  if (failing.liesOfAll && mayLack) return;
  if (!mayLack || table !== null) checkTold(run, life, wrong);
  for (const hash of life.pictures) {
    const path = join(folder, "pictures", `${hash}.png`);
    if (!mayLack && (!existsSync(path) || sha256Hex(readFileSync(path)) !== hash))
      wrong.push(`the picture ${hash} was told and is gone or another one`);
  }
}

/** Where something vanished the folder opens without it, or names it and changes nothing. */
async function opensWithout(run: DiskRun, failing: FailingDisk, wrong: string[]): Promise<boolean> {
  if (failing.away.length === 0) return false;
  const life: Life = { told: new Map(), pictures: new Set(), failures: [], how: "played", errors: 0 };
  try {
    const table = await start(run, life, fakeClock(1_000));
    await table.unit.stop("test");
    await table.close();
    return true;
  } catch (error) {
    if (!(error instanceof JournalError) || error.message.includes("\n"))
      wrong.push(`without ${failing.away[0]?.from ?? ""} the folder is refused by ${textOf(error)}`);
    return false;
  }
}

/** Every record of which anybody was told is there. */
function checkTold({ folder }: DiskRun, life: Life, wrong: string[]): void {
  const stored = storedHashes(folder);
  for (const [seq, hash] of life.told)
    if (stored[seq] !== hash) {
      wrong.push(`record ${seq} was told and is ${stored[seq] ?? "gone"}`);
      return;
    }
}

/** What `verify` says of a folder; a text: what is wrong. */
function judged(folder: string): Report | string {
  try {
    const report = verifyPath(folder);
    const [problem] = report.problems;
    return problem === undefined ? report : `verify: record ${problem.seq ?? "?"}: ${problem.what}`;
  } catch (error) {
    return `verify refuses the folder: ${textOf(error)}`;
  }
}

function storedHashes(folder: string): readonly string[] {
  const epochs = journalEpochs(folder);
  try {
    return Array.from(epochs.records(), ({ hash }) => Buffer.from(hash).toString("hex"));
  } finally {
    epochs.release();
  }
}

/** Lets messages, and the reading of a closed epoch, come to their end. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await systemClock().sleep(0);
}

const textOf = (error: unknown): string =>
  error instanceof JournalError
    ? `${error.code}: ${error.message}`
    : error instanceof Error
      ? String(error.stack)
      : String(error);

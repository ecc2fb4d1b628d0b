import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openJournal, type Journal } from "../../firmware/journal/client.ts";
import { epochPath } from "../../firmware/journal/epoch-files.ts";
import { keyPathOf } from "../../firmware/journal/keys.ts";
import { isPruned } from "../../firmware/journal/pruning.ts";
import { verifyPathOnCores } from "../../firmware/journal/verify-file.ts";
import { RELEASE_ID } from "../../firmware/release.ts";
import { Unit } from "../../firmware/unit/unit.ts";
import { cosignCheckpoint } from "../../src/record/checkpoint.ts";
import { witness } from "../../src/record/vector.fixture.ts";
import { fakeClock } from "../../src/time/fake-clock.ts";
import { rfc3339, wallMs } from "../../src/time/instant.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { temporaryFolder } from "../support/folder.ts";
import { wheelEntries } from "../support/played-entries.ts";
import { configHere, LOG } from "../support/unit-here.ts";
import { volume } from "../support/volume.ts";

/**
 * A table through a year of its own time: it is started on every day of play, plays, closes its epochs, has them cosigned at night and
 * ends. Records go after half a year, recordings after three weeks.
 */

const DAY_MS = 86_400_000;
const FIRST_DAY_MS = Date.parse("2026-01-01T18:00:00Z");
const DAYS = 365;
/** Every day in a soak; else every sixtieth. */
const STEP = volume(60, 1);
const EVENT_DAYS = 180;
const RECORDING_DAYS = 21;
const EPOCH_RECORDS = volume(64, 256);
/** Entries between two looks at the journal. */
const LOOK_EACH = 50;
const played = wheelEntries(volume(1_500, 100_000));

/** What lies in the folder after a day. */
interface Night {
  readonly day: number;
  readonly recordings: number;
}

/** Plays one day and ends in order. */
async function playDay(folder: string, day: number): Promise<void> {
  const startedMs = systemClock().wall() - 1;
  const dir = join(folder, "recordings");
  mkdirSync(dir, { recursive: true });
  const clock = fakeClock(1_000, FIRST_DAY_MS + day * DAY_MS);
  const journal = await openJournal({
    path: join(folder, "journal.db"),
    keyPath: keyPathOf(folder, LOG),
    log: LOG,
    mode: "test",
    recordings: { dir, keepBytes: 1, keepDays: RECORDING_DAYS },
    prune: { days: EVENT_DAYS, cosigners: [witness.verifier.vkey] },
  });
  const failures: Error[] = [];
  const config = configHere(folder);
  const nothing = (): Promise<void> => Promise.resolve();
  const unit = await Unit.start({
    config: { ...config, storage: { ...config.storage, epochRecords: EPOCH_RECORDS } },
    setup: played.setup,
    journal,
    clock,
    release: RELEASE_ID,
    secrets: () => "0".repeat(64),
    events: {
      onRecord: () => undefined,
      onNotice: () => undefined,
      onFailed: (error) => void failures.push(error),
    },
    keep: () => ({ write: nothing, reopen: nothing, stop: nothing }),
  });
  for (const [at, entry] of played.entries.entries()) {
    await unit.feed(entry);
    if (at % LOOK_EACH === 0) await unit.lookAtJournal();
  }
  await settle(unit, journal, folder);
  await cosign(journal, FIRST_DAY_MS / 1_000 + day * (DAY_MS / 1_000));
  await unit.stop("the day is over");
  // The age of a recording is that of its file.
  for (const name of readdirSync(dir)) {
    const path = join(dir, name);
    if (statSync(path).mtimeMs >= startedMs) utimesSync(path, clock.wall() / 1_000, clock.wall() / 1_000);
  }
  expect(failures).toEqual([]);
}

/** Until the epoch before is closed, and what may be pruned is. */
async function settle(unit: Unit, journal: Journal, folder: string): Promise<void> {
  const clock = systemClock();
  for (let looks = 0; looks < 2_000; looks++) {
    await unit.lookAtJournal();
    const isPruning = readdirSync(folder)
      .concat(epochsIn(folder))
      .some((name) => name.includes("-pruned"));
    if (!journal.isClosing && !isPruning && looks > 5) return;
    await clock.sleep(500);
  }
  throw new Error("an epoch does not close, or is pruned without end");
}

async function cosign(journal: Journal, seconds: number): Promise<void> {
  const known = (await journal.cosigned())?.size ?? 0;
  const asked = await journal.toWitness(known);
  if (asked === null || asked.size === known) return;
  const line = cosignCheckpoint(asked.note, witness, seconds).slice(asked.note.length);
  await journal.cosign({ size: asked.size, line, at: rfc3339(wallMs(seconds * 1_000)) });
}

const epochsIn = (folder: string): string[] => {
  const epochs = join(folder, "journal.epochs");
  return existsSync(epochs) ? readdirSync(epochs) : [];
};

test("a year of days: the chain is whole, what is old is pruned, the disk does not fill", async () => {
  const folder = existsSync("/dev/shm") ? `/dev/shm/tirada-year-${process.pid}` : temporaryFolder();
  mkdirSync(folder, { recursive: true });
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const nights: Night[] = [];
  for (let day = 0; day < DAYS; day += STEP) {
    await playDay(folder, day);
    nights.push({
      day,
      recordings: readdirSync(join(folder, "recordings")).length,
    });
  }
  const path = join(folder, "journal.db");
  const report = await verifyPathOnCores(path, { witnesses: [witness.verifier.vkey] });
  expect(report.problems).toEqual([]);
  expect(report.notes.join("\n")).toMatch(/records 0 to \d+ were pruned after/);
  expect([isPruned(path), isPruned(epochPath(path, 1))]).toEqual([true, true]);
  expect(Math.max(...nights.map(({ recordings }) => recordings))).toBeLessThanOrEqual(
    2 * (RECORDING_DAYS / STEP + 2),
  );
  // What is left of an epoch: leaf hashes and what every file has. The longer the epoch, the less of it.
  for (const { epoch, bytes } of closedEpochs(folder))
    if (isPruned(epochPath(path, epoch)))
      expect(statSync(epochPath(path, epoch)).size).toBeLessThan(volume(0.7, 0.3) * bytes);
  const pruned = closedEpochs(folder).filter(({ epoch }) => isPruned(epochPath(path, epoch)));
  expect(pruned.length).toBeGreaterThan((nights.length * EVENT_DAYS) / DAYS / 2);
}, 7_200_000);

/** Number and length of each epoch as it was closed. */
function closedEpochs(folder: string): { readonly epoch: number; readonly bytes: number }[] {
  const lines = readFileSync(join(folder, "journal.epochs", "closings.jsonl"), "utf8")
    .trim()
    .split("\n");
  return lines.map((text) => {
    const { line } = JSON.parse(text) as { readonly line: string };
    return (JSON.parse(line) as { readonly detail: { readonly epoch: number; readonly bytes: number } }).detail;
  });
}

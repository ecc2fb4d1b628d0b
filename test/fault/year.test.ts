import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { epochPath } from "../../firmware/evidence/log/epoch-files.ts";
import { isPruned } from "../../firmware/journal/epochs/pruning.ts";
import { verifyPath, verifyPathOnCores } from "../../firmware/evidence/verify/verify-file.ts";
import { witness } from "../../src/record/vector.fixture.ts";
import { commandHere } from "../support/command.ts";
import { temporaryFolder } from "../support/folder.ts";
import { cardEntries } from "../support/played-entries.ts";
import { SOAK, volume } from "../support/volume.ts";
import { closedEpochs, YearTable } from "../support/year-table.ts";

/**
 * A table of cards through a year of its own time: it is started on every day of play, plays, closes its epochs, has them cosigned at
 * night and ends, or is killed in the middle of a round. Rounds are disputed, and after some kills the key gives way. Records go after
 * half a year, recordings after three weeks; case files stay.
 */

const DAYS = 365;
/** Every day in a soak; else every sixtieth. */
const STEP = volume(60, 1);
/** Of so many lives one is killed in play, one gives its key away, one has a round disputed that was over. */
const KILL_EACH = volume(2, 6);
const ROTATE_EACH = volume(2, 30);
const DISPUTE_EACH = volume(3, 10);
const EVENT_DAYS = 180;
const RECORDING_DAYS = 21;

/** What lies in the folder after a day, in bytes: all, the case files, and epochs that were pruned. */
interface Night {
  readonly day: number;
  readonly recordings: number;
  readonly bytes: number;
  readonly cases: number;
  readonly pruned: number;
}

interface Year {
  readonly nights: readonly Night[];
  readonly lives: number;
  readonly kills: number;
  readonly rotations: number;
  readonly disputes: number;
}

function lookAt(folder: string, day: number): Night {
  const sizes = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => ({ name, found: statSync(join(folder, name)) }))
    .filter(({ found }) => found.isFile());
  const sum = (of: (name: string) => boolean): number =>
    sizes.reduce((bytes, { name, found }) => bytes + (of(name) ? found.size : 0), 0);
  const gone = (name: string): boolean =>
    /^journal\.db$|^journal\.epochs.*\.db$/.test(name) && isPruned(join(folder, name));
  return {
    day,
    recordings: readdirSync(join(folder, "recordings")).length,
    bytes: sum(() => true),
    cases: sum((name) => name.startsWith("cases/")),
    pruned: sum(gone),
  };
}

/** What a night keeps that has its time: neither case files nor what is left of pruned epochs. */
const passing = ({ bytes, cases, pruned }: Night): number => bytes - cases - pruned;

/** Plays the year, a life a day. */
async function playYear(table: YearTable, folder: string): Promise<Year> {
  const nights: Night[] = [];
  let [lives, kills, rotations, disputes] = [0, 0, 0, 0];
  let hasRotated = false;
  for (let day = 0; day < DAYS; day += STEP, lives++) {
    const isKilled = lives % KILL_EACH === 1;
    const isDisputed = isKilled || lives % DISPUTE_EACH === 0;
    const notices = (isKilled ? await table.killInPlay(day) : await table.playDay(day, isDisputed)).join("\n");
    // What the life before had left sealed is open, also with a key that has given way, and that key is gone.
    expect(notices).not.toContain("cannot be opened");
    expect(notices.includes("was removed: no recording is sealed with it")).toBe(hasRotated);
    expect(table.oldKeys()).toEqual([]);
    expect(table.sealed().filter((name) => name.endsWith(".sealed"))).toHaveLength(1);
    hasRotated = lives % ROTATE_EACH === 1;
    if (hasRotated) {
      table.rotateKey(day);
      expect(table.oldKeys()).toHaveLength(1);
    }
    [kills, rotations, disputes] = [kills + +isKilled, rotations + +hasRotated, disputes + +isDisputed];
    nights.push(lookAt(folder, day));
  }
  return { nights, lives, kills, rotations, disputes };
}

test("a year of days: the chain is whole, disputed rounds stay, what is old is pruned, the disk does not fill", async () => {
  const folder = existsSync("/dev/shm") ? `/dev/shm/tirada-year-${process.pid}` : temporaryFolder();
  mkdirSync(folder, { recursive: true });
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const played = cardEntries(volume(10, 40), "year");
  const table = new YearTable({
    folder,
    played,
    rulebook: "cl/punto-y-banca",
    epochRecords: volume(64, 256),
    eventDays: EVENT_DAYS,
    recordingDays: RECORDING_DAYS,
  });
  const year = await playYear(table, folder);
  const { nights, rotations, disputes } = year;
  const path = table.journal;
  const given = { vkey: table.enrolled, witnesses: [witness.verifier.vkey] };
  const report = await verifyPathOnCores(path, given);
  expect(report.problems).toEqual([]);
  expect(report.keys).toHaveLength(rotations + 1);
  expect(report.notes.join("\n")).toMatch(/records 0 to \d+ were pruned after/);
  expect([isPruned(path), isPruned(epochPath(path, 1))]).toEqual([true, true]);
  // Files of a day, with what is sealed; the day before and the day under way are there too, and one more where a life opened its
  // recording before the time of day was told: it removes nothing then.
  expect(Math.max(...nights.map(({ recordings }) => recordings))).toBeLessThanOrEqual(
    volume(2, 4) * (RECORDING_DAYS / STEP + 3),
  );
  // What is left of an epoch: leaf hashes and what every file has. The longer the epoch, the less of it.
  const pruned = closedEpochs(folder).filter(({ epoch }) => isPruned(epochPath(path, epoch)));
  for (const { epoch, bytes } of pruned)
    expect(statSync(epochPath(path, epoch)).size).toBeLessThan(volume(0.7, 0.4) * bytes);
  expect(pruned.length).toBeGreaterThan((nights.length * EVENT_DAYS) / DAYS / 2);
  // From the day on which the first records went, nothing grows but what stays.
  const between = (from: number, to: number): number =>
    Math.max(...nights.filter(({ day }) => day > from && day <= to).map(passing));
  expect(between(335, DAYS)).toBeLessThan(1.15 * between(185, 335));
  expect(table.cases).toHaveLength(disputes);
  for (const { path: file, sha256 } of table.cases) {
    expect(createHash("sha256").update(readFileSync(file)).digest("hex")).toBe(sha256);
    expect(verifyPath(file, given).problems).toEqual([]);
  }
  // Its records are gone from the journal, and its round is whole still.
  const old = table.cases.filter(({ to }) => to < (report.firstSeq ?? 0));
  expect(old.length).toBeGreaterThan(0);
  for (const { path: file } of SOAK ? table.cases : [...old.slice(0, 1), ...table.cases.slice(-1)])
    expect(await commandHere(["rejudge", file])).toMatchObject({ status: 0, stderr: "" });
  if (SOAK) process.stdout.write(`${sayYear(year, report.records)}\n`);
}, 7_200_000);

/** The year in numbers, a line each month. */
function sayYear({ nights, lives, kills, rotations, disputes }: Year, records: number): string {
  const kib = (bytes: number): number => Math.round(bytes / 1_024);
  const months = nights
    .filter(({ day }) => day % 30 === 0 || day === DAYS - 1)
    .map(
      (one) =>
        `day ${one.day}: ${kib(one.bytes)} KiB, of which cases ${kib(one.cases)}, pruned epochs ${kib(one.pruned)}`,
    );
  return [
    `a year: ${lives} lives, ${kills} killed in play, ${rotations} rotations, ${disputes} disputes, ${records} records left`,
    ...months,
  ].join("\n");
}

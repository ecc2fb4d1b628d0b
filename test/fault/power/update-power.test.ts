import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { randomFrom } from "../../../src/time/random-source.ts";
import { runSeed, SOAK, volume } from "../../support/volume.ts";
import { readBlockLog, SECTOR } from "./block-log.ts";
import { CONTROLS } from "./controls.ts";
import { crashStates, cutLog } from "./crash-states.ts";
import { DiskImage } from "./disk-image.ts";
import { guestFolder, guestMissing, startGuest } from "./guest.ts";
import { MARK_COMMITS, type Substitution } from "./job.ts";
import { takeEvenly } from "./power-run.ts";
import { judgeUpdate } from "./update-judge.ts";
import { CHAPTERS, writeStory } from "./update-story.ts";

/**
 * Power cuts in updates. In a guest the updater's own code installs, switches, confirms and goes back on a disk whose every block is
 * logged; each state in which the power may have left that disk is opened as launcher, updater and unit open it.
 */

const MINUTE = 60_000;

interface JudgedUpdates {
  readonly states: number;
  /** How many of the states ran each release of the story. */
  readonly runs: Readonly<Record<string, number>>;
  readonly wrong: readonly string[];
}

async function judgeUpdates(
  substituted: readonly Substitution[],
  { flushes, seed, enough }: { readonly flushes: number; readonly seed: string; readonly enough: number },
): Promise<JudgedUpdates> {
  expect(guestMissing()).toBeNull();
  const place = guestFolder(1);
  onTestFinished(() => place.remove());
  const chapters = volume(2, CHAPTERS.length);
  const story = writeStory(place.path, chapters);
  const start = DiskImage.read(place.disk);
  const job = { marksAt: place.marksAt, substitutions: [MARK_COMMITS, ...substituted] };
  const said = await startGuest(place, "log", job, "update-player.ts").ended;
  expect(said).toMatch(/player ended with status 0/);
  expect(said).toMatch(/^announced switched confirmed$/m);
  expect(said.match(/^announced switched returned$/gm)).toHaveLength(volume(1, 2));
  const log = cutLog(readBlockLog(place.log), place.marksAt / SECTOR);
  expect(log.marks.filter(({ is }) => is === "running")).toHaveLength(2 * chapters);
  const image = join(place.path, "state");
  const runs: Record<string, number> = {};
  const wrong: string[] = [];
  let states = 0;
  const random = randomFrom(seed);
  const shift = random.below(log.groups.length);
  const isTaken = takeEvenly(log.groups.length, flushes);
  const take = (flush: number): boolean => isTaken((flush + shift) % log.groups.length);
  for (const state of crashStates(log, start, random, take)) {
    state.disk.writeTo(image);
    const found = await judgeUpdate(image, story, state.marks);
    states++;
    const ran =
      found.runs === null ? "none yet" : (story.made[found.runs]?.known.manifest.version ?? "unknown");
    runs[ran] = (runs[ran] ?? 0) + 1;
    if (found.wrong.length > 0)
      wrong.push(`flush ${state.flush} of ${log.groups.length}, ${state.cut}: ${found.wrong.join("; ")}`);
    if (wrong.length === enough) break;
  }
  process.stdout.write(
    `power cuts in updates: ${log.groups.length} flushes, ${states} states, ${JSON.stringify(runs)}, ${wrong.length} wrong\n`,
  );
  return { states, runs, wrong };
}

test(
  "of an update at any flush: the old release runs or the new one, whole, and the update goes on",
  { timeout: 60 * MINUTE },
  async () => {
    const seed = runSeed("power updates");
    const { states, runs, wrong } = await judgeUpdates([], { flushes: volume(3, 180), seed, enough: Infinity });
    expect(wrong).toEqual([]);
    expect(states).toBeGreaterThanOrEqual(volume(8, 500));
    if (SOAK)
      for (const version of ["1.0.0", "2.0.0", "3.0.0", "none yet"]) expect(runs[version]).toBeGreaterThan(3);
  },
);

if (SOAK)
  test(
    "without the syncs of folders it is lost: the check is seen at work",
    { timeout: 60 * MINUTE },
    async () => {
      const seed = runSeed("power updates, no folder fsync");
      const { wrong } = await judgeUpdates(CONTROLS["no folder fsync"], { flushes: 180, seed, enough: 3 });
      expect(wrong.join("\n")).toMatch(/no confirmed release|runs|is confirmed|the floor was|not whole/);
    },
  );

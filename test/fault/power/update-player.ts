import "../../../firmware/table/setup/every-family.ts";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { floorFile } from "../../../firmware/delivery/update/floor.ts";
import type { UpdateRecord } from "../../../firmware/net/update-questions.ts";
import { monoUs } from "../../../src/time/instant.ts";
import { ss2 } from "../../support/replayed.ts";
import { unitHere } from "../../support/unit-here.ts";
import { UpdaterMachine } from "../../support/updater-machine.ts";
import { JOB_FILE, JOB_FOLDER, STORAGE_DISK, STORAGE_FOLDER, UPDATER_FOLDER, type HookedJob } from "./job.ts";
import { marksOnDisk } from "./marks.ts";
import { behave, CHAPTERS, digestAt, order, readStory } from "./update-story.ts";

/**
 * Runs in the guest: the updater's own code updates a table on the logged disk, in simulated time, with the launcher as it stands. A
 * whole unit keeps the records of it in its journal on the same disk. What the table runs is marked before and after each update.
 */

const { marksAt } = JSON.parse(readFileSync(join(JOB_FOLDER, JOB_FILE), "utf8")) as HookedJob;
const marks = marksOnDisk(STORAGE_DISK, marksAt ?? 0);
const story = readStory(JOB_FOLDER);
const floorNow = (): number => floorFile(UPDATER_FOLDER).read()?.release ?? 0;
const mark = (chapter: number, releases: readonly number[]): void =>
  marks.add({
    is: "running",
    chapter,
    releases: releases.map((at) => digestAt(story, at)),
    floor: floorNow(),
  });

mkdirSync(STORAGE_FOLDER, { recursive: true });
const here = await unitHere(STORAGE_FOLDER, ss2("cl/ruleta-francesa"));
let t = 2_000;
const keep = (detail: UpdateRecord): Promise<void> =>
  here.unit.feed({ k: "event", t: monoUs((t += 1_000)), event: "update", detail: { ...detail } });

for (const [chapter, { from, to, end, seconds, ...ordered }] of CHAPTERS.slice(
  0,
  story.trees.length,
).entries()) {
  const machine = new UpdaterMachine(story.trees[chapter]!, UPDATER_FOLDER);
  machine.keep = keep;
  behave(machine, story);
  if (chapter === 0) await machine.begin(story.made[from]!);
  else machine.start();
  mark(chapter, [from, to]);
  await order(machine, { from, to, end, seconds, ...ordered });
  await machine.pass(seconds);
  mark(chapter, [end]);
  process.stdout.write(`${machine.records.map(({ step }) => step).join(" ")}\n`);
}
await here.unit.stop("the story is over");
marks.close();
process.exit(0);

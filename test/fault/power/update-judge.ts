import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { realDisk, setDisk } from "../../../firmware/files/disk.ts";
import { compareInstalled } from "../../../firmware/delivery/releases/installed-files.ts";
import { slotFolder } from "../../../firmware/delivery/releases/unpack.ts";
import { floorFile } from "../../../firmware/delivery/update/floor.ts";
import { folderTree } from "../../../firmware/delivery/update/folder-tree.ts";
import { manifestOf } from "../../../firmware/delivery/updater/prepare.ts";
import { readSlots, releasesFolder } from "../../../firmware/delivery/updater/slots.ts";
import { readJournal } from "../../support/journal-reading.ts";
import { LOG } from "../../support/unit-here.ts";
import { UpdaterMachine } from "../../support/updater-machine.ts";
import { withDisks } from "./guest.ts";
import { judgeFolder, TABLE_FOLDER } from "./judge.ts";
import type { Mark } from "./marks.ts";
import { behave, CHAPTERS, digestAt, order, type Story } from "./update-story.ts";

export const UPDATER_NAME = "updater";
const LOOKS_MOST = 120;

type Running = Extract<Mark, { is: "running" }>;

/** What a power cut left of an update. */
export interface FoundUpdate {
  /** The release that the next start ran, by its place in the story; null: none was installed yet. */
  readonly runs: number | null;
  /** What is wrong, one line each. */
  readonly wrong: readonly string[];
}

/**
 * Opens what a power cut left of an update as launcher, updater and unit do: the next start runs the release that was confirmed or the
 * one on trial, whole; what was told before the cut is so; the journal is whole. Then the updater goes on, the same command is given
 * again where it had not come so far, and the end is the one that it has without a cut. Changes the image.
 */
export function judgeUpdate(image: string, story: Story, marks: readonly Mark[]): Promise<FoundUpdate> {
  return withDisks(image, 1, async (root) => {
    const journal = judgeFolder(join(root, TABLE_FOLDER), null, LOG, marks).wrong;
    const last = marks.findLast((mark): mark is Running => mark.is === "running");
    // Before the first release was whole there is nothing to run.
    if (last === undefined) return { runs: null, wrong: journal };
    const recorded = confirmedIn(join(root, TABLE_FOLDER, "journal.db"));
    const update = await judgeSlots(join(root, UPDATER_NAME), { story, due: last, recorded });
    return { ...update, wrong: [...journal, ...update.wrong] };
  }).catch((error: unknown) => ({ runs: null, wrong: [`it does not open: ${String(error)}`] }));
}

/** The release that the journal says was confirmed last. */
function confirmedIn(journal: string): string | null {
  const confirmed = readJournal(journal).flatMap(({ body }) =>
    body.kind === "update" && body.detail["step"] === "confirmed" ? [String(body.detail["digest"])] : [],
  );
  return confirmed.at(-1) ?? null;
}

interface DueUpdate {
  readonly story: Story;
  readonly due: Running;
  readonly recorded: string | null;
}

async function judgeSlots(root: string, { story, due, recorded }: DueUpdate): Promise<FoundUpdate> {
  const chapter = CHAPTERS[due.chapter]!;
  const machine = new UpdaterMachine(story.trees[due.chapter]!, root);
  behave(machine, story);
  machine.start();
  const [ran = ""] = machine.starts;
  const wrong: string[] = [];
  const { confirmed } = readSlots(root);
  const difference = compareInstalled(slotFolder(releasesFolder(root), ran), manifestOf(root, ran).manifest);
  if (difference !== null) wrong.push(`the release that runs is not whole: ${difference.path}`);
  if (!due.releases.includes(ran)) wrong.push(`${nameOf(story, ran)} runs`);
  if (confirmed === null || !due.releases.includes(confirmed))
    wrong.push(`${nameOf(story, confirmed ?? "")} is confirmed`);
  // The link comes before its record.
  if (recorded === digestAt(story, chapter.end) && confirmed !== recorded)
    wrong.push(`the journal says that ${nameOf(story, recorded)} is confirmed`);
  const floor = floorFile(root).read()?.release ?? 0;
  if (floor < due.floor) wrong.push(`the floor was ${due.floor}, and is ${floor}`);
  // Whether it is durable was the guest's concern.
  setDisk({ ...realDisk, fsyncSync: () => undefined });
  try {
    const { notes } = await machine.updater.check(folderTree(machine.tree.folder, false));
    wrong.push(...notes);
    await goOn(machine);
    if (due.releases.length > 1 && readSlots(root).confirmed !== digestAt(story, chapter.end)) {
      await order(machine, chapter);
      await machine.pass(chapter.seconds);
    }
    wrong.push(...endFaults(machine, story, chapter.end));
  } finally {
    setDisk();
  }
  return { runs: story.made.findIndex(({ known }) => known.digest === ran), wrong };
}

/** The updater looks until nothing is under way. */
async function goOn(machine: UpdaterMachine): Promise<void> {
  for (let looks = 0; looks < LOOKS_MOST && !machine.isIdle; looks++) await machine.pass(5);
}

function endFaults(machine: UpdaterMachine, story: Story, end: number): readonly string[] {
  const { root } = machine;
  const { current, confirmed } = readSlots(root);
  const wanted = digestAt(story, end);
  const found = [current, confirmed, machine.running?.rel ?? ""].filter((rel) => rel !== wanted);
  const half = existsSync(releasesFolder(root))
    ? readdirSync(releasesFolder(root)).filter((name) => name.startsWith(".tmp-") && machine.isIdle)
    : [];
  return [
    ...(machine.isIdle ? [] : ["the update does not come to its end"]),
    ...(found.length === 0 ? [] : [`it ends with ${found.map((rel) => nameOf(story, rel ?? "")).join(", ")}`]),
    ...(half.length > 1 ? [`${half.length} slots are there in parts`] : []),
  ];
}

function nameOf({ made }: Story, rel: string): string {
  const version = made.find(({ known }) => known.digest === rel)?.known.manifest.version;
  return version === undefined ? "no release" : `release ${version}`;
}

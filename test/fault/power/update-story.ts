import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Repository } from "../../../firmware/delivery/update/floor.ts";
import { ReleaseTree } from "../../support/release-tree.ts";
import {
  filesOf,
  makeRelease,
  type Behaviour,
  type Made,
  type UpdaterMachine,
} from "../../support/updater-machine.ts";

/** Updates of one table, one behind the other: what guest and host both know of them. */

/** One update: what is ordered, and what the table runs when it is over. */
interface Chapter {
  /** The release that is installed, by its place in {@link RELEASES}; null: the one before is put on trial again. */
  readonly install: number | null;
  /** Simulated seconds until it is confirmed or gone back from. */
  readonly seconds: number;
  /** What the table may run meanwhile, and what it runs at the end. */
  readonly from: number;
  readonly to: number;
  readonly end: number;
}

export const RELEASES: readonly (readonly [version: string, behaviour: Behaviour])[] = [
  ["1.0.0", "well"],
  ["2.0.0", "well"],
  ["3.0.0", "display-lost-after-60-s"],
  ["4.0.0", "crash-at-start"],
];

/** A confirmation, a return by the updater, a return by the launcher, and a release that is gone back to and confirmed. */
export const CHAPTERS: readonly Chapter[] = [
  { install: 1, seconds: 130, from: 0, to: 1, end: 1 },
  { install: 2, seconds: 170, from: 1, to: 2, end: 1 },
  { install: 3, seconds: 30, from: 1, to: 3, end: 1 },
  { install: null, seconds: 130, from: 1, to: 0, end: 0 },
];

const STORY_FILE = "story.json";

/** Where releases, trees and roots lie: a folder that guest and host both see. */
export interface Story {
  readonly made: readonly Made[];
  /** The tree as it is in each chapter; one that orders nothing of it has that of the chapter before. */
  readonly trees: readonly ReleaseTree[];
}

const folderOf = (folder: string, name: string): string => join(folder, name);

/** Makes the releases and the trees that offer them in the first chapters, each signed in both repositories. */
export function writeStory(folder: string, chapters: number): Story {
  const inFolder = (name: string): string => {
    mkdirSync(folderOf(folder, name));
    return folderOf(folder, name);
  };
  const made = RELEASES.map(([version]) => makeRelease(version, undefined, inFolder(`release-${version}`)));
  const tree = new ReleaseTree(inFolder("tree"));
  const trees: ReleaseTree[] = [];
  for (const [at, { install }] of CHAPTERS.slice(0, chapters).entries()) {
    if (install !== null) {
      tree.release(install + 1, filesOf(made[install]!));
      tree.assign(install + 1);
    }
    trees.push(tree.copy(folderOf(folder, `tree-${at}`)));
  }
  const roots = Object.entries(tree.factoryRoots).map(([name, bytes]) => [name, bytes.toString("base64")]);
  const story = { made, chapters, roots: Object.fromEntries(roots) as unknown };
  writeFileSync(join(folder, STORY_FILE), JSON.stringify(story));
  return { made, trees };
}

/** The same as somebody else sees it who has the folder elsewhere. */
export function readStory(folder: string): Story {
  const { made, chapters, roots } = JSON.parse(readFileSync(join(folder, STORY_FILE), "utf8")) as {
    made: Made[];
    chapters: number;
    roots: Record<Repository, string>;
  };
  const factoryRoots = {
    image: Buffer.from(roots.image, "base64"),
    director: Buffer.from(roots.director, "base64"),
  };
  return {
    made: made.map((one, at) => ({ ...one, from: folderOf(folder, `release-${RELEASES[at]![0]}`) })),
    trees: CHAPTERS.slice(0, chapters).map((_, at) =>
      ReleaseTree.seen(folderOf(folder, `tree-${at}`), factoryRoots),
    ),
  };
}

export const digestAt = ({ made }: Story, at: number): string => made[at]!.known.digest;

/** Lets a machine's releases behave as the story has them. */
export function behave(machine: UpdaterMachine, story: Story): void {
  for (const [at, [, behaviour]] of RELEASES.entries()) machine.behaves.set(digestAt(story, at), behaviour);
}

/** Orders what a chapter is about. */
export async function order(machine: UpdaterMachine, { install }: Chapter): Promise<void> {
  if (install !== null) await machine.install();
  else await machine.updater.rollback({ by: "Ana", order: null });
}

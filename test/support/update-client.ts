import { join } from "node:path";
import {
  checkForUpdate,
  type Checked,
  type UpdateClientOptions,
  type KnownTimes,
} from "../../firmware/delivery/update/client.ts";
import { floorFile } from "../../firmware/delivery/update/floor.ts";
import { folderTree } from "../../firmware/delivery/update/folder-tree.ts";
import { httpTree } from "../../firmware/delivery/update/http-tree.ts";
import { UpdateRefusal } from "../../firmware/delivery/update/refusal.ts";
import type { Tree } from "../../firmware/delivery/update/tree.ts";
import { wallMs, type WallMs } from "../../src/time/instant.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { temporaryFolder } from "./folder.ts";
import { DAY_MS, MADE_AT, TABLE, type ReleaseTree } from "./release-tree.ts";
import { mirror, TREE_CA, treeServer } from "./tree-server.ts";

/** The three ways in. */
export const WAYS = ["https", "folder", "stick"] as const;
export type Way = (typeof WAYS)[number];

export const KNOWN: KnownTimes = { built: wallMs(MADE_AT - DAY_MS), witnessed: null, result: null };

/** A unit's client with a folder of its own. */
export interface TestClient {
  readonly options: UpdateClientOptions;
  readonly folder: string;
  check(tree: Tree, now?: WallMs, confirmedRelease?: number | null): Promise<Checked>;
  /** Checks, and fetches all that is offered. */
  update(tree: Tree, now?: WallMs): Promise<Checked>;
}

export function testClient(made: ReleaseTree, folder = temporaryFolder()): TestClient {
  const options = {
    folder: join(folder, "trusted"),
    factoryRoots: made.factoryRoots,
    table: TABLE,
    floor: floorFile(folder),
  };
  const check: TestClient["check"] = (tree, now = made.now, confirmedRelease = null) =>
    checkForUpdate(options, { tree, now, known: KNOWN, confirmedRelease });
  return {
    options,
    folder,
    check,
    update: async (tree, now) => {
      const checked = await check(tree, now);
      for (const target of checked.offer?.targets ?? []) await checked.fetch(target, join(folder, "fetched"));
      return checked;
    },
  };
}

/** The tree of a folder, by one of the ways in. */
export async function treeBy(way: Way, folder: string): Promise<Tree> {
  if (way !== "https") return folderTree(folder, way === "stick");
  const tls = { ca: TREE_CA, cert: null, key: null };
  return httpTree({ url: await treeServer(mirror(folder)), tls, clock: systemClock() });
}

/** The name of the refusal; what else was thrown is thrown on. */
export async function refusalOf(act: () => Promise<unknown>): Promise<string> {
  try {
    await act();
  } catch (error) {
    if (error instanceof UpdateRefusal) return error.code;
    throw error;
  }
  return "none";
}

import { join } from "node:path";
import { cosignersOf, logOf, modeOf, type Config } from "../../table/config/config.ts";
import { lstatSync } from "../../files/disk.ts";
import { openJournal, type Journal } from "../../journal/thread/client.ts";
import { makeFolder, makePrivate } from "../../files/durable.ts";
import { keyPathOf } from "../../journal/keys/keys.ts";
import type { PruneRule } from "../../journal/epochs/prune-rule.ts";
import type { Kept } from "../../journal/second/restore-files.ts";
import { EXIT, Problem } from "../../problem.ts";
import type { TableSetup } from "../../table/setup/table-setup.ts";
import { RECORDINGS } from "../unit.ts";

const MEGABYTE = 1024 * 1024;

/** Opens journal, recordings and second copy as the configuration has them. Rejects with what stands in the way. */
export async function openEvidence(config: Config, setup: TableSetup): Promise<Journal> {
  const { folder, recordingMegabytes, recordingDays = 0, second } = config.storage;
  const recordings = join(folder, RECORDINGS);
  makeFolder(recordings);
  requireOwnFolder(recordings);
  makePrivate([folder, recordings]);
  return openJournal({
    path: join(folder, "journal.db"),
    keyPath: keyPathOf(folder, logOf(config)),
    log: logOf(config),
    mode: modeOf(config),
    recordings: {
      dir: recordings,
      keepBytes: recordingMegabytes * MEGABYTE,
      keepDays: recordingDays,
      heldParts: setup.readsAhead ? 1 : 0,
    },
    prune: pruneRule(config),
    ...(second !== undefined && { second: { ...second, kept: keptOf(config) } }),
  });
}

/** What somebody else holds may be pruned here after so many days. */
function pruneRule(config: Config): PruneRule | null {
  const { eventDays } = config.storage;
  const cosigners = cosignersOf(config);
  // A receipt is taken whether or not anything is pruned.
  return cosigners.length === 0 ? null : { days: eventDays ?? null, cosigners };
}

/** How much the storage folder keeps; where days are promised nothing is too much. */
function keptOf({ storage, dice }: Config): Kept {
  if (storage.recordingDays !== undefined) return { recordingBytes: null, pictureBytes: null };
  const pictures = [dice?.eye, dice?.second].map((eye) => eye?.picturesMegabytes ?? 0);
  return {
    recordingBytes: storage.recordingMegabytes * MEGABYTE,
    pictureBytes: Math.max(...pictures) * 1_000_000,
  };
}

/** What a link leads to may be another table's recordings. */
function requireOwnFolder(path: string): void {
  if (lstatSync(path).isSymbolicLink())
    throw new Problem(EXIT.storage, `${path} is a link: make it a folder of the storage folder itself`);
}

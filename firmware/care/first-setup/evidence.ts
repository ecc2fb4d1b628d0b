import { dirname, join } from "node:path";
import { sha256Hex } from "../../../src/record/bytes.ts";
import { hasNoJournal } from "../../evidence/log/database.ts";
import { epochPaths } from "../../evidence/log/epoch-files.ts";
import { recordFacts, recordsOfJournal } from "../../evidence/log/record-lines.ts";
import { accessSync, constants, isThere } from "../../files/disk.ts";
import { type Config, logOf } from "../../table/config/config.ts";
import { makeFolder } from "../../files/durable.ts";
import { keyPathOf } from "../../journal/keys/keys.ts";
import { findPlace, requireOtherDisk } from "../../journal/second/devices.ts";
import { journalKeys } from "../../evidence/log/stored-log.ts";
import { EXIT, Problem } from "../../problem.ts";
import type { TableSetup } from "../../table/setup/table-setup.ts";
import { asProblem } from "../../unit/failure.ts";
import { openEvidence } from "../../unit/evidence/open-evidence.ts";
import type { Made } from "./progress.ts";

/** What a table's journal says of whether it has played. It may be read beside a running unit. */
export interface JournalLook {
  /** Number of the first certified record that is kept; null: there is none. */
  readonly certified: number | null;
  /** The newest record; null: the journal is empty. */
  readonly last: { readonly seq: number; readonly hash: string } | null;
}

/** Kinds of the records of a table that was started to test its devices, and stopped before anybody pressed a key. */
const TEST_KINDS: readonly string[] = [
  "boot",
  "shutdown",
  "clock",
  "self-test",
  "check",
  "device",
  "fault",
  "fault-cleared",
  "phase",
  "configuration",
  "aborted",
];

/** Whether nobody has done anything at the table of this journal, and it has played nothing. */
export function holdsTestsOnly(folder: string): boolean {
  for (const { kind } of recordFacts(join(folder, "journal.db")))
    if (kind === null || !TEST_KINDS.includes(kind)) return false;
  return true;
}

/** Null: the folder has no journal. */
export function lookAtJournal(folder: string): JournalLook | null {
  const path = join(folder, "journal.db");
  if (hasNoJournal(path)) return null;
  // Whatever filled an epoch has played, though its lines may be pruned.
  if (epochPaths(path).length > 1) return { certified: 1, last: null };
  for (const { kind, fields, seq } of recordFacts(path)) {
    const { level } = (fields["certainty"] ?? {}) as { readonly level?: unknown };
    if (kind === "result" && level === "certified") return { certified: seq, last: null };
  }
  let last: JournalLook["last"] = null;
  let seq = 0;
  for (const line of recordsOfJournal(path).lines) last = { seq: ++seq, hash: sha256Hex(line) };
  return { certified: null, last };
}

/** The folders on the way to this one that are not there, and itself, the outermost first. */
export function missingFolders(path: string): readonly Made[] {
  const missing: Made[] = [];
  for (let one = path; !isThere(one); one = dirname(one)) missing.unshift({ kind: "folder", path: one });
  return missing;
}

/** Throws a Problem where a second copy would be lost with the first one. */
export function requireSecondDisk(first: string, second: string): void {
  try {
    requireOtherDisk(first, second, findPlace);
  } catch (error) {
    throw asProblem(error, second);
  }
}

/** Makes a folder and those above it. Throws a Problem when this user may not write there. */
export function makeFolders(path: string): void {
  try {
    makeFolder(path);
    accessSync(path, constants.W_OK);
  } catch (error) {
    throw asProblem(error, path);
  }
}

/** The key of a table, for the inspector who enrols it. */
export interface TableKey {
  readonly log: string;
  readonly vkey: string;
  /** SHA-256 of the public key, in groups of four digits. */
  readonly fingerprint: string;
  /** Where it lies. */
  readonly path: string;
}

/** Begins key and journal as the first start of a table does, or opens those that are there. Rejects with a Problem. */
export async function makeKey(config: Config, setup: TableSetup): Promise<TableKey> {
  const { folder } = config.storage;
  const path = join(folder, "journal.db");
  try {
    const journal = await openEvidence(config, setup);
    await journal.close();
    const verifier = journalKeys(path).current;
    return {
      log: verifier.name,
      vkey: verifier.vkey,
      fingerprint: sha256Hex(verifier.raw).replace(/.{4}(?=.)/g, "$& "),
      path: keyPathOf(folder, logOf(config)),
    };
  } catch (error) {
    const problem = asProblem(error, folder);
    throw problem.status === EXIT.internal
      ? new Problem(EXIT.storage, problem.message, { cause: error })
      : problem;
  }
}

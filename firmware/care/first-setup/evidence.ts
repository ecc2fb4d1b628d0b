import { join } from "node:path";
import { sha256Hex } from "../../../src/record/bytes.ts";
import { hasNoJournal } from "../../evidence/log/database.ts";
import { epochPaths } from "../../evidence/log/epoch-files.ts";
import { recordFacts, recordsOfJournal } from "../../evidence/log/record-lines.ts";

/** What a table's journal says of whether it has played. It may be read beside a running unit. */
export interface JournalLook {
  /** Number of the first certified record that is kept; null: there is none. */
  readonly certified: number | null;
  /** The newest record; null: the journal is empty. */
  readonly last: { readonly seq: number; readonly hash: string } | null;
}

/** Kinds of records that a table makes which was started, looked at its devices, and was ended before anybody did anything. */
const TEST_KINDS: readonly string[] = [
  "boot",
  "shutdown",
  "clock",
  "self-test",
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

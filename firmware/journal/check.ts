import { sameBytes, sha256Hex, utf8 } from "../../src/record/bytes.ts";
import { GrowingTree } from "../../src/record/growing-tree.ts";
import type { Verifier } from "../../src/record/keys.ts";
import { modeOfLog, type Mode } from "../../src/record/mode.ts";
import { leafHash } from "../../src/record/merkle.ts";
import type { Report } from "../../src/record/report.ts";
import { FROM_THE_BEGINNING, startVerification, type Verification } from "../../src/record/verify.ts";
import type { Database } from "./database.ts";
import { CardRounds } from "./verify-cards.ts";
import { NamedFilesCheck, type NamedFiles } from "./verify-recordings.ts";
import {
  allCheckpoints,
  allRecords,
  countOf,
  leavesOf,
  storedSnapshot,
  type Snapshot,
  type StoredCheckpoint,
  type StoredRow,
} from "./rows.ts";

/**
 * How much of a journal's signatures to check. `all`: every one. `opening`: those of the records since the newest
 * checkpoint and of the newest 4096 checkpoints; all older records are under the newest signed root, and the
 * older checkpoints' texts are still compared with the tree. (Checking a year's signatures takes minutes, and a
 * table must come back in seconds; `tirada verify` checks every one.)
 */
export type Thoroughness = "all" | "opening";
export const CHECKPOINTS_AT_OPENING = 4_096;

/** What a pass over a whole journal leaves behind. */
export interface Checked {
  readonly report: Report;
  readonly tree: GrowingTree;
  /** Hex SHA-256 of the last line. */
  readonly prev: string;
  readonly newest: StoredCheckpoint | null;
  readonly snapshot: Snapshot | null;
  /** Format of the newest line; null: there is none. */
  readonly format: 1 | 2 | null;
  /** Live or test, as its records say, else its name. */
  readonly mode: Mode;
}

/** Reads the whole journal once and compares everything in it with everything else. Never writes. */
export function checkJournal(
  db: Database,
  verifier: Verifier,
  how: {
    readonly thorough: Thoroughness;
    readonly keySource: Report["keySource"];
    readonly witnesses: readonly Verifier[];
    /** Where recordings and pictures lie; absent: they are not looked at. */
    readonly files?: NamedFiles;
  },
): Checked {
  const verification = startVerification({
    subject: "journal",
    verifier,
    keySource: how.keySource,
    witnesses: how.witnesses,
    start: FROM_THE_BEGINNING,
  });
  const tree = new GrowingTree((start, count) => leavesOf(db, start, count));
  const unsignedCheckpoints = how.thorough === "all" ? 0 : countOf(db, "checkpoint") - CHECKPOINTS_AT_OPENING;
  const newest = newestCheckpoint(db);
  const signedFrom = how.thorough === "all" ? 0 : (newest?.size ?? 0);
  const checkpoints = allCheckpoints(db);
  let checkpoint = checkpoints.next();
  let seen = 0;
  // What a start must not wait for, and would change nothing of: the journal is as it was signed, or it is not.
  const cards = how.thorough === "all" ? new CardRounds(verification) : null;
  const files = how.files === undefined ? null : new NamedFilesCheck(verification, how.files);
  let vouched: { seq: number; state: string } | null = null;
  for (const row of allRecords(db)) {
    const facts = verification.record(row.line, row.seq >= signedFrom ? (row.sig ?? new Uint8Array(0)) : null);
    compareColumns(verification, row, facts);
    cards?.record(facts);
    files?.record(facts);
    tree.append(leafHash(row.line));
    if (facts?.state != null) vouched = { seq: row.seq, state: facts.state };
    for (; checkpoint.done !== true && checkpoint.value.size <= row.seq + 1; checkpoint = checkpoints.next())
      verification.checkpoint(checkpoint.value.note, seen++ < unsignedCheckpoints ? "text" : "signature");
  }
  for (; checkpoint.done !== true; checkpoint = checkpoints.next())
    verification.problem(
      null,
      `a checkpoint is for ${checkpoint.value.size} records: the newest records are missing`,
    );
  cards?.end();
  files?.end();
  const snapshot = storedSnapshot(db);
  compareSnapshot(verification, snapshot, vouched);
  const report = verification.report();
  const format = report.records === 0 ? null : verification.format;
  const mode = report.mode ?? modeOfLog(verifier.name);
  return { report, tree, prev: verification.prev, newest, snapshot, format, mode };
}

function newestCheckpoint(db: Database): StoredCheckpoint | null {
  const row = db.prepare("SELECT size, note FROM checkpoint ORDER BY size DESC LIMIT 1").get();
  return row === undefined ? null : { size: Number(row["size"]), note: String(row["note"]) };
}

/** The columns beside the line only repeat what it says; a difference means that someone wrote to the file. */
function compareColumns(
  verification: Verification,
  row: StoredRow,
  facts: { readonly seq: number; readonly kind: string | null } | null,
): void {
  if (row.sig === null) verification.problem(row.seq, "the stored signature is not one");
  if (!sameBytes(row.leaf, leafHash(row.line)))
    verification.problem(row.seq, "the stored leaf hash is not the line's");
  if (Buffer.from(row.hash).toString("hex") !== sha256Hex(row.line))
    verification.problem(row.seq, "the stored hash is not the line's");
  if (facts === null) return;
  if (facts.seq !== row.seq) verification.problem(row.seq, `the line in this row carries number ${facts.seq}`);
  if ((facts.kind ?? "") !== row.kind) verification.problem(row.seq, `the row says kind "${row.kind}"`);
}

/** The snapshot must be the very state that the newest record with a `state` signed for. */
function compareSnapshot(
  verification: Verification,
  snapshot: Snapshot | null,
  vouched: { readonly seq: number; readonly state: string } | null,
): void {
  if (snapshot === null && vouched === null) return;
  if (snapshot === null)
    verification.problem(vouched?.seq ?? null, "the resume state it vouches for is missing");
  else if (vouched?.seq !== snapshot.seq)
    verification.problem(
      snapshot.seq,
      `the resume state is of this record, but the newest is of ${vouched?.seq ?? "none"}`,
    );
  else if (sha256Hex(utf8(snapshot.body)) !== vouched.state)
    verification.problem(snapshot.seq, "the resume state is not the one this record vouches for");
}

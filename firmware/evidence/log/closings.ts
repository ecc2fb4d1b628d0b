import { dirname, join } from "node:path";
import { base64, strictBase64, utf8 } from "../../../src/record/bytes.ts";
import { canonical } from "../../../src/record/canonical.ts";
import { readLine } from "../../../src/record/chain.ts";
import { EPOCH_CLOSED, readClosing, type EpochClosing } from "../../../src/record/epoch.ts";
import type { KeyHistory } from "../../../src/record/key-history.ts";
import type { Verifier } from "../../../src/record/keys.ts";
import { closeSync, fsyncSync, isThere, openSync } from "../../files/disk.ts";
import { replaceDurably, syncFolder, writeFully } from "../../files/durable.ts";
import { epochsFolderOf } from "./epoch-files.ts";
import type { EpochSet } from "./epoch-set.ts";
import { JournalError, onDisk } from "../../files/errors.ts";
import { MAX_EXPORT_LINE, readExportLine } from "./export-lines.ts";
import { readLines, readStart } from "../../files/files.ts";
import { storedClosing } from "./rows.ts";

/**
 * `closings.jsonl` beside the later epochs: the record that closes each epoch, as `{"line","sig"}`, so that a start need not open
 * hundreds of files. It only repeats what the epochs hold, and is made again from them where it is short or damaged.
 */
export const closingsPathOf = (journal: string): string => join(epochsFolderOf(journal), "closings.jsonl");

/** A record that closes an epoch: its bytes, its signature, and what it says. */
export interface ClosingRecord {
  readonly line: Uint8Array;
  readonly sig: Uint8Array;
  readonly closing: EpochClosing;
}

/** Reads a record that closes an epoch; a text says what is wrong with it. */
export function closingRecord(
  line: Uint8Array,
  sig: Uint8Array | null,
  verifier: Verifier,
): ClosingRecord | string {
  const facts = readLine(line);
  if (typeof facts === "string") return facts;
  if (facts.kind !== EPOCH_CLOSED || facts.log !== verifier.name) return "it closes no epoch of this log";
  if (sig === null || !verifier.verify(line, sig)) return "its signature is not of it";
  const closing = readClosing(facts.fields);
  if (typeof closing === "string") return closing;
  return facts.epoch === closing.next.epoch
    ? { line, sig, closing }
    : "it stands in another epoch than the next";
}

/**
 * The closing records of all epochs but the last two, and of the last but one where the last has it already. `set`: all epochs.
 * `keys`: up to the newest record. Each is signed, and they follow one another without a gap. The file is made again where it differs from what the epochs say.
 * Throws a JournalError `corrupt` when an epoch does not hold the record that closes the one before it.
 */
export function readClosings(
  journal: string,
  set: EpochSet,
  keys: KeyHistory,
): { readonly closings: readonly ClosingRecord[]; readonly note: string | null } {
  const path = closingsPathOf(journal);
  const wasThere = isThere(path);
  const listed = wasThere ? listedClosings(path, keys) : { closings: [], isWhole: true };
  const closings = listed.closings.slice(0, Math.max(0, set.count - 1));
  for (let epoch = closings.length; epoch < set.count - 1; epoch++) {
    const row = storedClosing(set.file(epoch + 1));
    if (row === null && epoch === set.count - 2) break;
    const record = row === null ? "it is not there" : closingRecord(row.line, row.sig, keys.keyAt(row.seq));
    if (typeof record === "string" || !isFollowing(record, closings.at(-1)))
      throw new JournalError(
        "corrupt",
        `the record that closes epoch ${epoch} of the journal ${journal} is not in order ` +
          `(${typeof record === "string" ? record : "it does not follow the one before"}): copy the folder for the inspector`,
      );
    closings.push(record);
  }
  const isSame = listed.isWhole && listed.closings.length === closings.length;
  if (!isSame)
    onDisk("writing", path, () => replaceDurably(path, closings.map(textOf).join(""), { mode: 0o600 }));
  // A power cut between the newest closing record and its line here leaves it one short.
  const isShort = listed.isWhole && listed.closings.length === closings.length - 1;
  const note = `${path} was ${wasThere ? "damaged" : "missing"} and was made again from the epochs: look at the disk`;
  return { closings, note: isSame || isShort ? null : note };
}

/** Adds the record that closes one epoch more; durable on return. */
export function appendClosing(journal: string, record: Pick<ClosingRecord, "line" | "sig">): void {
  const path = closingsPathOf(journal);
  onDisk("writing", path, () => {
    const isNew = !isThere(path);
    const fd = openSync(path, "a", 0o600);
    try {
      writeFully(fd, utf8(textOf(record)));
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    if (isNew) syncFolder(dirname(path));
  });
}

/** The closings in the file as far as they are in order. */
function listedClosings(
  path: string,
  keys: KeyHistory,
): { readonly closings: ClosingRecord[]; readonly isWhole: boolean } {
  const closings: ClosingRecord[] = [];
  try {
    if (readStart(path, 1).length === 0) return { closings, isWhole: true };
    for (const bytes of readLines(path, MAX_EXPORT_LINE, () => undefined)) {
      const entry = readExportLine(bytes.toString("utf8"), path);
      if (!("line" in entry)) return { closings, isWhole: false };
      const line = utf8(entry.line);
      const facts = readLine(line);
      const record =
        typeof facts === "string" ? facts : closingRecord(line, strictBase64(entry.sig), keys.keyAt(facts.seq));
      if (typeof record === "string" || !isFollowing(record, closings.at(-1)))
        return { closings, isWhole: false };
      closings.push(record);
    }
    return { closings, isWhole: true };
  } catch (error) {
    if (error instanceof JournalError && error.code === "cannot-open") return { closings, isWhole: false };
    throw error;
  }
}

function isFollowing({ closing }: ClosingRecord, before: ClosingRecord | undefined): boolean {
  const next = before?.closing.next;
  return closing.epoch === (next?.epoch ?? 0) && closing.from === (next?.before.size ?? 0);
}

const textOf = ({ line, sig }: Pick<ClosingRecord, "line" | "sig">): string =>
  `${canonical({ line: Buffer.from(line).toString("utf8"), sig: base64(sig) })}\n`;

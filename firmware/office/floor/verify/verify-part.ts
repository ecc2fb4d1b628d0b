import { factsOf } from "../../../../src/floor/arrival.ts";
import { base64, expectError } from "../../../../src/record/bytes.ts";
import { NO_PREVIOUS } from "../../../../src/record/chain.ts";
import { readPeaks } from "../../../../src/record/epoch.ts";
import { historyFrom, type KeyHistory, type SignedLine } from "../../../../src/record/key-history.ts";
import { parseVkey } from "../../../../src/record/keys.ts";
import { frontierRoot } from "../../../../src/record/merkle.ts";
import { NoteError, openNote } from "../../../../src/record/note.ts";
import type { Report } from "../../../../src/record/report.ts";
import type { KeysFound } from "../../../../src/record/trust.ts";
import { startVerification, type Verification } from "../../../../src/record/verify.ts";
import type { WitnessTotals } from "../../../../src/record/witness-notes.ts";
import type { Asking } from "../store/client.ts";
import type { EvidenceSchema } from "../store/migrations.ts";
import type { RecordRow } from "../store/archive-piece.ts";
import type { PieceFault } from "../store/archived-rows.ts";
import { storedEnds, storedNotes, storedRecords, type EndRow } from "../store/stored-rows.ts";

/** A part of a log that is verified by itself: from where a batch ended, or the log's beginning, to where another one did. */
export interface LogPart {
  readonly schema: EvidenceSchema;
  readonly id: number;
  readonly name: string;
  /** vkey of the key that the log was begun with, and its rotations before the part. */
  readonly first: string;
  readonly rotations: readonly SignedLine[];
  /** Null: it begins with the log. */
  readonly start: PartStart | null;
  /** Number of its last record and one; null: it is the last part. */
  readonly to: number | null;
  readonly thinnedTo: number;
  /** Roots that a witness cosigned, base64, by how many records they are of. */
  readonly against: readonly { readonly size: number; readonly root: string }[];
  readonly witnesses: readonly string[];
}

/** Where a part begins, as the store says: the part before ends there, or one of both is wrong. */
export interface PartStart {
  readonly next: number;
  readonly checkpoint: number;
  readonly hash: string;
  /** As `peaksText` writes them. */
  readonly peaks: string;
}

/** What verifying a part came to. */
export interface PartReport {
  readonly report: Report;
  readonly witnesses: WitnessTotals;
  readonly coveredBy: KeysFound["coveredBy"];
  readonly stolen: readonly string[];
  /** The records in it by which a key gave way. */
  readonly rotations: readonly SignedLine[];
}

/** What the store says of where a log ends. */
interface Ended {
  readonly next: number;
  readonly checkpoint: number;
}

/** Recomputes chain, tree, signatures and checkpoints of a part, and holds every column and every end of a batch against them. */
export async function verifyPart(sql: Asking, part: LogPart): Promise<PartReport> {
  const { start, to } = part;
  const keys = keysBefore(part);
  const before = start === null ? null : readPeaks(start.next, start.peaks);
  const verification = startVerification({
    subject: "journal",
    keys,
    keySource: "given",
    witnesses: part.witnesses.map(parseVkey),
    start: { prev: start?.hash ?? NO_PREVIOUS, before: before ?? { size: start?.next ?? 0, peaks: [] } },
  });
  const span = { from: start?.next ?? null, to };
  // What lies at the very beginning of the log: an end before its first record says that there is nothing.
  const ends = new Following(storedEnds(sql, part, span), ({ next }) => next);
  const onFault = ({ seq, what }: PieceFault): void => verification.problem(seq, `its archive: ${what}`);
  const notes = new Following(storedNotes(sql, part, span, onFault), ({ size }) => size);
  let ended: Ended = { next: start?.next ?? 0, checkpoint: start?.checkpoint ?? 0 };
  const sizes = new Set<number>(start === null ? [] : [start.checkpoint]);
  // One over exactly the records before may have come after the last batch of the part before.
  if (start !== null)
    for await (const { size } of storedNotes(sql, part, { from: start.next - 1, to: start.next }, onFault))
      sizes.add(size);
  const joints: SignedLine[] = [];
  const against = new Map(part.against.map(({ size, root }) => [size, root]));
  let records = start?.next ?? 0;
  // A record too few or too many was named: what stands behind it cannot be right.
  let isOff = false;
  const settle = async (upTo: number): Promise<void> => {
    for (const [size, rows] of Map.groupBy(await notes.upTo(upTo), (note) => note.size)) {
      const texts = rows.map(({ note }) => note);
      if (!isOff) checkNotes(verification, size, texts);
      sizes.add(size);
    }
    for (const end of await ends.upTo(upTo))
      ended = isOff ? end : checkEnd(verification, end, ended, { sizes, thinnedTo: part.thinnedTo });
  };
  for await (const row of storedRecords(sql, part, span, onFault)) {
    const known = verification.keys.rotations.length;
    const facts = verification.record(row.line, row.sig);
    checkColumns(verification, row, facts === null ? null : factsOf(facts));
    if (verification.keys.rotations.length > known) joints.push(...verification.keys.rotations.slice(known));
    records = verification.frontier.size;
    isOff ||= records !== row.seq + 1;
    const root = isOff ? undefined : against.get(records);
    if (root !== undefined && root !== base64(frontierRoot(verification.frontier)))
      verification.problem(row.seq, `its witness cosigned another tree of ${records} records`);
    await settle(row.seq + 1);
  }
  await settle(Number.MAX_SAFE_INTEGER);
  if (ended.next !== records)
    verification.problem(
      Math.min(ended.next, records),
      `the store's ends of batches say ${ended.next} records, and there are ${records}`,
    );
  return {
    report: verification.report(),
    witnesses: verification.witnesses,
    coveredBy: verification.coveredBy,
    stolen: verification.keys.stolen,
    rotations: joints,
  };
}

function keysBefore({ first, rotations }: LogPart): KeyHistory {
  const keys = historyFrom(parseVkey(first), rotations);
  if (typeof keys === "string") throw new Error(keys);
  return keys;
}

/** Rows of which those up to a number are taken, in their order. */
class Following<Row> {
  readonly #rows: AsyncIterator<Row, unknown>;
  readonly #numberOf: (row: Row) => number;
  #next: Row | null | undefined = undefined;

  constructor(rows: AsyncIterator<Row, unknown>, numberOf: (row: Row) => number) {
    this.#rows = rows;
    this.#numberOf = numberOf;
  }

  async upTo(number: number): Promise<readonly Row[]> {
    const taken: Row[] = [];
    for (;;) {
      if (this.#next === undefined) {
        const row: IteratorResult<Row, unknown> = await this.#rows.next();
        this.#next = row.done === true ? null : row.value;
      }
      if (this.#next === null || this.#numberOf(this.#next) > number) return taken;
      taken.push(this.#next);
      this.#next = undefined;
    }
  }
}

function checkColumns(
  verification: Verification,
  row: RecordRow,
  facts: Pick<RecordRow, "seq" | "at" | "kind" | "round"> | null,
): void {
  if (facts === null) return;
  for (const column of ["seq", "at", "kind", "round"] as const)
    if (facts[column] !== row[column])
      verification.problem(
        row.seq,
        `its column ${column} says ${String(row[column])}, its line ${String(facts[column])}`,
      );
}

/**
 * The checkpoint of so many records, as often as it is kept: each note after the first has the same text, and brought more cosignatures.
 */
function checkNotes(verification: Verification, of: number, notes: readonly string[]): void {
  const seq = of - 1;
  if (of !== verification.frontier.size) {
    verification.problem(seq, `a checkpoint is kept as one of ${of} records, which no batch ended with`);
    return;
  }
  const [newest = "", ...others] = notes.toReversed();
  verification.checkpoint(newest);
  for (const note of others)
    if (!isSameNote(verification.keys, newest, note))
      verification.problem(seq, "one of its checkpoints is another one");
}

function isSameNote(keys: KeyHistory, one: string, other: string): boolean {
  try {
    return openNote(other, [keys.current]).text === openNote(one, [keys.current]).text;
  } catch (error) {
    expectError(error, NoteError);
    return false;
  }
}

function checkEnd(
  verification: Verification,
  end: EndRow,
  was: Ended,
  { sizes, thinnedTo }: { readonly sizes: ReadonlySet<number> } & Pick<LogPart, "thinnedTo">,
): Ended {
  const { next, checkpoint } = end;
  const seq = next - 1;
  const differ = (what: string): void =>
    verification.problem(seq, `the end of its batch is not as it was: ${what}`);
  // Of a month that was archived not every end is kept.
  const follows = end.wasNext === was.next && end.wasCheckpoint === was.checkpoint;
  if (!follows && next > thinnedTo)
    differ(`it goes on from ${end.wasNext} records, and the one before is of ${was.next}`);
  const { frontier } = verification;
  if (next !== frontier.size) differ(`it is of ${next} records`);
  else {
    if (end.hash !== verification.prev) differ("its hash");
    if (!Buffer.concat(frontier.peaks).equals(end.peaks)) differ("its tree");
    if (end.format !== verification.format) differ("its format");
    if (end.epoch !== verification.epoch) differ("its epoch");
  }
  if (checkpoint !== 0 && !sizes.has(checkpoint))
    differ(`it names a checkpoint of ${checkpoint} records, which is not there`);
  return { next, checkpoint };
}

/** Peaks as bytes, as text. */
export const textOfPeaks = (peaks: Uint8Array): string =>
  Array.from({ length: peaks.length / 32 }, (_, at) =>
    Buffer.from(peaks.subarray(32 * at, 32 * at + 32)).toString("base64"),
  ).join(" ");

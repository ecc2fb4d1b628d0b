import { dirname, join } from "node:path";
import { openCheckpoint, parseCheckpoint, type Checkpoint } from "../../../src/record/checkpoint.ts";
import { startDifference, type Pruned } from "../../../src/record/epoch.ts";
import { historyDifference, type KeyHistory } from "../../../src/record/key-history.ts";
import { parseVkey, type Verifier } from "../../../src/record/keys.ts";
import { NoteError, parseNote } from "../../../src/record/note.ts";
import { joinPlayed } from "../../../src/record/played-days.ts";
import { collectProblems, KEY_FROM_FILE, type Problem, type Report } from "../../../src/record/report.ts";
import { isThere, statSync } from "../../files/disk.ts";
import { trustFaults, type Trust } from "../../../src/record/trust.ts";
import { someCosignatures, type Cosignature } from "../log/cosignatures.ts";
import { joinWitnesses, refusedFaults, witnessNotes } from "../../../src/record/witness-notes.ts";
import { openForReading } from "../log/database.ts";
import { closingRecord } from "../log/closings.ts";
import { hashNow } from "../log/epoch-closer.ts";
import { epochPaths } from "../log/epoch-files.ts";
import { EpochSet } from "../log/epoch-set.ts";
import { JournalError, onDisk } from "../../files/errors.ts";
import { headPathOf, lookAtHead } from "../log/head-file.ts";
import { storedClosing, storedStart } from "../log/rows.ts";
import { journalKeys, keysUpTo } from "../log/stored-log.ts";
import { cardNotes } from "./verify-cards.ts";
import { GONE, verifyEpoch, type EpochReport, type EpochTask } from "./verify-epoch.ts";
import { namedNotes, type NamedFiles, type NamedTotals } from "./verify-recordings.ts";

/** What a journal is verified with. */
export interface JournalKnown {
  /** Keys that the inspector holds; null: none, the journal's own are taken. */
  readonly trust: Trust | null;
  readonly witnesses: readonly Verifier[];
  readonly recordings: string | undefined;
  /** Text of a checkpoint that the inspector kept: what lies before it is not read again. */
  readonly checkpoint?: string | undefined;
  /** The storage folder was named, which has a head file, and not the journal alone. */
  readonly isFolder?: boolean;
}

/** The files of a journal to verify, in their order, and what is known of the records before them. */
export interface JournalTasks {
  readonly tasks: readonly EpochTask[];
  readonly kept: Checkpoint | null;
  readonly trust: Trust | null;
  /** What the head file beside it said before the journal was read: of a table that runs, the journal is never behind that. */
  readonly head: ReturnType<typeof lookAtHead>;
  readonly isFolder: boolean;
}

/** What has to be done to verify the journal at `path`. Throws a JournalError when it is none. */
export function journalTasks(path: string, known: JournalKnown): JournalTasks {
  const { trust, witnesses } = known;
  const files = filesOf(path, known.recordings);
  const keys = journalKeys(path);
  const head = lookAtHead(
    headPathOf(path),
    keys.stated().map(({ vkey }) => parseVkey(vkey)),
  );
  const paths = epochPaths(path);
  const kept = known.checkpoint === undefined ? null : keptCheckpoint(known.checkpoint, keys);
  const skipped = kept === null ? 0 : placeOf(paths, kept.size);
  const tasks = paths.slice(skipped).map((one, at) => ({
    path: one,
    keySource: trust === null ? ("file" as const) : ("given" as const),
    witnesses: witnesses.map(({ vkey }) => vkey),
    files,
    isClosed: skipped + at < paths.length - 1,
    late: lateCosignatures(paths[skipped + at + 1]),
    known: at === 0 ? kept : null,
  }));
  return { tasks, kept, trust, head, isFolder: known.isFolder === true };
}

/** What the file of the next epoch holds of the one before it; nothing where there is none. */
function lateCosignatures(next: string | undefined): readonly Cosignature[] {
  if (next === undefined) return [];
  const db = openForReading(next);
  try {
    return onDisk("reading the journal", next, () => someCosignatures(db, 0, storedStart(db).before.size));
  } finally {
    db.close();
  }
}

/** Verifies all of it, one file after the other. */
export function verifyJournal(journal: JournalTasks): Report {
  return joinReports(journal, journal.tasks.map(verifyEpoch));
}

/** The report of the whole, from those of its files in their order. */
export function joinReports(
  { tasks, kept, trust, head, isFolder }: JournalTasks,
  epochs: readonly EpochReport[],
): Report {
  const first = epochs[0];
  const last = epochs.at(-1);
  if (first === undefined || last === undefined) throw new RangeError("a journal has at least one file");
  const problems = collectProblems();
  const notes = first.report.keySource === "file" ? [KEY_FROM_FILE] : [];
  if (first.start.before.size > 0) notes.push(beforeText(first, kept));
  const pruned = prunedNow(epochs, tasks);
  for (const { seq, what } of epochFaults(epochs, tasks, pruned)) problems.add(seq, what);
  if (epochs.length > 1 && last.closing === null)
    notes.push(`the record that closes epoch ${last.start.epoch - 1} is not written yet`);
  const whole = epochs.filter((one) => one.pruned === null).map(({ report }) => report);
  if (whole.length < epochs.length && pruned !== null) notes.push(prunedText(epochs, pruned));
  const reports = epochs.map(({ report }) => report);
  const witnesses = joinWitnesses(epochs.map(({ totals }) => totals.witnesses));
  const cards = epochs.flatMap(({ totals }) => totals.cards ?? []);
  notes.push(
    ...cardNotes({ rounds: sum(cards, "rounds"), unopened: sum(cards, "unopened") }),
    ...namedNotes(joinNamed(epochs.flatMap(({ totals }) => totals.files ?? [])), tasks[0]?.files ?? NO_FILES),
    ...last.report.notes.filter((note) => note !== KEY_FROM_FILE),
    ...witnessNotes(
      witnesses,
      (tasks[0]?.witnesses ?? []).map((vkey) => parseVkey(vkey).name),
    ),
  );
  const seqs = whole.filter(({ firstSeq }) => firstSeq !== null);
  const [firstSeq, lastSeq] = [seqs[0]?.firstSeq ?? null, seqs.at(-1)?.lastSeq ?? null];
  const coveredBy = epochs.flatMap(({ totals }) => totals.coveredBy);
  const witnessedSize = Math.max(0, ...witnesses.witnessed.map(({ size }) => size));
  const { log, keys } = last.report;
  const found = { log, keys, stolen: last.stolen, firstSeq, lastSeq, coveredBy, witnessedSize };
  for (const what of trustFaults(found, trust)) problems.add(null, what);
  const headSays = headFault(head, last);
  if (headSays !== null) problems.add(null, headSays);
  if (head === "damaged" || (head === "empty" && last.end.before.size > 0)) notes.push(HEAD_DAMAGED);
  if (head === "missing" && isFolder) notes.push(HEAD_MISSING);
  for (const { seq, what } of refusedFaults(witnesses, tasks[0]?.witnesses ?? [])) problems.add(seq, what);
  return {
    ...last.report,
    mode: reports.findLast(({ mode }) => mode !== null)?.mode ?? null,
    records: sum(whole, "records"),
    firstSeq,
    lastSeq,
    checkpoints: sum(reports, "checkpoints"),
    covered: Math.max(...reports.map(({ covered }) => covered)),
    witnessed: witnesses.witnessed,
    played: joinPlayed(epochs.map(({ totals }) => totals.played)),
    problems: [...problems.listed],
    moreProblems: sum(reports, "moreProblems") + problems.more(),
    notes,
    ok: problems.listed.length === 0,
  };
}

/** What is wrong in the files, and where one ends and the next begins. */
function* epochFaults(
  epochs: readonly EpochReport[],
  tasks: readonly EpochTask[],
  pruned: Pruned | null,
): Generator<Problem> {
  const last = epochs.at(-1);
  for (const [at, epoch] of epochs.entries()) {
    const before = epochs[at - 1];
    if (before !== undefined)
      for (const what of seamFaults(withFileNow(before, epoch, tasks[at - 1]), epoch, epoch === last))
        yield { seq: null, what: `epoch ${epoch.start.epoch}: ${what}` };
    if (epoch.pruned !== null && epoch.start.epoch >= (pruned?.epochs ?? 0))
      yield { seq: null, what: `epoch ${epoch.start.epoch}: ${GONE}` };
    yield* epoch.report.problems;
  }
}

const HEAD_MISSING =
  "journal.head is not here, as in a second copy: nothing says how far the journal had come when it was copied";
const HEAD_DAMAGED = "journal.head is damaged: nothing says how far the journal had come when it was copied";

/** What the head file, which the table signed, says against the records that are here; null: nothing. */
function headFault(head: JournalTasks["head"], { end }: EpochReport): string | null {
  if (head === "foreign")
    return "journal.head is signed by a key that no record here names: the records in which that key begins are not here";
  if (typeof head === "string") return null;
  const { size } = end.before;
  if (head.size > size)
    return (
      `journal.head, which the table signed, names ${head.size} records, and ${size} are here: the newest ` +
      `${head.size - size} are gone, or this is a copy that was made while the table ran`
    );
  return head.size === size && head.last !== end.prev
    ? `journal.head, which the table signed, names another record ${size - 1} than the journal holds`
    : null;
}

const NO_FILES: NamedFiles = { recordings: null, pictures: null };

/**
 * A unit that runs may have closed the file after it was hashed and before the record was read that closes it: then it is hashed
 * once more, and must be what that record says.
 */
function withFileNow(before: EpochReport, { closing }: EpochReport, task: EpochTask | undefined): EpochReport {
  if (closing === null || task === undefined || before.file?.sha256 === closing.sha256) return before;
  const { bytes, sha256 } = onDisk("reading", task.path, () => hashNow(task.path));
  return { ...before, file: { bytes, sha256: sha256() } };
}

/** What is wrong where one epoch ends and the next begins. */
function seamFaults(before: EpochReport, epoch: EpochReport, isLast: boolean): string[] {
  const faults: string[] = [];
  const differs = startDifference(before.end, epoch.start);
  if (differs !== null) faults.push(`it does not go on where the one before ends: ${differs}`);
  const parted = historyDifference(before.report.keys, epoch.keysBefore);
  if (parted !== null) faults.push(`its keys are not those of the one before: ${parted}`);
  const { closing } = epoch;
  if (closing === null) return isLast ? faults : [...faults, "it has no record that closes the one before"];
  if (closing.from !== before.start.before.size)
    faults.push("the record that closes the one before names other records");
  const isSame = closing.bytes === before.file?.bytes && closing.sha256 === before.file.sha256;
  if (!isSame && before.pruned === null)
    faults.push(`the file of epoch ${closing.epoch} is not the one that was closed`);
  return faults;
}

/** What the newest closing record lets be pruned. The file that holds it may have taken it after it was read. */
function prunedNow(epochs: readonly EpochReport[], tasks: readonly EpochTask[]): Pruned | null {
  const said = epochs.findLast(({ closing }) => closing !== null)?.closing?.pruned ?? null;
  const gone = epochs.findLast((one) => one.pruned !== null)?.start.epoch ?? -1;
  const last = tasks.at(-1);
  if (gone < (said?.epochs ?? 0) || last === undefined) return said;
  const { path } = last;
  const db = openForReading(path);
  try {
    const row = onDisk("reading the journal", path, () => storedClosing(db));
    const record = row === null ? null : closingRecord(row.line, row.sig, keysUpTo(db).keyAt(row.seq));
    return record === null || typeof record === "string" ? said : record.closing.pruned;
  } finally {
    db.close();
  }
}

function prunedText(epochs: readonly EpochReport[], { confirmedBy }: Pruned): string {
  const gone = epochs.filter((one) => one.pruned !== null);
  const [from, to] = [gone[0]?.start.before.size ?? 0, (gone.at(-1)?.end.before.size ?? 0) - 1];
  return (
    `records ${from} to ${to} were pruned after ${confirmedBy} had cosigned them: their leaf hashes are here and right, ` +
    "the records themselves are in the exports made before"
  );
}

function beforeText({ start }: EpochReport, kept: Checkpoint | null): string {
  const { size } = start.before;
  return kept === null
    ? `records 0 to ${size - 1} lie in earlier epochs, which are not here`
    : `records 0 to ${size - 1} were not read again: they are those of the checkpoint of ${kept.size} records that was kept`;
}

function joinNamed(all: readonly NamedTotals[]): NamedTotals {
  const joined = (what: keyof NamedTotals): NamedTotals["recordings"] => ({
    right: all.reduce((count, one) => count + one[what].right, 0),
    missing: all.flatMap((one) => one[what].missing),
  });
  return { recordings: joined("recordings"), pictures: joined("pictures") };
}

function sum<Key extends string>(all: readonly Readonly<Record<Key, number>>[], key: Key): number {
  return all.reduce((total, one) => total + one[key], 0);
}

/** The checkpoint that the inspector kept, signed by the table. */
function keptCheckpoint(text: string, keys: KeyHistory): Checkpoint {
  try {
    const { size, root, origin } = openCheckpoint(text, keys.keyAt(parseCheckpoint(parseNote(text).text).size));
    return { size, root, origin, extensions: [] };
  } catch (error) {
    if (error instanceof NoteError)
      throw new JournalError("cannot-open", `the checkpoint that was kept: ${error.message}`, { cause: error });
    throw error;
  }
}

/** Place of the last file that begins at or before this many records. */
function placeOf(paths: readonly string[], size: number): number {
  const set = new EpochSet(paths);
  try {
    let place = 0;
    while (place + 1 < paths.length && set.start(place + 1).before.size <= size) place++;
    return place;
  } finally {
    set.release();
  }
}

/** Files beside a journal; a folder that was named must be there. */
function filesOf(path: string, named: string | undefined): NamedFiles {
  const recordings = named ?? join(dirname(path), "recordings");
  if (named !== undefined && !onDisk("reading", named, () => statSync(named)).isDirectory())
    throw new JournalError("cannot-open", `${named} is not a folder of recordings`);
  const pictures = join(dirname(recordings), "pictures");
  return {
    recordings: isThere(recordings) ? recordings : null,
    pictures: isThere(pictures) ? pictures : null,
  };
}

import { createHash } from "node:crypto";
import { join } from "node:path";
import { isSameRelease, type ReleaseId } from "../../../src/record/chain.ts";
import { decodeEntry, decodeHead } from "../../../src/recording/codec.ts";
import type { SegmentHead } from "../../../src/recording/entry.ts";
import { readFileSync } from "../../files/disk.ts";
import { BEGIN_ANEW, JournalError, onDisk } from "../../files/errors.ts";
import type { HeadMark, HeadState } from "../../evidence/log/head-file.ts";
import type { CommitRequest } from "../../journal/thread/messages.ts";
import type { Segment } from "../../journal/store/recorder.ts";
import type { RecentRecord } from "../../evidence/log/rows.ts";
import { releaseText } from "../../release.ts";
import { setupOfHead } from "../../replay/recorded-setup.ts";
import { loadFamilyOfDevices } from "../../table/setup/load-families.ts";
import type { Codes } from "../../../drivers/shoe/device.ts";
import { Pipeline, type BuiltRecord } from "../../table/pipeline/pipeline.ts";

/**
 * The end of the journal, held against the recording that it came from.
 *
 * SQLite drops everything behind the first damaged frame of its write-ahead log and says nothing, so after a power cut the newest
 * records may be gone. They were shown, so the head file names them, and the recording, which was durable before them, still has
 * all that they came from. Every record that came from the newest segment must name the bytes that lie there; a replay of them
 * must make the very lines that the journal has; and what the journal has lost is made again, line by line, up to the record that
 * the head file names, whose hash must come out. Lines beyond it were never shown, and nothing proves the bytes that they would
 * come from: they are left out. Only where no head file can be read does the replay alone say how far the journal went.
 */
export interface TailJournal {
  head(): { readonly log: string; readonly seq: number; readonly prev: string };
  readonly headState: HeadState;
  /** The newest record that the head file names, where the journal does not reach so far. */
  readonly missing: HeadMark | null;
  records(from: number, count: number): Promise<readonly RecentRecord[]>;
  segments(): Promise<readonly Segment[]>;
  commit(record: CommitRequest): Promise<unknown>;
}

export interface TailParts {
  readonly journal: TailJournal;
  /** Folder of the recordings. */
  readonly dir: string;
  /** What runs now; another release's recordings are not replayed. */
  readonly release: ReleaseId;
  /** The card reader's table of codes, where the table has one. */
  readonly codes: Codes | null;
}

export interface Tail {
  /** Records that the journal had lost and has again, both included; null: none. */
  readonly restored: { readonly from: number; readonly to: number; readonly because: string } | null;
  /** What is amiss without a record being missing, one line each. */
  readonly notices: readonly string[];
}

/** A larger segment is replayed only when a record is missing: the start must not wait for it. */
export const REPLAY_ALWAYS_BYTES = 16 * 1024 * 1024;
const PAGE = 500;

/** A segment from which the end of the journal comes. */
interface TailSegment {
  readonly name: string;
  readonly bytes: Buffer;
  readonly head: SegmentHead;
}

/**
 * Checks the end of the journal and restores what it has lost. Throws a JournalError, `missing` or `corrupt`, when a record that
 * was shown cannot be restored or anything contradicts the journal; then nothing was written.
 */
export async function restoreTail(parts: TailParts): Promise<Tail> {
  const { journal } = parts;
  const { seq } = journal.head();
  const notices: string[] = [];
  if (journal.headState !== "whole" && seq > 0)
    notices.push(
      `the journal's head file was ${journal.headState}: it is made anew; the recording alone says whether a record is missing`,
    );
  const segments = await tailSegments(parts, notices);
  const lost: BuiltRecord[] = [];
  for (const [at, segment] of segments.entries())
    lost.push(...(await linesBeyond(parts, segment, segments[at + 1] ?? null, seq + lost.length, notices)));
  const due = journal.headState === "whole" ? (journal.missing?.size ?? seq) : Infinity;
  const restored = lost.slice(0, Math.max(0, due - seq));
  requireAll(journal, restored, segments.at(-1)?.name ?? null);
  for (const { line, hash, snapshot } of restored)
    await journal.commit({ line, hash, snapshot, restored: true });
  const [first, last] = [restored[0], restored.at(-1)];
  if (first === undefined || last === undefined) return { restored: null, notices };
  const because = "journal-ended-before-its-recording";
  return { restored: { from: first.seq, to: last.seq, because }, notices };
}

/** All that the head file names is there, and its last line is the very one. */
function requireAll(journal: TailJournal, restored: readonly BuiltRecord[], segment: string | null): void {
  const { missing } = journal;
  if (missing === null) return;
  const { seq } = journal.head();
  const last = restored[missing.size - 1 - seq];
  if (last?.hash === missing.last) return;
  const what =
    last === undefined
      ? `the recordings give ${restored.length} of them again`
      : `what the recording ${segment ?? ""} gives for it is another line`;
  throw new JournalError(
    "missing",
    `the journal ends with record ${seq - 1}, its head file names record ${missing.size - 1}, and ${what}: ` +
      BEGIN_ANEW,
  );
}

/** The newest segment that begins within the journal, and those after it. */
async function tailSegments({ journal, dir }: TailParts, notices: string[]): Promise<TailSegment[]> {
  const { seq, log } = journal.head();
  const all = await journal.segments();
  const found: TailSegment[] = [];
  for (const { segment: name } of all.toReversed()) {
    const path = join(dir, `${name}.jsonl`);
    const bytes = onDisk("reading the recording", path, () => readFileSync(path));
    const head = headOf(bytes);
    if (head === null) {
      // A unit that was killed as it began the segment leaves an unfinished head; whether more is gone, the records say.
      if (bytes.includes(LINE_FEED)) throw recordingDiffers(name, "has no head that can be read");
      continue;
    }
    if (head.segment !== name || head.log !== log)
      throw recordingDiffers(name, `says that it is ${head.segment} of ${head.log}`);
    found.unshift({ name, bytes, head });
    if (head.chain.seq <= seq) break;
  }
  const [newest] = seq === 0 ? [] : await journal.records(seq - 1, 1);
  const named = srcOf(newest);
  if (named !== null && !found.some(({ name }) => name === named.segment))
    notices.push(
      `the recording ${named.segment} of the newest records is missing: no record is, but nothing can be replayed; ` +
        "keep the exports, and find out who took it away",
    );
  return found.filter(({ head }, at) => at > 0 || head.chain.seq <= seq);
}

const LINE_FEED = 0x0a;

function headOf(bytes: Buffer): SegmentHead | null {
  const end = bytes.indexOf(LINE_FEED);
  const head = end < 0 ? "" : decodeHead(bytes.toString("utf8", 0, end));
  return typeof head === "string" ? null : head;
}

/**
 * Compares a segment with the records that came from it, and gives the lines from number `from` on that its replay makes and that
 * belong before the `next` segment.
 */
async function linesBeyond(
  parts: TailParts,
  segment: TailSegment,
  next: TailSegment | null,
  from: number,
  notices: string[],
): Promise<readonly BuiltRecord[]> {
  const { journal, release } = parts;
  const { name, bytes, head } = segment;
  const own = await recordsFrom(journal, segment);
  const whole = requirePrefixes(segment, own);
  if (!whole)
    notices.push(
      `the recording ${name} is shorter than its records say: no record is missing, but they cannot all be replayed`,
    );
  // What no record vouches for is replayed only when a record is missing.
  const due = journal.missing !== null || journal.headState !== "whole";
  const end = due ? bytes.length : Math.min(bytes.length, lastByteOf(own));
  if (end === 0 || (!due && bytes.length > REPLAY_ALWAYS_BYTES)) return [];
  if (!isSameRelease(head.rel, release)) {
    // What cannot be replayed gives no line back: `requireAll` says whether one is needed.
    notices.push(
      `the recording ${name} was made by release ${releaseText(head.rel)}, and this is ${releaseText(release)}: it is not replayed`,
    );
    return [];
  }
  // The table may have had other devices then.
  await loadFamilyOfDevices(head.device);
  try {
    return linesOf({ ...parts, own, from, next }, { ...segment, bytes: bytes.subarray(0, end) });
  } catch (error) {
    if (error instanceof JournalError) throw error;
    // Its text may quote what a card table recorded. `requireAll` decides whether a line is needed.
    notices.push(
      `the recording ${name} cannot be replayed: another table of codes, or damage behind its newest record`,
    );
    return [];
  }
}

interface Compared extends TailParts {
  readonly own: ReadonlyMap<number, RecentRecord>;
  readonly from: number;
  readonly next: TailSegment | null;
}

/** The lines that a replay makes, each held against the journal's; those from `from` on are returned. */
function linesOf({ own, from, next, ...parts }: Compared, segment: TailSegment): readonly BuiltRecord[] {
  const { name } = segment;
  const { seq } = parts.journal.head();
  const until = next?.head.chain.seq ?? Infinity;
  const made: BuiltRecord[] = [];
  for (const record of replayOf(parts, segment)) {
    if (record.seq >= until) break;
    if (record.seq >= from) made.push(record);
    const stored = own.get(record.seq);
    // A line that was never shown before the unit was killed: another one has its number.
    if (stored === undefined && record.seq < seq) break;
    if (stored !== undefined && stored.hash !== record.hash)
      throw recordingDiffers(name, `gives another line ${record.seq} than the journal holds`);
  }
  const last = made.at(-1);
  if (next !== null && last?.seq === until - 1 && last.hash !== next.head.chain.prev)
    throw recordingDiffers(next.name, `does not begin behind record ${last.seq}`);
  return made;
}

/** The journal's records that came from a segment, by their number. */
async function recordsFrom(
  journal: TailJournal,
  { name, head }: TailSegment,
): Promise<ReadonlyMap<number, RecentRecord>> {
  const own = new Map<number, RecentRecord>();
  for (let from = head.chain.seq; ; from += PAGE) {
    const page = await journal.records(from, PAGE);
    const fit = page.filter((record) => srcOf(record)?.segment === name);
    for (const record of fit) own.set(record.seq, record);
    if (page.length < PAGE || fit.length === 0) return own;
  }
}

const lastByteOf = (own: ReadonlyMap<number, RecentRecord>): number =>
  [...own.values()].reduce((last, record) => Math.max(last, srcOf(record)?.bytes ?? 0), 0);

/** Each record names the bytes that lie there; false: some name bytes that are not there. */
function requirePrefixes({ name, bytes }: TailSegment, own: ReadonlyMap<number, RecentRecord>): boolean {
  const hash = createHash("sha256");
  let at = 0;
  for (const record of own.values()) {
    const src = srcOf(record);
    if (src === null) continue;
    if (src.bytes > bytes.length) return false;
    if (src.bytes < at) throw recordingDiffers(name, `is named backwards by record ${record.seq}`);
    hash.update(bytes.subarray(at, src.bytes));
    at = src.bytes;
    if (hash.copy().digest("hex") !== src.sha256)
      throw recordingDiffers(
        name,
        `is not, in its first ${src.bytes} bytes, what record ${record.seq} came from`,
      );
  }
  return true;
}

/** The lines of a segment, made again. Ends at the first line that is not whole: a power cut leaves one. */
function* replayOf({ codes }: TailParts, { bytes, head }: TailSegment): Generator<BuiltRecord> {
  const wanted = head.options["codes"];
  const pipeline = new Pipeline(setupOfHead(head, wanted === codes?.sha256 ? codes : null), head);
  const lines = bytes.toString("utf8").split("\n");
  for (const line of lines.slice(1, -1)) {
    const entry = decodeEntry(line);
    if (typeof entry === "string") return;
    yield* pipeline.feed(entry).records;
  }
}

interface Src {
  readonly segment: string;
  readonly bytes: number;
  readonly sha256: string;
}

function srcOf(record: RecentRecord | undefined): Src | null {
  const src = record?.fields["src"] as Partial<Src> | null | undefined;
  const { segment, bytes, sha256 } = src ?? {};
  if (typeof segment !== "string" || typeof bytes !== "number" || typeof sha256 !== "string") return null;
  return { segment, bytes, sha256 };
}

function recordingDiffers(segment: string, what: string): JournalError {
  return new JournalError(
    "corrupt",
    `the recording ${segment} ${what}: copy the folder for the inspector; without that file in recordings the table starts`,
  );
}

import type { ReleaseId } from "../../../src/record/chain.ts";
import { JournalError } from "../../files/errors.ts";
import type { RecentRecord } from "../../evidence/log/rows.ts";
import { picturesIn, SEGMENT } from "../../files/named-files.ts";

/** What a case file is asked for: one round, or a run of records. */
export interface CaseAsked {
  readonly round: number | null;
  readonly from: number | null;
  /** Null: up to the end of the newest round that is over. */
  readonly to: number | null;
}

/** What goes into a case file. */
export interface CasePlan {
  readonly from: number;
  readonly to: number;
  readonly round: number | null;
  readonly releases: readonly ReleaseId[];
  readonly rulebooks: readonly string[];
  /** Recordings, each up to the byte that the last of the records was decided on. */
  readonly recordings: readonly { readonly segment: string; readonly bytes: number }[];
  /** Hex SHA-256 of evidence pictures. */
  readonly pictures: readonly string[];
}

/** What a case is planned from. */
export interface CaseJournal {
  /** Records from a number on. */
  records(from: number, count: number): Promise<readonly RecentRecord[]>;
  /** How many bytes of each recording lie open on the disk: of a card table's the rest is sealed. */
  readonly open: ReadonlyMap<string, number>;
}

type ReadRecords = CaseJournal["records"];

/** Records of one question: the thread that asks has other things to do between two of them. */
const PAGE = 100;
/** Records on either side of the place of a round among which all of its records are. */
const NEAR = 2_000;
/** Records behind these in which what ends a round is looked for: its cards may lie on the table for a night. */
const LATE = 200_000;
const VERDICTS: readonly unknown[] = ["result", "void", "undecided", "aborted"];
/** Phases in which nothing of a round has happened yet. */
const BEFORE_ROUND: readonly unknown[] = ["closed", "waiting", "preparing", "betting"];

type Fields = RecentRecord["fields"];

/** What a record came from; nothing, where it names none or another thing. */
function sourceOf(src: unknown): { readonly segment: string; readonly bytes: number } {
  const { segment, bytes } = (src ?? {}) as { readonly segment?: unknown; readonly bytes?: unknown };
  return typeof segment === "string" && typeof bytes === "number"
    ? { segment, bytes }
    : { segment: "", bytes: 0 };
}

/** The round that a record belongs to: what is said of one afterwards belongs to none. */
const playedIn = ({ kind, round }: Fields): number | null =>
  typeof round === "number" && round > 0 && kind !== "dispute" ? round : null;

/**
 * Which records, and what they name. `size`: how many records there are. Rejects with a JournalError `refused` for a round that is
 * not there, that is open, whose cards lie face down, or whose verdict came from what is sealed still: it could not be judged again.
 */
export async function planCase(journal: CaseJournal, size: number, asked: CaseAsked): Promise<CasePlan> {
  const read: ReadRecords = (from, count) => journal.records(from, count);
  const rounds = new Rounds(journal.open);
  const range =
    asked.round === null
      ? await rangeOf(read, rounds, size, asked)
      : await roundRange(read, rounds, size, asked.round);
  const releases = new Map<string, ReleaseId>();
  const rulebooks = new Set<string>();
  const recordings = new Map<string, number>();
  const pictures = new Set<string>();
  for await (const { fields } of recordsIn(read, range.from, range.to)) {
    const { rel, rulebook, src } = fields;
    if (typeof rulebook === "string") rulebooks.add(rulebook);
    const release = rel as ReleaseId | string | undefined;
    if (typeof release === "object") releases.set(`${release.version} ${release.manifest ?? ""}`, release);
    if (typeof release === "string") releases.set(release, { version: release, manifest: null });
    const { segment, bytes } = sourceOf(src);
    if (SEGMENT.test(segment)) recordings.set(segment, Math.max(bytes, recordings.get(segment) ?? 0));
    for (const hash of picturesIn(fields)) pictures.add(hash);
  }
  return {
    ...range,
    round: asked.round,
    releases: [...releases.values()],
    rulebooks: [...rulebooks].sort(),
    recordings: [...recordings].map(([segment, bytes]) => ({ segment, bytes })),
    pictures: [...pictures].sort(),
  };
}

interface Range {
  readonly from: number;
  readonly to: number;
}

/** Records from one number to another, both included, read page by page. */
export async function* recordsIn(read: ReadRecords, from: number, to: number): AsyncGenerator<RecentRecord> {
  for (let seq = from; seq <= to; seq += PAGE) {
    const page = await read(seq, Math.min(PAGE, to - seq + 1));
    yield* page;
    if (page.length === 0) return;
  }
}

/** A run of records must not end within a round that is open. */
async function rangeOf(
  read: ReadRecords,
  rounds: Rounds,
  size: number,
  { from, to }: CaseAsked,
): Promise<Range> {
  const first = from ?? (await firstStored(read));
  const last = to ?? size - 1;
  if (first > last || last >= size)
    throw new JournalError("refused", `records ${first} to ${last}: the journal has 0 to ${size - 1}`);
  const open = await lookAround(read, rounds, { at: last, size }, () => rounds.openIn(last));
  if (open === null) return { from: first, to: last };
  if (to === null && open.first > first) return { from: first, to: open.first - 1 };
  throw new JournalError(
    "refused",
    `round ${open.round} ${open.why} at record ${last}: end with record ${open.first - 1}, or ask again ${open.when}`,
  );
}

async function roundRange(read: ReadRecords, rounds: Rounds, size: number, round: number): Promise<Range> {
  const at = await placeOf(read, size, round);
  const open = await lookAround(read, rounds, { at, size }, () => rounds.whyOpen(round));
  const range = rounds.of(round);
  if (range === null) throw new JournalError("refused", `the journal has no round ${round}`);
  if (open !== null) throw new JournalError("refused", `round ${round} ${open.why}: ask again ${open.when}`);
  return range;
}

/** Reads the records around a place, and on until nothing is open there. Gives what is open in the end; null: nothing. */
async function lookAround<T>(
  read: ReadRecords,
  rounds: Rounds,
  { at, size }: { readonly at: number; readonly size: number },
  openNow: () => T | null,
): Promise<T | null> {
  const near = at + NEAR;
  for await (const record of recordsIn(read, Math.max(0, at - NEAR), Math.min(size - 1, near + LATE))) {
    if (record.seq > near && openNow() === null) break;
    rounds.add(record);
  }
  return openNow();
}

/** Older records may have been pruned. */
async function firstStored(read: ReadRecords): Promise<number> {
  const [first] = await read(0, 1);
  return first?.seq ?? 0;
}

/** A record near the first one of a round: rounds count up, but for records that come late. */
export async function placeOf(read: ReadRecords, size: number, round: number): Promise<number> {
  let [low, high] = [await firstStored(read), Math.max(0, size - 1)];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    // A night without play may leave thousands of records of no round.
    const next = await nextOfRound(read, middle, high);
    if (next !== null && next.round < round) low = next.seq + 1;
    else high = middle;
  }
  return (await nextOfRound(read, low, size))?.seq ?? low;
}

/** The first record of a round from `from` on and before `end`; null: there is none. */
async function nextOfRound(
  read: ReadRecords,
  from: number,
  end: number,
): Promise<{ readonly seq: number; readonly round: number } | null> {
  for await (const { seq, fields } of recordsIn(read, from, end - 1)) {
    const round = playedIn(fields);
    if (round !== null) return { seq, round };
  }
  return null;
}

interface RoundSpan {
  first: number;
  last: number;
  hasVerdict: boolean;
  /** Something was played in it. */
  hasBegun: boolean;
  /** It has cards whose recording is sealed until they are collected. */
  hasCards: boolean;
  isOpened: boolean;
  /** The unit was started after it: what was sealed is open. */
  isBefore: boolean;
  /** Its verdict came from what is sealed: it was given up at a start, or its recording is opened a round later. */
  isSealed: boolean;
}

/** Why a round cannot be in a case file yet, and when it can. */
interface OpenRound {
  readonly why: string;
  readonly when: string;
}

const UNDER_WAY: OpenRound = { why: "is open", when: "when it is over" };
const NOT_COLLECTED: OpenRound = { why: "has cards that are not collected yet", when: "when it is over" };
const SEALED: OpenRound = {
  why: "has a verdict whose recording is sealed still",
  when: "when the cards of the next round are collected, or after the next start",
};

const NOTHING_KNOWN = {
  hasVerdict: false,
  hasBegun: false,
  hasCards: false,
  isOpened: false,
  isBefore: false,
  isSealed: false,
} as const;

/** The rounds among some records that follow one another. */
class Rounds {
  readonly #rounds = new Map<number, RoundSpan>();
  readonly #open: CaseJournal["open"];

  constructor(open: CaseJournal["open"]) {
    this.#open = open;
  }

  add({ seq, fields }: RecentRecord): void {
    const { kind } = fields;
    if (kind === "boot") for (const span of this.#rounds.values()) span.isBefore = true;
    const round = playedIn(fields);
    if (round === null) return;
    const span = this.#rounds.get(round) ?? { ...NOTHING_KNOWN, first: seq, last: seq };
    this.#rounds.set(round, span);
    span.last = seq;
    span.hasVerdict ||= VERDICTS.includes(kind);
    span.isSealed ||= VERDICTS.includes(kind) && this.#isSealed(fields);
    span.hasBegun ||= kind === "deal" || (kind === "phase" && !BEFORE_ROUND.includes(fields["phase"]));
    span.hasCards ||= kind === "deal";
    span.isOpened ||= kind === "opened";
  }

  /** A recording that is not there at all is named as missing in the case file. */
  #isSealed({ src }: Fields): boolean {
    const { segment, bytes } = sourceOf(src);
    return bytes > (this.#open.get(segment) ?? Infinity);
  }

  of(round: number): Range | null {
    const span = this.#rounds.get(round);
    return span === undefined ? null : { from: span.first, to: span.last };
  }

  /** Why a round is not over, or not open yet to be judged again; null: it is. */
  whyOpen(round: number): OpenRound | null {
    const span = this.#rounds.get(round);
    if (span === undefined) return null;
    const isNewest = !this.#rounds.keys().some((other) => other > round);
    if (!span.hasVerdict && isNewest) return UNDER_WAY;
    if (span.hasCards && !span.isOpened && !span.isBefore) return NOT_COLLECTED;
    return span.isSealed ? SEALED : null;
  }

  /** The round that is under way at this record and not over. */
  openIn(seq: number): (OpenRound & { readonly round: number; readonly first: number }) | null {
    for (const [round, { first, hasBegun, isSealed }] of this.#rounds) {
      const open = hasBegun || isSealed ? this.whyOpen(round) : null;
      if (open !== null && first <= seq) return { round, first, ...open };
    }
    return null;
  }
}

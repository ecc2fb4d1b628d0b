import {
  judgeArrival,
  judgeLateCheckpoint,
  judgeRepeat,
  noteSignature,
  OTHER_TREE,
  type Arrival,
  type ArrivedRecord,
  type RefusedLine,
} from "../../../../src/floor/arrival.ts";
import { isRecord, readBatch, type SentLine } from "../../../../src/floor/sent-lines.ts";
import {
  newStanding,
  type ArrivalAnswer,
  type ArrivalRefusal,
  type Standing,
} from "../../../../src/floor/standing.ts";
import { strictBase64, utf8 } from "../../../../src/record/bytes.ts";
import { canonical } from "../../../../src/record/canonical.ts";
import type { ReleaseId } from "../../../../src/record/chain.ts";
import { frontierRoot, type Frontier } from "../../../../src/record/merkle.ts";
import type { Clock } from "../../../../src/time/clock.ts";
import type { Bringer, FloorStore, ForkFound, StoredLine, StoredLog } from "../store/floor-store.ts";
import { TRIES } from "./limits.ts";

export interface CollectParts {
  readonly store: FloorStore;
  readonly clock: Clock;
  readonly knows: (release: ReleaseId) => boolean;
}

/** Another batch of the log came first, again and again: come again later. */
export class BusyLog extends Error {
  override readonly name = "BusyLog";
}

export const standingOf = ({ end }: StoredLog): Standing => ({
  log: end.log,
  next: end.next,
  hash: end.hash,
  checkpoint: end.checkpoint,
});

/** How the store stands with a log, and why it takes nothing of it. */
export const askStanding = ({ store }: CollectParts, log: string): Promise<ArrivalAnswer> =>
  answerOf(store, log, null);

/**
 * How the store stands with a log where nothing was added to it, and what was refused of it. It is asked once more, by the leader: what was judged
 * may have been read from a server that leads no more.
 */
async function answerOf(
  store: FloorStore,
  log: string,
  refused: Pick<RefusedLine, "why" | "seq"> | null,
): Promise<ArrivalAnswer> {
  return answerBy(log, await store.settledLog(log), refused);
}

/** The same, by what the leader has just said of the log. */
export function answerBy(
  log: string,
  stored: StoredLog | null,
  refused: Pick<RefusedLine, "why" | "seq"> | null = null,
): ArrivalAnswer {
  if (stored === null) return refusal(newStanding(log), "not-enrolled");
  const closed = closedBy(stored);
  if (closed !== null && refused === null) return refusal(standingOf(stored), closed);
  return refusal(standingOf(stored), refused?.why ?? null, refused?.seq ?? null);
}

/** Why nothing of a log is taken; null: it is open. */
const closedBy = ({ isRetired, isForked }: StoredLog): "retired" | "fork" | null =>
  isRetired ? "retired" : isForked ? "fork" : null;

const refusal = (standing: Standing, why: ArrivalRefusal | null, seq: number | null = null): ArrivalAnswer => ({
  standing,
  refused: why === null ? null : { why, seq },
});

/**
 * Verifies a batch, stores what joins the log and answers how far the store is durable. What is refused lies in quarantine before the answer
 * is given. Rejects where the store is away: then nobody knows whether it is stored, and it comes again.
 */
export async function collectLines(
  parts: CollectParts,
  bringer: Bringer,
  text: string,
): Promise<ArrivalAnswer> {
  const { store } = parts;
  for (let tries = 0; tries < TRIES; tries++) {
    // What it adds to shows whether it was read from the leader; what it refuses is judged once more, by what the leader says.
    const isSettled = tries > 0;
    const stored = await (isSettled ? store.settledLog(bringer.log) : store.log(bringer.log));
    if (stored === null) return askStanding(parts, bringer.log);
    const closed = closedBy(stored);
    if (closed === "retired")
      await store.keepRefused(bringer, {
        why: closed,
        what: "two people retired this table",
        seq: null,
        bytes: utf8(text),
      });
    if (closed !== null) return askStanding(parts, bringer.log);
    const batch = readBatch(text);
    if (typeof batch === "string") return keepMalformed(store, bringer, batch, utf8(text));
    const answer = await takeBatch(parts, bringer, { stored, isSettled }, batch);
    if (answer !== null) return answer;
  }
  throw new BusyLog(`${bringer.log} went on while a batch of it was judged`);
}

/** What is no text is no batch: it is kept as it came. */
export async function refuseBytes(
  { store }: CollectParts,
  bringer: Bringer,
  bytes: Uint8Array,
): Promise<ArrivalAnswer> {
  const stored = await store.settledLog(bringer.log);
  if (stored === null) return refusal(newStanding(bringer.log), "not-enrolled");
  return keepMalformed(store, bringer, "it is no text in UTF-8", bytes);
}

async function keepMalformed(
  store: FloorStore,
  bringer: Bringer,
  what: string,
  bytes: Uint8Array,
): Promise<ArrivalAnswer> {
  await store.keepRefused(bringer, { why: "malformed", what, seq: null, bytes });
  return answerOf(store, bringer.log, { why: "malformed", seq: null });
}

/** Null: the log went on meanwhile, or what would be refused has to be held against what the leader has. */
async function takeBatch(
  parts: CollectParts,
  bringer: Bringer,
  { stored, isSettled }: { readonly stored: StoredLog; readonly isSettled: boolean },
  batch: readonly SentLine[],
): Promise<ArrivalAnswer | null> {
  const { store, clock, knows } = parts;
  const { end, keys } = stored;
  const arrival = judgeArrival(batch, { end, keys, now: clock.wall(), knows });
  const isMore = arrival.end.next > end.next || arrival.end.checkpoint > end.checkpoint;
  if (arrival.refused !== null && !isMore && !isSettled) return null;
  const after = { ...stored, end: arrival.end };
  // What it was added to, and what the leader said, needs no second look.
  const say = (refused: RefusedLine | null, isSure: boolean, of: StoredLog): Promise<ArrivalAnswer> =>
    isSure
      ? Promise.resolve(refusal(standingOf(of), refused?.why ?? null, refused?.seq ?? null))
      : answerOf(store, bringer.log, refused);
  const repeat = await refusedRepeat(store, bringer, stored, arrival);
  if (repeat !== null) {
    await quarantine(store, bringer, batch, repeat);
    return say(repeat, isSettled, stored);
  }
  if (isMore && !(await store.add(stored, arrival))) return null;
  const late = await refusedLate(store, bringer, after, arrival);
  const refused = late ?? arrival.refused;
  if (refused === null) return say(null, isMore || isSettled, after);
  await quarantine(store, bringer, batch, refused);
  const fork = late === null ? forkIn(refused, batch[refused.at], arrival) : null;
  if (fork !== null) await store.keepFork(stored, bringer.serial, fork);
  return say(refused, isMore || isSettled, after);
}

/** What is signed by the log's key and joins another history than the store's; null: it is only wrong. */
function forkIn({ why, seq }: RefusedLine, line: SentLine | undefined, { keys }: Arrival): ForkFound | null {
  if (line === undefined || seq === null) return null;
  if (why === "chain" && isRecord(line))
    return { what: "record", seq, other: { line: utf8(line.line), sig: signatureOf(line.sig) }, stored: null };
  if (why !== "fork" || isRecord(line)) return null;
  const sig = noteSignature(line.checkpoint, keys.keyAt(seq + 1));
  return { what: "checkpoint", seq, other: { line: utf8(line.checkpoint), sig }, stored: null };
}

const signatureOf = (sig: string): Uint8Array => strictBase64(sig) ?? new Uint8Array(0);

/** The first late checkpoint that is not of the store's own lines. Those before it are kept. */
async function refusedLate(
  store: FloorStore,
  { serial }: Bringer,
  stored: StoredLog,
  { late, keys }: Arrival,
): Promise<RefusedLine | null> {
  for (const one of late) {
    const kept = await store.addNote(stored, one, false);
    if (kept === "kept") continue;
    const { size, at, sig, note } = one;
    const known = kept === "other" ? await store.note(stored, size) : null;
    const tree = known === null ? await store.treeOf(stored, size) : null;
    if (known === null && tree === null)
      throw new Error(`the store has not all of the ${size} records of ${stored.end.log}`);
    const is = judgeLateCheckpoint(
      one,
      known === null ? { root: frontierRoot(tree as Frontier) } : { note: known },
    );
    if (is === "same" && (await store.addNote(stored, one, true)) === "kept") continue;
    if (is !== "fork")
      return {
        why: "checkpoint",
        seq: null,
        at,
        what: `the store has one of ${size} records with other words`,
      };
    const own = known === null ? null : { line: utf8(known), sig: noteSignature(known, keys.keyAt(size)) };
    await store.keepFork(stored, serial, {
      what: "checkpoint",
      seq: size - 1,
      other: { line: utf8(note), sig },
      stored: own,
    });
    return { why: "fork", seq: size - 1, at, what: OTHER_TREE };
  }
  return null;
}

/** The first record with a stored number and other bytes; what is signed by the log's key is kept as a fork. */
async function refusedRepeat(
  store: FloorStore,
  { serial }: Bringer,
  stored: StoredLog,
  { repeats, records }: Arrival,
): Promise<RefusedLine | null> {
  if (repeats.length === 0) return null;
  const lines = await store.lines(
    stored,
    repeats.map(({ seq }) => seq),
  );
  for (const repeat of repeats) {
    const { seq, at } = repeat;
    const known = lines.get(seq) ?? storedLineOf(records.find((one) => one.seq === seq));
    // Read from a server that leads no more, or somebody took it out: that is no second history of the table.
    if (known === null) throw new Error(`the store gives no record ${seq} of ${stored.end.log}`);
    const is = judgeRepeat(repeat, known.line, stored.keys);
    if (is === "same") continue;
    const other = { line: utf8(repeat.line), sig: signatureOf(repeat.sig) };
    if (is === "fork") await store.keepFork(stored, serial, { what: "record", seq, other, stored: known });
    return {
      why: is,
      seq,
      at,
      what: is === "fork" ? "the store has another line with this number" : "the signature is not of this line",
    };
  }
  return null;
}

/** A line that came earlier in the same batch. */
const storedLineOf = (record: ArrivedRecord | undefined): StoredLine | null =>
  record === undefined ? null : { line: utf8(record.line), sig: record.sig };

async function quarantine(
  store: FloorStore,
  bringer: Bringer,
  batch: readonly SentLine[],
  refused: RefusedLine,
): Promise<void> {
  const { why, what, seq, at } = refused;
  await store.keepRefused(bringer, { why, what, seq, bytes: utf8(canonical(batch[at] ?? null)) });
}

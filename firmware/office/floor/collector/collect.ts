import {
  judgeArrival,
  judgeRepeat,
  type Arrival,
  type ArrivedRecord,
  type RefusedLine,
} from "../../../../src/floor/arrival.ts";
import { readBatch, type SentLine } from "../../../../src/floor/sent-lines.ts";
import {
  newStanding,
  type ArrivalAnswer,
  type ArrivalRefusal,
  type Standing,
} from "../../../../src/floor/standing.ts";
import { utf8 } from "../../../../src/record/bytes.ts";
import { canonical } from "../../../../src/record/canonical.ts";
import type { ReleaseId } from "../../../../src/record/chain.ts";
import type { Clock } from "../../../../src/time/clock.ts";
import type { Bringer, FloorStore, StoredLine, StoredLog } from "../store/floor-store.ts";
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
export async function askStanding({ store }: CollectParts, log: string): Promise<ArrivalAnswer> {
  const stored = await store.log(log);
  if (stored === null) return refusal(newStanding(log), "not-enrolled");
  return refusal(standingOf(stored), stored.isForked ? "fork" : null);
}

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
    const stored = await store.log(bringer.log);
    if (stored === null) return refusal(newStanding(bringer.log), "not-enrolled");
    if (stored.isForked) return refusal(standingOf(stored), "fork");
    const batch = readBatch(text);
    if (typeof batch === "string") {
      await store.keepRefused(bringer, { why: "malformed", what: batch, seq: null, bytes: utf8(text) });
      return refusal(standingOf(stored), "malformed");
    }
    const answer = await takeBatch(parts, bringer, stored, batch);
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
  const stored = await store.log(bringer.log);
  if (stored === null) return refusal(newStanding(bringer.log), "not-enrolled");
  await store.keepRefused(bringer, { why: "malformed", what: "it is no text in UTF-8", seq: null, bytes });
  return refusal(standingOf(stored), "malformed");
}

/** Null: the log went on meanwhile. */
async function takeBatch(
  parts: CollectParts,
  bringer: Bringer,
  stored: StoredLog,
  batch: readonly SentLine[],
): Promise<ArrivalAnswer | null> {
  const { store, clock, knows } = parts;
  const { end, keys } = stored;
  const arrival = judgeArrival(batch, { end, keys, now: clock.wall(), knows });
  const repeat = await refusedRepeat(store, bringer, stored, arrival);
  if (repeat !== null) {
    await quarantine(store, bringer, batch, repeat);
    return refusal(standingOf(stored), repeat.why, repeat.seq);
  }
  const isMore = arrival.end.next > end.next || arrival.end.checkpoint > end.checkpoint;
  if (isMore && !(await store.add(stored, arrival))) return null;
  for (const late of arrival.late) await store.addNote(stored, late);
  const standing = standingOf({ ...stored, end: arrival.end });
  const { refused } = arrival;
  if (refused === null) return refusal(standing, null);
  await quarantine(store, bringer, batch, refused);
  const line = batch[refused.at];
  // Signed by the log's key, and it joins other lines than those that the store has: two histories.
  if (refused.why === "chain" && line !== undefined && "line" in line)
    await store.keepFork(stored, bringer.serial, { ...line, seq: refused.seq ?? 0 }, null);
  return refusal(standing, refused.why, refused.seq);
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
    const is = judgeRepeat(repeat, known?.line ?? null, stored.keys);
    if (is === "same") continue;
    if (is === "fork") await store.keepFork(stored, serial, repeat, known);
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

import { base64, strictBase64 } from "./bytes.ts";
import { NO_PREVIOUS } from "./chain.ts";
import { EMPTY_FRONTIER, peakCount, type Frontier } from "./merkle.ts";

/**
 * An epoch: a part of the journal that lies in a file of its own. It is closed by a record of the kind `epoch-closed` in the next
 * one, whose detail says what that file is and where the next one goes on.
 */
export const EPOCH_CLOSED = "epoch-closed";
/** The largest number of an epoch: six digits name a file. */
export const MAX_EPOCH = 999_999;

/** Where an epoch begins: all that its first record joins on. */
export interface EpochStart {
  /** The epoch that begins, from 0. */
  readonly epoch: number;
  /** Hex SHA-256 of the line before. */
  readonly prev: string;
  /** The tree of all records before; its size is the number of the first record. */
  readonly before: Frontier;
  /** The newest record before that vouches for a state, and the hex SHA-256 of that state; null: none does. */
  readonly state: { readonly seq: number; readonly sha256: string } | null;
}

/** Where a log begins. */
export const START_OF_LOG: EpochStart = { epoch: 0, prev: NO_PREVIOUS, before: EMPTY_FRONTIER, state: null };

/** The records of the oldest epochs, which the table no longer keeps: their leaf hashes stay. */
export interface Pruned {
  /** So many epochs, from the first one on. */
  readonly epochs: number;
  /** So many records. */
  readonly records: number;
  /** Name of the key that cosigned a checkpoint over them. */
  readonly confirmedBy: string;
}

/** What the record that closes an epoch says of it. */
export interface EpochClosing {
  /** Number of the epoch that is closed. */
  readonly epoch: number;
  /** Its first record. It may have none: then it is `next.before.size`. */
  readonly from: number;
  /** Length of its file in bytes, and hex SHA-256 of them. */
  readonly bytes: number;
  readonly sha256: string;
  /** Where the next epoch goes on. */
  readonly next: EpochStart;
  /** What may be pruned from this record on; null: nothing. */
  readonly pruned: Pruned | null;
}

type Detail = Readonly<Record<string, string | number | boolean | null>>;

/** The detail of the record. `to` is the last record of the epoch that is closed. */
export function closingDetail({ epoch, from, bytes, sha256, next, pruned }: EpochClosing): Detail {
  return {
    epoch,
    from,
    to: next.before.size - 1,
    bytes,
    sha256,
    last: next.prev,
    peaks: peaksText(next.before),
    stateOf: next.state?.seq ?? null,
    state: next.state?.sha256 ?? null,
    ...(pruned === null
      ? {}
      : {
          prunedEpochs: pruned.epochs,
          prunedRecords: pruned.records,
          confirmedBy: pruned.confirmedBy,
        }),
  };
}

/** Reads the detail of such a record back, or says in a few words why it is not one. */
export function readClosing(fields: Readonly<Record<string, unknown>>): EpochClosing | string {
  const detail = (fields["detail"] ?? {}) as Detail;
  const { epoch, from, to, bytes, sha256, last, peaks, stateOf, state } = detail;
  if (!isWhole(epoch) || epoch >= MAX_EPOCH) return "it names no epoch";
  if (!isWhole(from) || typeof to !== "number" || !Number.isSafeInteger(to) || to < from - 1)
    return "it names no records";
  if (!isWhole(bytes) || !isHash(sha256) || !isHash(last)) return "it names no file";
  const before = readPeaks(to + 1, peaks);
  if (before === null) return "it has no tree of the records before";
  if ((stateOf === null) !== (state === null)) return "it names half a state";
  if (state !== null && (!isWhole(stateOf) || !isHash(state))) return "it names no state";
  const pruned = readPruned(detail);
  if (pruned !== null && (pruned.epochs > epoch || pruned.records > from))
    return "it prunes more than is closed";
  return {
    epoch,
    from,
    bytes,
    sha256,
    next: {
      epoch: epoch + 1,
      prev: last,
      before,
      state: state === null ? null : { seq: Number(stateOf), sha256: state },
    },
    pruned,
  };
}

/** What a closing record says of pruned epochs. Half of it is more than is closed. */
function readPruned({ prunedEpochs, prunedRecords, confirmedBy }: Detail): Pruned | null {
  if (prunedEpochs === undefined && prunedRecords === undefined && confirmedBy === undefined) return null;
  const isRight =
    isWhole(prunedEpochs) && prunedEpochs > 0 && isWhole(prunedRecords) && typeof confirmedBy === "string";
  return isRight
    ? { epochs: prunedEpochs, records: prunedRecords, confirmedBy }
    : { epochs: MAX_EPOCH + 1, records: 0, confirmedBy: "" };
}

/** The peaks of a tree, in base64 with blanks between. */
export function peaksText({ peaks }: Frontier): string {
  return peaks.map(base64).join(" ");
}

/** The tree of so many leaves with these peaks, or null. */
export function readPeaks(size: number, text: unknown): Frontier | null {
  if (typeof text !== "string") return null;
  const peaks = text === "" ? [] : text.split(" ").map(strictBase64);
  if (peaks.length !== peakCount(size)) return null;
  const whole = peaks.filter((peak) => peak?.length === 32);
  return whole.length === peaks.length ? { size, peaks: whole as Buffer[] } : null;
}

/** Null: both are the same. Else what differs, in a few words. */
export function startDifference(one: EpochStart, other: EpochStart): string | null {
  if (one.epoch !== other.epoch) return `the epoch ${one.epoch} is not ${other.epoch}`;
  if (one.before.size !== other.before.size)
    return `it begins with record ${one.before.size}, not with record ${other.before.size}`;
  if (one.prev !== other.prev) return "the hash of the line before it is another one";
  if (peaksText(one.before) !== peaksText(other.before))
    return "the tree of the records before it is another one";
  const [a, b] = [one.state, other.state];
  return a?.seq === b?.seq && a?.sha256 === b?.sha256 ? null : "the state that it goes on from is another one";
}

const isWhole = (value: unknown): value is number =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
const isHash = (value: unknown): value is string => typeof value === "string" && /^[0-9a-f]{64}$/.test(value);

import { base64, sameBytes, strictBase64, utf8, expectError } from "./bytes.ts";
import { readLine, type ChainHead } from "./chain.ts";
import { KeyError, parseVkey, type Signer, type Verifier } from "./keys.ts";

/**
 * A key of a log gives way to the next one by a record of this kind. The old key signs the line, as it signs every line; in its
 * detail the line carries the new vkey and the new key's signature over a statement of its own. The next record is the new key's.
 */
export const KEY_ROTATED = "key-rotated";
/** Why a key gave way. `stolen`: nothing counts any more that it alone vouches for. */
export const ROTATION_REASONS = ["planned", "stolen"] as const;
export type RotationReason = (typeof ROTATION_REASONS)[number];

/** A line of the log and its signature in base64, as journals, exports and certificates hold them. */
export interface SignedLine {
  readonly line: string;
  readonly sig: string;
}

/** What such a record says. */
export interface Rotation {
  /** Number of the record: the last one that the old key signs. */
  readonly seq: number;
  readonly old: Verifier;
  readonly next: Verifier;
  readonly reason: RotationReason;
}

/** What the new key signs. It begins like no line, checkpoint or SSH signature. */
function rotationStatement(
  { log, seq, prev }: ChainHead,
  oldVkey: string,
  newVkey: string,
  reason: RotationReason,
): Uint8Array {
  const parts = ["tirada-key-rotation/v1", log, String(seq), prev, oldVkey, newVkey, reason];
  return utf8(`${parts.join("\n")}\n`);
}

type Detail = Readonly<Record<string, string | number | boolean | null>>;

/** Kind and detail of the record that `next` takes over with at this place of the chain. Throws a KeyError for a key of another log. */
export function rotationFields(
  head: ChainHead,
  old: Verifier,
  next: Signer,
  reason: RotationReason,
): { readonly kind: typeof KEY_ROTATED; readonly detail: Detail } {
  const { vkey, name } = next.verifier;
  if (name !== head.log || old.name !== head.log)
    throw new KeyError(`the key of ${name} cannot follow one of ${head.log}`);
  const accepted = base64(next.sign(rotationStatement(head, old.vkey, vkey, reason)));
  return { kind: KEY_ROTATED, detail: { old: old.vkey, new: vkey, reason, accepted } };
}

/** Reads such a record, which `old` must have signed and the key that it names accepted; a text says what is wrong with it. */
export function readRotation(line: Uint8Array, sig: Uint8Array | null, old: Verifier): Rotation | string {
  const facts = readLine(line);
  if (typeof facts === "string") return facts;
  const { seq, log, prev, fields } = facts;
  if (facts.kind !== KEY_ROTATED || log !== old.name) return "it is no rotation of a key of this log";
  if (sig === null || !old.verify(line, sig)) return "it is not signed by the key that gives way";
  const { old: oldVkey, new: newVkey, reason, accepted } = (fields["detail"] ?? {}) as Detail;
  if (oldVkey !== old.vkey) return "it names another key than the one that gives way";
  const known = ROTATION_REASONS.find((one) => one === reason);
  const next = typeof newVkey === "string" ? keyOf(newVkey) : "it names no new key";
  if (typeof next === "string" || known === undefined)
    return typeof next === "string" ? next : "it says no reason";
  if (next.name !== log || next.use !== "note") return "its new key is not one of this log";
  const signature = typeof accepted === "string" ? strictBase64(accepted) : null;
  const statement = rotationStatement({ log, seq, prev }, old.vkey, next.vkey, known);
  if (signature === null || !next.verify(statement, signature))
    return "it is not signed by the key that takes over";
  return { seq, old, next, reason: known };
}

/** The old vkey that a rotation names, unproven; a text says what is wrong. */
export function statedOldKey(line: Uint8Array): Verifier | string {
  const facts = readLine(line);
  if (typeof facts === "string") return facts;
  const { old } = (facts.fields["detail"] ?? {}) as Detail;
  return typeof old === "string" ? keyOf(old) : "it names no old key";
}

function keyOf(vkey: string): Verifier | string {
  try {
    return parseVkey(vkey);
  } catch (error) {
    return expectError(error, KeyError).message;
  }
}

/** Keys of one log. A new log is begun when more are needed. */
export const KEYS_MAX = 64;

/** A key and what it signs: the records from this number on, up to the next key's. */
export interface KeyPeriod {
  readonly verifier: Verifier;
  readonly from: number;
}

/** A key and the first record that it signs, as plain data. */
export interface StatedPeriod {
  readonly vkey: string;
  readonly from: number;
}

/**
 * The keys of one log by the numbers of its records, each joined to the next by a record that both signed. It proves that they
 * belong together; whose they are, the key says that the inspector holds (`trust.ts`). A checkpoint of so many records is signed with
 * the key of the record that follows them.
 */
export class KeyHistory {
  readonly periods: readonly [KeyPeriod, ...KeyPeriod[]];
  /** The records that join the keys, in their order. */
  readonly rotations: readonly SignedLine[];
  /** What they say. */
  readonly joints: readonly Rotation[];

  private constructor(
    periods: readonly [KeyPeriod, ...KeyPeriod[]],
    rotations: readonly SignedLine[],
    joints: readonly Rotation[],
  ) {
    this.periods = periods;
    this.rotations = rotations;
    this.joints = joints;
  }

  /** A log that has one key. */
  static of(first: Verifier): KeyHistory {
    return new KeyHistory([{ verifier: first, from: 0 }], [], []);
  }

  get log(): string {
    return this.periods[0].verifier.name;
  }

  get first(): Verifier {
    return this.periods[0].verifier;
  }

  /** The key of the next record. */
  get current(): Verifier {
    return this.#newest.verifier;
  }

  get #newest(): KeyPeriod {
    return this.periods.reduce((_, later) => later);
  }

  /** The key that signs record `number`, and a checkpoint of `number` records. */
  keyAt(number: number): Verifier {
    return this.periods.reduce((found, later) => (later.from <= number ? later : found)).verifier;
  }

  /** With one key more; a text says what is wrong with the record. */
  with(record: SignedLine): KeyHistory | string {
    const { line, sig } = record;
    const rotation = readRotation(utf8(line), strictBase64(sig), this.current);
    if (typeof rotation === "string") return rotation;
    const { seq, next } = rotation;
    if (seq < this.#newest.from) return "it comes before the rotation before it";
    if (this.periods.some(({ verifier }) => sameBytes(verifier.raw, next.raw)))
      return "its new key is one that this log had before";
    if (this.periods.length >= KEYS_MAX) return `it is one of over ${KEYS_MAX} keys of a log`;
    return new KeyHistory(
      [...this.periods, { verifier: next, from: seq + 1 }],
      [...this.rotations, record],
      [...this.joints, rotation],
    );
  }

  /** What was known of it when the log had `size` records. */
  before(size: number): KeyHistory {
    const count = this.joints.filter(({ seq }) => seq < size).length;
    const [first, ...later] = this.periods;
    return new KeyHistory(
      [first, ...later.slice(0, count)],
      this.rotations.slice(0, count),
      this.joints.slice(0, count),
    );
  }

  /** Keys that gave way because they were stolen. */
  get stolen(): string[] {
    return this.joints.filter(({ reason }) => reason === "stolen").map(({ old }) => old.vkey);
  }

  /** Plain data of it. */
  stated(): StatedPeriod[] {
    return this.periods.map(({ verifier, from }) => ({ vkey: verifier.vkey, from }));
  }
}

/** The history that records of rotations make from a first key; a text says which one is wrong and why. */
export function historyFrom(first: Verifier, rotations: readonly SignedLine[]): KeyHistory | string {
  let history = KeyHistory.of(first);
  for (const [at, record] of rotations.entries()) {
    const next = history.with(record);
    if (typeof next === "string") return `rotation ${at + 1} of the key: ${next}`;
    history = next;
  }
  return history;
}

/** The history that records of rotations make from the old key that the first of them names; from `alone` where there are none. */
export function historyOf(rotations: readonly SignedLine[], alone: Verifier): KeyHistory | string {
  const [first] = rotations;
  if (first === undefined) return KeyHistory.of(alone);
  const key = statedOldKey(utf8(first.line));
  return typeof key === "string" ? `rotation 1 of the key: ${key}` : historyFrom(key, rotations);
}

/** Null: both are the same. Else what differs, in a few words. */
export function historyDifference(one: readonly StatedPeriod[], other: readonly StatedPeriod[]): string | null {
  for (let at = 0; at < Math.max(one.length, other.length); at++) {
    const [a, b] = [one[at], other[at]];
    if (a?.vkey !== b?.vkey || a?.from !== b?.from)
      return `key ${at + 1} of the log is ${stateOf(a)}, not ${stateOf(b)}`;
  }
  return null;
}

const stateOf = (period: StatedPeriod | undefined): string =>
  period === undefined ? "none" : `${period.vkey} from record ${period.from}`;

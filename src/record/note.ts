import { base64, sameBytes, strictBase64, utf8 } from "./bytes.ts";
import type { Signer, Verifier } from "./keys.ts";

/** C2SP signed-note. Verifiers must take at least 16 signatures, each of which may be nearly 5,000 bytes, in base64. */
export const MAX_NOTE_BYTES = 131_072;
export const MAX_SIGNATURES = 32;

/** One line `— name base64(id ‖ signature)`, whoever wrote it. */
export interface UnverifiedLine {
  readonly name: string;
  /** Eight hex digits. */
  readonly id: string;
  /** What follows the id; its meaning is the key's. */
  readonly signature: Uint8Array;
}

/** A note as it came. Nothing of it is believed, and none of its lines counts for anything: `openNote` says which do. */
export interface UnreadNote {
  /** The text with its last line feed, without the empty line. */
  readonly text: string;
  readonly unverified: readonly UnverifiedLine[];
}

/** Only `openNote` makes one. */
const VERIFIED: unique symbol = Symbol("verified");

/** A line whose signature was verified: this key signed this very text. */
export interface VerifiedLine {
  readonly [VERIFIED]: true;
  readonly key: Verifier;
  /** A cosignature's time, seconds since 1970; null: it is a log's own signature. */
  readonly time: number | null;
  /** The line as it stands below the text, with its line feed. */
  readonly line: string;
}

/** A note of which the signatures of known keys were verified. */
export interface OpenedNote {
  readonly text: string;
  /** One for each key that signed it, in the order of the lines. */
  readonly verified: readonly VerifiedLine[];
  /** Names in whose place somebody signed whose keys are not known here: nothing of theirs was checked, nor can it be had from here. */
  readonly unchecked: readonly string[];
}

/** A note that cannot be read or trusted. The message says why, in one line. */
export class NoteError extends Error {
  override readonly name = "NoteError";
}

/** Reads a note without trusting it. Throws a NoteError. */
export function parseNote(source: string): UnreadNote {
  if (utf8(source).length > MAX_NOTE_BYTES) throw new NoteError(`the note is over ${MAX_NOTE_BYTES} bytes`);
  // C0 controls other than the line feed are forbidden by signed-note.
  if (!source.isWellFormed() || /[\u0000-\u0009\u000b-\u001f]/.test(source))
    throw new NoteError("the note holds characters that no note may hold");
  const split = source.lastIndexOf("\n\n");
  if (split < 0 || !source.endsWith("\n")) throw new NoteError("the note has no signature lines");
  const lines = source.slice(split + 2, -1).split("\n");
  if (lines.length > MAX_SIGNATURES) throw new NoteError(`the note has over ${MAX_SIGNATURES} signatures`);
  return { text: source.slice(0, split + 1), unverified: lines.map(parseSignature) };
}

/** A note signed by a log's own key (type 1: Ed25519 over the text). */
export function signNote(text: string, signer: Signer): string {
  if (!text.endsWith("\n")) throw new NoteError("a note's text ends with a line feed");
  const { name, id } = signer.verifier;
  return `${text}\n${signatureLine(name, id, signer.sign(utf8(text)))}`;
}

/** `— name base64(id ‖ signature)` with its line feed. */
export function signatureLine(name: string, id: string, signature: Uint8Array): string {
  return `— ${name} ${base64(Buffer.concat([Buffer.from(id, "hex"), signature]))}\n`;
}

/**
 * Opens a note with the keys that are known: their signatures are verified, and the first one of each key counts (others of the same key are
 * dropped, as signed-note's own implementation does). Throws a NoteError for a signature of a known key that is wrong, and for one key
 * that is given under two names: it would be counted as two.
 */
export function openNote(source: string | UnreadNote, keys: readonly Verifier[]): OpenedNote {
  const note = typeof source === "string" ? parseNote(source) : source;
  requireDifferentKeys(keys);
  const verified = new Map<Verifier, VerifiedLine>();
  const unchecked: string[] = [];
  for (const one of note.unverified) {
    const key = keys.find(({ name, id }) => name === one.name && id === one.id);
    if (key === undefined) unchecked.push(one.name);
    else if (!verified.has(key)) verified.set(key, verify(note.text, one, key));
  }
  return { text: note.text, verified: [...verified.values()], unchecked };
}

/** The verified line of a key; null: it did not sign. */
export const lineOf = ({ verified }: Pick<OpenedNote, "verified">, { vkey }: Verifier): VerifiedLine | null =>
  verified.find(({ key }) => key.vkey === vkey) ?? null;

function verify(text: string, { name, id, signature }: UnverifiedLine, key: Verifier): VerifiedLine {
  const time = key.use === "note" ? null : timeOfCosignature(signature);
  const isRight =
    time === null
      ? key.use === "note" && key.verify(utf8(text), signature)
      : key.verify(cosignedBytes(text, time), signature.subarray(COSIGNATURE_TIME_BYTES));
  if (isRight) return { [VERIFIED]: true, key, time, line: signatureLine(name, id, signature) };
  throw new NoteError(
    key.use === "note"
      ? `the signature of ${name} on the note is wrong`
      : `the cosignature of ${name} on the checkpoint is wrong`,
  );
}

const COSIGNATURE_TIME_BYTES = 8;

/** Time and signature of a cosignature/v1, 72 bytes; null: it is none. A time of zero is none either, as tlog-cosignature demands. */
function timeOfCosignature(stamped: Uint8Array): number | null {
  if (stamped.length !== COSIGNATURE_TIME_BYTES + 64) return null;
  const time = Number(Buffer.from(stamped).readBigUInt64BE(0));
  return Number.isSafeInteger(time) && time > 0 ? time : null;
}

/** The message of cosignature/v1: what a witness signs. `time`: seconds since 1970. */
export const cosignedBytes = (text: string, time: number): Buffer =>
  utf8(`cosignature/v1\ntime ${time}\n${text}`);

/** Two who sign are two keys, whatever they are called. */
function requireDifferentKeys(keys: readonly Verifier[]): void {
  for (const [at, key] of keys.entries()) {
    const same = keys.slice(0, at).find((other) => other.vkey !== key.vkey && sameBytes(other.raw, key.raw));
    if (same !== undefined) throw new NoteError(`${same.name} and ${key.name} are one key under two names`);
  }
}

function parseSignature(line: string): UnverifiedLine {
  const [, name, text] = /^— ([^\p{White_Space}+]{1,255}) ([A-Za-z0-9+/=]+)$/u.exec(line) ?? [];
  const bytes = text === undefined ? null : strictBase64(text);
  if (name === undefined || bytes === null || bytes.length < 5)
    throw new NoteError("the note has a line that is no signature line");
  return { name, id: bytes.toString("hex", 0, 4), signature: Uint8Array.from(bytes.subarray(4)) };
}

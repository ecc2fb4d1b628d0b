import { base64, strictBase64, utf8 } from "./bytes.ts";
import type { Signer, Verifier } from "./keys.ts";

/** C2SP signed-note. Verifiers must take at least 16 signatures; ours are small, so the limits are too. */
export const MAX_NOTE_BYTES = 65_536;
export const MAX_SIGNATURES = 32;

/** One line `— name base64(id ‖ signature)`. */
export interface NoteSignature {
  readonly name: string;
  /** Eight hex digits. */
  readonly id: string;
  /** What follows the id; its meaning is the key's. */
  readonly signature: Uint8Array;
}

export interface Note {
  /** The signed text with its last line feed, without the empty line. */
  readonly text: string;
  readonly signatures: readonly NoteSignature[];
}

/** A note that cannot be read or trusted. The message says why, in one line. */
export class NoteError extends Error {
  override readonly name = "NoteError";
}

/** Reads a note without trusting it. Throws a NoteError. */
export function parseNote(source: string): Note {
  if (utf8(source).length > MAX_NOTE_BYTES) throw new NoteError(`the note is over ${MAX_NOTE_BYTES} bytes`);
  // C0 controls other than the line feed are forbidden by signed-note.
  if (!source.isWellFormed() || /[\u0000-\u0009\u000b-\u001f]/.test(source))
    throw new NoteError("the note holds characters that no note may hold");
  const split = source.lastIndexOf("\n\n");
  if (split < 0 || !source.endsWith("\n")) throw new NoteError("the note has no signature lines");
  const lines = source.slice(split + 2, -1).split("\n");
  if (lines.length > MAX_SIGNATURES) throw new NoteError(`the note has over ${MAX_SIGNATURES} signatures`);
  return { text: source.slice(0, split + 1), signatures: lines.map(parseSignature) };
}

/** `note` as text. */
export function formatNote(note: Note): string {
  const lines = note.signatures.map(({ name, id, signature }) => signatureLine(name, id, signature));
  return `${note.text}\n${lines.join("")}`;
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
 * The one signature of this key on the note, or null when it has none (other keys' lines are not judged, as
 * signed-note demands). Throws a NoteError when there are two, since then one of them is somebody's doing.
 */
export function signatureBy(note: Note, verifier: Verifier): Uint8Array | null {
  const own = note.signatures.filter(({ name, id }) => name === verifier.name && id === verifier.id);
  if (own.length > 1) throw new NoteError(`the note is signed twice by ${verifier.name}`);
  return own[0]?.signature ?? null;
}

/** Throws a NoteError unless the log's own key signed the text. */
export function requireSignature(note: Note, verifier: Verifier): void {
  const signature = signatureBy(note, verifier);
  if (signature === null) throw new NoteError(`the note is not signed by ${verifier.name}+${verifier.id}`);
  if (!verifier.verify(utf8(note.text), signature))
    throw new NoteError(`the signature of ${verifier.name} on the note is wrong`);
}

function parseSignature(line: string): NoteSignature {
  const [, name, text] = /^— ([^\s+]{1,255}) ([A-Za-z0-9+/=]+)$/u.exec(line) ?? [];
  const bytes = text === undefined ? null : strictBase64(text);
  if (name === undefined || bytes === null || bytes.length < 5)
    throw new NoteError("the note has a line that is no signature line");
  return { name, id: bytes.toString("hex", 0, 4), signature: Uint8Array.from(bytes.subarray(4)) };
}

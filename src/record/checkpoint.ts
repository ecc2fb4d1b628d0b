import { base64, strictBase64 } from "./bytes.ts";
import type { Signer, Verifier } from "./keys.ts";
import {
  cosignedBytes,
  lineOf,
  NoteError,
  openNote,
  parseNote,
  signatureLine,
  signNote,
  type OpenedNote,
} from "./note.ts";

const MAX_EXTENSIONS = 8;

/** C2SP tlog-checkpoint: the log's name, how many leaves it has and their root. */
export interface Checkpoint {
  readonly origin: string;
  readonly size: number;
  readonly root: Uint8Array;
  /** Opaque further lines; ours have none. */
  readonly extensions: readonly string[];
}

/** A witness (C2SP tlog-cosignature) that saw this tree, by its own clock. */
export interface Witnessed {
  readonly name: string;
  /** Seconds since 1970, UTC. */
  readonly time: number;
}

/** `origin\nsize\nroot\n`. */
export function checkpointText(origin: string, size: number, root: Uint8Array): string {
  return `${origin}\n${size}\n${base64(root)}\n`;
}

/** A checkpoint signed by the log's key, as a signed note. */
export function signCheckpoint(size: number, root: Uint8Array, signer: Signer): string {
  return signNote(checkpointText(signer.verifier.name, size, root), signer);
}

/** Reads the text of a checkpoint without trusting it. Throws a NoteError. */
export function parseCheckpoint(text: string): Checkpoint {
  const [origin, digits, hash, ...rest] = text.split("\n");
  const size = digits !== undefined && /^(?:0|[1-9][0-9]{0,15})$/.test(digits) ? Number(digits) : -1;
  const root = hash === undefined ? null : strictBase64(hash);
  if (origin === undefined || origin === "") throw new NoteError("the checkpoint names no log");
  if (!Number.isSafeInteger(size) || size < 0) throw new NoteError("the checkpoint's size is no whole number");
  if (root?.length !== 32) throw new NoteError("the checkpoint's root is not a SHA-256 in base64");
  if (rest.pop() !== "" || rest.length > MAX_EXTENSIONS || rest.includes(""))
    throw new NoteError("the checkpoint has more than its three lines and that is not in order");
  return { origin, size, root, extensions: rest };
}

/** A trusted checkpoint and the witnesses, of those asked for, that cosigned it. */
export interface OpenedCheckpoint extends Checkpoint {
  readonly witnessed: readonly Witnessed[];
  /** Names of others who signed it, in the order of their lines: nothing of theirs was checked. */
  readonly unchecked: readonly string[];
}

/** One with the lines that were verified. */
export interface VerifiedCheckpoint extends OpenedCheckpoint, OpenedNote {}

/**
 * Opens a checkpoint note: the log's own signature must be there and right, the origin must be the key's name, and
 * whichever of the given witnesses signed must have signed rightly. Throws a NoteError.
 */
export function openCheckpoint(
  source: string,
  log: Verifier,
  witnesses: readonly Verifier[] = [],
): VerifiedCheckpoint {
  const opened = openNote(source, [log, ...witnesses]);
  if (lineOf(opened, log) === null) throw new NoteError(`the note is not signed by ${log.name}+${log.id}`);
  const checkpoint = parseCheckpoint(opened.text);
  if (checkpoint.origin !== log.name)
    throw new NoteError(`the checkpoint is of "${checkpoint.origin}", not of ${log.name}`);
  const witnessed = witnesses.flatMap((witness) => {
    const time = lineOf(opened, witness)?.time ?? null;
    return time === null ? [] : [{ name: witness.name, time }];
  });
  return { ...checkpoint, ...opened, witnessed };
}

/** The note with a witness's cosignature/v1 added. `time` in whole seconds since 1970. */
export function cosignCheckpoint(source: string, witness: Signer, time: number): string {
  if (!Number.isSafeInteger(time) || time <= 0) throw new RangeError(`not a time in seconds: ${time}`);
  if (witness.verifier.use !== "cosignature")
    throw new NoteError(`${witness.verifier.name} is a log's key, not a witness's (type 4)`);
  const { text } = parseNote(source);
  const stamp = Buffer.alloc(8);
  stamp.writeBigUInt64BE(BigInt(time));
  const signature = witness.sign(cosignedBytes(text, time));
  return source + signatureLine(witness.verifier.name, witness.verifier.id, Buffer.concat([stamp, signature]));
}

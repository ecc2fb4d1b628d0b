import { readRegularFile, type FileError } from "../files/read-file.ts";
import { basename, dirname } from "node:path";
import { gunzipSync } from "node:zlib";
import type { Entry, SegmentHead } from "../../src/recording/entry.ts";
import { decodeEntry, decodeHead, HEAD_OF_FORMAT_1, withModeOfFormat1 } from "../../src/recording/codec.ts";
import { decodeListenedHead, LISTENED_BEGINS, type ListenedHead } from "../../src/recording/listened.ts";
import { monoUs } from "../../src/time/instant.ts";
import { stillSealed } from "../evidence/verify/unseal.ts";
import { parseTextLog } from "../table/recording/text-log.ts";

/** A capture that cannot be replayed: one line that says what, where and what to do. */
export class CaptureError extends Error {
  override readonly name = "CaptureError";
}

/** A capture file, ready to be replayed. */
export interface Capture {
  /** tirada's own recordings carry their table's state and chain; foreign logs do not. */
  readonly own: SegmentHead | null;
  /** Of a capture that `tirada listen` wrote: which device on which port; absent from others. */
  readonly listened?: ListenedHead;
  readonly entries: readonly Entry[];
  readonly notes: readonly string[];
  /** A recording of format 1: its state lacks what releases after 0.6.2 keep. */
  readonly isFormat1?: boolean;
}

/** Larger files are refused: a week of one wheel's recording is about 60 MB and comes in segments. */
export const CAPTURE_LIMIT = 64 * 1024 * 1024;

/**
 * Reads a capture: the project's own recording (JSON lines, first line `"k":"head"`), what `tirada listen` wrote (first line
 * `"k":"listened"`) or one of the text logs that `firmware/table/recording/text-log.ts` knows; all also gzip-compressed. Throws CaptureError or the log reader's own
 * one-line error.
 */
export function readCapture(path: string): Capture {
  const text = readText(path);
  const sealed = sealedTail(path);
  if (text === "" && sealed !== null)
    throw new CaptureError(`${path} is sealed from its first byte until its round is over; replay it then`);
  if (text.startsWith('{"k":"head"')) return ownRecording(text, basename(path), sealed);
  if (text.startsWith(LISTENED_BEGINS)) return listenedCapture(text, basename(path));
  const log = parseTextLog(text, basename(path));
  const open: Entry = { k: "auto-open", t: monoUs(0) };
  return { own: null, entries: [open, ...log.entries], notes: log.notes };
}

function listenedCapture(text: string, file: string): Capture {
  const [first = "", ...lines] = text.split("\n");
  const head = decodeListenedHead(first);
  if (typeof head === "string") throw new CaptureError(`${file}:1: not the head of a capture: ${head}`);
  const notes: string[] = [];
  const entries = entriesOf(lines, file, notes);
  const open: Entry = { k: "auto-open", t: entries[0]?.t ?? monoUs(0) };
  return { own: null, listened: head, entries: [open, ...entries], notes };
}

/** Reads a recording of tirada from its text. `file` is only a name for the messages. */
export const readCaptureText = (text: string, file: string): Capture => ownRecording(text, file, null);

function readText(path: string): string {
  let bytes: Buffer;
  try {
    bytes = readRegularFile(path, CAPTURE_LIMIT);
  } catch (error) {
    throw new CaptureError((error as FileError).message, { cause: error });
  }
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes.toString("utf8");
  try {
    return gunzipSync(bytes, { maxOutputLength: CAPTURE_LIMIT }).toString("utf8");
  } catch {
    throw new CaptureError(
      `cannot read ${path}: it is no whole gzip file, or holds more than ${CAPTURE_LIMIT} bytes`,
    );
  }
}

/** A note on a recording whose end is sealed, or null. */
function sealedTail(path: string): string | null {
  const segment = basename(path, ".jsonl");
  const part = stillSealed(dirname(path)).find((one) => one.segment === segment);
  return part === undefined
    ? null
    : `what comes after byte ${part.from} is sealed until its round is over; it is not in this replay`;
}

/** `sealed`: the note on its sealed end. A part that was opened and whose sealed file lies there still is read. */
function ownRecording(text: string, file: string, sealed: string | null): Capture {
  const lines = text.split("\n");
  const head = decodeHead(lines[0] ?? "");
  if (typeof head === "string") throw new CaptureError(`${file}:1: not the head of a recording: ${head}`);
  const notes: string[] = sealed === null ? [] : [sealed];
  const entries = entriesOf(lines.slice(1), file, notes);
  if (!lines[0]?.startsWith(HEAD_OF_FORMAT_1)) return { own: head, entries, notes };
  const { version } = head.rel;
  notes.push(
    `it is of recording format 1, made by release ${version}: kinds, rounds and results are replayed, the lines are not those that were signed`,
  );
  return { own: withModeOfFormat1(head, entries), entries, notes, isFormat1: true };
}

/** The entries of a file behind its head; a note on one that was not finished goes to `notes`. */
function entriesOf(lines: readonly string[], file: string, notes: string[]): readonly Entry[] {
  const entries: Entry[] = [];
  for (const [at, line] of lines.entries()) {
    const isLast = at === lines.length - 1;
    if (line === "" && isLast) break;
    const entry = decodeEntry(line);
    if (typeof entry !== "string") {
      entries.push(entry);
      continue;
    }
    // A power cut leaves at most one unfinished line, the last one; anything else is damage.
    if (!isLast) throw new CaptureError(`${file}:${at + 2}: not an entry of a recording: ${entry}`);
    notes.push(`line ${at + 2} was not finished when the unit stopped; it was left out`);
  }
  return entries;
}

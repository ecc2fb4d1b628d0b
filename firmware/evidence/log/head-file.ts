import { sha256Hex } from "../../../src/record/bytes.ts";
import { checkpointText, openCheckpoint } from "../../../src/record/checkpoint.ts";
import type { Signer, Verifier } from "../../../src/record/keys.ts";
import { NoteError, openNote, signNote } from "../../../src/record/note.ts";
import { closeSync, isThere, fdatasyncSync, fsyncSync, openSync, constants } from "../../files/disk.ts";
import { createDurably, writeFully } from "../../files/durable.ts";
import { JournalError, onDisk } from "../../files/errors.ts";
import { readStart } from "../../files/files.ts";

/**
 * `journal.head`: how far the journal had come when a record was last shown, in a file that SQLite does not know. It is written
 * after a commit and before anybody is told of it, so whatever was shown stands in it. Two slots of 4 KiB take turns, so that a
 * torn write spares the one before; each is
 *
 *     tirada-head/1
 *     SHA-256 of all that follows up to the padding, in hex
 *     <checkpoint as a signed note, with the line `last <SHA-256 of the last line>`>
 *
 * padded with zero bytes. A slot of zero bytes alone was never written.
 */
export const HEAD_FILE_FORMAT = "tirada-head/1";
const SLOT_BYTES = 4_096;
const SLOTS = [0, 1] as const;
type Slot = (typeof SLOTS)[number];
export const HEAD_BYTES = SLOT_BYTES * SLOTS.length;
const LAST = /^last ([0-9a-f]{64})$/;

/** The newest record that the file vouches for: how many records there were, and hex SHA-256 of the last line. */
export interface HeadMark {
  readonly size: number;
  readonly last: string;
}

/**
 * - `whole`: what stands there is the newest. - `damaged`: one slot or both cannot be read; `newest` is at least so far, or null.
 * - `missing`: there was no file.
 */
export type HeadState = "whole" | "damaged" | "missing";

export const headPathOf = (journal: string): string => `${journal.replace(/\.db$/, "")}.head`;

/** The head file of the process that has the journal. */
export class HeadFile {
  readonly path: string;
  readonly fd: number;
  readonly state: HeadState;
  /** Who signs what is written. */
  signer: Signer;
  #newest: HeadMark | null;
  #nextSlot: Slot;
  /** The next write fills both slots: at least one of them holds nothing that can be read. */
  #repair: boolean;

  /**
   * Opens the file; an empty one is made, durably, where there is none. `known`: keys that may have signed what stands there, the
   * log's earlier ones. Throws a JournalError.
   */
  constructor(path: string, signer: Signer, known: readonly Verifier[] = []) {
    this.path = path;
    this.signer = signer;
    const wasThere = !makeHeadFile(path);
    const { newest, at, isWhole } = readSlots(path, [signer.verifier, ...known]);
    this.#newest = newest;
    this.#nextSlot = at === 0 ? 1 : 0;
    this.#repair = !isWhole || newest === null;
    this.state = wasThere ? (isWhole ? "whole" : "damaged") : "missing";
    this.fd = onDisk("opening", path, () => openSync(path, constants.O_RDWR | constants.O_NOFOLLOW));
  }

  get newest(): HeadMark | null {
    return this.#newest;
  }

  /**
   * Durable on return. While records are restored up to the newest mark nothing is written; the last of them must be the one
   * that the mark names. Throws a JournalError.
   */
  write(size: number, root: Uint8Array, last: string): void {
    const known = this.#newest;
    if (known !== null && size <= known.size) {
      if (size === known.size) requireSame(this.path, known, last);
      return;
    }
    const text = `${checkpointText(this.signer.verifier.name, size, root)}last ${last}\n`;
    const slot = slotBytes(signNote(text, this.signer));
    onDisk("writing", this.path, () => {
      if (this.#repair) {
        writeFully(this.fd, slot, (1 - this.#nextSlot) * SLOT_BYTES);
        fsyncSync(this.fd);
      }
      writeFully(this.fd, slot, this.#nextSlot * SLOT_BYTES);
      fdatasyncSync(this.fd);
    });
    this.#repair = false;
    this.#nextSlot = this.#nextSlot === 0 ? 1 : 0;
    this.#newest = { size, last };
  }

  /** What the disk says to it changes nothing: every write was synced. */
  close(): void {
    try {
      closeSync(this.fd);
    } catch {
      // The descriptor is free either way.
    }
  }
}

/** Makes an empty head file, durably, where there is none; whether it made one. Throws a JournalError. */
export function makeHeadFile(path: string): boolean {
  if (onDisk("opening", path, () => isThere(path))) return false;
  onDisk("creating", path, () => createDurably(path, new Uint8Array(HEAD_BYTES), 0o600));
  return true;
}

/** The newest mark in a head file, which is only read; null: there is none that one of these keys signed. Throws a JournalError. */
export function readHeadMark(path: string, known: readonly Verifier[]): HeadMark | null {
  return onDisk("opening", path, () => (isThere(path) ? readSlots(path, known).newest : null));
}

/**
 * What a head file beside a journal says, for whoever verifies it: the newest mark; `empty`: no record was shown yet; `foreign`: what stands
 * there is whole and none of these keys signed it; `damaged`: nothing in it can be read. Throws a JournalError.
 */
export function lookAtHead(
  path: string,
  known: readonly Verifier[],
): HeadMark | "missing" | "empty" | "foreign" | "damaged" {
  if (!onDisk("opening", path, () => isThere(path))) return "missing";
  const slots = onDisk("opening", path, () => slotsOf(path, known));
  const marks = slots.filter((slot) => typeof slot === "object");
  const [first] = marks.toSorted((a, b) => b.size - a.size);
  // A slot of a key that nobody knows here stands for more than one that can be read.
  if (slots.includes("foreign")) return "foreign";
  return first ?? (slots.every((slot) => slot === "empty") ? "empty" : "damaged");
}

/** Throws a JournalError `corrupt` unless the record before `mark.size` has the hash that the mark names. */
export function requireSame(path: string, mark: HeadMark, last: string): void {
  if (mark.last !== last)
    throw new JournalError(
      "corrupt",
      `${path} names another record ${mark.size - 1} than the journal holds: copy the folder for the inspector`,
    );
}

interface Slots {
  readonly newest: HeadMark | null;
  /** Where the newest stands. */
  readonly at: Slot;
  readonly isWhole: boolean;
}

function readSlots(path: string, keys: readonly Verifier[]): Slots {
  const read = slotsOf(path, keys);
  const size = (at: Slot): number => markOf(read[at])?.size ?? 0;
  const at: Slot = size(1) > size(0) ? 1 : 0;
  const newest = markOf(read[at]);
  // The first write fills both; a slot that is cut short is damaged.
  const isWhole = newest === null ? read.every((slot) => slot === "empty") : read.every(isMark);
  return { newest, at, isWhole };
}

type SlotRead = HeadMark | "empty" | "foreign" | "damaged";

function slotsOf(path: string, keys: readonly Verifier[]): readonly SlotRead[] {
  const bytes = readStart(path, HEAD_BYTES);
  return SLOTS.map((at) => readSlot(bytes.subarray(at * SLOT_BYTES, (at + 1) * SLOT_BYTES), keys));
}

const isMark = (slot: SlotRead): boolean => typeof slot === "object";
const markOf = (slot: SlotRead | undefined): HeadMark | null => (typeof slot === "object" ? slot : null);

function slotBytes(note: string): Buffer {
  const slot = Buffer.alloc(SLOT_BYTES);
  if (slot.write(`${HEAD_FILE_FORMAT}\n${sha256Hex(note)}\n${note}`) >= SLOT_BYTES)
    throw new RangeError("a head does not fit its slot");
  return slot;
}

function readSlot(slot: Buffer, keys: readonly Verifier[]): SlotRead {
  if (slot.length < SLOT_BYTES) return "damaged";
  const end = slot.indexOf(0);
  if (slot.subarray(Math.max(0, end)).some((byte) => byte !== 0)) return "damaged";
  if (end === 0) return "empty";
  const [format, sum, ...rest] = slot.toString("utf8", 0, end).split("\n");
  const note = rest.join("\n");
  if (format !== HEAD_FILE_FORMAT || sum !== sha256Hex(note)) return "damaged";
  try {
    const [signed] = openNote(note, keys).verified;
    if (signed === undefined) return "foreign";
    const { size, extensions } = openCheckpoint(note, signed.key);
    const [, last] = LAST.exec(extensions[0] ?? "") ?? [];
    return last === undefined || size === 0 ? "damaged" : { size, last };
  } catch (error) {
    if (error instanceof NoteError) return "damaged";
    throw error;
  }
}

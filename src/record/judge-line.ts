import { base64 } from "./bytes.ts";
import { readLine, type LineFacts } from "./chain.ts";
import { KEY_ROTATED, type KeyHistory } from "./key-history.ts";

/** Where a line joins its log: all that it is held against. */
export interface LinePlace {
  /** The keys of the log up to here: the newest one signs the line. */
  readonly keys: KeyHistory;
  /** The number that it must carry. */
  readonly seq: number;
  /** Hex SHA-256 of the line before; null: of that one only the leaf hash is left. */
  readonly prev: string | null;
  /** Format of the line before; 1 before the first. */
  readonly format: LineFacts["v"];
  /** Epoch of the line before; null before the first. */
  readonly epoch: number | null;
}

/** What is wrong with a line: a kind for programs, words for people. */
export interface LineFault {
  readonly kind:
    | "unreadable"
    | "other-log"
    | "number"
    | "chain"
    | "format"
    | "epoch"
    | "signature"
    | "rotation";
  readonly what: string;
}

export interface JudgedLine {
  /** What the line says; null: it is no line. */
  readonly facts: LineFacts | null;
  readonly faults: readonly LineFault[];
  /** The keys of the log after it. */
  readonly keys: KeyHistory;
}

/** Holds a line against its place. `sig`: 64 bytes, or null to leave it to the checkpoint over the line. */
export function judgeLine(place: LinePlace, line: Uint8Array, sig: Uint8Array | null): JudgedLine {
  const { keys } = place;
  const read = readLine(line);
  const facts = typeof read === "string" ? null : read;
  const faults = typeof read === "string" ? [fault("unreadable", read)] : placeFaults(read, place);
  if (sig !== null && !keys.current.verify(line, sig))
    faults.push(fault("signature", "the signature is not of this line"));
  if (facts?.kind !== KEY_ROTATED) return { facts, faults, keys };
  const text = Buffer.from(line).toString("utf8");
  const next = sig === null ? "its signature was not read" : keys.with({ line: text, sig: base64(sig) });
  if (typeof next !== "string") return { facts, faults, keys: next };
  return { facts, faults: [...faults, fault("rotation", `the rotation of the key: ${next}`)], keys };
}

const fault = (kind: LineFault["kind"], what: string): LineFault => ({ kind, what });

/** A log has no hole, and may go on in a newer format or the next epoch and never goes back. */
function placeFaults(facts: LineFacts, { keys, seq, prev, format, epoch }: LinePlace): LineFault[] {
  const faults: LineFault[] = [];
  if (facts.log !== keys.log) faults.push(fault("other-log", `the line belongs to the log "${facts.log}"`));
  if (facts.seq !== seq)
    faults.push(fault("number", `the line carries number ${facts.seq}: a record is missing or out of order`));
  if (prev !== null && facts.prev !== prev)
    faults.push(fault("chain", "the line does not carry the hash of the line before it"));
  if (facts.v < format)
    faults.push(fault("format", `the line is of format ${facts.v}, after one of format ${format}`));
  const before = epoch ?? facts.epoch;
  if (facts.epoch < before || facts.epoch > before + 1)
    faults.push(fault("epoch", `the line is of epoch ${facts.epoch}, after one of epoch ${before}`));
  return faults;
}

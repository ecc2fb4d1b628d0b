import { sha256Hex, utf8 } from "../../../src/record/bytes.ts";
import { isCanonical } from "../../../src/record/canonical.ts";
import { LINE_FORMAT, readLine, type ChainHead, type LineFacts } from "../../../src/record/chain.ts";
import { JournalError } from "../../files/errors.ts";

export const MAX_SNAPSHOT_BYTES = 1_048_576;

/**
 * The last look before the key signs: the line must be exactly the next of this chain, in canonical form, with
 * the state it names and no other, in this epoch. Returns what it says; throws a JournalError `refused`.
 */
export function requireNextLine(
  head: ChainHead,
  epoch: number,
  line: Uint8Array,
  hash: string,
  snapshot: string | null,
): LineFacts {
  const facts = readLine(line);
  if (typeof facts === "string") throw refuseRecord(head, facts);
  if (facts.v !== LINE_FORMAT) throw refuseRecord(head, `the line given is of format ${facts.v}`);
  if (facts.log !== head.log) throw refuseRecord(head, `the line is of the log ${facts.log}`);
  if (facts.seq !== head.seq || facts.prev !== head.prev)
    throw refuseRecord(head, `the line given is number ${facts.seq} and does not continue the chain`);
  if (facts.epoch !== epoch)
    throw refuseRecord(head, `the line is of epoch ${facts.epoch}, and epoch ${epoch} is open`);
  if (sha256Hex(line) !== hash) throw refuseRecord(head, "the hash given is not that of the line");
  if (!isCanonical(Buffer.from(line).toString("utf8")))
    throw refuseRecord(head, "the line is not canonical JSON (RFC 8785)");
  const stateFault = snapshot === null ? null : snapshotFault(snapshot, facts.state);
  if (stateFault !== null) throw refuseRecord(head, stateFault);
  if (snapshot === null && facts.state !== null)
    throw refuseRecord(head, "the line vouches for a state that was not given");
  return facts;
}

function snapshotFault(snapshot: string, state: string | null): string | null {
  const bytes = utf8(snapshot);
  if (bytes.length > MAX_SNAPSHOT_BYTES) return `the state is over ${MAX_SNAPSHOT_BYTES} bytes`;
  return sha256Hex(bytes) === state ? null : 'the state given is not the one that the line\'s "state" names';
}

function refuseRecord(head: ChainHead, why: string): JournalError {
  return new JournalError("refused", `record ${head.seq} was not stored: ${why}`);
}

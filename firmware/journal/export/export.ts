import { createHash } from "node:crypto";
import { base64 } from "../../../src/record/bytes.ts";
import { canonical } from "../../../src/record/canonical.ts";
import { NO_PREVIOUS } from "../../../src/record/chain.ts";
import type { KeyHistory, SignedLine } from "../../../src/record/key-history.ts";
import type { Mode } from "../../../src/record/mode.ts";
import { consistencyProof, frontierAt } from "../../../src/record/merkle.ts";
import { allowedSigner, EVIDENCE_NAMESPACE, signSsh } from "../../../src/record/sshsig.ts";
import { withCosignatures, type Cosignature } from "../../evidence/log/cosignatures.ts";
import { JournalError } from "../../files/errors.ts";
import { EXPORT_FORMAT, type ExportEnd, type ExportHead } from "../../evidence/log/export-lines.ts";
import { readBack, type StoredCheckpoint } from "../../evidence/log/rows.ts";
import type { Store } from "../store/store.ts";
import { requireWriteTarget } from "./write-target.ts";

/** Records read between two looks at what else the journal has to do. */
const SLICE = 256;

/** Records `from` to `to`, both included; `from` null: the first one that is kept. */
export interface Range {
  readonly from: number | null;
  readonly to: number;
}

/** Where an export goes. */
export interface ExportTarget {
  readonly path: string;
  /** An older export may be written over. */
  readonly replace: boolean;
}

/**
 * A file that the journal makes, piece by piece: whoever asked for it opens the file and writes. A piece is made when it is asked for, and
 * may be empty: there is more to come. The journal opens no path that a request names, so nothing that such a path does is the table's.
 */
export type Pieces<T> = AsyncGenerator<Uint8Array, T, undefined> | Generator<Uint8Array, T, undefined>;

/** What was given, once all of it was. */
export interface Given {
  readonly from: number;
  readonly to: number;
  readonly mode: Mode;
  readonly bytes: number;
  /** Hex SHA-512 of the file. */
  readonly sha512: string;
  /** Small files that belong beside it, by what their names have behind the file's own. */
  readonly beside: readonly { readonly ending: string; readonly text: string }[];
  /** Files that the records name and that are not there any more; of a case file alone. */
  readonly missing: readonly string[];
}

/** SSH signature of an export: `ssh-keygen -Y verify -n tirada-evidence -s <signature> … < <export>`. */
export const SIGNATURE_ENDING = ".sig";
/** `allowed_signers` for it. The inspector's own, from enrolment, is the one to trust. */
export const SIGNERS_ENDING = ".allowed_signers";

/** Throws a JournalError `refused` unless an export and its two files may be written there: see `write-target.ts`. */
export function requireExportTarget({ path, replace }: ExportTarget): void {
  const begins = (text: string) => (start: Buffer) => start.toString("latin1").startsWith(text);
  const may = replace ? "asked" : "no";
  requireWriteTarget({ path, what: "an export", isOlder: begins('{"before":['), replace: may });
  const beside = [
    {
      path: `${path}${SIGNATURE_ENDING}`,
      what: "an export's signature",
      isOlder: begins("-----BEGIN SSH SIGNATURE"),
    },
    {
      path: `${path}${SIGNERS_ENDING}`,
      what: "an export's list of signers",
      isOlder: (start: Buffer) => /^[a-z0-9/._-]+ namespaces=/.test(start.toString("latin1")),
    },
  ];
  for (const one of beside) requireWriteTarget({ ...one, replace: may });
  for (const { path: file } of [{ path }, ...beside])
    requireWriteTarget({
      path: partOf(file),
      what: "an unfinished export",
      isOlder: () => true,
      replace: "always",
    });
}

/** The same for an acta, which is one file. */
export function requireActaTarget({ path, replace }: ExportTarget): void {
  const isPdf = (start: Buffer): boolean => start.toString("latin1").startsWith("%PDF-");
  requireWriteTarget({ path, what: "an acta", isOlder: isPdf, replace: replace ? "asked" : "no" });
  const part = partOf(path);
  requireWriteTarget({ path: part, what: "an unfinished acta", isOlder: () => true, replace: "always" });
}

/** The name of a file that is not whole yet. */
export const partOf = (path: string): string => `${path}.part`;

/**
 * Gives an export of a range, signed as a whole. It seals a checkpoint first; commits pass between its pieces, so the journal goes on while
 * a year is given out. Throws `refused` for a range that is not there.
 */
export function* exportPieces(store: Store, range: Range): Generator<Uint8Array, Given, undefined> {
  const { prunedRecords } = store.epochs.set;
  const { to } = range;
  const from = range.from ?? prunedRecords;
  if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to) || from < 0 || from > to || to >= store.head.seq)
    throw new JournalError(
      "refused",
      `records ${from} to ${to} cannot be exported: the journal has 0 to ${store.head.seq - 1}`,
    );
  if (from < prunedRecords)
    throw new JournalError(
      "refused",
      `records ${from} to ${Math.min(to, prunedRecords - 1)} were pruned and cannot be exported: ` +
        `ask from record ${prunedRecords} on, those before are in the exports made before`,
    );
  const digest = createHash("sha512");
  let bytes = 0;
  for (const text of exportLines(store, from, to)) {
    const piece = Buffer.from(text, "utf8");
    digest.update(piece);
    bytes += piece.length;
    yield piece;
  }
  const sha512 = digest.digest();
  const beside = [
    { ending: SIGNATURE_ENDING, text: signSsh(sha512, EVIDENCE_NAMESPACE, store.signer) },
    { ending: SIGNERS_ENDING, text: allowedSigner(store.signer.verifier, EVIDENCE_NAMESPACE) },
  ];
  return { from, to, mode: store.mode, bytes, sha512: sha512.toString("hex"), beside, missing: [] };
}

/** What of a journal changes while it is read: its newest checkpoint, and what witnesses sign of older ones. */
export interface ReadAt {
  readonly sealed: StoredCheckpoint;
  cosignatures(after: number, upTo: number): readonly Cosignature[];
}

/** As the journal is when it is read. Throws `refused` where there are no records. */
export function readAtNow(store: Store): ReadAt {
  const sealed = store.signCheckpointNow();
  if (sealed === null) throw new JournalError("refused", "the journal has no records to export");
  return { sealed, cosignatures: (after, upTo) => store.cosignatures(after, upTo) };
}

/** The journal as it is, for two readings that must give the same: with what was cosigned by the first. */
export function readTwice(store: Store): ReadAt {
  const first = new Map<number, readonly Cosignature[]>();
  const { sealed } = readAtNow(store);
  return {
    sealed,
    cosignatures: (after, upTo) => {
      const found = first.get(after) ?? store.cosignatures(after, upTo);
      first.set(after, found);
      return found;
    },
  };
}

/** The export's text in pieces, read from the store as they are asked for. */
export function* exportLines(
  store: Store,
  from: number,
  to: number,
  readAt = readAtNow(store),
): Generator<string> {
  const { sealed } = readAt;
  const { keys } = store;
  const beside = rotationsBeside(keys, from, to);
  const [row] = from === 0 ? [] : store.rows(from - 1, 1);
  const before = row?.seq === from - 1 ? Buffer.from(row.hash).toString("hex") : store.epochs.set.prevOf(from);
  const head: ExportHead = {
    format: EXPORT_FORMAT,
    v: 1,
    log: store.head.log,
    vkey: keys.keyAt(from).vkey,
    from,
    to,
    prev: before ?? NO_PREVIOUS,
    before: frontierAt(from, store.node).peaks.map(base64),
    ...(beside.length === 0 ? {} : { keys: beside }),
  };
  yield `${canonical(head)}\n`;
  for (let seq = from; seq <= to; seq += SLICE) {
    const count = Math.min(SLICE, to - seq + 1);
    const rows = store.rows(seq, count);
    // Who reads slowly may be overtaken.
    if (rows.length < count || rows[0]?.seq !== seq)
      throw new JournalError("refused", `records from ${seq} on were pruned meanwhile: ask for later ones`);
    const checkpoints = store.checkpoints(seq, seq + rows.length);
    const cosignatures = readAt.cosignatures(seq, seq + rows.length);
    let text = "";
    for (const row of rows) {
      const { line, sig } = readBack(row);
      text += `${canonical({ line, sig })}\n`;
      for (; checkpoints[0] !== undefined && checkpoints[0].size <= row.seq + 1; checkpoints.shift())
        text += `${canonical({ checkpoint: withCosignatures(checkpoints[0], cosignatures) })}\n`;
    }
    yield text;
  }
  const end: ExportEnd = {
    end: to - from + 1,
    checkpoint: withCosignatures(sealed, readAt.cosignatures(sealed.size - 1, sealed.size)),
    proof: consistencyProof(to + 1, sealed.size, store.node).map(base64),
  };
  yield `${canonical(end)}\n`;
}

/** The rotations that are not among the records of the range. */
function rotationsBeside({ rotations, joints }: KeyHistory, from: number, to: number): SignedLine[] {
  return rotations.filter((_, at) => {
    const seq = joints[at]?.seq ?? 0;
    return seq < from || seq > to;
  });
}

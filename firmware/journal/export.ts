import { createHash } from "node:crypto";
import { dirname } from "node:path";
import { base64 } from "../../src/record/bytes.ts";
import { canonical } from "../../src/record/canonical.ts";
import { NO_PREVIOUS } from "../../src/record/chain.ts";
import type { KeyHistory, SignedLine } from "../../src/record/key-history.ts";
import { consistencyProof, frontierAt } from "../../src/record/merkle.ts";
import { allowedSigner, EVIDENCE_NAMESPACE, signSsh } from "../../src/record/sshsig.ts";
import { openAsync, renameAsync, rmAsync, type AsyncFile } from "../disk/disk.ts";
import { withCosignatures } from "./cosignatures.ts";
import { syncFolder } from "./durable.ts";
import { JournalError, journalError } from "./errors.ts";
import { EXPORT_FORMAT, type ExportEnd, type ExportHead } from "./export-lines.ts";
import { readBack } from "./rows.ts";
import type { Store } from "./store.ts";
import { requireWriteTarget } from "./write-target.ts";

/** Records written between two looks at what else the journal has to do. */
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

/** Throws a JournalError `refused` unless an export and its two files may be written there: see `write-target.ts`. */
export function requireExportTarget({ path, replace }: ExportTarget): void {
  const begins = (text: string) => (start: Buffer) => start.toString("latin1").startsWith(text);
  const may = replace ? "asked" : "no";
  requireWriteTarget({ path, what: "an export", isOlder: begins('{"before":['), replace: may });
  const beside = [
    { path: `${path}.sig`, what: "an export's signature", isOlder: begins("-----BEGIN SSH SIGNATURE") },
    {
      path: `${path}.allowed_signers`,
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

const partOf = (path: string): string => `${path}.part`;

/** The files of one export. */
export interface Exported extends Range {
  /** The evidence: see `export-lines.ts`. */
  readonly path: string;
  /** SSH signature of that file: `ssh-keygen -Y verify -n tirada-evidence -s <signature> … < <path>`. */
  readonly signature: string;
  /** `allowed_signers` for it. The inspector's own, from enrolment, is the one to trust. */
  readonly allowedSigners: string;
  readonly bytes: number;
  /** Hex SHA-512 of the file. */
  readonly sha512: string;
}

/**
 * Writes an export of a range, signed as a whole, beside `path`. It seals a checkpoint first, and lets commits
 * pass between slices: the journal goes on while a year is written out. The files appear under their names only
 * when they are whole and durable. Throws `refused` for a range that is not there, and for a place where no export may be;
 * a full or lost stick is an error of the export alone. `stop` is asked between slices.
 */
export async function exportRange(
  store: Store,
  range: Range,
  { path, replace }: ExportTarget,
  stop: () => boolean,
): Promise<Exported> {
  const { prunedRecords } = store.epochs.set;
  const { to } = range;
  const from = range.from ?? prunedRecords;
  requireExportTarget({ path, replace });
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
  const names = { signature: `${path}.sig`, allowedSigners: `${path}.allowed_signers` };
  const { verifier } = store.signer;
  try {
    const digest = createHash("sha512");
    let bytes = 0;
    await writeWhole(path, async (file) => {
      for (const text of exportLines(store, from, to)) {
        if (stop()) throw new JournalError("closed", `the export to ${path} was given up: the journal closes`);
        const piece = Buffer.from(text, "utf8");
        digest.update(piece);
        bytes += piece.length;
        await file.writeFile(piece);
      }
    });
    const sha512 = digest.digest();
    const signature = signSsh(sha512, EVIDENCE_NAMESPACE, store.signer);
    await writeWhole(names.signature, (file) => file.writeFile(signature));
    await writeWhole(names.allowedSigners, (file) =>
      file.writeFile(allowedSigner(verifier, EVIDENCE_NAMESPACE)),
    );
    syncFolder(dirname(path));
    return { path, ...names, from, to, bytes, sha512: sha512.toString("hex") };
  } catch (error) {
    throw exportError(error, path);
  }
}

/** The export's text in pieces, read from the store as they are asked for. */
export function* exportLines(store: Store, from: number, to: number): Generator<string> {
  const sealed = store.signCheckpointNow();
  if (sealed === null) throw new JournalError("refused", "the journal has no records to export");
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
    const rows = store.rows(seq, Math.min(SLICE, to - seq + 1));
    const checkpoints = store.checkpoints(seq, seq + rows.length);
    const cosignatures = store.cosignatures(seq, seq + rows.length);
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
    checkpoint: withCosignatures(sealed, store.cosignatures(sealed.size - 1, sealed.size)),
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

/** A file that appears under its name only when it is whole and durable. */
export async function writeWhole<T>(path: string, write: (file: AsyncFile) => Promise<T>): Promise<T> {
  const part = partOf(path);
  try {
    await rmAsync(part, { force: true });
    const file = await openAsync(part, "wx+", 0o644);
    let written: T;
    try {
      written = await write(file);
      await file.sync();
    } finally {
      await file.close();
    }
    await renameAsync(part, path);
    return written;
  } catch (error) {
    await rmAsync(part, { force: true });
    throw error;
  }
}

/** The stick's failure is not the journal's: it comes out as `refused`, with the reason. */
export function exportError(error: unknown, path: string): unknown {
  if (error instanceof JournalError) return error;
  const { message } = journalError(error, "writing the export", path);
  return new JournalError("refused", message.replace(/; [^;]*$/, "; try another stick or folder"), {
    cause: error,
  });
}

import { join } from "node:path";
import { publicPem } from "../../../src/record/keys.ts";
import { writeFileSync } from "../../files/disk.ts";
import { JournalError, onDisk } from "../../files/errors.ts";
import { journalEpochs, journalPath } from "../../evidence/log/record-lines.ts";
import { journalKeys } from "../../evidence/log/stored-log.ts";
import { onTarget, requireWriteTarget } from "./write-target.ts";

/** Where the three files lie. */
export interface RawRecord {
  /** The line's bytes, as signed. */
  readonly rec: string;
  /** 64 bytes of Ed25519 signature. */
  readonly sig: string;
  /** The public key of that record as PEM. The inspector's own copy, from enrolment, is the one to trust. */
  readonly pub: string;
  /** Name of its log, as its key has it. */
  readonly log: string;
}

/**
 * Takes record `seq` out of a journal, running or copied, so that public tools suffice:
 * `openssl pkeyutl -verify -pubin -inkey table.pub.pem -rawin -in rec -sigfile rec.sig`.
 * Nothing is verified here. Throws a JournalError.
 */
export function writeRawRecord(journal: string, seq: number, folder: string): RawRecord {
  const epochs = journalEpochs(journal);
  try {
    const row = onDisk("reading the journal", journal, () => epochs.rows(seq, 1))[0];
    if (row?.seq !== seq) throw new JournalError("refused", `the journal ${journal} has no record ${seq}`);
    if (row.sig === null) throw new JournalError("corrupt", `record ${seq} of ${journal} has no signature`);
    const files = {
      rec: join(folder, "rec"),
      sig: join(folder, "rec.sig"),
      pub: join(folder, "table.pub.pem"),
    };
    const { line, sig } = row;
    const older = {
      rec: (start: Buffer) => /^\{"[a-z]+":/.test(start.toString("latin1")),
      sig: (start: Buffer) => start.length === sig.length,
      pub: (start: Buffer) => start.toString("latin1").startsWith("-----BEGIN PUBLIC KEY"),
    };
    for (const name of ["rec", "sig", "pub"] as const)
      requireWriteTarget({ path: files[name], what: "a record", isOlder: older[name], replace: "always" });
    const verifier = journalKeys(journalPath(journal)).keyAt(seq);
    onTarget(folder, () => {
      writeFileSync(files.rec, line);
      writeFileSync(files.sig, sig);
      writeFileSync(files.pub, publicPem(verifier));
    });
    return { ...files, log: verifier.name };
  } finally {
    epochs.release();
  }
}

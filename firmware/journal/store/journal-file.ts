import type { Statement } from "../../files/disk.ts";
import { insertCosignature, type Cosignature } from "../../evidence/log/cosignatures.ts";
import type { Database } from "../../evidence/log/database.ts";
import { journalError } from "../../files/errors.ts";
import type { StoredCheckpoint } from "../../evidence/log/rows.ts";

/** A record as it is written. */
export interface NewRow {
  readonly seq: number;
  readonly kind: string;
  readonly line: string;
  /** Base64. */
  readonly sig: string;
  readonly leaf: Uint8Array;
  readonly hash: Uint8Array;
}

/** What one transaction writes. */
export interface Written {
  readonly row?: NewRow;
  /** State after that record. */
  readonly snapshot?: string | null;
  readonly checkpoint: StoredCheckpoint | null;
  readonly cosignature?: Cosignature;
}

/** The file of the epoch that is open, for writing. Throws JournalErrors. */
export class JournalFile {
  readonly db: Database;
  readonly #record: Statement;
  readonly #checkpoint: Statement;
  readonly #snapshot: Statement;

  constructor(db: Database) {
    this.db = db;
    this.#record = db.prepare(
      "INSERT INTO record (seq, kind, line, sig, leaf, hash) VALUES (?, ?, ?, ?, ?, ?)",
    );
    this.#checkpoint = db.prepare("INSERT INTO checkpoint (size, note) VALUES (?, ?)");
    this.#snapshot = db.prepare(
      "INSERT INTO snapshot (id, seq, body) VALUES (1, ?, ?) " +
        "ON CONFLICT (id) DO UPDATE SET seq = excluded.seq, body = excluded.body",
    );
  }

  /** Within a transaction of the caller, as the next two. */
  putRecord({ seq, kind, line, sig, leaf, hash }: NewRow): void {
    this.#record.run(seq, kind, line, sig, leaf, hash);
  }

  /** The state after record `seq`. */
  putSnapshot(seq: number, body: string): void {
    this.#snapshot.run(seq, body);
  }

  putCheckpoint({ size, note }: StoredCheckpoint): void {
    this.#checkpoint.run(size, note);
  }

  /** One transaction; durable on return. */
  write({ row, snapshot = null, checkpoint, cosignature }: Written): void {
    try {
      this.db.exec("BEGIN IMMEDIATE");
      if (row !== undefined) {
        this.putRecord(row);
        if (snapshot !== null) this.putSnapshot(row.seq, snapshot);
      }
      if (checkpoint !== null) this.putCheckpoint(checkpoint);
      if (cosignature !== undefined) insertCosignature(this.db, cosignature);
      this.db.exec("COMMIT");
    } catch (error) {
      throw journalError(error, "writing the journal", this.db.path);
    }
  }
}

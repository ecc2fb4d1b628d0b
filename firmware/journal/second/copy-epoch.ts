import { sha256Hex } from "../../../src/record/bytes.ts";
import { readLine } from "../../../src/record/chain.ts";
import { laterCosignatures, insertCosignature } from "../../evidence/log/cosignatures.ts";
import { openForFollowing, openForWriting, type Database } from "../../evidence/log/database.ts";
import { JournalError, journalError, onDisk } from "../../files/errors.ts";
import {
  endOf,
  someCheckpoints,
  someRecords,
  storedSnapshot,
  storedStart,
  type StoredRow,
} from "../../evidence/log/rows.ts";
import { picturesIn } from "../../files/named-files.ts";
import { JournalFile } from "../store/journal-file.ts";

/** Records that are read at once. */
const PAGE = 2_000;
/** The write-ahead log of the copy is moved into its file after so many transactions. */
const TIDY_EVERY = 64;

/**
 * Brings the second copy of an epoch that takes records to where the first is. What is written was read from the first, and is
 * held against the chain before: a line that is not the next one is not copied. Throws JournalErrors that name the file concerned.
 */
export class EpochFollower {
  readonly #from: Database;
  readonly #to: Database;
  /** Makes a picture that a record names durable in the second copy, before the record. */
  readonly #keepPicture: (hash: string) => void;
  readonly #file: JournalFile;
  #next: number;
  #prev: string;
  #checkpointed: number;
  #cosigned: number;
  #untidy = 0;

  /** Both files must be there. */
  constructor(from: string, to: string, keepPicture: (hash: string) => void) {
    this.#keepPicture = keepPicture;
    this.#from = openForFollowing(from);
    try {
      this.#to = openForWriting(to, null, null).db;
    } catch (error) {
      this.#from.close();
      throw error;
    }
    const db = this.#to;
    this.#file = new JournalFile(db);
    const { before, prev } = storedStart(db);
    this.#next = endOf(db);
    const [last] = this.#next === before.size ? [] : someRecords(db, this.#next - 1, 1);
    this.#prev = last === undefined ? prev : Buffer.from(last.hash).toString("hex");
    this.#checkpointed = Number(db.prepare("SELECT coalesce(max(size), 0) AS n FROM checkpoint").get()?.["n"]);
    this.#cosigned = laterCosignatures(db, 0).length;
  }

  /** Number of the next record that the second copy takes. */
  get next(): number {
    return this.#next;
  }

  /** Copies all that the first has by now, in one transaction: durable on return. `onStep`: after each page of records. */
  follow(onStep: () => void = () => undefined): void {
    const { path } = this.#to;
    this.#read("BEGIN");
    try {
      const wrote = onDisk("writing the second copy", path, () => this.#copyNews(onStep));
      if (wrote) this.#tidy();
    } finally {
      this.#read("COMMIT");
    }
  }

  close(): void {
    this.#from.close();
    this.#to.close();
  }

  #copyNews(onStep: () => void): boolean {
    const from = this.#from;
    const firstPage = this.#reading(() => someRecords(from, this.#next, PAGE));
    const checkpoints = this.#reading(() => someCheckpoints(from, this.#checkpointed, Number.MAX_SAFE_INTEGER));
    const cosignatures = this.#reading(() => laterCosignatures(from, this.#cosigned));
    if (firstPage.length + checkpoints.length + cosignatures.length === 0) return false;
    this.#to.exec("BEGIN IMMEDIATE");
    let page = firstPage;
    for (;;) {
      for (const row of page) this.#copyRecord(row);
      onStep();
      if (page.length < PAGE) break;
      page = this.#reading(() => someRecords(from, this.#next, PAGE));
    }
    const snapshot = firstPage.length === 0 ? null : this.#reading(() => storedSnapshot(from));
    if (snapshot !== null) this.#file.putSnapshot(snapshot.seq, snapshot.body);
    for (const checkpoint of checkpoints) this.#file.putCheckpoint(checkpoint);
    for (const cosignature of cosignatures) insertCosignature(this.#to, cosignature);
    this.#to.exec("COMMIT");
    this.#checkpointed = checkpoints.at(-1)?.size ?? this.#checkpointed;
    this.#cosigned += cosignatures.length;
    return true;
  }

  #copyRecord(row: StoredRow): void {
    const { seq, kind, line, sig, leaf, hash } = row;
    const facts = readLine(line);
    const hex = sha256Hex(line);
    if (
      typeof facts === "string" ||
      seq !== this.#next ||
      facts.seq !== seq ||
      facts.prev !== this.#prev ||
      Buffer.from(hash).toString("hex") !== hex ||
      sig === null
    )
      throw new JournalError(
        "corrupt",
        `record ${seq} of the journal ${this.#from.path} was read otherwise than it was written: it is not copied; look at the disk`,
      );
    for (const picture of picturesIn(facts.fields)) this.#keepPicture(picture);
    const text = Buffer.from(line).toString("utf8");
    this.#file.putRecord({ seq, kind, line: text, sig: Buffer.from(sig).toString("base64"), leaf, hash });
    this.#next = seq + 1;
    this.#prev = hex;
  }

  #tidy(): void {
    this.#untidy++;
    if (this.#untidy < TIDY_EVERY) return;
    this.#untidy = 0;
    onDisk("writing the second copy", this.#to.path, () => this.#to.exec("PRAGMA wal_checkpoint(PASSIVE)"));
  }

  #reading<T>(act: () => T): T {
    return onDisk("reading the journal", this.#from.path, act);
  }

  #read(sql: string): void {
    try {
      this.#from.exec(sql);
    } catch (error) {
      throw journalError(error, "reading the journal", this.#from.path);
    }
  }
}

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { EPOCH_RECORDS } from "../../firmware/table/config/config.ts";
import { appendClosing } from "../../firmware/evidence/log/closings.ts";
import { createFile } from "../../firmware/evidence/log/database.ts";
import { hashNow } from "../../firmware/evidence/log/epoch-closer.ts";
import { epochPath, epochsFolderOf } from "../../firmware/evidence/log/epoch-files.ts";
import { headPathOf } from "../../firmware/evidence/log/head-file.ts";
import { keyPathOf, loadOrCreateKey } from "../../firmware/journal/keys/keys.ts";
import { openStore } from "../../firmware/journal/store/open-store.ts";
import { base64, sha256Hex, utf8 } from "../../src/record/bytes.ts";
import { firstHead, nextLine, type ChainHead } from "../../src/record/chain.ts";
import { signCheckpoint } from "../../src/record/checkpoint.ts";
import { closingDetail, EPOCH_CLOSED, START_OF_LOG, type EpochStart } from "../../src/record/epoch.ts";
import { GrowingTree } from "../../src/record/growing-tree.ts";
import type { Signer } from "../../src/record/keys.ts";
import { frontierRoot, leafHash } from "../../src/record/merkle.ts";
import { fixture, replayed, ss2 } from "../support/replayed.ts";

/**
 * Writes the journal of a table that has played for years, as that table would have left it: epochs of the usual length, each closed by
 * a record. It does not wait for the disk, and so takes minutes where the table took years.
 */

const CHECKPOINT_RECORDS = 64;
const AT = "2026-01-01T00:00:00.000Z";
const REL = { version: "0.0.0", manifest: null };
const NO_SIGNATURE = Buffer.alloc(64);

export interface LongJournal {
  readonly folder: string;
  /** The name of its log. */
  readonly log: string;
  readonly records: number;
  /** False: closed epochs have no signatures but those of checkpoints and of the records that close them. A start does not read the others. */
  readonly isSigned: boolean;
}

interface Grown {
  readonly head: ChainHead;
  readonly start: EpochStart;
  readonly tree: GrowingTree | null;
}

/** Makes `journal.db`, its epochs, key and head file in a folder that has none. */
export function writeLongJournal({ folder, log, records, isSigned }: LongJournal): void {
  mkdirSync(folder, { recursive: true });
  const journal = join(folder, "journal.db");
  const signer = loadOrCreateKey(keyPathOf(folder, log), log, true);
  mkdirSync(epochsFolderOf(journal), { recursive: true });
  const bodies = replayed(fixture("live"), ss2("cl/ruleta-francesa"));
  const { snapshot = "{}" } = bodies.at(-1) ?? {};
  const writer = new EpochWriter({
    journal,
    signer,
    isSigned,
    bodies: bodies.map(({ body }) => body),
    snapshot,
  });
  let grown: Grown = { head: firstHead(log), start: START_OF_LOG, tree: null };
  while (grown.head.seq < records)
    grown = writer.write(grown, Math.min(EPOCH_RECORDS.default, records - grown.head.seq));
  // The epoch that is open: the table itself writes it.
  openStore({ path: journal, signer, maxPages: null, headPath: headPathOf(journal) }).close();
}

interface WriterParts {
  readonly journal: string;
  readonly signer: Signer;
  readonly isSigned: boolean;
  readonly bodies: readonly object[];
  readonly snapshot: string;
}

class EpochWriter {
  readonly #parts: WriterParts;
  /** The record that closes the epoch before, once that is written. */
  #closing: object | null = null;

  constructor(parts: WriterParts) {
    this.#parts = parts;
  }

  /** One epoch of so many records; gives where the next one begins. */
  write({ head: from, start, tree: before }: Grown, count: number): Grown {
    const { journal, signer, isSigned, bodies, snapshot } = this.#parts;
    const path = epochPath(journal, start.epoch);
    const { name, vkey } = signer.verifier;
    createFile(path, {
      log: { name, vkey },
      rotations: [],
      start,
      snapshot: start.state === null ? null : snapshot,
      nodes: before?.held ?? [],
    });
    const db = new DatabaseSync(path);
    db.exec("PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY; BEGIN");
    const record = db.prepare(
      "INSERT INTO record (seq, kind, line, sig, leaf, hash) VALUES (?, ?, ?, ?, ?, ?)",
    );
    const checkpoint = db.prepare("INSERT INTO checkpoint (size, note) VALUES (?, ?)");
    const leaves: Uint8Array[] = [];
    const tree = new GrowingTree(
      (at, many) => leaves.slice(at - start.before.size, at - start.before.size + many),
      {
        frontier: start.before,
        node: (level, index) => {
          throw new RangeError(`node ${index} of level ${level} is not asked for`);
        },
      },
    );
    let head = from;
    const state = { seq: from.seq + count - 1, sha256: sha256Hex(snapshot) };
    for (let n = 0; n < count; n++) {
      const closes = n === 0 && this.#closing !== null;
      const body = closes ? { kind: EPOCH_CLOSED, detail: this.#closing } : bodies[head.seq % bodies.length];
      const fields = { ...body, at: AT, ...(n === count - 1 && { state: state.sha256 }) };
      const made = nextLine(head, fields, { epoch: start.epoch, rel: REL });
      const bytes = utf8(made.line);
      const sig = isSigned || closes || n === count - 1 ? signer.sign(bytes) : NO_SIGNATURE;
      const leaf = leafHash(bytes);
      const { kind } = fields as { readonly kind?: string };
      record.run(head.seq, kind ?? "", made.line, base64(sig), leaf, Buffer.from(made.hash, "hex"));
      if (closes) appendClosing(journal, { line: bytes, sig });
      leaves.push(leaf);
      tree.append(leaf);
      head = made.head;
      const { frontier } = tree;
      if (frontier.size % CHECKPOINT_RECORDS === 0 || n === count - 1)
        checkpoint.run(frontier.size, signCheckpoint(frontier.size, frontierRoot(frontier), signer));
    }
    db.prepare(
      "INSERT INTO snapshot (id, seq, body) VALUES (1, ?, ?) ON CONFLICT (id) DO UPDATE SET seq = excluded.seq, body = excluded.body",
    ).run(state.seq, snapshot);
    db.exec("COMMIT");
    db.close();
    const next: EpochStart = { epoch: start.epoch + 1, prev: head.prev, before: tree.frontier, state };
    const { bytes, sha256 } = hashNow(path);
    const closing = { epoch: start.epoch, from: from.seq, bytes, sha256: sha256(), next, pruned: null };
    this.#closing = closingDetail(closing);
    return { head, start: next, tree };
  }
}

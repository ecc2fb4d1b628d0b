import { closeSync, fdatasyncSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { certificateOf } from "../../firmware/journal/export/certificate-of.ts";
import { headPathOf } from "../../firmware/evidence/log/head-file.ts";
import { openStore } from "../../firmware/journal/store/open-store.ts";
import { folderOf } from "../../firmware/journal/second/folders.ts";
import { SecondCopy } from "../../firmware/journal/second/second-copy.ts";
import type { Store } from "../../firmware/journal/store/store.ts";
import { sha256Hex, utf8 } from "../../src/record/bytes.ts";
import { formatProof } from "../../src/record/certificate.ts";
import { nextLine } from "../../src/record/chain.ts";
import { cosignCheckpoint } from "../../src/record/checkpoint.ts";
import { table, witness } from "../../src/record/vector.fixture.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { APART } from "../support/unit-here.ts";
import { fixture, replayed, ss2 } from "../support/replayed.ts";
import { median, percentile, type Part } from "./figures.ts";

/** Rounds in turn, so that both wait for the same disk. */
const ROUNDS = 5;
const RECORDS = 100;
/** Hashes that lead from a record to the root over a year of 3.2 million. */
const YEAR_HASHES = 22;

/** How long a record takes to be durable, beside the same bytes written to a plain file and synced. */
export function appending(): Promise<Part> {
  const folder = mkdtempSync(join(process.env["TIRADA_BENCH_FOLDER"] ?? tmpdir(), "tirada-bench-"));
  const path = join(folder, "journal.db");
  const store = openStore({ path, signer: table, maxPages: null, headPath: headPathOf(path) });
  const raw = openSync(join(folder, "raw"), "a");
  const bodies = replayed(fixture("live"), ss2("cl/ruleta-francesa"));
  const spans = { raw: [] as number[], journal: [] as number[], both: [] as number[] };
  const copied = openCopied(folder);
  try {
    for (let round = 0; round < ROUNDS; round++)
      for (let n = 0; n < RECORDS; n++) {
        const { body, snapshot = "{}" } = bodies[(round * RECORDS + n) % bodies.length] ?? {};
        spans.journal.push(timed(() => commit(store, body ?? {}, snapshot)));
        spans.both.push(
          timed(() => {
            commit(copied.store, body ?? {}, snapshot);
            copied.copy.follow({ openEpoch: 0, closed: [], prunable: 0, changed: [], gone: [] });
          }),
        );
        const bytes = utf8(`${snapshot}${JSON.stringify(body)}`);
        spans.raw.push(
          timed(() => {
            writeSync(raw, bytes);
            fdatasyncSync(raw);
          }),
        );
      }
    const [plain, journal, both] = [median(spans.raw), median(spans.journal), median(spans.both)];
    return Promise.resolve({
      title: "A record that becomes durable",
      about: `${ROUNDS * RECORDS} of them, each signed, in turn with the same bytes appended to a plain file and synced`,
      figures: [
        { name: "plain file, p50", value: plain, unit: "ms" },
        { name: "plain file, p99", value: percentile(spans.raw, 0.99), unit: "ms" },
        { name: "journal, p50", value: journal, unit: "ms", note: `${(journal / plain).toFixed(2)} of that` },
        { name: "journal, p99", value: percentile(spans.journal, 0.99), unit: "ms" },
        {
          name: "journal and second copy, p50",
          value: both,
          unit: "ms",
          note: `${(both / plain).toFixed(2)} of that, both on this disk, without the messages between their threads`,
        },
        { name: "journal and second copy, p99", value: percentile(spans.both, 0.99), unit: "ms" },
        { name: "proof of a record in a year, witnessed", value: proofBytes(store), unit: "bytes" },
      ],
    });
  } finally {
    copied.copy.close();
    copied.store.close();
    store.close();
    closeSync(raw);
    rmSync(folder, { recursive: true });
  }
}

/** A journal with its second copy, as the two threads have them. */
function openCopied(above: string): { readonly store: Store; readonly copy: SecondCopy } {
  const [first, second] = ["first", "second"].map((name) => folderOf(join(above, name)));
  if (first === undefined || second === undefined) throw new RangeError("there are two");
  for (const { folder } of [first, second]) mkdirSync(folder);
  const { journal: path } = first;
  const store = openStore({ path, signer: table, maxPages: null, headPath: headPathOf(path) });
  const copy = SecondCopy.open({ first, second, verifier: table.verifier, find: APART });
  copy.catchUp({ openEpoch: 0, closed: [], prunable: 0 });
  return { store, copy };
}

const clock = systemClock();

/** Milliseconds. */
function timed(act: () => void): number {
  const from = clock.now();
  act();
  return (clock.now() - from) / 1_000;
}

function commit(store: Store, body: object, snapshot: string): void {
  const fields = { ...body, at: "2026-01-01T00:00:00.000Z", state: sha256Hex(snapshot) };
  const made = nextLine(store.head, fields, { epoch: 0, rel: { version: "0.0.0", manifest: null } });
  store.commit({ line: made.line, hash: made.hash, snapshot });
}

/** The proof of a record here, with the hashes that it would have among a year's records. */
function proofBytes(store: Store): number {
  const { seq } = certificateOf(store, store.head.seq - 1);
  const { note = "" } = store.newest ?? {};
  const checkpoint = cosignCheckpoint(note, witness, 1_795_255_320);
  const hashes = Array.from({ length: YEAR_HASHES }, () => new Uint8Array(32));
  return utf8(formatProof({ index: seq, hashes, checkpoint })).length;
}

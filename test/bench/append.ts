import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { certificateOf } from "../../firmware/journal/certificate-of.ts";
import { headPathOf } from "../../firmware/journal/head-file.ts";
import { openStore } from "../../firmware/journal/open-store.ts";
import type { Store } from "../../firmware/journal/store.ts";
import { sha256Hex, utf8 } from "../../src/record/bytes.ts";
import { formatProof } from "../../src/record/certificate.ts";
import { nextLine } from "../../src/record/chain.ts";
import { cosignCheckpoint } from "../../src/record/checkpoint.ts";
import { table, witness } from "../../src/record/vector.fixture.ts";
import { systemClock } from "../../src/time/system-clock.ts";
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
  const spans: { readonly raw: number[]; readonly journal: number[] } = { raw: [], journal: [] };
  try {
    for (let round = 0; round < ROUNDS; round++)
      for (let n = 0; n < RECORDS; n++) {
        const { body, snapshot = "{}" } = bodies[(round * RECORDS + n) % bodies.length] ?? {};
        spans.journal.push(timed(() => commit(store, body ?? {}, snapshot)));
        const bytes = utf8(`${snapshot}${JSON.stringify(body)}`);
        spans.raw.push(
          timed(() => {
            writeSync(raw, bytes);
            fdatasyncSync(raw);
          }),
        );
      }
    const [plain, journal] = [median(spans.raw), median(spans.journal)];
    return Promise.resolve({
      title: "A record that becomes durable",
      about: `${ROUNDS * RECORDS} of them, each signed, in turn with the same bytes appended to a plain file and synced`,
      figures: [
        { name: "plain file, p50", value: plain, unit: "ms" },
        { name: "plain file, p99", value: percentile(spans.raw, 0.99), unit: "ms" },
        { name: "journal, p50", value: journal, unit: "ms", note: `${(journal / plain).toFixed(2)} of that` },
        { name: "journal, p99", value: percentile(spans.journal, 0.99), unit: "ms" },
        { name: "proof of a record in a year, witnessed", value: proofBytes(store), unit: "bytes" },
      ],
    });
  } finally {
    store.close();
    closeSync(raw);
    rmSync(folder, { recursive: true });
  }
}

const clock = systemClock();

/** Milliseconds. */
function timed(act: () => void): number {
  const from = clock.now();
  act();
  return (clock.now() - from) / 1_000;
}

function commit(store: Store, body: object, snapshot: string): void {
  const fields = { ...body, at: "2026-01-01T00:00:00.000Z", state: sha256Hex(utf8(snapshot)) };
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

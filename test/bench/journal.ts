import { generateKeyPairSync } from "node:crypto";
import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EPOCH_RECORDS } from "../../firmware/table/config/config.ts";
import { epochPaths } from "../../firmware/evidence/log/epoch-files.ts";
import type { Store } from "../../firmware/journal/store/store.ts";
import { verifyPathOnCores } from "../../firmware/evidence/verify/verify-file.ts";
import { nextLine } from "../../src/record/chain.ts";
import { closingDetail, EPOCH_CLOSED } from "../../src/record/epoch.ts";
import { openStore } from "../../firmware/journal/store/open-store.ts";
import { sha256Hex } from "../../src/record/bytes.ts";
import { privatePem, signerFromPem } from "../../src/record/keys.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { replayed, fixture, ss2 } from "../support/replayed.ts";
import type { Part } from "./figures.ts";

const LOG = "tirada.test/bench";
/** Filling 100 000 records waits for the disk each time; memory does not make it wait. */
const MEMORY = "/dev/shm";

/** Sizes to open; TIRADA_BENCH_RECORDS adds one. */
const SIZES = [0, 10_000, 100_000, Number(process.env["TIRADA_BENCH_RECORDS"] ?? 0)];
const REL = { version: "0.0.0", manifest: null };

/** One record of a table that goes on and on. */
function commitNext(
  store: Store,
  { body, snapshot }: { readonly body: object; readonly snapshot: string },
): void {
  const fields = { ...body, at: "2026-01-01T00:00:00.000Z", state: sha256Hex(snapshot) };
  const made = nextLine(store.head, fields, { epoch: store.start.epoch, rel: REL });
  store.commit({ line: made.line, hash: made.hash, snapshot });
}

/** The next epoch, and the record that closes the one before. */
function beginEpoch(store: Store): void {
  store.beginEpoch(store.start.epoch + 1);
  const closing = store.epochs.finish();
  if (closing !== null)
    commitNext(store, { body: { kind: EPOCH_CLOSED, detail: closingDetail(closing) }, snapshot: "{}" });
}

/** How long a table's journal of some size takes to open: its open epoch is read and compared first. */
export async function journalOpening(): Promise<Part> {
  const clock = systemClock();
  const folder = mkdtempSync(join(existsSync(MEMORY) ? MEMORY : tmpdir(), "tirada-bench-"));
  const path = join(folder, "journal.db");
  const signer = signerFromPem(LOG, privatePem(generateKeyPairSync("ed25519").privateKey));
  const bodies = replayed(fixture("live"), ss2("cl/ruleta-francesa")).map(({ body, snapshot }) => ({
    body,
    snapshot,
  }));
  const figures: Part["figures"][number][] = [];
  try {
    let stored = 0;
    for (const size of SIZES.filter((one, at) => at === 0 || one > (SIZES[at - 1] ?? 0))) {
      const store = openStore({ path, signer, maxPages: null });
      for (; stored < size; stored++) {
        if (stored > 0 && stored % EPOCH_RECORDS.default === 0) beginEpoch(store);
        commitNext(store, bodies[stored % bodies.length]!);
      }
      store.close();
      const from = clock.now();
      openStore({ path, signer, maxPages: null }).close();
      const ms = (clock.now() - from) / 1_000;
      const stats = epochPaths(path).map((one) => statSync(one).size);
      const bytes = stats.reduce((sum, one) => sum + one, 0);
      const note = size === 0 ? "" : `${(bytes / size).toFixed(0)} bytes a record, ${stats.length} epochs`;
      figures.push({ name: `open with ${size.toLocaleString("en-GB")} records`, value: ms, unit: "ms", note });
    }
    const from = clock.now();
    const report = await verifyPathOnCores(path);
    if (!report.ok) throw new Error(report.problems[0]?.what);
    const spanMs = (clock.now() - from) / 1_000;
    const perCore = Math.round((report.records / spanMs) * 1_000);
    figures.push({
      name: "verify all of it on all cores",
      value: spanMs,
      unit: "ms",
      note: `${perCore} records/s`,
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
  return {
    title: "Opening the journal, and verifying it",
    about:
      "integrity, chain, tree, newest signatures and state of the open epoch, closing records of all; then every signature",
    figures,
  };
}

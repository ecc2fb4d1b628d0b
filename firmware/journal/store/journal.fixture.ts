import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { onTestFinished } from "vitest";
import { sha256Hex } from "../../../src/record/bytes.ts";
import { nextLine, type ChainHead } from "../../../src/record/chain.ts";
import { EPOCH_CLOSED } from "../../../src/record/epoch.ts";
import { systemClock } from "../../../src/time/system-clock.ts";
import { LOG, ORIGIN, table, testLine } from "../../../src/record/vector.fixture.ts";
import { JournalError } from "../../files/errors.ts";
import type { Journal } from "../thread/client.ts";
import {
  exportPieces,
  requireExportTarget,
  type ExportTarget,
  type Given,
  type Pieces,
  type Range,
} from "../export/export.ts";
import { openStore } from "./open-store.ts";
import type { PruneRule } from "../epochs/prune-rule.ts";
import type { Commit, Committed } from "./commit.ts";
import type { Store } from "./store.ts";
import { writeGiven } from "../export/target-file.ts";

const clock = systemClock();

/** In memory where there is such a place: what is synced a thousand times waits for no disk that others are busy with. */
export const MEMORY = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();

/** A folder of the test's own, gone when it ends. */
export function freshFolder(): string {
  const folder = mkdtempSync(join(MEMORY, "tirada-journal-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A store under the vector's key; closed when the test ends. */
export function openTestStore(
  path: string,
  maxPages: number | null = null,
  prune: PruneRule | null = null,
): Store {
  const store = openStore({ path, signer: table, maxPages, prune });
  onTestFinished(() => store.fail(new JournalError("closed", "the test is over")));
  return store;
}

/** The next record of a made-up game; with a state every `stateEvery` records, if given. */
export function nextCommit(head: ChainHead, stateEvery = 0): Commit & { readonly head: ChainHead } {
  const fields = { kind: "result", round: head.seq, result: { pocket: String(head.seq % 37) } };
  if (stateEvery === 0 || head.seq % stateEvery !== 0) return testLine(head, fields);
  const snapshot = `{"round":${head.seq}}`;
  return { ...testLine(head, { ...fields, state: sha256Hex(snapshot) }), snapshot };
}

export function commitMany(store: Store, count: number, stateEvery = 0): Committed[] {
  return Array.from({ length: count }, () => store.commit(nextCommit(store.head, stateEvery)));
}

/** What an intruder with a copy of SQLite would do: triggers off, change, triggers on. */
export function tamper(path: string, sql: string): void {
  const db = new DatabaseSync(path, { enableForeignKeyConstraints: false });
  const triggers = db.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").all();
  for (const { name } of triggers) db.exec(`DROP TRIGGER ${String(name)}`);
  db.exec(sql);
  for (const { sql: create } of triggers) db.exec(String(create));
  db.close();
}

/** A record of any kind in the epoch that is open. */
export function commitInEpoch(store: Store, fields: object): void {
  const { line, hash } = nextLine(store.head, fields, { ...ORIGIN, epoch: store.start.epoch });
  store.commit({ line, hash });
}

/** The detail of the record that closes the epoch before, once its file is hashed. */
export async function closingDetailOf(store: Store): Promise<NonNullable<ReturnType<Store["advanceEpochs"]>>> {
  for (;;) {
    const detail = store.advanceEpochs();
    if (detail !== null) return detail;
    await clock.sleep(1);
  }
}

export async function closeEpoch(store: Store): Promise<void> {
  commitInEpoch(store, { kind: EPOCH_CLOSED, detail: await closingDetailOf(store) });
}

export { LOG, table };

/** Writes an export as a command does. `stop`: asked between two pieces, whether the command ends here. */
export async function exportRange(
  store: Store,
  range: Range,
  target: ExportTarget,
  stop: () => boolean = () => false,
): Promise<Given & { readonly path: string }> {
  requireExportTarget(target);
  return { path: target.path, ...(await writeGiven(target.path, until(exportPieces(store, range), stop))) };
}

/** The same from an open journal. */
export async function exportFrom(
  journal: Journal,
  range: Range,
  path: string,
  replace = false,
): Promise<Given & { readonly path: string }> {
  requireExportTarget({ path, replace });
  return { path, ...(await writeGiven(path, journal.exportPieces(range))) };
}

/** What is given, until somebody gives it up. */
export async function* until(
  pieces: Pieces<Given>,
  stop: () => boolean,
): AsyncGenerator<Uint8Array, Given, undefined> {
  try {
    for (;;) {
      if (stop()) throw new JournalError("closed", "given up: the journal closes");
      const next = await pieces.next();
      if (next.done === true) return next.value;
      yield next.value;
    }
  } finally {
    await pieces.return(undefined as never);
  }
}

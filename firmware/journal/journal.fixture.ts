import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { onTestFinished } from "vitest";
import { sha256Hex, utf8 } from "../../src/record/bytes.ts";
import type { ChainHead } from "../../src/record/chain.ts";
import { LOG, table, testLine } from "../../src/record/vector.fixture.ts";
import { JournalError } from "./errors.ts";
import { openStore } from "./open-store.ts";
import type { Commit, Committed, Store } from "./store.ts";

/** A folder of the test's own, gone when it ends. */
export function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "tirada-journal-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A store under the vector's key; closed when the test ends. */
export function openTestStore(path: string, maxPages: number | null = null): Store {
  const store = openStore({ path, signer: table, maxPages });
  onTestFinished(() => store.fail(new JournalError("closed", "the test is over")));
  return store;
}

/** The next record of a made-up game; with a state every `stateEvery` records, if given. */
export function nextCommit(head: ChainHead, stateEvery = 0): Commit & { readonly head: ChainHead } {
  const fields = { kind: "result", round: head.seq, result: { pocket: String(head.seq % 37) } };
  if (stateEvery === 0 || head.seq % stateEvery !== 0) return testLine(head, fields);
  const snapshot = `{"round":${head.seq}}`;
  return { ...testLine(head, { ...fields, state: sha256Hex(utf8(snapshot)) }), snapshot };
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

export { LOG, table };

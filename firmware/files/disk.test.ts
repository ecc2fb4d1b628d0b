import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { NODE_OPTIONS } from "../node-options.ts";
import { openJournal, type Journal } from "../journal/thread/client.ts";
import { JournalError } from "./errors.ts";
import { freshFolder, LOG, nextCommit, openTestStore, table } from "../journal/store/journal.fixture.ts";
import { openStore } from "../journal/store/open-store.ts";
import { verifyPath } from "../evidence/verify/verify-file.ts";
import { monoUs } from "../../src/time/instant.ts";

/** A disk of `kib` in memory, or null where mounting is not allowed (then the page limit alone is tried). */
function tinyDisk(kib: number): string | null {
  const at = join(freshFolder(), "disk");
  mkdirSync(at);
  if (spawnSync("mount", ["-t", "tmpfs", "-o", `size=${kib}k`, "tmpfs", at]).status !== 0) return null;
  onTestFinished(() => void execFileSync("umount", ["-l", at]));
  return at;
}

/** Only root may mount; CI does. Elsewhere the full journal is tried by its page limit. */
const canMount = process.getuid?.() === 0;

async function failureOf(promise: Promise<unknown>): Promise<JournalError> {
  const error: unknown = await promise.then(
    () => "no error",
    (caught: unknown) => caught,
  );
  if (!(error instanceof JournalError)) throw new Error(`not a JournalError: ${String(error)}`);
  return error;
}

async function commitUntilFailure(journal: Journal): Promise<{ kept: number; failure: JournalError }> {
  for (let stored = 0; ; stored++) {
    try {
      await journal.commit(nextCommit(journal.head(), 1));
    } catch (error) {
      return { kept: stored, failure: error as JournalError };
    }
  }
}

describe("a full disk", () => {
  test("ends the journal; what was acknowledged is there afterwards", async () => {
    const disk = tinyDisk(600);
    const path = join(disk ?? freshFolder(), "journal.db");
    const keyPath = join(freshFolder(), "key.pem");
    const maxPages = disk === null ? { maxPages: 40 } : {};
    const journal = await openJournal({ path, keyPath, log: LOG, recordings: null, ...maxPages });
    const { kept: stored, failure } = await commitUntilFailure(journal);
    expect(stored).toBeGreaterThan(10);
    expect(failure).toMatchObject({ name: "JournalError", code: "disk-full" });
    expect(failure.message.split("\n").length).toBe(1);
    expect((await journal.failed).code).toBe("disk-full");
    expect(await failureOf(journal.commit(nextCommit(journal.head())))).toMatchObject({ code: "disk-full" });
    expect(await failureOf(journal.recent(1))).toMatchObject({ code: "disk-full" });
    await journal.close();
    const report = verifyPath(path, { vkey: journal.vkey });
    expect(report).toMatchObject({ ok: true, records: stored });
  });
  test("by its own limit of pages too", () => {
    const path = join(freshFolder(), "journal.db");
    const store = openTestStore(path, 30);
    let stored = 0;
    expect(() => {
      for (; ; stored++) store.commit(nextCommit(store.head));
    }).toThrow("disk is full");
    expect(() => store.signCheckpointNow()).toThrow("disk is full");
    expect(openTestStore(path).head.seq).toBe(stored);
  });
  test.runIf(canMount)(
    "ends the journal when the recording does not fit, and no record outlives its recording",
    async () => {
      const disk = tinyDisk(256) ?? "";
      const folder = freshFolder();
      const journal = await openJournal({
        path: join(folder, "journal.db"),
        keyPath: join(folder, "key.pem"),
        log: LOG,
        recordings: { dir: disk, keepBytes: 1_000_000 },
      });
      await journal.recordingOpen("wheel-000001", '{"k":"head"}');
      await journal.commit(nextCommit(journal.head()));
      for (let i = 0; i < 5; i++) journal.recordingAppend(`${"x".repeat(63_999)}\n`, monoUs(i));
      const failure = await failureOf(journal.commit(nextCommit(journal.head())));
      expect(failure.code).toBe("disk-full");
      expect(failure.message).toContain("wheel-000001.jsonl");
      expect((await journal.failed).code).toBe("disk-full");
      await journal.close();
      expect(verifyPath(join(folder, "journal.db")).records).toBe(1);
    },
  );
});

describe("a disk that cannot be written", () => {
  test.runIf(canMount)("is refused with its name", async () => {
    const disk = tinyDisk(600) ?? "";
    const path = join(disk, "journal.db");
    openTestStore(path).close();
    execFileSync("mount", ["-o", "remount,ro", disk]);
    expect(() => openStore({ path, signer: table, maxPages: null })).toThrow(
      expect.objectContaining({ code: "read-only", message: expect.stringContaining(path) as string }) as Error,
    );
    const key = join(disk, "key.pem");
    const failure = await failureOf(
      openJournal({ path: join(disk, "new.db"), keyPath: key, log: LOG, recordings: null }),
    );
    expect(failure.code).toBe("read-only");
    expect(verifyPath(path), "but it can be verified").toMatchObject({ ok: true, records: 0 });
  });
  test("nor is a folder without permission, for whoever is not root", () => {
    const folder = freshFolder();
    chmodSync(folder, 0o555);
    const act = () => openStore({ path: join(folder, "journal.db"), signer: table, maxPages: null });
    if (process.getuid?.() === 0) expect(act().head.seq).toBe(0);
    else expect(act).toThrow(expect.objectContaining({ code: "read-only" }) as Error);
    chmodSync(folder, 0o755);
  });
  test("a folder that is not there is named", async () => {
    const folder = freshFolder();
    const path = join(folder, "none", "journal.db");
    const failure = await failureOf(
      openJournal({ path, keyPath: join(folder, "k"), log: LOG, recordings: null }),
    );
    expect(failure).toMatchObject({ code: "cannot-open", message: expect.stringContaining(path) as string });
  });
  test("a file that is no journal is refused and left alone", () => {
    const path = join(freshFolder(), "journal.db");
    writeFileSync(path, "these are not the bytes of a database".repeat(100));
    expect(() => openStore({ path, signer: table, maxPages: null })).toThrow(
      expect.objectContaining({ name: "JournalError", code: "corrupt" }) as Error,
    );
  });
});

describe("a second opener", () => {
  test("in the same process is told that the journal is in use", () => {
    const path = join(freshFolder(), "journal.db");
    const store = openTestStore(path);
    const open = (): unknown => openStore({ path, signer: table, maxPages: null });
    expect(open).toThrow(expect.objectContaining({ code: "busy" }) as Error);
    store.commit(nextCommit(store.head));
    store.close();
    expect(openTestStore(path).head.seq).toBe(1);
  });
  test("in another process too, while verifying stays possible", async () => {
    const folder = freshFolder();
    const options = {
      path: join(folder, "journal.db"),
      keyPath: join(folder, "key.pem"),
      log: LOG,
      recordings: null,
    };
    const journal = await openJournal(options);
    await journal.commit(nextCommit(journal.head()));
    const script = `import { openJournal } from ${JSON.stringify(join(import.meta.dirname, "../journal/thread/client.ts"))};
      await openJournal(${JSON.stringify(options)}).catch((error) => console.log(error.code + " " + error.message));`;
    const child = spawnSync(process.execPath, [...NODE_OPTIONS, "--input-type=module", "-e", script], {
      encoding: "utf8",
    });
    expect(child.stdout).toMatch(/^busy .*in use by another process/);
    expect(verifyPath(options.path, { vkey: journal.vkey })).toMatchObject({ ok: true, records: 1 });
    await journal.close();
    await (await openJournal(options)).close();
  });
});

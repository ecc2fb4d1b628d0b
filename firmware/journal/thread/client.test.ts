import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Worker } from "node:worker_threads";
import { describe, expect, onTestFinished, test } from "vitest";
import { verifyCertificate } from "../../../src/record/verify-certificate.ts";
import { firstHead } from "../../../src/record/chain.ts";
import { parseVkey } from "../../../src/record/keys.ts";
import { monoUs, wallMs } from "../../../src/time/instant.ts";
import { Thread } from "../../threads/thread.ts";
import { Journal, openJournal, type JournalOptions } from "./client.ts";
import { freshFolder, LOG, nextCommit, tamper, exportFrom } from "../store/journal.fixture.ts";
import { verifyPath } from "../../evidence/verify/verify-file.ts";
import { testLine } from "../../../src/record/vector.fixture.ts";
import { ALL } from "../../../test/support/volume.ts";

function optionsIn(folder: string, more: Partial<JournalOptions> = {}): JournalOptions {
  const recordings = { dir: folder, keepBytes: 1_000_000 };
  return { path: join(folder, "journal.db"), keyPath: join(folder, "key.pem"), log: LOG, recordings, ...more };
}

async function openTest(options: JournalOptions): Promise<Journal> {
  const journal = await openJournal(options);
  onTestFinished(() => journal.close().catch(() => undefined));
  return journal;
}

/** Commits without waiting for one before asking the next. */
function pipeline(journal: Journal, count: number): ReturnType<Journal["commit"]>[] {
  let head = journal.head();
  return Array.from({ length: count }, () => {
    const made = nextCommit(head);
    head = made.head;
    return journal.commit({ line: made.line, hash: made.hash });
  });
}

const rejection = (code: string): unknown => expect.objectContaining({ name: "JournalError", code });

describe("the journal in its thread", () => {
  test("commits in order, many at once, and remembers over a restart", async () => {
    const options = optionsIn(freshFolder());
    const journal = await openTest(options);
    expect(journal.head()).toEqual(firstHead(LOG));
    expect(journal.snapshot()).toBeNull();
    const done = await Promise.all(pipeline(journal, 200));
    expect(done.map(({ seq }) => seq)).toEqual(Array.from({ length: 200 }, (_, i) => i));
    expect(journal.head()).toMatchObject({ seq: 200, prev: done[199]?.hash });
    const stated = nextCommit(journal.head(), 1);
    await journal.commit({ line: stated.line, hash: stated.hash, snapshot: stated.snapshot! });
    expect(journal.snapshot()).toEqual({ seq: 200, body: '{"round":200}' });
    expect((await journal.recent(2)).map(({ seq, fields }) => [seq, fields["round"]])).toEqual([
      [199, 199],
      [200, 200],
    ]);
    expect((await journal.checkpoint(monoUs(0), wallMs(0))).checkpoint?.size).toBe(201);
    expect(verifyCertificate(await journal.certificate(7), parseVkey(journal.vkey))).toMatchObject({
      ok: true,
    });
    await journal.close();
    await journal.close();
    await expect(journal.recent(1)).rejects.toEqual(rejection("closed"));
    const again = await openTest(options);
    expect(again.vkey).toBe(journal.vkey);
    expect(again.head()).toEqual(stated.head);
    expect(again.snapshot()).toEqual({ seq: 200, body: '{"round":200}' });
  });
  if (ALL)
    test("closing serves what was asked before", async () => {
      const options = optionsIn(freshFolder());
      const journal = await openTest(options);
      const asked = pipeline(journal, 50);
      await journal.close();
      expect((await Promise.all(asked)).length).toBe(50);
      expect(verifyPath(options.path)).toMatchObject({ ok: true, records: 50, covered: 50 });
    });
  test("a refused record rejects alone, and those built on it too; the journal goes on", async () => {
    const journal = await openTest(optionsIn(freshFolder()));
    const good = nextCommit(journal.head());
    const bad = testLine(good.head, { kind: "result", state: "00" });
    const after = nextCommit(bad.head);
    const asked = [good, bad, after].map(({ line, hash }) => journal.commit({ line, hash }));
    const ends = await Promise.allSettled(asked);
    expect(ends.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected"]);
    expect(ends[1]).toMatchObject({ reason: { code: "refused" } });
    expect(journal.head()).toEqual(good.head);
    expect((await journal.commit(nextCommit(journal.head()))).seq).toBe(1);
  });
  if (ALL)
    test("more than the queue holds is refused at once and nothing of it stored", async () => {
      const options = optionsIn(freshFolder(), { queue: 4 });
      const journal = await openTest(options);
      const ends = await Promise.allSettled(pipeline(journal, 6));
      expect(ends.map(({ status }) => status)).toEqual([
        ...Array<string>(4).fill("fulfilled"),
        "rejected",
        "rejected",
      ]);
      expect(ends[4]).toMatchObject({ reason: { code: "overflow" } });
      expect(journal.head().seq).toBe(4);
      expect((await journal.commit(nextCommit(journal.head()))).seq).toBe(4);
    });
  test("a thread that dies rejects all that waits and says so", async () => {
    const dying = new Worker("require('worker_threads').parentPort.once('message', () => process.exit(3))", {
      eval: true,
    });
    const opened = {
      head: firstHead(LOG),
      vkey: "",
      snapshot: null,
      format: null,
      epoch: 0,
      epochFrom: 0,
      isClosing: false,
      mode: "live" as const,
      keyPlace: "file" as const,
      headState: "whole" as const,
      missing: null,
      notes: [],
      second: null,
      copyRestored: null,
      say: "opened" as const,
    };
    const journal = new Journal(new Thread(dying), optionsIn(freshFolder()), opened);
    const asked = await Promise.allSettled([...pipeline(journal, 3), journal.recent(1)]);
    for (const end of asked) expect(end).toMatchObject({ status: "rejected", reason: { code: "worker-died" } });
    expect((await journal.failed).code).toBe("worker-died");
    await expect(journal.commit(nextCommit(journal.head()))).rejects.toEqual(rejection("worker-died"));
    await journal.close();
  });
  test("a defect in the thread ends the journal and is told", async () => {
    const options = optionsIn(freshFolder());
    const journal = await openTest(options);
    await journal.commit(nextCommit(journal.head()));
    const failure: unknown = await journal
      .commit({ line: 5 as never, hash: "" })
      .catch((error: unknown) => error);
    expect(failure).toEqual(rejection("worker-died"));
    expect((await journal.failed).message).toContain("has a defect");
    await expect(journal.recent(1)).rejects.toEqual(rejection("worker-died"));
    await journal.close();
    expect(verifyPath(options.path)).toMatchObject({ ok: true, records: 1 });
  });
  if (ALL)
    test("a journal tampered with does not open", async () => {
      const options = optionsIn(freshFolder());
      const journal = await openTest(options);
      await Promise.all(pipeline(journal, 5));
      await journal.close();
      tamper(options.path, "UPDATE record SET kind = 'void' WHERE seq = 2");
      await expect(openJournal(options)).rejects.toEqual(rejection("corrupt"));
    });
  test("the key is made with the journal and never after", async () => {
    const options = optionsIn(freshFolder());
    await (await openTest(options)).close();
    await expect(openJournal({ ...options, keyPath: `${options.keyPath}.other` })).rejects.toEqual(
      rejection("key"),
    );
    expect(existsSync(`${options.keyPath}.other`)).toBe(false);
  });
});

describe("recordings", () => {
  test("are durable before the record that came from them", async () => {
    const folder = freshFolder();
    const journal = await openTest(optionsIn(folder));
    await journal.recordingOpen("wheel-7-000001", '{"k":"head"}');
    const hash = createHash("sha256").update('{"k":"head"}\n');
    let bytes = 13;
    for (let i = 0; i < 20; i++) {
      const text = `{"k":"tick","t":${i}}\n`;
      journal.recordingAppend(text, monoUs(i));
      hash.update(text);
      bytes += text.length;
      const recording = { segment: "wheel-7-000001", bytes, sha256: hash.copy().digest("hex") };
      await journal.commit({ ...nextCommit(journal.head()), recording });
      expect(readFileSync(join(folder, "wheel-7-000001.jsonl")).length).toBe(bytes);
    }
    const beyond = { segment: "wheel-7-000001", bytes: bytes + 1, sha256: "0".repeat(64) };
    await expect(journal.commit({ ...nextCommit(journal.head()), recording: beyond })).rejects.toEqual(
      rejection("refused"),
    );
    expect(await journal.recordingClose()).toEqual({
      segment: "wheel-7-000001",
      bytes,
      sha256: hash.digest("hex"),
    });
    expect(await journal.segments()).toEqual([{ segment: "wheel-7-000001", bytes }]);
  });
  if (ALL)
    test("flush when asked and with the checkpoint's time", async () => {
      const folder = freshFolder();
      const file = join(folder, "a-000001.jsonl");
      const journal = await openTest(optionsIn(folder));
      await journal.recordingOpen("a-000001", "h");
      journal.recordingAppend("1\n", monoUs(0));
      expect(await journal.recordingFlush()).toBe(4);
      journal.recordingAppend("2\n", monoUs(0));
      await journal.checkpoint(monoUs(1_999_999), wallMs(0));
      expect(readFileSync(file, "utf8")).toBe("h\n1\n");
      await journal.checkpoint(monoUs(2_000_000), wallMs(0));
      expect(readFileSync(file, "utf8")).toBe("h\n1\n2\n");
    });
  test("appends are refused before opening, in parts, after failure, and when too much waits", async () => {
    const journal = await openTest(optionsIn(freshFolder()));
    const append = (text: string) => () => journal.recordingAppend(text, monoUs(0));
    expect(append("x\n")).toThrow(rejection("refused"));
    await expect(journal.recordingOpen("Nonsense", "h")).rejects.toEqual(rejection("refused"));
    expect(append("x\n")).toThrow(rejection("refused"));
    await journal.recordingOpen("a-000001", "h");
    expect(append("x")).toThrow(rejection("refused"));
    const block = `${"x".repeat(262_143)}\n`;
    for (let i = 0; i < 16; i++) append(block)();
    expect(append(block)).toThrow(rejection("overflow"));
    await journal.recordingFlush();
    append(block)();
    await journal.close();
    expect(append("x\n")).toThrow(rejection("closed"));
  });
  if (ALL)
    test("a journal without a folder for them refuses", async () => {
      const journal = await openTest(optionsIn(freshFolder(), { recordings: null }));
      await expect(journal.recordingOpen("a-000001", "h")).rejects.toEqual(rejection("refused"));
      expect(await journal.segments()).toEqual([]);
      expect((await journal.commit(nextCommit(journal.head()))).seq).toBe(0);
    });
});

describe("exports from the running journal", () => {
  test("let commits pass and verify, whole or in part", async () => {
    const stick = freshFolder();
    const journal = await openTest(optionsIn(freshFolder()));
    for (let i = 0; i < 4; i++) await Promise.all(pipeline(journal, 250));
    const order: string[] = [];
    const exported = exportFrom(journal, { from: 0, to: 999 }, join(stick, "all.tirada-export")).then(
      (made) => {
        order.push("export");
        return made;
      },
    );
    const commits = pipeline(journal, 3).map(async (one) => {
      await one;
      order.push("commit");
    });
    await Promise.all([...commits, exported]);
    expect(order).toEqual(["commit", "commit", "commit", "export"]);
    expect(verifyPath((await exported).path, { vkey: journal.vkey })).toMatchObject({
      ok: true,
      records: 1000,
      notes: [],
    });
    for (const [from, to] of [
      [0, 0],
      [1, 1],
      [63, 64],
      [64, 127],
      [500, 1002],
      [1002, 1002],
    ] as const) {
      const part = await exportFrom(journal, { from, to }, join(stick, `${from}-${to}.tirada-export`));
      const report = verifyPath(part.path, { vkey: journal.vkey });
      expect(report).toMatchObject({ ok: true, firstSeq: from, lastSeq: to, covered: 1003, notes: [] });
    }
    expect(readdirSync(stick).filter((name) => name.endsWith(".part"))).toEqual([]);
  });
  test("a range or a place that is not there is refused, and the journal goes on", async () => {
    const stick = freshFolder();
    const journal = await openTest(optionsIn(freshFolder()));
    await Promise.all(pipeline(journal, 3));
    for (const [from, to] of [
      [-1, 0],
      [0, 3],
      [2, 1],
      [0.5, 1],
    ] as const)
      await expect(exportFrom(journal, { from, to }, join(stick, "x"))).rejects.toEqual(rejection("refused"));
    await expect(exportFrom(journal, { from: 0, to: 2 }, join(stick, "none", "x"))).rejects.toEqual(
      rejection("refused"),
    );
    expect(readdirSync(stick).filter((name) => name.startsWith("x"))).toEqual([]);
    expect((await journal.commit(nextCommit(journal.head()))).seq).toBe(3);
  });
  test("closing gives an export up and leaves nothing half written under its name", async () => {
    const stick = freshFolder();
    const journal = await openTest(optionsIn(freshFolder()));
    for (let i = 0; i < 4; i++) await Promise.all(pipeline(journal, 250));
    const exported = exportFrom(journal, { from: 0, to: 999 }, join(stick, "x"));
    const closed = journal.close();
    await expect(exported).rejects.toEqual(rejection("closed"));
    await closed;
    expect(readdirSync(stick).filter((name) => name.startsWith("x"))).toEqual([]);
  });
});

test("a second table's writes under the open journal end it instead of mixing", async () => {
  const options = optionsIn(freshFolder());
  const journal = await openTest(options);
  await journal.commit(nextCommit(journal.head()));
  const next = nextCommit(journal.head());
  const db = new DatabaseSync(options.path);
  db.exec("INSERT INTO record VALUES (1, 'x', '{}', 'x', zeroblob(32), zeroblob(32))");
  db.close();
  await expect(journal.commit(next)).rejects.toEqual(rejection("corrupt"));
  expect((await journal.failed).code).toBe("corrupt");
  await journal.close();
  await expect(openJournal(options)).rejects.toEqual(rejection("corrupt"));
});

import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { openJournalHere } from "../../../test/support/journal-in-thread.ts";
import { monoUs, US_PER_S, wallMs } from "../../../src/time/instant.ts";
import { realDisk, setDisk } from "../../files/disk.ts";
import type { CaseRequest } from "../export/case-writer.ts";
import { openJournal, type Journal, type JournalOptions } from "./client.ts";
import { JournalError } from "../../files/errors.ts";
import type { Append, Reply, Request } from "./messages.ts";
import { freshFolder, LOG, nextCommit } from "../store/journal.fixture.ts";
import { writeGiven } from "../export/target-file.ts";
import { Thread } from "../../threads/thread.ts";
import { verifyPath } from "../../evidence/verify/verify-file.ts";

/** The journal's two ends in one thread: what is asked of it, and what it says when something of its own fails. */

async function opened(folder: string, change: Partial<JournalOptions> = {}): Promise<Journal> {
  const dir = join(folder, "recordings");
  mkdirSync(dir, { recursive: true });
  const journal = await openJournalHere({
    path: join(folder, "journal.db"),
    keyPath: join(folder, "table.key.pem"),
    log: LOG,
    recordings: { dir, keepBytes: 1_000_000 },
    ...change,
  });
  onTestFinished(() => journal.close().catch(() => undefined));
  return journal;
}

async function commitMany(journal: Journal, count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    const made = nextCommit(journal.head());
    await journal.commit({ line: made.line, hash: made.hash });
  }
}

const caseAsked: CaseRequest = {
  plan: { from: 0, to: 2, round: null, releases: [], rulebooks: [], recordings: [], pictures: [] },
  texts: [],
  calibrations: [],
  missing: [],
};

const refusal = (code: string): unknown => expect.objectContaining({ name: "JournalError", code }) as unknown;

test("a journal without a folder for recordings keeps records, and says what it cannot", async () => {
  const folder = freshFolder();
  const journal = await opened(folder, { recordings: null });
  await commitMany(journal, 3);
  await expect(journal.recordingFlush()).rejects.toEqual(refusal("refused"));
  expect(await journal.segments()).toEqual([]);
  const made = nextCommit(journal.head());
  const recording = { segment: "wheel-000001", bytes: 1, sha256: "" };
  await expect(journal.commit({ line: made.line, hash: made.hash, recording })).rejects.toEqual(
    refusal("refused"),
  );
  const out = freshFolder();
  await writeGiven(join(out, "x.tar"), journal.casePieces(caseAsked));
  expect(verifyPath(join(out, "x.tar"))).toMatchObject({ subject: "case", ok: true });
  expect(await journal.signBundle("ab".repeat(64))).toMatch(/^-----BEGIN SSH SIGNATURE/);
  // Text that nobody asked for a place for is no answer to anything, and ends the journal.
  await expect(journal.recordingOpen("wheel-000001", "{}")).rejects.toEqual(refusal("refused"));
  expect(() => journal.recordingAppend("x\n", monoUs(0))).toThrow(/no recording is open/);
  await journal.close();
});

test("what a defect of its own does to a request is told as one, in one line, and ends it", async () => {
  const journal = await opened(freshFolder());
  await commitMany(journal, 1);
  await expect(journal.keepCase(null as never)).rejects.toEqual(
    expect.objectContaining({
      message: expect.stringMatching(/^the journal thread has a defect: [^\n]*$/) as unknown,
    }),
  );
  expect((await journal.failed).code).toBe("worker-died");
});

test("a disk that fails at the tidying after an answer ends the journal, and the answer counts", async () => {
  const folder = freshFolder();
  const journal = await opened(folder);
  await commitMany(journal, 2);
  setDisk({
    ...realDisk,
    statSync: ((path: string, options: { throwIfNoEntry: false }) => {
      if (path.endsWith(".db-wal")) throw Object.assign(new Error("EIO: i/o error"), { code: "EIO" });
      return realDisk.statSync(path, options);
    }) as typeof realDisk.statSync,
  });
  onTestFinished(() => setDisk());
  await expect(commitMany(journal, 1)).rejects.toEqual(refusal("io"));
  setDisk();
  expect((await journal.failed).code).toBe("io");
  expect(verifyPath(join(folder, "journal.db")).records).toBeGreaterThanOrEqual(2);
});

test("an answer out of turn, and a thread that dies while it opens, are said as that", async () => {
  const options = { path: "/nowhere/journal.db", keyPath: "/nowhere/key.pem", log: LOG, recordings: null };
  const thread = (act: (emit: (event: string, value: unknown) => void) => void) => () => {
    const handlers = new Map<string, (value: unknown) => void>();
    queueMicrotask(() => act((event, value) => handlers.get(event)?.(value)));
    const one = {
      on: (event: string, handle: (value: unknown) => void) => handlers.set(event, handle),
      postMessage: () => undefined,
    };
    return new Thread<Request | Append, Reply>(one);
  };
  const openWith = (event: string, value: unknown): Promise<unknown> =>
    openJournal(
      options,
      thread((emit) => emit(event, value)),
    ).catch((error: unknown) => String(error));
  expect(await openWith("message", { say: "taken", count: 1 })).toMatch(/answered out of turn/);
  expect(await openWith("error", new Error("out of memory"))).toMatch(/ended while opening .*: out of memory/);
  expect(await openWith("exit", null)).toMatch(/ended while opening .*: without an answer/);
});

const MEMORY = "/dev/shm";
// Where both are one file system there is no second device to try with.
describe.runIf(existsSync(MEMORY) && statSync(MEMORY).dev !== statSync(tmpdir()).dev)(
  "with a second copy",
  () => {
    test.each([true, false])("required: %s: records, case files and the end are in both", async (required) => {
      const first = freshFolder();
      const second = mkdtempSync(join(tmpdir(), "tirada-second-"));
      onTestFinished(() => rmSync(second, { recursive: true, force: true }));
      const kept = { recordingBytes: null, pictureBytes: null };
      const journal = await opened(first, { second: { folder: second, required, kept } });
      await commitMany(journal, 3);
      const name = "round-000001-2.tirada-case.tar";
      await journal.keepCase({ ...caseAsked, path: join(first, "cases", name) });
      const looked = await journal.checkpoint(monoUs(US_PER_S), wallMs(0));
      expect(looked.second).toMatchObject({ folder: second, required });
      await journal.close();
      expect(readdirSync(join(second, "cases"))).toEqual([name]);
      for (const folder of [first, second])
        expect(verifyPath(folder)).toMatchObject({ ok: true, records: 3, covered: 3 });
    });

    test("a folder that is a file is refused as the journal opens, and nothing was begun", async () => {
      const [first, second] = [freshFolder(), join(mkdtempSync(join(tmpdir(), "tirada-second-")), "file")];
      writeFileSync(second, "");
      const kept = { recordingBytes: null, pictureBytes: null };
      const refused = opened(first, { second: { folder: second, required: true, kept } });
      await expect(refused).rejects.toBeInstanceOf(JournalError);
      rmSync(join(second, ".."), { recursive: true });
    });
  },
);

import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { testLine } from "../../../src/record/vector.fixture.ts";
import { HEAD_BYTES } from "../../evidence/log/head-file.ts";
import { freshFolder, LOG, nextCommit } from "./journal.fixture.ts";
import { JournalError } from "../../files/errors.ts";
import { openStorage, type Storage } from "./open-storage.ts";

/** A storage folder as the unit opens it, in this very thread. */
interface Folder {
  readonly folder: string;
  readonly file: (name: string) => string;
  open(): Storage;
}

function storage(): Folder {
  const folder = freshFolder();
  const dir = join(folder, "recordings");
  mkdirSync(dir);
  const file = (name: string): string => join(folder, name);
  const open = (): Storage => {
    const opened = openStorage({
      path: file("journal.db"),
      keyPath: file("table.key.pem"),
      log: LOG,
      mode: null,
      maxPages: null,
      recordings: { dir, keepBytes: 1_000_000 },
    });
    onTestFinished(() => kill(opened));
    return opened;
  };
  return { folder, file, open };
}

/** Ends it as far as a process can end its own: nothing is sealed. */
function kill({ store, recorder }: Storage): void {
  recorder?.close();
  store.fail(new JournalError("closed", "the test is over"));
}

const commits = ({ store }: Storage, count: number): void => {
  for (let n = 0; n < count; n++) store.commit(nextCommit(store.head));
};

const refused = (code: string): unknown => expect.objectContaining({ name: "JournalError", code });

describe("a journal that is gone from what belongs to it", () => {
  const damages: readonly (readonly [string, (folder: Folder) => void])[] = [
    ["missing", ({ file }) => rmSync(file("journal.db"))],
    ["empty", ({ file }) => truncateSync(file("journal.db"), 0)],
    ["missing, with nothing left but its key", onlyKey],
    ["missing, with nothing left but a recording", onlyRecording],
  ];
  test.each(damages)("that is %s is not begun again", (_what, damage) => {
    const folder = storage();
    const opened = folder.open();
    opened.recorder?.open("wheel-000001", "h");
    commits(opened, 3);
    kill(opened);
    damage(folder);
    expect(() => folder.open()).toThrow(refused("missing"));
    expect(() => folder.open()).toThrow(/restore it, or begin a new log in an empty folder/);
    expect(existsSync(folder.file("journal.db")) && statSync(folder.file("journal.db")).size > 0).toBe(false);
  });
  test("that has no log in it, its write-ahead log being gone, neither", () => {
    const folder = storage();
    kill(folder.open());
    const db = folder.file("journal.db");
    // The header alone, as it lies before the first checkpoint.
    const page = readFileSync(db).subarray(0, 4_096);
    page.fill(0, 100);
    page.writeUInt32BE(1, 28);
    page[100] = 0x0d;
    page.writeUInt16BE(4_096, 105);
    page.writeUInt32BE(0, 60);
    writeFileSync(db, page);
    expect(() => folder.open()).toThrow(refused("missing"));
  });
  const PLAYED: readonly (readonly [string, readonly string[]])[] = [
    ["recordings", ["journal.db", "journal.head"]],
    ["a head with a mark", ["journal.db", "recordings/wheel-000001.jsonl"]],
  ];
  test.each(PLAYED)("with the marker of a first start beside %s is not begun again", (_what, gone) => {
    const folder = storage();
    const opened = folder.open();
    opened.recorder?.open("wheel-000001", "h");
    commits(opened, 3);
    kill(opened);
    for (const name of gone) rmSync(folder.file(name));
    writeFileSync(folder.file("journal.db-new"), "");
    expect(() => folder.open()).toThrow(refused("missing"));
    expect(() => folder.open()).toThrow(/journal\.db-new says that none was there yet.*restore it/);
    expect(existsSync(folder.file("journal.db"))).toBe(false);
  });
  test("that marker beside a journal that has played is said as what it is", () => {
    const folder = storage();
    const opened = folder.open();
    commits(opened, 3);
    kill(opened);
    writeFileSync(folder.file("journal.db-new"), "");
    expect(() => folder.open()).toThrow(/this table has played .*remove the marker when it is whole/);
    rmSync(folder.file("journal.db-new"));
    kill(folder.open());
  });
  test("with that marker beside epochs or pictures neither", () => {
    for (const name of ["journal.epochs", "pictures"]) {
      const folder = storage();
      mkdirSync(folder.file(name));
      writeFileSync(join(folder.file(name), `${"ab".repeat(32)}.png`), "");
      writeFileSync(folder.file("journal.db-new"), "");
      expect(() => folder.open()).toThrow(refused("missing"));
    }
  });
  test("a first start that was cut is done again", () => {
    const folder = storage();
    const opened = folder.open();
    kill(opened);
    for (const left of [["journal.db"], ["journal.db", "journal.head"], ["journal.db", "table.key.pem"]]) {
      for (const name of left) rmSync(folder.file(name), { force: true });
      writeFileSync(folder.file("journal.db-new"), "");
      const again = folder.open();
      expect(again.store.head.seq).toBe(0);
      kill(again);
      expect(existsSync(folder.file("journal.db-new"))).toBe(false);
    }
  });
});

function onlyKey({ file, folder }: Folder): void {
  for (const name of ["journal.db", "journal.head", "recordings/wheel-000001.jsonl"])
    rmSync(join(folder, name));
  expect(existsSync(file("table.key.pem"))).toBe(true);
}

function onlyRecording({ file, folder }: Folder): void {
  for (const name of ["journal.db", "journal.head"]) rmSync(join(folder, name));
  rmSync(file("table.key.pem"));
}

describe("a pipe in the place of a file", () => {
  test.each(["journal.db", "journal.db-lock", "journal.db-wal", "journal.head", "table.key.pem"])(
    "%s is refused, and nobody waits for what writes to it",
    (name) => {
      const folder = storage();
      const opened = folder.open();
      commits(opened, 3);
      kill(opened);
      rmSync(folder.file(name), { force: true });
      execFileSync("mkfifo", [folder.file(name)]);
      expect(() => folder.open()).toThrow(JournalError);
    },
  );
});

describe("the head file", () => {
  test("names the newest record, and a journal that ends before it takes nothing but what is missing", () => {
    const folder = storage();
    const first = folder.open();
    commits(first, 5);
    first.store.tidy(true);
    first.store.tidy(true);
    copyFileSync(folder.file("journal.db"), folder.file("old.db"));
    const lost = [nextCommit(first.store.head)];
    commits(first, 1);
    lost.push(nextCommit(first.store.head));
    commits(first, 1);
    kill(first);
    renameSync(folder.file("old.db"), folder.file("journal.db"));
    const { store } = folder.open();
    expect(store.head.seq).toBe(5);
    expect(store.missing).toMatchObject({ size: 7 });
    expect(() => store.commit(nextCommit(store.head))).toThrow(refused("missing"));
    expect(() => store.signCheckpointNow()).toThrow(refused("missing"));
    for (const { line, hash } of lost) store.commit({ line, hash, restored: true });
    expect(store.missing).toBeNull();
    expect(store.commit(nextCommit(store.head)).seq).toBe(7);
  });
  test("refuses another record than the one that it names", () => {
    const folder = storage();
    const first = folder.open();
    commits(first, 3);
    first.store.tidy(true);
    first.store.tidy(true);
    copyFileSync(folder.file("journal.db"), folder.file("old.db"));
    commits(first, 1);
    kill(first);
    renameSync(folder.file("old.db"), folder.file("journal.db"));
    const { store } = folder.open();
    const other = testLine(store.head, { kind: "other" });
    expect(() => store.commit({ line: other.line, hash: other.hash, restored: true })).toThrow(
      refused("corrupt"),
    );
    expect(() => folder.open()).toThrow(refused("corrupt"));
  });
  test("has the mark before the newest beside it", () => {
    const folder = storage();
    const { store } = folder.open();
    for (let n = 0; n < 3; n++) store.commit(nextCommit(store.head));
    const bytes = readFileSync(folder.file("journal.head")).toString("latin1");
    const sizes = [0, HEAD_BYTES / 2].map((at) => /\n(\d+)\n/.exec(bytes.slice(at, at + HEAD_BYTES / 2))?.[1]);
    expect(sizes.toSorted()).toEqual(["2", "3"]);
  });
  test("has it there too after the first record of the next life", () => {
    const folder = storage();
    for (let life = 1; life <= 4; life++) {
      const opened = folder.open();
      commits(opened, 1);
      kill(opened);
      const bytes = readFileSync(folder.file("journal.head")).toString("latin1");
      const sizes = [0, HEAD_BYTES / 2].map(
        (at) => /\n(\d+)\n/.exec(bytes.slice(at, at + HEAD_BYTES / 2))?.[1],
      );
      if (life > 1) expect(sizes.toSorted()).toEqual([String(life - 1), String(life)]);
    }
  });
  test("survives a torn write, and is made whole again", () => {
    const folder = storage();
    const first = folder.open();
    commits(first, 4);
    kill(first);
    const path = folder.file("journal.head");
    const whole = readFileSync(path);
    expect(whole.length).toBe(HEAD_BYTES);
    for (const at of [10, 200, 4_000, 4_096 + 10, 4_096 + 300, 8_191]) {
      const bytes = Buffer.from(whole);
      bytes[at] = (bytes[at] ?? 0) ^ 4;
      writeFileSync(path, bytes);
      const again = folder.open();
      expect(again.store.headState, `byte ${at}`).toBe("damaged");
      kill(again);
    }
    const mended = folder.open();
    commits(mended, 1);
    kill(mended);
    expect(folder.open().store.headState).toBe("whole");
  });
  test("is made anew where it is missing", () => {
    const folder = storage();
    const first = folder.open();
    commits(first, 4);
    kill(first);
    rmSync(folder.file("journal.head"));
    const again = folder.open();
    expect(again.store.headState).toBe("missing");
    commits(again, 1);
    kill(again);
    const { store } = folder.open();
    expect(store.headState).toBe("whole");
    expect(store.missing).toBeNull();
  });
});

describe("under a running unit", () => {
  const losses: readonly (readonly [string, (folder: Folder) => void])[] = [
    ["the journal deleted", ({ file }) => rmSync(file("journal.db"))],
    ["the journal moved", ({ file }) => renameSync(file("journal.db"), file("kept.db"))],
    ["the journal replaced", ({ file }) => replace(file("journal.db"))],
    ["the journal written over", ({ file }) => appendFileSync(file("journal.db"), "x")],
    ["the journal cut", ({ file }) => truncateSync(file("journal.db"), 4_096)],
    ["the write-ahead log deleted", ({ file }) => rmSync(file("journal.db-wal"))],
    ["the write-ahead log cut", ({ file }) => truncateSync(file("journal.db-wal"), 0)],
    ["the lock deleted", ({ file }) => rmSync(file("journal.db-lock"))],
    ["the key replaced", ({ file }) => replace(file("table.key.pem"))],
    ["the head file deleted", ({ file }) => rmSync(file("journal.head"))],
    ["the head file cut", ({ file }) => truncateSync(file("journal.head"), 100)],
    ["the recording deleted", ({ file }) => rmSync(file("recordings/wheel-000001.jsonl"))],
    ["the recording cut", ({ file }) => truncateSync(file("recordings/wheel-000001.jsonl"), 0)],
    ["the recordings moved", ({ file }) => renameSync(file("recordings"), file("elsewhere"))],
  ];
  test.each(losses)("%s ends the journal at the next look, and before a commit is told", (_what, lose) => {
    for (const act of ["look", "commit"] as const) {
      const folder = storage();
      const opened = folder.open();
      opened.recorder?.open("wheel-000001", "head");
      commits(opened, 2);
      opened.store.checkFiles();
      lose(folder);
      const { store } = opened;
      const go = (): unknown => (act === "look" ? store.checkFiles() : store.commit(nextCommit(store.head)));
      expect(go).toThrow(refused("lost"));
      expect(() => store.checkFiles(), "it has ended").toThrow(refused("lost"));
    }
  });
  test("nothing is said of what the unit does itself", () => {
    const opened = storage().open();
    opened.recorder?.open("wheel-000001", "head");
    for (let n = 0; n < 70; n++) {
      commits(opened, 4);
      opened.store.tidy(n % 7 === 0);
      opened.store.checkFiles();
      if (n === 30) opened.recorder?.open("wheel-000002", "head");
    }
  });
});

/** Another file of the same content takes its place. */
function replace(path: string): void {
  copyFileSync(path, `${path}.copy`);
  chmodSync(`${path}.copy`, 0o600);
  renameSync(`${path}.copy`, path);
}

test("everything is its owner's alone, and links are refused", () => {
  const folder = storage();
  const opened = folder.open();
  opened.recorder?.open("wheel-000001", "h");
  commits(opened, 1);
  const names = ["journal.db", "journal.db-wal", "journal.db-shm", "journal.db-lock", "journal.head"];
  for (const name of [...names, "table.key.pem", "recordings/wheel-000001.jsonl"])
    expect((statSync(folder.file(name)).mode & 0o777).toString(8), name).toBe("600");
  kill(opened);
  chmodSync(folder.file("journal.db"), 0o644);
  kill(folder.open());
  expect(statSync(folder.file("journal.db")).mode & 0o777).toBe(0o600);
  renameSync(folder.file("journal.db"), folder.file("other.db"));
  symlinkSync(folder.file("other.db"), folder.file("journal.db"));
  expect(() => folder.open()).toThrow(/is a link/);
});

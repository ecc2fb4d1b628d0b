import { execFileSync } from "node:child_process";
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { JournalError } from "../../files/errors.ts";
import { writeRawRecord } from "./inspect.ts";
import { freshFolder, LOG, nextCommit, exportRange } from "../store/journal.fixture.ts";
import { openStorage, type Storage } from "../store/open-storage.ts";
import { verifyPath } from "../../evidence/verify/verify-file.ts";
import { requireWriteTarget } from "./write-target.ts";

interface Table extends Storage {
  readonly folder: string;
}

function table(): Table {
  const folder = freshFolder();
  const dir = join(folder, "recordings");
  mkdirSync(dir);
  const opened = openStorage({
    path: join(folder, "journal.db"),
    keyPath: join(folder, "table.key.pem"),
    log: LOG,
    mode: null,
    maxPages: null,
    recordings: { dir, keepBytes: 1_000_000 },
  });
  onTestFinished(() => opened.store.fail(new JournalError("closed", "the test is over")));
  opened.recorder?.open("wheel-000001", '{"k":"head"}');
  for (let n = 0; n < 5; n++) opened.store.commit(nextCommit(opened.store.head));
  return { ...opened, folder };
}

const exported = ({ store }: Storage, path: string, replace = false): Promise<unknown> =>
  exportRange(store, { from: 0, to: 4 }, { path, replace }, () => false);
const refusal = expect.objectContaining({ name: "JournalError", code: "refused" }) as Error;

describe("an export", () => {
  const places = [
    "journal.db",
    "journal.db-wal",
    "journal.db-lock",
    "journal.head",
    "table.key.pem",
    "unit.sock",
    "journal.second",
    "journal.begun",
    "journal.damaged",
    "journal.db.damaged-1",
    "mine.tirada-export",
    "recordings/wheel-000001.jsonl",
    "recordings/mine.tirada-export",
  ];
  test.each(places)("is not written to %s of a storage folder, by no way that leads there", async (place) => {
    const unit = table();
    const before = readdirSync(unit.folder, { recursive: true }).sort();
    const elsewhere = freshFolder();
    symlinkSync(unit.folder, join(elsewhere, "way"));
    const path = join(unit.folder, place);
    for (const way of [path, join(elsewhere, "way", place), join(unit.folder, "recordings", "..", place)])
      for (const replace of [false, true]) await expect(exported(unit, way, replace)).rejects.toThrow(refusal);
    expect(readdirSync(unit.folder, { recursive: true }).sort()).toEqual(before);
    expect(unit.store.commit(nextCommit(unit.store.head)).seq).toBe(5);
  });
  test("is not written over links to the journal, nor over any file that is no export", async () => {
    const unit = table();
    const folder = freshFolder();
    const at = (name: string): string => join(folder, name);
    symlinkSync(join(unit.folder, "journal.db"), at("soft"));
    for (const name of ["journal.db", "table.key.pem"]) linkSync(join(unit.folder, name), at(`hard-${name}`));
    writeFileSync(at("letter"), "Dear Sir");
    writeFileSync(at("empty"), "");
    mkdirSync(at("folder"));
    execFileSync("mkfifo", [at("pipe")]);
    const names = readdirSync(folder);
    for (const name of names)
      for (const replace of [false, true])
        await expect(exported(unit, at(name), replace), name).rejects.toThrow(refusal);
    for (const device of ["/dev/full", "/dev/null"])
      await expect(exported(unit, device, true)).rejects.toThrow(/there is a device/);
    expect(statSync("/dev/full").isCharacterDevice()).toBe(true);
    expect(readdirSync(folder)).toEqual(names);
    expect(readFileSync(at("letter"), "utf8")).toBe("Dear Sir");
  });
  test("replaces an older one only when that was said, with both files beside it", async () => {
    const unit = table();
    const path = join(freshFolder(), "mesa.tirada-export");
    await exported(unit, path);
    await expect(exported(unit, path)).rejects.toThrow(/say --replace/);
    await exported(unit, path, true);
    expect(verifyPath(path)).toMatchObject({ ok: true, records: 5 });
    // Under its other name it would change as well, whoever counts on that one.
    linkSync(path, `${path}-2`);
    await expect(exported(unit, path, true)).rejects.toThrow(/has other names besides \(hard links\)/);
    rmSync(`${path}-2`);
    writeFileSync(`${path}.sig`, "mine");
    await expect(exported(unit, path, true)).rejects.toThrow(refusal);
    expect(readFileSync(`${path}.sig`, "utf8")).toBe("mine");
  });
});

test("an export is not written into a second copy, though only its mark is there yet", async () => {
  const unit = table();
  for (const mark of ["journal.begun", "journal.second", "journal.damaged"]) {
    const folder = freshFolder();
    writeFileSync(join(folder, mark), "x");
    mkdirSync(join(folder, "notes"));
    for (const name of [mark, "mine.tirada-export", "notes/mine.tirada-export"])
      await expect(exported(unit, join(folder, name), true), `${mark}, ${name}`).rejects.toThrow(refusal);
    expect(readdirSync(folder)).toEqual([mark, "notes"]);
  }
});

test("a record's files go nowhere into a storage folder and over nothing of others", () => {
  const { folder } = table();
  const journal = join(folder, "journal.db");
  expect(() => writeRawRecord(journal, 1, folder)).toThrow(refusal);
  const out = freshFolder();
  writeRawRecord(journal, 1, out);
  writeRawRecord(journal, 2, out);
  writeFileSync(join(out, "table.pub.pem"), "notes");
  expect(() => writeRawRecord(journal, 3, out)).toThrow(refusal);
});

test("a calibration may lie in the storage folder, but not in place of what the table keeps there", () => {
  const { folder } = table();
  const target = (name: string): (() => void) => {
    const path = join(folder, name);
    return () =>
      requireWriteTarget({
        path,
        what: "a calibration",
        isOlder: () => true,
        replace: "asked",
        inStorage: true,
      });
  };
  expect(target("arena.json")).not.toThrow();
  for (const name of [
    "journal.db",
    "journal.head",
    "table.key.pem",
    "unit.sock",
    "recordings/arena.json",
    "journal.second",
    "journal.begun",
    "journal.begun.new",
    "journal.damaged.new",
    "journal.damaged-new",
    "journal.db.damaged-1",
    "journal.db-new",
    "journal.db-pruned",
    "journal.head.new",
    "table.key.pem.new",
    "test.key.pem",
    "table.key.next.pem",
    "table.key.next.pem.new",
    "table.key.1.pem",
    "test.key.12.pem",
  ])
    expect(target(name), name).toThrow(refusal);
  expect(existsSync(join(folder, "arena.json"))).toBe(false);
});

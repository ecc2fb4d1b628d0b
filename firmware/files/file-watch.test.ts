import { appendFileSync, mkdirSync, renameSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { JournalError } from "./errors.ts";
import { FileWatch } from "./file-watch.ts";
import { freshFolder } from "../journal/store/journal.fixture.ts";

function watched(grows: boolean): { readonly path: string; readonly watch: FileWatch } {
  const path = join(freshFolder(), "file");
  writeFileSync(path, "0123456789");
  const watch = new FileWatch();
  watch.add(path, grows);
  watch.check();
  return { path, watch };
}

const lost = (what: RegExp): Error =>
  expect.objectContaining({ code: "lost", message: expect.stringMatching(what) as string }) as Error;

test("a file that grows may become longer, and from there on no shorter", () => {
  const { path, watch } = watched(true);
  appendFileSync(path, "more");
  watch.check();
  truncateSync(path, 12);
  expect(() => watch.check()).toThrow(lost(/was cut from 14 to 12 bytes/));
});

test("a file that keeps its size is written by nobody but us", () => {
  const { path, watch } = watched(false);
  appendFileSync(path, "x");
  expect(() => watch.check()).toThrow(lost(/was written by another program/));
  watch.resized(path);
  watch.check();
  truncateSync(path, 10);
  expect(() => watch.check()).toThrow(lost(/was cut from 11 to 10 bytes/));
  watch.resized(path);
  watch.check();
  rmSync(path);
  // What is gone keeps the size that it had: the next look says that it is gone.
  watch.resized(path);
  expect(() => watch.check()).toThrow(lost(/was deleted or moved/));
  watch.drop(path);
  watch.check();
  watch.resized(path);
  watch.check();
});

test("another file of the same size in its place is another file", () => {
  const { path, watch } = watched(true);
  renameSync(path, `${path}.old`);
  writeFileSync(path, "0123456789");
  expect(() => watch.check()).toThrow(lost(/was replaced/));
});

test("what is made later is watched from when it is there, and once", () => {
  const { path, watch } = watched(true);
  const later = `${path}-wal`;
  watch.addOnce(later);
  watch.check();
  writeFileSync(later, "12345");
  watch.addOnce(later);
  truncateSync(later, 3);
  // Watched already: the shorter file is not taken for what it should be.
  watch.addOnce(later);
  expect(() => watch.check()).toThrow(lost(/was cut from 5 to 3 bytes/));
});

test("a folder is watched by what it is, whatever is in it; what is not there cannot be watched", () => {
  const folder = join(freshFolder(), "folder");
  mkdirSync(folder);
  const watch = new FileWatch();
  watch.add(folder, true);
  writeFileSync(join(folder, "a"), "a");
  watch.resized(folder);
  watch.check();
  renameSync(folder, `${folder}-away`);
  mkdirSync(folder);
  expect(() => watch.check()).toThrow(lost(/was replaced/));
  expect(() => watch.add(join(folder, "none"), true)).toThrow(JournalError);
});

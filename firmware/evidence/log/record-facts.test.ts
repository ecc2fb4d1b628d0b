import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { JournalError } from "../../files/errors.ts";
import {
  commitMany,
  freshFolder,
  openTestStore,
  tamper,
  exportRange,
} from "../../journal/store/journal.fixture.ts";
import { recordFacts } from "./record-lines.ts";

/** Records read back from whatever holds them, to be looked at: nothing is proven of them. */

const numbers = (path: string, from?: number): number[] => [...recordFacts(path, from)].map(({ seq }) => seq);
const refusal = (path: string): string => {
  try {
    return `no error: ${numbers(path).join()}`;
  } catch (error) {
    if (!(error instanceof JournalError)) throw error;
    expect(error.message.split("\n")).toHaveLength(1);
    return error.message;
  }
};

test("of a journal, its folder and an export are read from a number on", async () => {
  const folder = freshFolder();
  const path = join(folder, "journal.db");
  const store = openTestStore(path);
  commitMany(store, 7);
  const file = join(freshFolder(), "x.tirada-export");
  await exportRange(store, { from: 2, to: 6 }, { path: file, replace: false }, () => false);
  expect([numbers(path), numbers(folder, 5), numbers(file), numbers(file, 4)]).toEqual([
    [0, 1, 2, 3, 4, 5, 6],
    [5, 6],
    [2, 3, 4, 5, 6],
    [4, 5, 6],
  ]);
  store.close();
  tamper(path, "UPDATE record SET line = '{}' WHERE seq = 3");
  expect(refusal(path)).toMatch(/^record 3 of .*: the line's format .*; tirada verify says what is damaged$/);
  const lines = readFileSync(file, "utf8").split("\n");
  writeFileSync(file, [lines[0], '{"line":"{}","sig":""}', ...lines.slice(2)].join("\n"));
  expect(refusal(file)).toMatch(/^record 2 of .*tirada verify says what is damaged$/);
});

test("of what is neither are refused in one line", () => {
  const folder = freshFolder();
  mkdirSync(join(folder, "empty"));
  writeFileSync(join(folder, "letter"), "Dear Sir");
  expect(refusal(join(folder, "empty"))).toMatch(/is not a file: name an export or a journal/);
  expect(refusal(join(folder, "letter"))).toMatch(/is not an export or a journal of tirada/);
  expect(refusal(join(folder, "none"))).toMatch(/^reading /);
});

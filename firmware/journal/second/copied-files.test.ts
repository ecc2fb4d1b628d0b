import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sha256Hex } from "../../../src/record/bytes.ts";
import { nextLine } from "../../../src/record/chain.ts";
import { ORIGIN } from "../../../src/record/vector.fixture.ts";
import { commitMany, freshFolder, openTestStore } from "../store/journal.fixture.ts";
import type { Store } from "../store/store.ts";
import { copyAside, copyGrown, hashOfStart, keepAside, linkCopy, moveAside, sizeOf } from "./copy-files.ts";
import { evidenceIn, folderOf, isEvidenceName, type Folder } from "./folders.ts";
import { newestSourceIn, wholeHashIn } from "./recorded-hashes.ts";
import { restoreFiles } from "./restore-files.ts";

/** Files of the evidence that are copied as they are, in either direction, on folders of this machine. */

const NO_LIMITS = { recordingBytes: null, pictureBytes: null };

function twoFolders(): readonly [Folder, Folder] {
  const both = [folderOf(freshFolder()), folderOf(freshFolder())] as const;
  for (const { folder } of both)
    for (const within of ["recordings", "pictures", "cases"]) mkdirSync(join(folder, within));
  return both;
}

const write = ({ folder }: Folder, name: string, text: string): void => writeFileSync(join(folder, name), text);
const read = ({ folder }: Folder, name: string): string => readFileSync(join(folder, name), "utf8");
const picture = (text: string): string => `pictures/${sha256Hex(Buffer.from(text))}.png`;

test("a file that grew is continued, one that is longer is made anew, one that is the same is left", () => {
  const [first, second] = twoFolders();
  const [from, to] = [first, second].map(({ folder }) => join(folder, "recordings", "a.jsonl"));
  if (from === undefined || to === undefined) throw new Error("there are two");
  expect(copyGrown(from, to)).toBe(0);
  for (const [text, added] of [
    ["one\n", 4],
    ["one\ntwo\n", 4],
    ["one\ntwo\n", 0],
    ["one\n", 4],
  ] as const) {
    writeFileSync(from, text);
    expect(copyGrown(from, to)).toBe(added);
    expect(readFileSync(to, "utf8")).toBe(text);
  }
  expect(readdirSync(join(second.folder, "recordings"))).toEqual(["a.jsonl"]);
});

test("a copy takes the place of nothing that is there, and what was left half-made goes", () => {
  const folder = freshFolder();
  const [from, to] = [join(folder, "from"), join(folder, "to")];
  writeFileSync(from, "whole");
  writeFileSync(`${to}-copy`, "left by a copying that was cut, and longer");
  expect(copyAside(from, to)).toEqual({ bytes: 5, sha256: sha256Hex(Buffer.from("whole")) });
  writeFileSync(to, "there");
  expect(() => linkCopy(to)).toThrow(/EEXIST/);
  expect(readFileSync(to, "utf8")).toBe("there");
});

test("the beginning of a file has a hash only where it is so long", () => {
  const path = join(freshFolder(), "file");
  writeFileSync(path, "x".repeat(3_000_000));
  expect(hashOfStart(path, 3_000_001)).toBeNull();
  expect(hashOfStart(path, 2_000_000)).toBe(sha256Hex(Buffer.from("x".repeat(2_000_000))));
  expect(sizeOf(`${path}-none`)).toBeNull();
});

test("damaged files get the next free name, with what SQLite keeps beside them; too many are refused", () => {
  const folder = freshFolder();
  const path = join(folder, "journal.db");
  for (const act of [moveAside, keepAside]) expect(act(path)).toBeNull();
  const damage = (): void => {
    for (const ending of ["", "-wal"]) writeFileSync(`${path}${ending}`, "damaged");
  };
  damage();
  expect(moveAside(path)).toBe(`${path}.damaged-1`);
  expect(readdirSync(folder)).toEqual(["journal.db.damaged-1", "journal.db.damaged-1-wal"]);
  damage();
  expect(keepAside(path)).toBe(`${path}.damaged-2`);
  expect(existsSync(path)).toBe(true);
  expect(existsSync(`${path}-wal`)).toBe(false);
  for (let number = 3; number <= 99; number++) writeFileSync(`${path}.damaged-${number}-wal`, "");
  for (const act of [moveAside, keepAside]) expect(() => act(path)).toThrow(/has 99 damaged files beside it/);
});

test("no half-made file is evidence, of whatever room", () => {
  const [first] = twoFolders();
  const names = ["a.jsonl", "a.jsonl-copy", "a.000000000000.sealed", "a.000000000000.sealed.new", "a.txt"];
  for (const name of names) write(first, `recordings/${name}`, "x");
  const cases = ["round-7.tirada-case", "round-7.tirada-case.part", "round-7.tirada-case-copy"];
  for (const name of cases) write(first, `cases/${name}`, "x");
  expect(evidenceIn(first, "recordings")).toEqual(["a.000000000000.sealed", "a.jsonl"]);
  expect(evidenceIn(first, "cases")).toEqual(["round-7.tirada-case"]);
  expect(cases.map((name) => isEvidenceName(`cases/${name}`))).toEqual([true, false, false]);
  for (const name of ["cases/a/b", "elsewhere/a.jsonl", "journal.db", "recordings/../a.jsonl"])
    expect(isEvidenceName(name), name).toBe(false);
});

test("what only the second has comes back, the newest first and as far as there is room", () => {
  const [first, second] = twoFolders();
  for (const n of [1, 2, 3]) write(second, `recordings/wheel-00000${n}.jsonl`, `${n}`.repeat(100));
  for (const text of ["one", "two"]) write(second, picture(text), text);
  write(second, "cases/round-7.tirada-case", "case");
  const kept = { recordingBytes: 250, pictureBytes: 5 };
  expect(restoreFiles(first, second, kept, [])).toEqual({ recordings: 2, pictures: 1, cases: 1 });
  expect(readdirSync(join(first.folder, "recordings"))).toEqual(["wheel-000002.jsonl", "wheel-000003.jsonl"]);
  expect(restoreFiles(first, second, NO_LIMITS, [])).toEqual({ recordings: 1, pictures: 1, cases: 0 });
  expect(restoreFiles(first, second, NO_LIMITS, [])).toEqual({ recordings: 0, pictures: 0, cases: 0 });
});

test("a recording that lost its end gets it back; one that differs, is longer or was opened stays", () => {
  const [first, second] = twoFolders();
  const names = ["lost-000001", "other-000002", "longer-000003"].map((name) => `recordings/${name}.jsonl`);
  const [lost = "", other = "", longer = ""] = names;
  for (const name of names) write(second, name, "one\ntwo\n");
  write(first, lost, "one\n");
  write(first, other, "ona\n");
  write(first, longer, "one\ntwo\nthree\n");
  // Sealed in the second from byte 0 on, and opened in the first.
  write(second, "recordings/cards-000004.000000000000.sealed", "sealed");
  write(first, "recordings/cards-000004.jsonl", "open\n");
  expect(restoreFiles(first, second, NO_LIMITS, [])).toEqual({ recordings: 1, pictures: 0, cases: 0 });
  expect(names.map((name) => read(first, name))).toEqual(["one\ntwo\n", "ona\n", "one\ntwo\nthree\n"]);
  expect(readdirSync(join(first.folder, "recordings"))).not.toContain("cards-000004.000000000000.sealed");
});

test("of two newest recordings that differ, the one that its records name stays or comes back", () => {
  const name = "recordings/wheel-000001.jsonl";
  const [right, wrong] = ["one\ntwo\n", "one\ntwi\n"];
  const named = [{ segment: "wheel-000001", bytes: 8, sha256: sha256Hex(Buffer.from(right)) }];
  // Beyond what is there yet: it says nothing.
  const beyond = [...named, { segment: "wheel-000001", bytes: 80, sha256: "" }];
  for (const [own, copy, becomes, count] of [
    [wrong, right, right, 1],
    [right, wrong, right, 0],
    [right, right, right, 0],
    [wrong, wrong, wrong, 0],
  ] as const) {
    const [first, second] = twoFolders();
    write(first, name, own);
    write(second, name, copy);
    expect(restoreFiles(first, second, NO_LIMITS, beyond).recordings).toBe(count);
    expect(read(first, name)).toBe(becomes);
    const aside = readdirSync(join(first.folder, "recordings"));
    expect(aside).toHaveLength(1 + count);
    expect(restoreFiles(first, second, NO_LIMITS, [{ ...named[0], bytes: 9 } as never]).recordings).toBe(0);
  }
});

/** Records that came from one recording after the other, with others between. */
function recorded(counts: readonly number[]): Store {
  const store = openTestStore(join(freshFolder(), "journal.db"));
  for (const [at, count] of counts.entries()) {
    for (let n = 1; n <= count; n++) {
      const src = { segment: `wheel-00000${at + 1}`, bytes: n, sha256: sha256Hex(Buffer.from(`${at} ${n}`)) };
      store.commit(nextLine(store.head, { kind: "result", round: n, src }, ORIGIN));
    }
    commitMany(store, 2);
  }
  return store;
}

test("the newest record of a recording is found by halves, wherever it lies", () => {
  for (const counts of [[3, 1, 5], [100, 70, 1], [1], [90, 0, 90]]) {
    const store = recorded(counts);
    for (const [at, count] of counts.entries()) {
      const found = newestSourceIn(store, `recordings/wheel-00000${at + 1}.jsonl`);
      expect(found?.bytes ?? 0, `${counts.join()}: ${at}`).toBe(count);
    }
    expect(newestSourceIn(store, "recordings/wheel-000009.jsonl")).toBeNull();
    expect(newestSourceIn(store, "pictures/x.png")).toBeNull();
  }
  const without = openTestStore(join(freshFolder(), "journal.db"));
  commitMany(without, 70);
  expect(newestSourceIn(without, "recordings/wheel-000001.jsonl")).toBeNull();
});

test("the next recording's head names the hash of a whole one; a head of another, damaged or missing says nothing", () => {
  const [first] = twoFolders();
  const name = "recordings/wheel-000001.jsonl";
  const next = "recordings/wheel-000002.jsonl";
  write(first, name, "x");
  expect(wholeHashIn(first, name)).toBeNull();
  expect(wholeHashIn(first, "recordings/x.txt")).toBeNull();
  for (const [head, hash] of [
    ['{"previous":{"segment":"wheel-000001","sha256":"ab"}}\n', "ab"],
    ['{"previous":{"segment":"wheel-000001"}}\n', null],
    ['{"previous":{"segment":"wheel-000009","sha256":"ab"}}\n', null],
    ['{"previous":null}\n', null],
    ["{damaged\n", null],
    ["", null],
    [`${"x".repeat(3_000_000)}\n`, null],
  ] as const) {
    write(first, next, head);
    expect(wholeHashIn(first, name), head.slice(0, 60)).toBe(hash);
  }
  rmSync(join(first.folder, next));
  mkdirSync(join(first.folder, next));
  expect(wholeHashIn(first, name)).toBeNull();
});

import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sha256Hex } from "../../../src/record/bytes.ts";
import { freshFolder, openTestStore } from "../journal.fixture.ts";
import { compareSlice, type CompareTask } from "./compare.ts";
import { epochOfName, exchangeFile, planExchange } from "./exchange.ts";
import { folderOf, type Folder } from "./folders.ts";
import { addDamaged, damagedNames, writeDamaged } from "./marks.ts";

const bytesOf = (text: string): Buffer => Buffer.from(text.repeat(100));
const pictureOf = (text: string): string => `pictures/${sha256Hex(bytesOf(text))}.png`;
const NAMES = ["one", "two", "three"].map(pictureOf);
const RECORDED = [1, 2, 3, 4, 5, 6].map((n) => `recordings/wheel-00000${n}.jsonl`);

/** Two folders that hold the same. */
function copies(): readonly [Folder, Folder] {
  const folders = [folderOf(freshFolder()), folderOf(freshFolder())] as const;
  for (const { folder } of folders) {
    for (const within of ["recordings", "pictures"]) mkdirSync(join(folder, within));
    for (const text of ["one", "two", "three"]) writeFileSync(join(folder, pictureOf(text)), bytesOf(text));
    for (const name of RECORDED) writeFileSync(join(folder, name), bytesOf(name));
  }
  return folders;
}

const task = ([first, second]: readonly [Folder, Folder], change: Partial<CompareTask> = {}): CompareTask => ({
  first,
  second,
  after: "",
  bytesMax: 1e9,
  closed: [],
  prunable: 0,
  ...change,
});
const overwrite = ({ folder }: Folder, name: string): void => writeFileSync(join(folder, name), "x");

test("finds what differs in a recording, and pictures that are not what they are called; the newest recordings wait", () => {
  const both = copies();
  const [first, second] = both;
  expect(compareSlice(task(both))).toEqual({ damaged: [], after: "" });
  for (const name of [NAMES[0], RECORDED[1], RECORDED[5]]) overwrite(first, name ?? "");
  for (const name of [NAMES[1], RECORDED[2]]) overwrite(second, name ?? "");
  // Evicted, or not there yet.
  rmSync(join(second.folder, RECORDED[0] ?? ""));
  expect(compareSlice(task(both)).damaged).toEqual([NAMES[0], NAMES[1], RECORDED[1], RECORDED[2]].toSorted());
});

test("goes on where the slice before ended, and comes round", () => {
  const both = copies();
  overwrite(both[1], RECORDED[2] ?? "");
  const found: string[] = [];
  let [after, slices] = ["", 0];
  do {
    const done = compareSlice(task(both, { after, bytesMax: 1 }));
    found.push(...done.damaged);
    after = done.after;
    slices++;
  } while (after !== "");
  expect(found).toEqual([RECORDED[2]]);
  expect(slices).toBe(NAMES.length + RECORDED.length - 3);
});

test("a picture is right where its bytes are its name; what is right nowhere is named", () => {
  const [first, second] = copies();
  const [one = "", two = "", three = ""] = NAMES;
  overwrite(first, one);
  overwrite(second, two);
  for (const each of [first, second]) overwrite(each, three);
  const store = openTestStore(join(freshFolder(), "journal.db"));
  const plan = planExchange(first, second, [...NAMES, "pictures/none.png", "journal.db"], store);
  expect(plan).toEqual({ intoFirst: [one], intoSecond: [two], inNeither: [three] });
  expect(exchangeFile(join(second.folder, one), join(first.folder, one))).toMatch(/\.damaged-1$/);
  expect(readFileSync(join(first.folder, one))).toEqual(bytesOf("one"));
  expect(readFileSync(join(first.folder, `${one}.damaged-1`), "utf8")).toBe("x");
});

test("only an epoch's own name is its name", () => {
  const folder = folderOf("/a");
  const names = ["journal.db", "journal.epochs/000012.db", "journal.epochs/12.db", "other.epochs/000012.db"];
  expect(names.map((name) => epochOfName(folder, name))).toEqual([0, 12, null, null]);
});

test("the mark holds each name once, and is gone with the last; one that is no mark names nothing", () => {
  const folder = freshFolder();
  expect(addDamaged(folder, NAMES)).toBe(3);
  expect(addDamaged(folder, [RECORDED[0] ?? "", NAMES[0] ?? ""])).toBe(4);
  expect(damagedNames(folder)).toEqual([...NAMES, RECORDED[0]].toSorted());
  writeDamaged(folder, []);
  writeDamaged(folder, []);
  expect(damagedNames(folder)).toEqual([]);
  writeFileSync(join(folder, "journal.damaged"), "../../etc/passwd\n/etc/passwd\n\0\n");
  expect(damagedNames(folder)).toEqual([]);
  writeFileSync(join(folder, "journal.damaged"), Buffer.alloc(300_000));
  expect(damagedNames(folder)).toEqual([]);
});

import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { sha256Hex } from "../../../src/record/bytes.ts";
import { setDisk, realDisk } from "../../files/disk.ts";
import { closeEpoch, commitInEpoch, freshFolder, openTestStore } from "../store/journal.fixture.ts";
import type { Store } from "../store/store.ts";
import { DAMAGED_MAX } from "./limits.ts";
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
  const plan = planExchange(
    first,
    second,
    [...NAMES, pictureOf("none"), "pictures/x.png", "journal.db"],
    store,
  );
  expect(plan).toEqual({ intoFirst: [one], intoSecond: [two], inNeither: [three] });
  expect(exchangeFile(join(second.folder, one), join(first.folder, one))).toMatch(/\.damaged-1$/);
  expect(readFileSync(join(first.folder, one))).toEqual(bytesOf("one"));
  expect(readFileSync(join(first.folder, `${one}.damaged-1`), "utf8")).toBe("x");
});

/** A journal of four epochs, three of them closed, and a second copy of it. */
async function epochs(): Promise<readonly [Store, Folder, Folder]> {
  const [first, second] = copies();
  const store = openTestStore(first.journal);
  for (let epoch = 1; epoch <= 3; epoch++) {
    commitInEpoch(store, { kind: "result" });
    store.beginEpoch(epoch);
    await closeEpoch(store);
  }
  for (const name of ["journal.db", "journal.epochs"])
    cpSync(join(first.folder, name), join(second.folder, name), { recursive: true });
  return [store, first, second];
}

test("closed epochs of the second copy are what a record closes; the newest one may be copied still", async () => {
  const [store, ...both] = await epochs();
  const [first, second] = both;
  const closed = store.epochs.closings;
  const later = ["journal.epochs/000001.db", "journal.epochs/000002.db"] as const;
  expect(compareSlice(task(both, { closed }))).toEqual({ damaged: [], after: "" });
  for (const name of ["journal.db", ...later]) overwrite(second, name);
  expect(compareSlice(task(both, { closed })).damaged).toEqual(["journal.db", later[0]]);
  const plan = planExchange(first, second, ["journal.db", later[0], "journal.epochs/000003.db"], store);
  expect(plan).toEqual({ intoFirst: [], intoSecond: ["journal.db", later[0]], inNeither: [] });
  overwrite(first, later[0]);
  expect(planExchange(first, second, [later[0]], store).inNeither).toEqual([later[0]]);
  // One bit of as many bytes.
  const bytes = readFileSync(join(first.folder, later[1]));
  bytes[9_000] = (bytes[9_000] ?? 0) ^ 1;
  writeFileSync(join(second.folder, later[1]), bytes);
  expect(planExchange(first, second, [later[1]], store).intoSecond).toEqual([later[1]]);
  rmSync(join(second.folder, "journal.db"));
  expect(compareSlice(task(both, { closed })).damaged).toEqual([later[0]]);
  expect(planExchange(first, second, ["journal.db"], store).intoSecond).toEqual(["journal.db"]);
});

test("a file that the disk cannot read is damaged, one that the disk refuses for another reason is not", () => {
  const both = copies();
  for (const [code, count] of [
    ["EIO", NAMES.length + RECORDED.length - 3],
    ["EACCES", 0],
  ] as const) {
    setDisk({
      ...realDisk,
      openSync: () => {
        throw Object.assign(new Error(code), { code });
      },
    });
    onTestFinished(() => setDisk());
    expect(compareSlice(task(both)).damaged, code).toHaveLength(count);
  }
  setDisk({
    ...realDisk,
    openSync: () => {
      throw new RangeError("a slip of the program");
    },
  });
  expect(() => compareSlice(task(both))).toThrow(RangeError);
});

test("of two recordings that differ, the next one's head says which is whole; where both say so, neither", () => {
  const store = openTestStore(join(freshFolder(), "journal.db"));
  const head = (bytes: Buffer): string =>
    `${JSON.stringify({ previous: { segment: "wheel-000001", sha256: sha256Hex(bytes) } })}\n`;
  const src = { segment: "wheel-000001", bytes: 4, sha256: sha256Hex(Buffer.from("one\n")) };
  commitInEpoch(store, { kind: "result", src });
  const [whole, other] = [Buffer.from("one\ntwo\n"), Buffer.from("one\ntwx\n")];
  const name = RECORDED[0] ?? "";
  for (const [heads, plan] of [
    [[head(whole), head(whole)], { intoFirst: [], intoSecond: [name], inNeither: [] }],
    [[head(other), head(other)], { intoFirst: [name], intoSecond: [], inNeither: [] }],
    [[head(whole), head(other)], { intoFirst: [], intoSecond: [], inNeither: [name] }],
    [["{}\n", "{}\n"], { intoFirst: [], intoSecond: [], inNeither: [name] }],
  ] as const) {
    const both = copies();
    for (const [at, { folder }] of both.entries()) {
      writeFileSync(join(folder, name), at === 0 ? whole : other);
      writeFileSync(join(folder, RECORDED[1] ?? ""), heads[at] ?? "");
    }
    expect(planExchange(...both, [name], store)).toEqual(plan);
  }
  const both = copies();
  expect(planExchange(...both, [name], store)).toEqual({ intoFirst: [], intoSecond: [], inNeither: [] });
  // Of one that no record came from nothing says which is whole, but the next one's head.
  const unnamed = RECORDED[3] ?? "";
  overwrite(both[0], unnamed);
  const previous = { segment: "wheel-000004", sha256: sha256Hex(bytesOf(unnamed)) };
  for (const { folder } of both)
    writeFileSync(join(folder, RECORDED[4] ?? ""), `${JSON.stringify({ previous })}\n`);
  expect(planExchange(...both, [unnamed], store).inNeither).toEqual([unnamed]);
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
  expect(existsSync(join(folder, "journal.damaged"))).toBe(false);
  expect(damagedNames(folder)).toEqual([]);
  const many = Array.from({ length: DAMAGED_MAX + 1 }, (_, at) => `pictures/${1_000 + at}`);
  expect(addDamaged(folder, many)).toBe(DAMAGED_MAX);
  writeFileSync(join(folder, "journal.damaged"), many.map((name) => `${name}\n`).join(""));
  expect(damagedNames(folder)).toHaveLength(DAMAGED_MAX);
  writeFileSync(join(folder, "journal.damaged"), "../../etc/passwd\n/etc/passwd\n\0\n");
  expect(damagedNames(folder)).toEqual([]);
  writeFileSync(join(folder, "journal.damaged"), Buffer.alloc(300_000));
  expect(damagedNames(folder)).toEqual([]);
});

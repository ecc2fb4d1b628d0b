import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import {
  closeEpoch,
  commitInEpoch,
  commitMany,
  freshFolder,
  openTestStore,
  table,
} from "../store/journal.fixture.ts";
import { epochPaths } from "../../evidence/log/epoch-files.ts";
import type { Store } from "../store/store.ts";
import { verifyPath } from "../../evidence/verify/verify-file.ts";
import type { FindPlace } from "./devices.ts";
import { folderOf, type Folder } from "./folders.ts";
import { SecondCopy, type News } from "./second-copy.ts";

/** The second copy in this thread: what follows, what takes whose place, and what is not copied. */

let systems = 0;
const apart: FindPlace = (folder) => ({ fileSystem: ++systems, disks: [folder] });

interface Pair {
  readonly first: Folder;
  readonly second: Folder;
  readonly store: Store;
  readonly open: () => SecondCopy;
  /** What is new of the journal. */
  readonly news: (change?: Partial<News>) => News;
}

function pair(): Pair {
  const [first, second] = [folderOf(freshFolder()), folderOf(freshFolder())];
  for (const within of ["recordings", "pictures", "cases"]) mkdirSync(join(first.folder, within));
  const store = openTestStore(first.journal);
  const open = (): SecondCopy => {
    const copy = SecondCopy.open({ first, second, verifier: table.verifier, find: apart });
    onTestFinished(() => copy.close());
    return copy;
  };
  const news = (change: Partial<News> = {}): News => ({
    openEpoch: store.start.epoch,
    closed: store.epochs.closings,
    prunable: 0,
    changed: [],
    gone: [],
    ...change,
  });
  return { first, second, store, open, news };
}

/** `letGo`: what the second copy does in between, which reads the epoch that is to be closed. */
async function nextEpoch(store: Store, letGo: () => void = () => undefined): Promise<void> {
  commitInEpoch(store, { kind: "result" });
  store.beginEpoch(store.start.epoch + 1);
  letGo();
  await closeEpoch(store);
}

const write = ({ folder }: Folder, name: string, text: string): void => writeFileSync(join(folder, name), text);
const read = ({ folder }: Folder, name: string): string => readFileSync(join(folder, name), "utf8");
const has = ({ folder }: Folder, name: string): boolean => existsSync(join(folder, name));

test("copies epoch after epoch: whatever step it ends at, there is a journal without a gap", async () => {
  const { second, store, open, news } = pair();
  for (let epoch = 0; epoch < 3; epoch++) await nextEpoch(store);
  commitInEpoch(store, { kind: "result" });
  // The newest closing is not said yet.
  const closed = store.epochs.closings.slice(0, 2);
  const counts: number[] = [];
  open().catchUp(news({ closed }), () => {
    if (has(second, "journal.db")) counts.push(epochPaths(second.journal).length);
  });
  expect([...new Set(counts)]).toEqual([1, 2, 3]);
  expect(epochPaths(second.journal)).toHaveLength(4);
});

test("follows files as the first has them; case files are evicted by nothing", () => {
  const { first, second, store, open, news } = pair();
  commitMany(store, 3);
  const copy = open();
  const [recording, sealed] = ["recordings/wheel-000001.jsonl", "recordings/wheel-000001.000000000004.sealed"];
  const kept = "cases/round-7.tirada-case";
  for (const name of [recording, sealed, kept]) write(first, name, "one\n");
  write(first, "recordings/notes.txt", "nobody's");
  copy.catchUp(news());
  expect(copy.next).toBe(3);
  const changed = [recording, sealed, kept, "recordings/none-000002.jsonl", "journal.db", "elsewhere/x"];
  write(first, recording, "one\ntwo\n");
  write(first, sealed, "one\ntwo\n");
  write(first, kept, "one\ntwo\n");
  copy.follow(news({ changed }));
  expect([recording, sealed, kept].map((name) => read(second, name))).toEqual(Array(3).fill("one\ntwo\n"));
  expect(has(second, "recordings/notes.txt")).toBe(false);
  // Of a recording that is longer in the second, and differs, neither is taken.
  write(second, recording, "one\ntwx\nthree\n");
  copy.follow(news({ changed: [recording] }));
  expect(read(second, recording)).toBe("one\ntwx\nthree\n");
  write(second, recording, "one\ntwo\nthree\n");
  copy.follow(news({ changed: [recording] }));
  expect(read(second, recording)).toBe("one\ntwo\n");
  copy.follow(news({ gone: [sealed, kept, "journal.db"] }));
  expect([sealed, kept, "journal.db"].map((name) => has(second, name))).toEqual([false, true, true]);
  expect(verifyPath(second.journal)).toMatchObject({ ok: true, records: 3 });
});

test("a file that went while it was copied is no failure", () => {
  const { first, second, store, open, news } = pair();
  commitMany(store, 1);
  mkdirSync(join(second.folder, "pictures"));
  const copy = open();
  copy.catchUp(news());
  // What is no file cannot be copied, and is there.
  mkdirSync(join(first.folder, "cases", "folder"));
  expect(() => copy.follow(news({ changed: ["cases/folder"] }))).toThrow(/writing the second copy/);
  expect(() => copy.follow(news({ changed: [`pictures/${"0".repeat(64)}.png`] }))).not.toThrow();
});

test("a closed epoch is copied byte for byte, and one that is not as it was closed is not", async () => {
  const { first, second, store, open, news } = pair();
  await nextEpoch(store);
  const copy = open();
  copy.catchUp(news());
  await nextEpoch(store, () => copy.follow(news({ closed: [] })));
  const name = "journal.epochs/000001.db";
  const whole = readFileSync(join(first.folder, name));
  writeFileSync(join(first.folder, name), Buffer.concat([whole, Buffer.alloc(4_096)]));
  expect(() => copy.follow(news())).toThrow(
    /epoch 1 of the journal, .* is not as it was closed: it is not copied/,
  );
  writeFileSync(join(first.folder, name), whole);
  copy.follow(news());
  for (const file of ["journal.db", name])
    expect(readFileSync(join(second.folder, file))).toEqual(readFileSync(join(first.folder, file)));
  expect(verifyPath(second.folder)).toMatchObject({ ok: true, records: store.head.seq });
});

test("a file that is another one than was opened is lost", () => {
  const { second, store, open, news } = pair();
  commitMany(store, 1);
  const copy = open();
  copy.catchUp(news());
  cpSync(second.journal, `${second.journal}-2`);
  renameSync(`${second.journal}-2`, second.journal);
  expect(() => copy.follow(news())).toThrow(/is gone, or is another file/);
  rmSync(second.journal);
  expect(() => copy.follow(news())).toThrow(/is gone, or is another file/);
});

test("one that has more than the first, or is not as it was signed, is not opened", () => {
  const { first, second, store, open } = pair();
  commitMany(store, 4);
  store.close();
  cpSync(first.journal, second.journal);
  const more = openTestStore(second.journal);
  commitMany(more, 2);
  more.close();
  expect(open).toThrow(/has 6 records and the first 4: start the table again/);
  const bytes = readFileSync(second.journal);
  const at = bytes.lastIndexOf('"kind":"result"');
  bytes[at + 10] = (bytes[at + 10] ?? 0) ^ 1;
  writeFileSync(second.journal, bytes);
  expect(open).toThrow(/is not as it was signed, record \d: .*name an empty folder in storage\.second\.folder/);
});

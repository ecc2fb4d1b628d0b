import { closeSync, mkdirSync, openSync, symlinkSync, writeFileSync } from "node:fs";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, test } from "vitest";
import { monoUs } from "../../../src/time/instant.ts";
import { EpochReaders, programsWith, READERS_EVERY_US, READ_LONG_US } from "./epoch-readers.ts";
import { closingDetailOf, commitInEpoch, freshFolder, openTestStore } from "../store/journal.fixture.ts";
import { openForReading } from "../../evidence/log/database.ts";
import { DatabaseSync } from "node:sqlite";

/** Who reads an epoch that waits to be closed. */

test("an epoch that is read for long is told with its readers, who are looked for now and then", () => {
  const looks: string[] = [];
  const readers = new EpochReaders((path) => [`reader ${looks.push(path)}`]);
  const held = { epoch: 3, path: "/a/000003.db" };
  let reads = 3;
  const look = (now: number, epoch: typeof held | null): ReturnType<EpochReaders["look"]> =>
    readers.look(monoUs(now), epoch, (asked) => asked === reads);
  expect(look(0, null)).toBeNull();
  expect(look(5, held)).toBeNull();
  expect(look(4 + READ_LONG_US, held)).toBeNull();
  const told = { epoch: 3, seconds: 60, by: ["reader 1"], isBySecond: true };
  expect(look(5 + READ_LONG_US, held)).toEqual(told);
  reads = 4;
  expect(look(4 + READ_LONG_US + READERS_EVERY_US, held)).toEqual({ ...told, seconds: 119, isBySecond: false });
  expect(look(5 + READ_LONG_US + READERS_EVERY_US, held)?.by).toEqual(["reader 2"]);
  expect(looks).toEqual([held.path, held.path]);
  expect(look(1e12, null)).toBeNull();
  expect(look(1e12 + 1, held)).toBeNull();
});

test("the kernel names the program that has a file open, and not this one", async () => {
  const path = join(freshFolder(), "file");
  writeFileSync(path, "x");
  const own = openSync(path, "r");
  expect(programsWith(path)).toEqual([]);
  const other = spawn("sh", ["-c", 'exec 9<"$0"; echo open; read end', path], {
    stdio: ["pipe", "pipe", "ignore"],
  });
  await once(other.stdout, "data");
  expect(programsWith(path)).toEqual([`sh (${other.pid})`]);
  other.stdin.end("\n");
  await once(other, "exit");
  expect(programsWith(path)).toEqual([]);
  closeSync(own);
});

test("a name is a name, at most five are told, and what cannot be looked at is passed over", () => {
  const proc = freshFolder();
  const path = join(freshFolder(), "file");
  writeFileSync(path, "x");
  for (const pid of [1, 2, 3, 4, 5, 6, 7, 99]) {
    mkdirSync(join(proc, `${pid}`, "fd"), { recursive: true });
    symlinkSync(path, join(proc, `${pid}`, "fd", "5"));
    symlinkSync(join(path, "gone"), join(proc, `${pid}`, "fd", "6"));
    if (pid !== 2)
      writeFileSync(join(proc, `${pid}`, "comm"), pid === 3 ? "a\u001b[1m<b>\n" : `program ${pid}\n`);
  }
  mkdirSync(join(proc, "8"));
  mkdirSync(join(proc, "self"));
  expect(programsWith(path, proc, 1)).toEqual([
    "? (2)",
    "a??1m?b? (3)",
    "program 4 (4)",
    "program 5 (5)",
    "program 6 (6)",
  ]);
  expect(programsWith(`${path}-none`, proc, 1)).toEqual([]);
  expect(programsWith(path, join(proc, "none"))).toEqual([]);
});

test("an epoch is held as long as somebody reads its file, and not any more when nobody does", async () => {
  const path = join(freshFolder(), "journal.db");
  const store = openTestStore(path);
  commitInEpoch(store, { kind: "result" });
  expect(store.epochs.held).toBeNull();
  const reader = new DatabaseSync(path, { readOnly: true });
  reader.prepare("SELECT * FROM record").all();
  store.beginEpoch(1);
  expect(store.advanceEpochs()).toBeNull();
  expect(store.epochs.held).toEqual({ epoch: 0, path });
  reader.close();
  expect(await closingDetailOf(store)).toMatchObject({ epoch: 0 });
  expect(store.epochs.held).toBeNull();
  openForReading(path).close();
});

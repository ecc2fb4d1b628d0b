import { execFileSync } from "node:child_process";
import { cpSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sha256Hex } from "../../src/record/bytes.ts";
import { EXIT } from "../../firmware/problem.ts";
import { keyPathOf } from "../../firmware/journal/keys/keys.ts";
import { logOf } from "../../firmware/table/config/config.ts";
import { commandHere } from "../support/command.ts";
import { smallDisk, temporaryFolder } from "../support/folder.ts";
import { testTable, toResult } from "../support/running-table.ts";

/** The disk of a unit that was killed, mounted read-only by whoever took it away: read whole, and not one byte of it changed. */

const DISK_KIB = 65_536;

/** Every file under a folder with its digest. */
const digests = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => lstatSync(join(folder, name)).isFile())
    .sort()
    .map((name) => `${name} ${sha256Hex(readFileSync(join(folder, name)))}`);

const copiesLeft = (): readonly string[] =>
  readdirSync(tmpdir()).filter((name) => name.startsWith("tirada-copy-"));

/** What lies in a storage folder while its unit runs is what a kill leaves. Returns the read-only folder. */
function seize(storage: string, without: readonly string[]): string {
  const disk = smallDisk(DISK_KIB);
  const folder = join(disk ?? temporaryFolder(), "storage");
  mkdirSync(folder);
  cpSync(storage, folder, {
    recursive: true,
    filter: (file) => file === storage || !lstatSync(file).isSocket(),
  });
  for (const name of without) rmSync(join(folder, name));
  // Where nothing may be mounted, this user may take the right to write away from himself.
  if (disk === null) execFileSync("chmod", ["-R", "a-w", folder]);
  else execFileSync("mount", ["-o", "remount,ro", disk]);
  return folder;
}

test("evidence is taken from a read-only disk, with and without what SQLite keeps beside its log, and nothing there changes", async () => {
  const table = await testTable();
  await toResult(table);
  const { folder: storage } = table.config.storage;
  const key = keyPathOf(storage, logOf(table.config)).slice(storage.length + 1);
  const before = copiesLeft();
  for (const without of [[], ["journal.db-shm"]]) {
    const folder = seize(storage, without);
    expect(readdirSync(folder)).toContain("journal.db-wal");
    const there = digests(folder);
    const out = temporaryFolder();
    const [lines, file] = [join(out, "a.tirada-export"), join(out, "a.tirada-case.tar")];
    const commands: readonly (readonly [readonly string[], RegExp])[] = [
      [["verify", folder], /VALID {2}journal .*\n.*\n.*1 recording checked/],
      [["find", folder, "--kind", "result"], /result/],
      [["analyse", folder], /Jugadas/],
      [["record", join(folder, "journal.db"), "1", out], /openssl/],
      [["export", lines, "--storage", folder], /records 0–/],
      [["export", "--case", file, "--storage", folder], /records 0–/],
      [["verify", lines], /VALID {2}export/],
      [["verify", file], /VALID {2}case/],
      [["rejudge", file], /SAME {2}case/],
    ];
    for (const [words, says] of commands)
      expect(await commandHere(words), words.join(" ")).toMatchObject({
        status: 0,
        stdout: expect.stringMatching(says) as string,
      });
    // Every record of the disk is in the export.
    const count = async (path: string): Promise<string | undefined> =>
      / (\d+) records/.exec((await commandHere(["verify", path])).stdout)?.[1];
    expect(await count(lines)).toBe(await count(folder));
    expect(digests(folder)).toEqual(there);
  }
  // A key that is no file of the disk: said with what can be done, not that the folder should be made writable.
  const keyless = seize(storage, [key]);
  const refused = await commandHere([
    "export",
    join(temporaryFolder(), "a.tirada-export"),
    "--storage",
    keyless,
  ]);
  expect(refused).toMatchObject({ status: EXIT.storage });
  expect(refused.stderr).toContain("hand over a copy of the whole folder");
  expect((await commandHere(["verify", keyless])).status).toBe(0);
  expect(copiesLeft()).toEqual(before);
});

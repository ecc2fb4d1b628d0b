import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EXIT } from "../../firmware/problem.ts";
import { signerFromSeed } from "../../src/record/vector.fixture.ts";
import { signerOf } from "../support/case-parts.ts";
import { commandHere } from "../support/command.ts";
import { temporaryFolder } from "../support/folder.ts";
import { leftTables } from "../support/killed-tables.ts";
import { expectProblem } from "../support/problem.ts";
import type { Ended } from "../support/table-process.ts";
import { LOG, unitHere } from "../support/unit-here.ts";

/** Files from after a rotation of the table's key, and an inspector with one key or a file of them: every command takes them alike. */

const left = await leftTables(["stopped"]);

const [table] = left.tables;
const folder = mkdtempSync(join(tmpdir(), "tirada-rotated-"));
const [caseFile, exported] = [join(folder, "all.tirada-case.tar"), join(folder, "all.tirada-export")];
afterAll(() => {
  left.remove();
  rmSync(folder, { recursive: true });
});
let first = "";
let second = "";
/** Number of the record by which the key gave way. */
let rotatedAt = 0;

const run = async (...words: readonly string[]): Promise<string> => {
  const ended = await commandHere(words);
  expect({ words, ...ended }).toMatchObject({ status: 0, stderr: "" });
  return ended.stdout;
};

beforeAll(async () => {
  const storage = table!.copy();
  first = signerOf(storage, LOG).verifier.vkey;
  const rotated = await run("key", "rotate", "--storage", storage);
  rotatedAt = Number(/record (\d+): the key/.exec(rotated)?.[1]);
  second = /^new key {2}(\S+)$/m.exec(rotated)?.[1] ?? "";
  const { setup, entries } = table!.played;
  const here = await unitHere(storage, setup);
  for (const entry of entries) await here.unit.feed(entry);
  await here.unit.stop("test");
  await run("export", caseFile, "--case", "--storage", storage);
  await run("export", exported, "--storage", storage);
});

/** A file of keys with these lines; the table's are a test's. */
function keysOf(...lines: readonly string[]): string {
  const path = join(temporaryFolder(), "inspector.keys");
  writeFileSync(path, lines.map((line) => `${line}${line.startsWith(LOG) ? " test" : ""}\n`).join(""));
  return path;
}

const receipt = (...words: readonly string[]): Promise<Ended> => {
  const key = join(folder, "inspector.pem");
  return commandHere(["receipt", exported, "--key", key, "--name", "a.example/inspector", ...words]);
};
const rejudge = (...words: readonly string[]): Promise<Ended> => commandHere(["rejudge", caseFile, ...words]);
const verify = (...words: readonly string[]): Promise<Ended> => commandHere(["verify", caseFile, ...words]);
const COMMANDS = { receipt, rejudge, verify };

describe.each(Object.entries(COMMANDS))("%s", (name, command) => {
  test.each<[string, () => readonly string[]]>([
    ["the first key", () => ["--vkey", first]],
    ["the second key", () => ["--vkey", second]],
    ["a file with the first key", () => ["--keys", keysOf(first)]],
    ["a file with both", () => ["--keys", keysOf("# mesa 7", first, `${second} since ${rotatedAt + 1}`)]],
    [
      "a file with a first key that counts up to its rotation",
      () => ["--keys", keysOf(`${first} revoked ${rotatedAt + 1}`, `${second} since ${rotatedAt + 1}`)],
    ],
  ])("takes %s", async (_what, words) => {
    const ended = await command(...words());
    expect(ended).toMatchObject({ status: 0, stderr: "" });
    if (name !== "rejudge") return;
    expect(ended.stdout).toMatch(/^TEST {2}SAME {2}case of .* records judged again from \d+ recordings/);
    expect(ended.stdout).toContain("note: 1 records say that the key gave way");
  });

  test.each<[string, () => readonly string[]]>([
    ["a file with a first key that was revoked too early", () => [keysOf(`${first} revoked 1`)]],
    ["a file with another second key", () => [keysOf(first, `${THIEF} since ${rotatedAt + 1}`)]],
    ["a file with the key of nobody", () => [keysOf(OTHER)]],
  ])("finds nothing valid with %s", async (_what, words) => {
    expect((await command("--keys", ...words())).status).toBe(EXIT.notValid);
  });

  test("refuses a file that is none, and a key beside a file", async () => {
    expectProblem(await command("--keys", keysOf("no key")), EXIT.usage, /line 1: /);
    expectProblem(await command("--keys", join(folder, "gone")), EXIT.usage, /reading .*gone/);
    const both = await command("--keys", keysOf(first), "--vkey", first);
    expectProblem(both, EXIT.usage, /give one key or a file of keys, not both/);
  });
});

const THIEF = signerFromSeed(LOG, "22".repeat(32)).verifier.vkey;
const OTHER = "tirada.example/casino-1/table-07+ccf33cac+AddamAGCsQq31Uv+08lkBzoO4XLz2qYjJa8CGmj3B1Ea";

test("a receipt is of a table that somebody named", async () => {
  expectProblem(await receipt(), EXIT.usage, /say whose, with --vkey or --keys/);
  expect(readFileSync(`${exported}.receipt`, "utf8")).toContain("a.example/inspector");
});

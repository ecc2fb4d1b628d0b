import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { keyPathOf } from "../../firmware/journal/keys/keys.ts";
import { openStorage } from "../../firmware/journal/store/open-storage.ts";
import { nextLine } from "../../src/record/chain.ts";
import { LOG, ORIGIN, signerFromSeed } from "../../src/record/vector.fixture.ts";
import { commandHere } from "../support/command.ts";

/** `tirada key` and `tirada verify --keys`, from outside. */

function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "tirada-keys-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A table that played some records; it goes on in a folder that has records already. */
function play(folder: string, log = LOG, count = 3): void {
  const { store } = openStorage({
    path: join(folder, "journal.db"),
    keyPath: keyPathOf(folder, log),
    log,
    mode: null,
    maxPages: null,
    recordings: null,
  });
  for (let n = 0; n < count; n++) {
    const { line, hash } = nextLine(store.head, { kind: "result" }, ORIGIN);
    store.commit({ line, hash });
  }
  store.close();
}

const run = async (...args: readonly string[]): Promise<string> => {
  const { status, stdout, stderr } = await commandHere(args);
  expect(stderr, args.join(" ")).toBe("");
  expect(status === 0 || status === 6).toBe(true);
  return stdout;
};
const refusal = async (...args: readonly string[]): Promise<{ status: number | null; says: string }> => {
  const { status, stderr } = await commandHere(args);
  expect(stderr.trim().split("\n")).toHaveLength(1);
  return { status, says: stderr };
};
const vkeyOf = (shown: string): string => /^vkey +(\S+)$/m.exec(shown)?.[1] ?? "";

test("a key is shown, enrolled, gives way, is listed and followed", async () => {
  const folder = freshFolder();
  const keys = join(folder, "..", `${folder.split("/").at(-1) ?? ""}.keys`);
  onTestFinished(() => rmSync(keys, { force: true }));
  play(folder);
  const shown = await run("key", "show", "--storage", folder, "--qr");
  expect(shown).toMatch(/^log +tirada\.example\/casino-1\/table-07\nvkey /);
  expect(shown).toMatch(/fingerprint {2}SHA-256 ([0-9a-f]{4} ){15}[0-9a-f]{4}\n/);
  expect(shown).toContain("table.key.pem, in plain, readable by its owner alone (mode 0600)");
  expect(shown).toMatch(/[▀▄█]{20}/);
  const first = vkeyOf(shown);
  expect(await run("key", "enrol", first, "--keys", keys)).toContain(`${LOG} is enrolled in ${keys}`);
  expect(await run("verify", folder, "--keys", keys)).toMatch(/^VALID {2}journal of .* \(live\): 3 records/);

  const rotated = await run("key", "rotate", "--storage", folder);
  expect(rotated).toContain(`record 3: the key of ${LOG} gave way`);
  expect(rotated).toContain("who enrols it since record 4");
  const second = /^new key {2}(\S+)$/m.exec(rotated)?.[1] ?? "";
  play(folder);
  expect(vkeyOf(await run("key", "show", "--storage", folder))).toBe(second);
  expect(await run("key", "list", folder)).toBe(
    `key 1  from record 0 to 3, gave way: planned\n       ${first}\nkey 2  from record 4 on\n       ${second}\n`,
  );
  expect(JSON.parse(await run("key", "list", folder, "--json"))).toMatchObject({ mode: "live", log: LOG });
  // The inspector's old key leads to the new one.
  const followed = await run("verify", folder, "--keys", keys);
  expect(followed).toMatch(/^VALID /);
  expect(followed).toContain(`key 2 signs from record 4 on: ${second}`);
  expect(await run("verify", folder, "--vkey", first)).toMatch(/^VALID /);

  writeFileSync(keys, `# mesa 7, enrolled in person\n${readFileSync(keys, "utf8")}`);
  await run("key", "enrol", second, "--keys", keys, "--since", "4");
  await run("key", "revoke", first, "--keys", keys, "--from", "4");
  expect(readFileSync(keys, "utf8")).toBe(
    `# mesa 7, enrolled in person\n${first} revoked 4\n${second} since 4\n`,
  );
  expect(await run("verify", folder, "--keys", keys)).toMatch(/^VALID /);
  await run("key", "revoke", first, "--keys", keys, "--from", "2");
  const revoked = await run("verify", folder, "--keys", keys);
  expect(revoked).toMatch(/^NOT VALID /);
  expect(revoked).toContain(`record 3 is signed with ${first}, which is revoked from record 2 on`);
  const report = JSON.parse(await run("verify", folder, "--keys", keys, "--json")) as object;
  expect(Object.keys(report)[0]).toBe("mode");
  expect(report).toMatchObject({
    valid: false,
    mode: "live",
    keys: [{ vkey: first }, { vkey: second, from: 4 }],
  });
});

test("a stolen key leads nowhere: its holder enrols the next one in person", async () => {
  const folder = freshFolder();
  play(folder);
  const first = vkeyOf(await run("key", "show", "--storage", folder));
  const rotated = await run("key", "rotate", "--storage", folder, "--stolen");
  const second = /^new key {2}(\S+)$/m.exec(rotated)?.[1] ?? "";
  play(folder);
  expect(await run("verify", folder, "--vkey", first)).toContain(
    "which only a revoked key names: enrol it by itself",
  );
  expect(await run("verify", folder, "--vkey", second)).toMatch(/^VALID /);
});

test("what a test table is, every command says first, and its key is enrolled as a test's alone", async () => {
  const folder = freshFolder();
  const keys = join(folder, "inspector.keys");
  play(folder, `${LOG}/test`);
  const shown = await run("key", "show", "--storage", folder);
  const vkey = vkeyOf(shown);
  expect(shown).toMatch(/^TEST {2}/);
  for (const words of [
    ["key", "list", folder],
    ["key", "rotate", "--storage", folder],
    ["verify", folder],
  ])
    expect(await run(...words)).toMatch(/^TEST/);
  expect(await run("key", "list", folder, "--json")).toMatch(/^\{"mode":"test"/);
  expect(await run("verify", folder, "--json")).toMatch(/^\{"mode":"test"/);
  expect(await refusal("key", "enrol", vkey, "--keys", keys)).toEqual({
    status: 2,
    says: expect.stringMatching(/^tirada: TEST: .* is the key of a test table/) as unknown,
  });
  expect(readdirSync(folder)).not.toContain("inspector.keys");
  expect(await run("key", "enrol", vkey, "--keys", keys, "--test")).toMatch(/^TEST {2}/);
  expect(await run("verify", folder, "--keys", keys)).toMatch(/^TEST {2}VALID /);
});

test("what cannot be is one line with its status", async () => {
  const folder = freshFolder();
  const keys = join(folder, "inspector.keys");
  play(folder);
  const vkey = vkeyOf(await run("key", "show", "--storage", folder));
  await run("key", "enrol", vkey, "--keys", keys);
  const other = signerFromSeed(LOG, "77".repeat(32)).verifier.vkey;
  const small = `${LOG}+00000000+AQEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA`;
  for (const [words, status, says] of [
    [["key", "show"], 2, "say which table"],
    [["key", "show", "--storage", "/nowhere"], 2, "there is no journal at /nowhere/journal.db"],
    [["key", "rotate", "--storage", "/nowhere"], 2, "there is no journal"],
    [["key", "list", keys], 4, "file is not a database"],
    [["key", "enrol", "hello", "--keys", keys], 2, "this is not a vkey"],
    [["key", "enrol", small, "--keys", keys], 2, "small order"],
    [["key", "enrol", vkey, "--keys", keys], 2, "is there already"],
    [["key", "enrol", other, "--keys", keys], 2, "a later one says since which record"],
    [["key", "enrol", other, "--keys", keys, "--since", "x"], 2, "--since x: must be a whole number"],
    [["key", "revoke", other, "--keys", keys, "--from", "3"], 2, "enrol it first"],
    [["key", "revoke", vkey, "--keys", "/nowhere.keys", "--from", "3"], 4, "/nowhere.keys"],
    [["verify", folder, "--keys", "/nowhere.keys"], 2, "/nowhere.keys"],
    [["verify", folder, "--keys", keys, "--vkey", vkey], 2, "not both: --vkey or --keys"],
  ] as const) {
    const found = await refusal(...words);
    expect(found.says, words.join(" ")).toContain(says);
    expect(found.status, words.join(" ")).toBe(status);
  }
});

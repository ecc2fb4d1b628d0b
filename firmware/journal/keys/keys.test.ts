import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { utf8 } from "../../../src/record/bytes.ts";
import { freshFolder, LOG } from "../store/journal.fixture.ts";
import { loadOrCreateKey } from "./keys.ts";

test("a key is made once, for its owner alone, and loaded ever after", () => {
  const folder = freshFolder();
  const path = join(folder, "key.pem");
  const made = loadOrCreateKey(path, LOG, true);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(["key.pem"]);
  const loaded = loadOrCreateKey(path, LOG, false);
  expect(loaded.verifier.vkey).toBe(made.verifier.vkey);
  expect(made.verifier.verify(utf8("x"), loaded.sign(utf8("x")))).toBe(true);
  expect(loadOrCreateKey(join(folder, "other.pem"), LOG, true).verifier.vkey).not.toBe(made.verifier.vkey);
});
test("the remains of a power cut while it was made do not stand in the way", () => {
  const path = join(freshFolder(), "key.pem");
  writeFileSync(`${path}.new`, "half a k", { mode: 0o600 });
  expect(loadOrCreateKey(path, LOG, true).verifier.name).toBe(LOG);
});
test("a missing key is not made when the journal exists", () => {
  expect(() => loadOrCreateKey(join(freshFolder(), "key.pem"), LOG, false)).toThrow("restore the key");
});
test.each([0o640, 0o604, 0o644, 0o660, 0o666, 0o620])("mode %o is refused and the key left alone", (mode) => {
  const path = join(freshFolder(), "key.pem");
  loadOrCreateKey(path, LOG, true);
  const before = readFileSync(path, "utf8");
  chmodSync(path, mode);
  expect(() => loadOrCreateKey(path, LOG, true)).toThrow(
    expect.objectContaining({
      code: "key",
      message: expect.stringContaining("open to others") as string,
    }) as Error,
  );
  expect(readFileSync(path, "utf8")).toBe(before);
});
test("mode 0400 will do", () => {
  const path = join(freshFolder(), "key.pem");
  loadOrCreateKey(path, LOG, true);
  chmodSync(path, 0o400);
  expect(loadOrCreateKey(path, LOG, false).verifier.name).toBe(LOG);
});
test("nonsense, an empty file, a folder and a link are refused in one line", () => {
  const folder = freshFolder();
  const paths = ["nonsense", "empty", "folder", "link"].map((name) => join(folder, name));
  const [nonsense = "", empty = "", sub = "", link = ""] = paths;
  writeFileSync(nonsense, "nonsense", { mode: 0o600 });
  writeFileSync(empty, "", { mode: 0o600 });
  mkdirSync(sub, { mode: 0o700 });
  loadOrCreateKey(join(folder, "real"), LOG, true);
  symlinkSync("real", link);
  for (const path of paths)
    expect(() => loadOrCreateKey(path, LOG, true), path).toThrow(
      expect.objectContaining({
        name: "JournalError",
        message: expect.stringContaining(path) as string,
      }) as Error,
    );
});

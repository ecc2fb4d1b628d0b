import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { commitMany, freshFolder, openTestStore, exportRange } from "../store/journal.fixture.ts";
import type { Store } from "../store/store.ts";

/** An export's files, as they come to be or not. */

/** More than two slices. */
const RECORDS = 700;
function filled(): Store {
  const store = openTestStore(join(freshFolder(), "journal.db"));
  commitMany(store, RECORDS);
  return store;
}
const range = { from: 0, to: RECORDS - 1 };
const freshPath = (): string => join(freshFolder(), "mesa.tirada-export");

test("says how long it is, and its digest", async () => {
  const path = freshPath();
  const { bytes, sha512 } = await exportRange(filled(), range, { path, replace: false }, () => false);
  const written = readFileSync(path);
  expect(bytes).toBe(written.length);
  expect(sha512).toBe(createHash("sha512").update(written).digest("hex"));
});

test("what an export left that was cut off is written over", async () => {
  const path = freshPath();
  writeFileSync(`${path}.part`, "half of a line");
  await exportRange(filled(), range, { path, replace: false }, () => false);
  expect(existsSync(`${path}.part`)).toBe(false);
});

test("given up between two slices it leaves nothing, and is no failure of the stick", async () => {
  const path = freshPath();
  let asked = 0;
  const given = exportRange(filled(), range, { path, replace: false }, () => ++asked > 2);
  await expect(given).rejects.toMatchObject({ code: "closed" });
  expect(existsSync(path) || existsSync(`${path}.part`)).toBe(false);
});

test.each(["sig", "allowed_signers"])("somebody's file .%s beside it is not written over", async (ending) => {
  const path = freshPath();
  writeFileSync(`${path}.${ending}`, "mine");
  for (const replace of [false, true])
    await expect(exportRange(filled(), range, { path, replace }, () => false)).rejects.toMatchObject({
      code: "refused",
    });
  expect(readFileSync(`${path}.${ending}`, "utf8")).toBe("mine");
  expect(existsSync(path)).toBe(false);
});

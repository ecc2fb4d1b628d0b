import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { z } from "zod";
import { fullDisk, watchedDisk } from "../../test/support/watched-disk.ts";
import { realDisk, setDisk } from "./disk.ts";
import { createDurably, replaceDurably } from "./durable.ts";
import { freshFolder } from "../journal/store/journal.fixture.ts";
import { storedState } from "./read-file.ts";

afterEach(() => setDisk());
const bytes = new TextEncoder().encode("new\n");
const WRITERS: readonly (readonly [string, (path: string) => void])[] = [
  ["created", (path) => createDurably(path, bytes, 0o600)],
  ["replaced", (path) => replaceDurably(path, "new\n", { mode: 0o600 })],
];

test.each(WRITERS)("a file that is %s on a full disk leaves nothing behind", (_, write) => {
  const folder = freshFolder();
  setDisk(fullDisk());
  expect(() => write(join(folder, "state"))).toThrow(/ENOSPC/);
  expect(readdirSync(folder)).toEqual([]);
});

test("a file is replaced once it is durable, over what a cut left beside it", () => {
  const path = join(freshFolder(), "state");
  writeFileSync(path, "old\n");
  writeFileSync(`${path}.new`, "half", { mode: 0o666 });
  const { disk, steps } = watchedDisk();
  setDisk(disk);
  replaceDurably(path, "new\n", { mode: 0o600 });
  expect(readFileSync(path, "utf8")).toBe("new\n");
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(steps.slice(0, 2)).toEqual(["sync state.new", "rename state.new to state"]);
  expect(steps).toHaveLength(3);
});

test("a file that cannot take its name leaves the old one, and nothing beside it", () => {
  const path = join(freshFolder(), "state");
  writeFileSync(path, "old\n");
  setDisk({
    ...realDisk,
    renameSync: () => {
      throw Object.assign(new Error("EIO"), { code: "EIO" });
    },
  });
  expect(() => replaceDurably(path, "new\n", { mode: 0o600 })).toThrow(/EIO/);
  expect(readdirSync(join(path, ".."))).toEqual(["state"]);
  expect(readFileSync(path, "utf8")).toBe("old\n");
});

test("rights are those that were asked for, whatever the umask is, where that is said", () => {
  const folder = freshFolder();
  const before = process.umask(0o077);
  try {
    replaceDurably(join(folder, "masked"), "", { mode: 0o640 });
    replaceDurably(join(folder, "exact"), "", { mode: 0o640, isExact: true });
  } finally {
    process.umask(before);
  }
  const modeOf = (name: string): number => statSync(join(folder, name)).mode & 0o777;
  expect([modeOf("masked"), modeOf("exact")]).toEqual([0o600, 0o640]);
});

test("stored state is what its schema says; one that is damaged counts as none, or as what the reader makes of it", () => {
  const path = join(freshFolder(), "state");
  const schema = z.strictObject({ n: z.int() });
  const read = (): unknown => storedState(path, schema, 16);
  expect(read()).toBeNull();
  writeFileSync(path, '{"n":7}');
  expect(read()).toEqual({ n: 7 });
  for (const damaged of ["", '{"n":', '{"n":"7"}', '{"n":7,"more":1}', '{"n":77777777777}'])
    expect([damaged, (writeFileSync(path, damaged), read())]).toEqual([damaged, null]);
  expect(storedState(path, schema, 16, () => ({ n: 0 }))).toEqual({ n: 0 });
});

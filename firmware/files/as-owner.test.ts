import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { realDisk, setDisk } from "./disk.ts";
import { requireProgram } from "./as-owner.ts";
import { freshFolder } from "../journal/store/journal.fixture.ts";

/** What a command of root's does as the table's user needs a program that this user may read. */

const OTHER = 54_321;

test("a program whose modules are joined, so that this one has no file, is no reason to do nothing", () => {
  const folder = freshFolder();
  expect(() =>
    requireProgram(folder, OTHER, join(folder, "release/firmware/journal/as-owner.js")),
  ).not.toThrow();
});

test.each(["EACCES", "EPERM"])("a program that user may not read (%s) is named, with what to do", (code) => {
  onTestFinished(() => setDisk());
  const path = "/root/tirada/firmware/files/as-owner.ts";
  setDisk({
    ...realDisk,
    openSync: () => {
      throw Object.assign(new Error(code), { code, path });
    },
  });
  expect(() => requireProgram("/var/lib/tirada/table-07", OTHER, path)).toThrow(
    `user ${OTHER}, whose /var/lib/tirada/table-07 is, cannot read the program at ${path}: move it`,
  );
});

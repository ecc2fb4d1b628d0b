import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../test/support/folder.ts";
import { readRegularFile, readTextFile } from "./read-file.ts";

const LIMIT = 1_000;

describe("a file that somebody named", () => {
  it("is read whole, up to its limit and through a link", () => {
    const folder = temporaryFolder();
    const path = join(folder, "a");
    writeFileSync(path, "ñ".repeat(LIMIT / 2));
    symlinkSync(path, join(folder, "b"));
    expect(readTextFile(path, LIMIT)).toBe("ñ".repeat(LIMIT / 2));
    expect(readRegularFile(join(folder, "b"), LIMIT)).toHaveLength(LIMIT);
    writeFileSync(path, "");
    expect(readRegularFile(path, LIMIT)).toHaveLength(0);
  });

  it("is refused with one line where it is none, too long, or could keep its reader waiting", () => {
    const folder = temporaryFolder();
    const path = (name: string): string => join(folder, name);
    writeFileSync(path("long"), "x".repeat(LIMIT + 1));
    mkdirSync(path("folder"));
    execFileSync("mkfifo", [path("pipe")]);
    symlinkSync(path("circle"), path("circle"));
    const cases: [string, string][] = [
      [path("long"), `it has ${LIMIT + 1} bytes; at most ${LIMIT} make sense`],
      [path("folder"), "it is a folder, name a file in it"],
      [path("pipe"), "it is a device, a pipe or a socket, not a file"],
      [path("circle"), "its links lead in a circle"],
      ["/dev/zero", "it is a device, a pipe or a socket, not a file"],
      [path("missing"), "there is no such file"],
      [join(path("long"), "x"), "a part of its path is no folder"],
      // The kernel gives no size for these: what is read counts.
      ["/proc/self/maps", `it has more than ${LIMIT} bytes; at most ${LIMIT} make sense`],
    ];
    for (const [named, why] of cases)
      expect(() => readRegularFile(named, LIMIT), named).toThrow(`cannot read ${named}: ${why}`);
  });
});

import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sha256Hex } from "../../../src/record/bytes.ts";
import { temporaryFolder } from "../../../test/support/folder.ts";

const SCRIPT = new URL("../packaging/name-packaged", import.meta.url);

/** A machine of which the package's script sees no more than this folder. */
function machine() {
  const root = temporaryFolder();
  for (const folder of ["etc/tirada", "var/lib/tirada-updater", "usr/lib/tirada/first"])
    mkdirSync(join(root, folder), { recursive: true });
  const script = readFileSync(SCRIPT, "utf8").replaceAll(/(?<==)\/|(?<=sync )\//g, `${root}/`);
  return {
    at: (name: string) => join(root, name),
    bring: (text: string): string => {
      writeFileSync(join(root, "usr/lib/tirada/first/release.json"), text);
      const { status, stderr } = spawnSync("sh", ["-c", script], { encoding: "utf8" });
      expect([status, stderr]).toEqual([0, ""]);
      return readFileSync(join(root, "etc/tirada/packaged-releases"), "utf8");
    },
  };
}

test("each release that a package laid down is written down once, by its digest", () => {
  const { bring } = machine();
  const [one, two] = ["one", "two"].map((text) => `${sha256Hex(text)}\n`);
  expect(bring("one")).toBe(one);
  expect(bring("one")).toBe(one);
  expect(bring("two")).toBe(`${one}${two}`);
});

test("what runs on a machine of before is written down too, and what comes later is not", () => {
  const { at, bring } = machine();
  const [old, later] = ["a", "b"].map((digit) => digit.repeat(64));
  symlinkSync(`rel/${old}`, at("var/lib/tirada-updater/confirmed"));
  expect(bring("one")).toBe(`${old}\n${sha256Hex("one")}\n`);
  symlinkSync(`rel/${later}`, at("var/lib/tirada-updater/current"));
  expect(bring("two")).not.toContain(later);
});

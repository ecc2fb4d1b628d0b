import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { commandHere } from "../../../test/support/command.ts";
import { UNSEEN } from "./update.ts";

const UNIT = readFileSync(
  new URL("../../delivery/packaging/systemd/tirada-updater.service", import.meta.url),
  "utf8",
);

test.each(UNSEEN.flatMap((place) => [place, `${place}/stick/tree`]))(
  "%s is refused before the updater is asked: it would see an empty folder there",
  async (folder) => {
    for (const words of [
      ["check", "--from"],
      ["install", "--stick"],
      ["base", "--from"],
    ]) {
      const { status, stderr } = await commandHere(["update", ...words, folder]);
      expect([status, stderr]).toEqual([2, expect.stringContaining(`does not see ${folder}`)]);
    }
  },
);

test("a stick, and a folder whose name only begins alike, are the updater's to read", async () => {
  for (const folder of ["/media/stick/tree", "/mnt/tree", "/srv/tree", "/home2/tree"]) {
    const { stderr } = await commandHere(["update", "check", "--from", folder]);
    expect(stderr).toContain("no updater answers");
  }
});

test("the updater's service hides those places and no other", () => {
  const lines = UNIT.split("\n").filter((line) => !line.startsWith("#"));
  expect(lines).toEqual(expect.arrayContaining(["ProtectHome=yes", "PrivateTmp=yes", "ProtectSystem=strict"]));
  const hiding = /^(?:InaccessiblePaths|TemporaryFileSystem|RootDirectory|RootImage|BindPaths|MountFlags)=/;
  expect(lines.filter((line) => hiding.test(line))).toEqual(["InaccessiblePaths=-/var/lib/tirada"]);
});

import { spawnSync } from "node:child_process";
import { appendFileSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../test/support/folder.ts";
import { installSmall, LAUNCH } from "../../../test/support/launched.ts";
import { slotFolder } from "../releases/unpack.ts";
import { pointTo, readSlots, releasesFolder } from "./slots.ts";

/** What starts is what its slot is named after: held by the launcher, which is no part of any release. */

/** A table with a confirmed release that runs, and another one that was confirmed before. */
async function table() {
  const root = temporaryFolder();
  const [current, other] = [await installSmall(root, "one"), await installSmall(root, "two")];
  pointTo(root, "current", current);
  pointTo(root, "confirmed", current);
  const slot = slotFolder(releasesFolder(root), current);
  const start = (list?: string): { status: number | null; said: string } => {
    const { status, stderr } = spawnSync("sh", [LAUNCH, root, ...(list === undefined ? [] : [list])], {
      encoding: "utf8",
    });
    return { status, said: stderr };
  };
  return { root, current, other, slot, start };
}

describe("the launcher", () => {
  it("starts a release that is what its name says", async () => {
    const { start } = await table();
    expect(start()).toEqual({ status: 0, said: "" });
  });

  const RULES = "src/rules/data/cl/a.yaml";
  it.each([
    ["a rulebook is another one", (slot: string) => writeFileSync(join(slot, RULES), "a: 9\n"), RULES],
    [
      "a rulebook is another one and the manifest was written anew",
      (slot: string) => {
        const before = readFileSync(join(slot, "release.json"), "utf8");
        writeFileSync(join(slot, RULES), "a: 9\n");
        writeFileSync(
          join(slot, "release.json"),
          before.replace(/"sha256":"[0-9a-f]{64}"/, `"sha256":"${"0".repeat(64)}"`),
        );
      },
      "its manifest is not the one that the slot is named after",
    ],
    ["a file is missing", (slot: string) => rmSync(join(slot, RULES)), "its files are not those"],
    [
      "a file is too many",
      (slot: string) => writeFileSync(join(slot, "src/more.js"), ""),
      "its files are not those",
    ],
    [
      "a file is a link to one with its bytes",
      (slot: string) => {
        renameSync(join(slot, RULES), join(slot, "../kept"));
        symlinkSync("../../../../../../kept", join(slot, RULES));
      },
      "a file of it is a link",
    ],
    ["the manifest is gone", (slot: string) => rmSync(join(slot, "release.json")), "its manifest is not"],
    [
      "the manifest has a byte more",
      (slot: string) => appendFileSync(join(slot, "release.json"), "\n"),
      "its manifest is not",
    ],
  ])("starts nothing where %s, and says so in a line", async (_, change, words) => {
    const { slot, start } = await table();
    change(slot);
    const { status, said } = start();
    expect([status, said]).toEqual([1, expect.stringContaining(words)]);
    expect(said).toContain("nothing is started; install the release again");
  });

  it("goes back to the confirmed release where the one that was switched to was changed", async () => {
    const { root, current, other, start } = await table();
    pointTo(root, "current", other);
    writeFileSync(join(slotFolder(releasesFolder(root), other), RULES), "a: 9\n");
    expect(start()).toMatchObject({ status: 0, said: expect.stringContaining(RULES) as string });
    expect(readSlots(root)).toMatchObject({ current, returned: { rel: other, why: "changed" } });
  });

  it("starts no release that a list of approved ones does not have, wherever it was renamed to", async () => {
    const { root, current, other, start } = await table();
    const list = join(root, "approved");
    writeFileSync(list, `tirada-approved/1\n${other} 1.2.3\n`);
    expect(start(list)).toMatchObject({
      status: 1,
      said: expect.stringContaining("list of approved releases") as string,
    });
    writeFileSync(list, `tirada-approved/1\n${other} 1.2.3\n${current} 1.2.3\n`);
    expect(start(list)).toEqual({ status: 0, said: "" });
    expect(start(join(root, "none"))).toEqual({ status: 0, said: "" });
  });
});

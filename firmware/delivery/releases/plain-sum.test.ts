import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { appendFileSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { commandHere } from "../../../test/support/command.ts";
import { temporaryFolder } from "../../../test/support/folder.ts";
import { ROOT } from "../../../test/support/built-release.ts";
import { sumOfTable } from "../../unit/evidence/table-files.ts";
import { SMALL_FILES, writeSmallRelease } from "./small-release.fixture.ts";
import { unpackRelease } from "./unpack.ts";

/** The commands of the inspector's page, as they stand there. */
const PLAIN = /^\$ (\{ echo "\$NONCE"; find .*)$/m.exec(
  readFileSync(join(ROOT, "docs/inspector.md"), "utf8"),
)?.[1];

it("the plain tools of the manual make the sum that the unit makes, and another one of any other file", async () => {
  const handed = temporaryFolder();
  const known = writeSmallRelease(handed);
  const slot = await unpackRelease(temporaryFolder(), { known, from: handed, platform: "linux-x64" });
  const nonce = "k3Vq8Zr1Xw5Tn9Lb";
  const byHand = (): string =>
    execFileSync("sh", ["-c", PLAIN ?? "false"], {
      cwd: slot,
      encoding: "utf8",
      env: { ...process.env, NONCE: nonce },
    });
  const here = await commandHere(["release", "check", slot, "--nonce", nonce, "--for", "linux-x64"]);
  expect(here.stderr).toBe("");
  const sum = here.stdout.trim().split("\n").at(-1);
  expect(sum).toMatch(/^[0-9a-f]{64}$/);
  expect(byHand()).toBe(`${sum}  -\n`);
  for (const { path, text } of SMALL_FILES) {
    writeFileSync(join(slot, path), `${text} `);
    expect(byHand()).not.toBe(`${sum}  -\n`);
    writeFileSync(join(slot, path), text);
  }
  expect(byHand()).toBe(`${sum}  -\n`);
});

const SCRIPT = join(ROOT, "firmware/delivery/packaging/sum-release");
const WORD = "k3Vq8Zr1Xw5Tn9Lb";

/** The disk of a unit that does not start, mounted somewhere, and what the script says of it. */
async function seizedDisk() {
  const disk = temporaryFolder();
  const handed = temporaryFolder();
  const known = writeSmallRelease(handed);
  const updater = join(disk, "var/lib/tirada-updater");
  const slot = await unpackRelease(join(updater, "rel"), { known, from: handed, platform: "linux-x64" });
  symlinkSync(`rel/${known.digest}`, join(updater, "current"));
  mkdirSync(join(disk, "etc/tirada"), { recursive: true });
  writeFileSync(join(disk, "etc/tirada/table.yaml"), "table: t\n");
  writeFileSync(join(disk, "etc/tirada/eye.json"), "{}\n");
  const ask = (word: string, ...files: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync("sh", [SCRIPT, word, disk, ...files], {
      encoding: "utf8",
      // Nothing but a shell and its tools.
      env: { PATH: "/usr/bin:/bin" },
    });
    return { status, lines: stdout.split("\n").filter((line) => line !== ""), stderr };
  };
  return { disk, slot, digest: known.digest, updater, ask };
}

describe("a unit that does not start, asked by a shell from a stick", () => {
  it("gives the sum that the approved release gives elsewhere, and that of what its table plays with", async () => {
    const { slot, digest, disk, ask } = await seizedDisk();
    const elsewhere = await commandHere(["release", "check", slot, "--nonce", WORD, "--for", "linux-x64"]);
    const sum = elsewhere.stdout.trim().split("\n").at(-1);
    const { status, lines, stderr } = ask(WORD, "/etc/tirada/table.yaml", "/etc/tirada/eye.json");
    expect([status, stderr]).toEqual([0, ""]);
    expect(lines.slice(0, 5)).toEqual([
      expect.stringMatching(/^release  \d/) as string,
      `slot     ${digest}`,
      `manifest ${digest}`,
      `files    ${SMALL_FILES.length}`,
      `sum      ${sum}`,
    ]);
    const table = ["/etc/tirada/eye.json", "/etc/tirada/table.yaml"].map((path) => ({
      path,
      sha256: createHash("sha256")
        .update(readFileSync(join(disk, path)))
        .digest("hex"),
    }));
    expect(lines.at(-1)).toBe(`sum      ${sumOfTable(WORD, table)}`);
    expect(ask("Zk41oPq7Lm20Xs93").lines.at(-1)).not.toBe(`sum      ${sum}`);
  });

  const RULES = "src/rules/data/cl/a.yaml";
  it.each([
    ["a rulebook is another one", (slot: string) => writeFileSync(join(slot, RULES), "a: 9\n"), RULES],
    ["a file is missing", (slot: string) => rmSync(join(slot, RULES)), RULES],
    ["a file is too many", (slot: string) => writeFileSync(join(slot, "src/more.js"), ""), "src/more.js"],
    ["a file is a link", (slot: string) => symlinkSync("/etc/passwd", join(slot, "src/link")), "src/link"],
    ["a name has two lines", (slot: string) => writeFileSync(join(slot, "a\nb"), ""), "a name has two lines"],
    [
      "the manifest was written anew",
      (slot: string) => appendFileSync(join(slot, "release.json"), " "),
      "release.json",
    ],
  ])("names what differs where %s, with status 1", async (_, change, name) => {
    const { slot, ask } = await seizedDisk();
    change(slot);
    const { status, lines } = ask(WORD);
    expect(status).toBe(1);
    expect(lines.filter((line) => line.startsWith("differs"))).toEqual([
      expect.stringContaining(name) as string,
    ]);
  });

  it.each([
    ["no word", ["", "", ""], "name a word of 16 to 64"],
    ["a word of a hundred thousand letters", ["x".repeat(100_000)], "name a word of 16 to 64"],
    ["a word that a shell would carry out", ["$(touch /tmp/x)aaaaaaaa"], "letters and digits alone"],
    ["a file that is not there", [WORD, "/etc/tirada/none.json"], "none.json is not there"],
  ])("refuses %s in one line", async (_, [word = "", ...files], why) => {
    const { ask } = await seizedDisk();
    const { status, lines, stderr } = ask(word, ...files.filter((one) => one !== ""));
    expect([status, lines.filter((line) => line.startsWith("table"))]).toEqual([2, []]);
    expect(stderr).toContain(why);
    expect(stderr.trim()).not.toContain("\n");
  });

  it("refuses a disk without a release, and a link that leads out of it", async () => {
    const { updater, ask } = await seizedDisk();
    rmSync(join(updater, "current"));
    expect(ask(WORD)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("leads to no release") as string,
    });
    symlinkSync("rel/../../../../etc", join(updater, "current"));
    expect(ask(WORD)).toMatchObject({ status: 2, lines: [] });
  });
});

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { writeSmallRelease } from "../../firmware/delivery/releases/small-release.fixture.ts";
import { EXIT } from "../../firmware/problem.ts";
import { tableSetup } from "../../firmware/table/setup/table-setup.ts";
import { commandHere } from "../support/command.ts";
import { temporaryFolder } from "../support/folder.ts";
import { unitHere } from "../support/unit-here.ts";

/** Maker or laboratory signs which releases are approved; records say which program made them. */

const NAME = "laboratory.example/approvals";

async function madeBy(folder: string, manifest: string | null): Promise<void> {
  const setup = tableSetup("cl/ruleta-francesa", "cammegh-ss2", [], {});
  const here = await unitHere(folder, setup, { version: "1.2.3", manifest });
  await here.unit.stop("the test is over");
}

it("a journal says which of its records an approved program made, and names the others", async () => {
  const folder = temporaryFolder();
  const [handed, other] = [temporaryFolder(), temporaryFolder()];
  const { digest } = writeSmallRelease(handed);
  const files = [{ path: "bin/tirada.mjs", target: "app", mode: "0644", text: "1;\n" }] as const;
  const changed = writeSmallRelease(other, { files }).digest;
  await madeBy(folder, digest);
  await madeBy(folder, changed);
  await madeBy(folder, null);

  const office = temporaryFolder();
  const [key, list] = [join(office, "approval.key.pem"), join(office, "approved")];
  const approve = (...folders: string[]) =>
    commandHere(["release", "approve", ...folders, "--key", key, "--name", NAME, "--out", list]);
  const approved = await approve(handed);
  expect([approved.stderr, approved.status]).toEqual(["", 0]);
  const vkey = approved.stdout.trim().split(" ").at(-1) ?? "";
  expect(readFileSync(list, "utf8")).toMatch(
    new RegExp(`^tirada-approved/1\n${digest} 1\\.2\\.3\n\n— ${NAME} `),
  );

  const verify = (...more: string[]) =>
    commandHere(["verify", join(folder, "journal.db"), "--approved", list, "--approved-by", vkey, ...more]);
  const found = await verify();
  expect(found.status).toBe(EXIT.notValid);
  expect(found.stdout).toMatch(
    new RegExp(`records 0 to \\d+ were made by tirada 1\\.2\\.3 \\(${digest}\\), which is approved`),
  );
  expect(found.stdout).toMatch(
    new RegExp(`made by tirada 1\\.2\\.3 \\(${changed}\\), which is not on the list`),
  );
  expect(found.stdout).toMatch(
    /made by tirada 1\.2\.3 \(no release: from its source\), which is not on the list/,
  );

  // A list that somebody else wrote a line into is none.
  await approve(handed, other);
  const text = readFileSync(list, "utf8");
  writeFileSync(list, text.replace("\n\n", `\n${"0".repeat(64)} 9.9.9\n\n`));
  const forged = await verify();
  expect(forged.status).toBe(2);
  expect(forged.stderr.trim().split("\n")).toHaveLength(1);
  for (const args of [
    ["--approved", list],
    ["--approved-by", vkey],
  ])
    expect((await commandHere(["verify", join(folder, "journal.db"), ...args])).stderr).toContain(
      "go together",
    );
});

it.each([
  ["no character", ""],
  ["a million characters", "a".repeat(1_000_000)],
  ["a space", "a b c d e f g h i j"],
])("a nonce of %s is one line that says what to give", async (_, nonce) => {
  const { status, stderr } = await commandHere(["release", "check", ".", "--nonce", nonce]);
  expect(status).toBe(2);
  expect(stderr.trim().split("\n")).toHaveLength(1);
  expect(stderr).toContain("16 to 64 letters and digits");
  expect(stderr.length).toBeLessThan(300);
});

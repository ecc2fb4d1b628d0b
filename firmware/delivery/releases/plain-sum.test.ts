import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { commandHere } from "../../../test/support/command.ts";
import { temporaryFolder } from "../../../test/support/folder.ts";
import { ROOT } from "../../../test/support/built-release.ts";
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

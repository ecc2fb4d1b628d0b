import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { signersLine, signerOf } from "../support/case-parts.ts";
import { temporaryFolder } from "../support/folder.ts";
import { leftTables } from "../support/killed-tables.ts";
import { LOG } from "../support/unit-here.ts";

/** The commands of "A case file" in docs/inspector.md, one block after the other as they stand there; the table's name alone is another. */

const ROOT = new URL("../../", import.meta.url).pathname;
const MANUAL = readFileSync(join(ROOT, "docs/inspector.md"), "utf8");
const [, SECTION = ""] = /^## A case file\n([\s\S]*?)^## /m.exec(MANUAL) ?? [];
/** Lines of blocks that begin with `$ ` or go on with one that ends with a backslash. */
const COMMANDS = [...SECTION.matchAll(/^```\n([\s\S]*?)^```/gm)].map(([, block = ""]) =>
  [...block.matchAll(/^\$ ((?:.*\\\n)*.*)$/gm)].map(([, command = ""]) => command).join("\n"),
);

const left = await leftTables(["stopped"]);
afterAll(left.remove);

test("the manual's commands for a case file do what it says", () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "var"));
  cpSync(left.tables[0]!.copy(), join(folder, "var", "demo"), { recursive: true });
  const signer = signerOf(join(folder, "var", "demo"), LOG);
  writeFileSync(join(folder, "signers"), signersLine(signer.verifier));
  const script = [
    `tirada() { '${process.execPath}' '${ROOT}bin/tirada.mjs' "$@"; }`,
    ...COMMANDS.map((block) => block.replaceAll("tirada.local/demo/test", LOG)),
  ].join("\n");
  expect(COMMANDS.length).toBeGreaterThanOrEqual(3);
  const env = { ...process.env, VKEY: signer.verifier.vkey, NODE_NO_WARNINGS: "1" };
  const { status, stdout } = spawnSync("bash", ["-euo", "pipefail", "-c", script], {
    cwd: folder,
    env,
    encoding: "utf8",
  });
  expect(stdout).toMatch(/round-1\.tirada-case\.tar: records \d+–\d+, \d+ bytes \(test\)/);
  expect(stdout).toContain(`VALID  case of ${LOG} (test)`);
  expect(stdout).toContain(`SAME  case of ${LOG} (test)`);
  expect(stdout).toContain(`Good "tirada-evidence" signature for ${LOG}`);
  expect(stdout).toMatch(/^whole$/m);
  expect(status).toBe(0);
}, 120_000);

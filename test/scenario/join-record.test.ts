import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { NODE_OPTIONS } from "../../firmware/node-options.ts";
import { readActs } from "../../firmware/net/acts.ts";
import { temporaryFolder } from "../support/folder.ts";
import { TIRADA } from "../support/table-process.ts";

/** Folders of a machine of its own are root's to lay over those of this one. */
const isRoot = process.getuid?.() === 0;

it.runIf(isRoot)("root who takes a joining back has a record of it, once, whoever starts the command", () => {
  const folder = temporaryFolder();
  const [etc, lib] = [join(folder, "etc"), join(folder, "lib")];
  for (const path of [etc, join(etc, "tirada"), lib]) mkdirSync(path);
  for (const name of ["passwd", "group"]) writeFileSync(join(etc, name), readFileSync(join("/etc", name)));
  const undo = [
    process.execPath,
    ...NODE_OPTIONS,
    TIRADA,
    "join",
    "--undo",
    "--user",
    "root",
    "--lang",
    "en",
  ].join(" ");
  const script = [
    `mount --bind ${etc} /etc`,
    `mount --bind ${lib} /var/lib`,
    // Refused: this table joined no casino. The helper keeps what it starts itself.
    `SUDO_USER=ana ${undo}`,
    `TIRADA_ACT_IS_KEPT=1 ${undo}`,
  ].join("; ");
  execFileSync("unshare", ["--mount", "sh", "-c", `${script}; true`], { stdio: "ignore" });
  const { acts } = readActs(join(lib, "tirada-root/acts.jsonl"));
  expect(acts.map(({ who, verb, outcome, why }) => [who, verb, outcome, why])).toEqual([
    ["ana", "undo-join", "begun", null],
    ["ana", "undo-join", "failed", expect.stringContaining("table.yaml.join is not there")],
  ]);
});

import { resolve } from "node:path";
import type { Command } from "commander";
import { approvedText } from "../../../src/record/approved-releases.ts";
import { checkKeyName, KeyError } from "../../../src/record/keys.ts";
import { signNote } from "../../../src/record/note.ts";
import { ReleaseError } from "../../delivery/releases/errors.ts";
import { isThere } from "../../files/disk.ts";
import { loadOrCreateApprovalKey } from "../../journal/keys/keys.ts";
import { writeWhole } from "../../journal/export/target-file.ts";
import { requireWriteTarget } from "../../journal/export/write-target.ts";
import { errorText, EXIT, Problem, usageProblem } from "../../problem.ts";
import { asProblem } from "../../unit/failure.ts";
import { type OptionsOf, printLine } from "../common.ts";
import { releasesIn } from "./release.ts";

/** `tirada release approve`. */
export function addReleaseApprove(command: Command): void {
  declareApprove(command).action((folders, options) => approve(folders, options));
}

const declareApprove = (command: Command) =>
  command
    .argument("<folders...>", "releases, installed or handed over: all of them go on the list")
    .requiredOption(
      "--key <file>",
      "the signing key of who approves, maker or laboratory; made if it is not there",
    )
    .requiredOption("--name <name>", "name of that key, e.g. laboratory.example/approvals")
    .requiredOption("--out <list>", "where the list goes");

/** Signs a list of releases: `tirada verify --approved` and the launcher of a unit read it. */
async function approve(
  folders: readonly string[],
  { key, name, out }: OptionsOf<typeof declareApprove>,
): Promise<void> {
  try {
    checkKeyName(name);
    const what = "a list of approved releases";
    const isOlder = (start: Buffer): boolean => start.toString("latin1").startsWith(approvedText([]).trimEnd());
    requireWriteTarget({ path: out, what, isOlder, replace: "always" });
    const known = folders.flatMap((folder) => releasesIn(resolve(folder)));
    const signer = loadOrCreateApprovalKey(key, name, !isThere(key));
    const releases = known.map(({ digest, manifest }) => ({ digest, version: manifest.version }));
    await writeWhole(out, (file) => file.writeFile(signNote(approvedText(releases), signer)));
    for (const { digest, version } of releases) printLine(`${digest}  ${version}`);
    printLine(`${out}: signed by ${signer.verifier.vkey}`);
  } catch (error) {
    if (error instanceof KeyError) throw usageProblem(error.message, error);
    throw error instanceof ReleaseError
      ? new Problem(EXIT.release, errorText(error), { cause: error })
      : asProblem(error);
  }
}

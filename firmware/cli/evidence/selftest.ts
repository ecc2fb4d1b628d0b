import { arch, cpus } from "node:os";
import { join, resolve } from "node:path";
import type { Command } from "commander";
import { NONCE } from "../../../src/orders/order.ts";
import type { Signer } from "../../../src/record/keys.ts";
import {
  hasPassed,
  SELF_EXAMINATION_START,
  signSelfExamination,
  type ExaminedPart,
  type SelfExamination,
} from "../../../src/record/self-examination.ts";
import { rfc3339 } from "../../../src/time/instant.ts";
import { systemClock } from "../../../src/time/system-clock.ts";
import { examineRelease } from "../../care/self-examination/examine.ts";
import { readSet } from "../../care/self-examination/release-set.ts";
import { journalKeys } from "../../evidence/log/stored-log.ts";
import { asOwnerOf } from "../../files/as-owner.ts";
import { heldKeys } from "../../journal/keys/key-files.ts";
import { keyPathOf } from "../../journal/keys/keys.ts";
import { writeWhole } from "../../journal/export/target-file.ts";
import { requireWriteTarget } from "../../journal/export/write-target.ts";
import { JournalError } from "../../files/errors.ts";
import { lowerPriority } from "../../lower-priority.ts";
import { EXIT, Problem, usageProblem } from "../../problem.ts";
import { INSTALLED_AT, RELEASE_ID } from "../../release.ts";
import { asProblem } from "../../unit/failure.ts";
import { type OptionsOf, printFound, printLine } from "../common.ts";
import { CONFIG_OPTION, namedTable, STORAGE_OPTION } from "../table-config.ts";

/** `tirada selftest`. */
export function addSelftest(command: Command): void {
  declareSelftest(command).action(selftest);
}

const declareSelftest = (command: Command) =>
  command
    .option("--full", "every case of the release, some minutes of a Raspberry Pi; the table may run")
    .option(...CONFIG_OPTION)
    .option(...STORAGE_OPTION)
    .option(
      "--out <file>",
      "where the signed outcome goes, e.g. mesa-7.tirada-selftest; left out: it is only shown",
    )
    .option("--word <word>", "16 to 64 letters and digits that nobody knew before: they stand in the outcome")
    .option("--json", "the outcome as one JSON object");

type SelftestOptions = OptionsOf<typeof declareSelftest>;

async function selftest(options: SelftestOptions): Promise<void> {
  if (options.full !== true) throw usageProblem("say --full: there is one self-examination, of every case");
  const { word = null } = options;
  if (word !== null && !NONCE.test(word))
    throw usageProblem(
      `--word has ${word.length} characters: give 16 to 64 letters and digits that nobody knew before`,
    );
  const root = INSTALLED_AT;
  if (root === null)
    throw usageProblem(
      "this tirada runs from its source, which has no set of cases: examine an installed release",
    );
  const { folder } = await namedTable(options);
  const out = options.out === undefined ? null : resolve(options.out);
  try {
    if (out !== null) requireOutcomeTarget(out);
    const signer = await tablesKey(folder);
    lowerPriority();
    const report = await examine(root, signer, word, options);
    if (out !== null) await writeWhole(out, (file) => file.writeFile(signSelfExamination(report, signer)));
    printFound(options, { ...report, passed: hasPassed(report) }, () => [
      hasPassed(report)
        ? "passed: the program does what its release says"
        : "NOT PASSED: install the release again",
      ...(out === null ? [] : [`${out}: signed by ${signer.verifier.vkey}`]),
    ]);
    if (!hasPassed(report)) process.exitCode = EXIT.release;
  } catch (error) {
    throw error instanceof JournalError ? asProblem(error, folder) : error;
  }
}

const requireOutcomeTarget = (path: string): void =>
  requireWriteTarget({
    path,
    what: "the outcome of a self-examination",
    isOlder: (start) => start.toString("latin1").startsWith(SELF_EXAMINATION_START.trimEnd()),
    replace: "always",
  });

/** The key with which the table signs now. Rejects with a JournalError where it is not here. */
const tablesKey = (folder: string): Promise<Signer> =>
  asOwnerOf(folder, () => {
    const { current, log } = journalKeys(join(folder, "journal.db"));
    const held = heldKeys(keyPathOf(folder, log), log, false);
    const found = held.find(({ signer }) => signer.verifier.vkey === current.vkey);
    if (found === undefined)
      throw new JournalError(
        "key",
        `the key that signs for ${log} does not lie in ${folder}: name the table's own folder`,
      );
    return Promise.resolve(found.signer);
  });

async function examine(
  root: string,
  signer: Signer,
  word: string | null,
  options: SelftestOptions,
): Promise<SelfExamination> {
  const clock = systemClock();
  const { set, digest } = readSet(root);
  const began = clock.wall();
  const parts: ExaminedPart[] = [];
  for await (const part of examineRelease(root, set)) {
    parts.push(part);
    if (options.json === true) continue;
    const { part: name, tried, wrong, differences } = part;
    printLine(`${name}: ${tried} tried, ${wrong === 0 ? "all as they must be" : `${wrong} otherwise`}`);
    for (const line of differences) printLine(`  ${line}`);
  }
  const { version, manifest } = RELEASE_ID;
  if (manifest === null) throw new Problem(EXIT.release, "the release has no manifest: install it again");
  return {
    log: signer.verifier.name,
    vkey: signer.verifier.vkey,
    release: { version, manifest },
    set: digest,
    word,
    began: rfc3339(began),
    ended: rfc3339(clock.wall()),
    machine: `${arch()}, ${cpus()[0]?.model ?? "?"}`.slice(0, 100),
    parts,
  };
}

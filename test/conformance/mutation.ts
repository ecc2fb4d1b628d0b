import { spawnSync } from "node:child_process";
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Mutant } from "./mutation-list.ts";

const ROOT = new URL("../../", import.meta.url).pathname;
/** What these tests need; everything else of the project stays out of the copy. */
const FOLDERS = ["src", "drivers", "firmware", "hw-sim", "test", "docs/devices"] as const;
const FILES = ["package.json", "tsconfig.json", "vitest.config.ts"] as const;
/** Test files of one folder, by their names. */
const of = (folder: string, ...names: readonly string[]): readonly string[] =>
  names.map((name) => `${folder}/${name}.test`);

const BOARD = "drivers/wheel/sensor-board";
const SHOE = "src/table/shoe";
/** The kernel's own tests, which hold what it does for every family. */
const KERNEL = [...of("src/table/kernel/durable", "durable"), ...of("src/table/kernel/people", "keys")];
/** Whole bytes of a real wheel, through everything. */
const CAPTURES = "test/replay/captures";

/** Lines that are held back, doubled or mixed, as attackers send them. */
const WHEELS = "test/fault/wheel-attacks.test";
const LINES = ["test/fault/shoe-attacks.test", "test/fault/dice-line-attacks.test"];

/**
 * The tests that must notice a mutant: those that speak of its file, and no others, so that each is tried in seconds. By the
 * beginning of the mutant's path; the first that fits counts.
 */
const TESTS: readonly (readonly [under: string, tests: readonly string[]])[] = [
  ["drivers/link/link", ["drivers/wheel/cammegh-ss2/", "drivers/wheel/cammegh-mercury-360/losses"]],
  ["drivers/link/", ["drivers/link/", ...of("drivers/shoe/tirada-shoe", "session"), ...LINES]],
  ...["pace", "cammegh.ts"].map(
    (name) => [`drivers/wheel/${name}`, ["drivers/wheel/old-number.test", WHEELS]] as const,
  ),
  ["drivers/wheel/cammegh-mercury-360/", ["drivers/wheel/cammegh-mercury-360/", WHEELS]],
  ["src/record/tar", of("src/record", "tar")],
  ["src/record/case-file", ["src/record/case-file.test", "test/fault/case-attacks.test"]],
  ...["target-file", "given-files"].map(
    (name) =>
      [
        `firmware/journal/export/${name}`,
        ["firmware/journal/export/export.test", "test/fault/export-target.test"],
      ] as const,
  ),
  ["firmware/journal/export/case-writer", of("firmware/journal/export", "case-file")],
  ...["firmware/evidence/case/case-contents", "firmware/evidence/case/verify-case"].map(
    (file) =>
      [
        file,
        [
          ...of("firmware/journal/export", "case-file"),
          "test/fault/case-attacks.test",
          "test/case/case-file.test",
        ],
      ] as const,
  ),
  ["firmware/journal/export/case-plan", of("firmware/journal/export", "case-plan")],
  ["firmware/journal/thread/background", of("firmware/journal/thread", "background")],
  ["firmware/journal/epochs/pruner", of("firmware/journal/thread", "background")],
  ["firmware/evidence/log/record-lines", of("firmware/evidence/log", "record-facts")],
  ["firmware/journal/export/write-target", of("firmware/journal/export", "write-target")],
  [
    "firmware/evidence/log/cosignatures",
    [...of("firmware/evidence/log", "cosignatures"), ...of("firmware/journal/second", "copy-epoch")],
  ],
  [
    "firmware/evidence/log/database",
    [
      ...of("firmware/journal/second", "two-journals", "compare"),
      ...of("firmware/journal/epochs", "epochs"),
      ...of("firmware/journal/store", "open-storage"),
    ],
  ],
  ["firmware/replay/case-pictures", of("test/case", "case-pictures")],
  ["firmware/replay/", of("test/case", "mutated-judge", "case-file")],
  ["firmware/office/witness/", of("firmware/office/witness", "witness")],
  ["firmware/unit/evidence/witnessing", of("firmware/unit/evidence", "witnessing")],
  ...["epochs/prune-rule", "epochs/pruning", "store/commit"].map(
    (name) => [`firmware/journal/${name}`, of("firmware/journal/epochs", "pruning")] as const,
  ),
  ["firmware/evidence/log/export-lines", of("firmware/evidence/log", "export-lines")],
  [
    "firmware/journal/export/export",
    [
      ...of("firmware/journal/export", "export"),
      ...of("firmware/evidence/verify", "verify-file"),
      ...of("firmware/journal/epochs", "pruning"),
      ...of("firmware/journal/keys", "rotation"),
    ],
  ],
  [
    "firmware/evidence/verify/verify-export",
    [...of("firmware/evidence/verify", "verify-file"), ...of("firmware/journal/keys", "rotation")],
  ],
  [
    "firmware/journal/export/certificate-of",
    [
      ...of("firmware/evidence/log", "cosignatures"),
      ...of("firmware/journal/keys", "rotation"),
      ...of("firmware/journal/epochs", "pruning"),
    ],
  ],
  [
    "firmware/journal/store/recorder",
    [...of("firmware/journal/store", "recorder"), ...of("firmware/journal/keys", "sealed")],
  ],
  ...["evidence/log/sealed-format", "journal/keys/sealed-part", "evidence/verify/unseal"].map(
    (name) => [`firmware/${name}`, of("firmware/journal/keys", "sealed")] as const,
  ),
  [
    "firmware/evidence/log/head-file",
    [...of("firmware/evidence/log", "head-file"), ...of("firmware/journal/store", "open-storage")],
  ],
  ...["file-watch", "disk-gauge"].map(
    (name) => [`firmware/files/${name}`, of("firmware/files", name)] as const,
  ),
  ...["key-files", "rotate-key"].map(
    (name) => [`firmware/journal/keys/${name}`, of("firmware/journal/keys", "rotate-key")] as const,
  ),
  ["firmware/journal/second/link", of("firmware/journal/second", "link", "link-messages")],
  ["firmware/journal/second/copy-epoch", of("firmware/journal/second", "copy-epoch")],
  ...["marks", "compare", "exchange"].map(
    (name) => [`firmware/journal/second/${name}`, of("firmware/journal/second", "compare")] as const,
  ),
  ...["copy-files", "restore-files", "recorded-hashes"].map(
    (name) => [`firmware/journal/second/${name}`, of("firmware/journal/second", "copied-files")] as const,
  ),
  ["firmware/journal/second/begin-second", of("firmware/journal/second", "begin-second")],
  ["firmware/journal/second/second-copy", of("firmware/journal/second", "second-copy")],
  [
    "firmware/journal/second/",
    of("firmware/journal/second", "two-journals", "copied-files", "compare", "link", "link-messages"),
  ],
  ...["firmware/journal/", "firmware/evidence/", "firmware/files/"].map(
    (room) =>
      [
        room,
        [
          ...of("firmware/journal/epochs", "epochs", "pruning"),
          ...of("firmware/journal/store", "open-storage"),
          "test/fault/epochs.test",
        ],
      ] as const,
  ),
  ["firmware/unit/evidence/evidence", ["test/fault/epochs.test"]],
  ["firmware/unit/evidence/storage-watch", of("firmware/unit/evidence", "storage-watch")],
  [`${BOARD}/tracker/roulette/`, [`${BOARD}/tracker/roulette/`, "test/scenario/tracked-troubles"]],
  [`${BOARD}/`, of(BOARD, "lines", "sequence", "session", "clock", "guards", "random")],
  ["drivers/wheel/cammegh-ss2/", ["drivers/wheel/cammegh-ss2/", CAPTURES, WHEELS]],
  ["drivers/wheel/", ["drivers/wheel/cammegh-ss2/"]],
  ["drivers/dice/camera/", ["drivers/dice/camera/bare.test"]],
  ["drivers/dice/", ["drivers/dice/device-group.test", "drivers/dice/eye/as-witness.test"]],
  ["drivers/", ["drivers/line-framer", ...of("drivers/wheel/cammegh-ss2", "session", "random")]],
  [`${SHOE}/first-dice`, of(SHOE, "first-dice", "first-dice-words")],
  [`${SHOE}/open-commitments`, [...of(SHOE, "open-commitments"), "firmware/evidence/verify/verify-cards"]],
  [`${SHOE}/seal`, [...of(SHOE, "hidden", "open-commitments"), "firmware/evidence/verify/verify-cards"]],
  [`${SHOE}/collecting`, [...of(SHOE, "deal", "missed"), "firmware/table/pipeline/card-pipeline"]],
  [
    `${SHOE}/`,
    [
      ...of(SHOE, "deal", "guards", "hidden", "missed", "set-aside", "first-dice-words"),
      ...of(SHOE, "which-card", "decision", "put-right-bad", "said-behind"),
      "test/scenario/shoe-",
      "test/fault/hidden-cards.test",
    ],
  ],
  ["src/table/dice/", ["test/scenario/dice-table/"]],
  ["src/table/wheel/durable-wheel", [...KERNEL, "src/table/wheel/"]],
  ["src/table/wheel/family", [...KERNEL, "src/table/wheel/", "test/scenario/resolve.test"]],
  ["src/table/wheel/", ["src/table/wheel/", CAPTURES, WHEELS]],
  ["src/table/kernel/late/resolve", ["test/scenario/resolve.test"]],
  ["src/table/kernel/verdicts", [...KERNEL, "src/table/wheel/", "test/scenario/dice-table/"]],
  ["src/table/", [...KERNEL, "src/table/wheel/"]],
  ["src/record/key-history", of("firmware/journal/keys", "rotation")],
  ["src/record/trust", of("src/record", "trust")],
  ["src/record/growing-tree", ["src/record/merkle.test", ...of("firmware/journal/epochs", "epochs")]],
  ["src/record/", ["src/record/"]],
  ["src/recording/", ["src/recording/"]],
  ["src/cards/", ["src/cards/baccarat/"]],
  ["src/rules/pai-gow-first", ["src/rules/pai-gow-first.test", ...of(SHOE, "first-dice")]],
  ["src/rules/throw-outcome", ["src/rules/throw-outcome.test"]],
];

/** Throws for a mutant that nobody has said the tests of. */
function testsOf({ file }: Mutant): readonly string[] {
  const found = TESTS.find(([under]) => file.startsWith(under));
  if (found === undefined) throw new RangeError(`which tests must notice a mutant of ${file}?`);
  return found[1];
}

const TEST_FILES = globSync(
  FOLDERS.map((folder) => `${folder}/**/*.test.ts`),
  { cwd: ROOT },
);

/** The test files that must notice a mutant, as paths from the root of the project. */
export function testFilesOf(mutant: Mutant): readonly string[] {
  const tests = testsOf(mutant);
  return TEST_FILES.filter((file) => tests.some((test) => file.startsWith(test)));
}

/** Tests that are named for a mutant and that no file's path begins with: nothing would run, and every mutant would seem to die. */
export function namedTestsMissing(): readonly string[] {
  return TESTS.flatMap(([, tests]) => tests).filter(
    (test) => !TEST_FILES.some((file) => file.startsWith(test)),
  );
}

/** How often the mutant's text stands in the source; anything but once is a mutant that must be written anew. */
export function occurrences({ file, text }: Mutant): number {
  return readFileSync(join(ROOT, file), "utf8").split(text).length - 1;
}

/** A copy of the tree in a temporary directory, in which mutants are tried one after another. */
export class MutantTree {
  readonly #root = mkdtempSync(join(tmpdir(), "tirada-mutants-"));

  constructor() {
    const skip = /\.png$|\/commands\/.*\.test\.ts$/;
    for (const folder of FOLDERS)
      cpSync(join(ROOT, folder), join(this.#root, folder), {
        recursive: true,
        filter: (path) => !skip.test(path),
      });
    for (const file of FILES) cpSync(join(ROOT, file), join(this.#root, file));
    symlinkSync(join(ROOT, "node_modules"), join(this.#root, "node_modules"));
    mkdirSync(join(this.#root, "var"));
  }

  /** Whether tests run and pass in the copy at all: the shortest do. */
  runsTests(): boolean {
    return this.#run(["src/rules/throw-outcome.test"]);
  }

  /** Whether all tests that are to notice one of these mutants pass without any. */
  passesWithout(mutants: readonly Mutant[]): boolean {
    return this.#run([...new Set(mutants.flatMap(testsOf))]);
  }

  /** Whether the tests that are to notice it pass with the mutant in place. */
  passes(mutant: Mutant): boolean {
    const path = join(this.#root, mutant.file);
    const source = readFileSync(path, "utf8");
    writeFileSync(
      path,
      source.replace(mutant.text, () => mutant.becomes),
    );
    try {
      return this.#run(testsOf(mutant));
    } finally {
      writeFileSync(path, source);
    }
  }

  #run(tests: readonly string[]): boolean {
    const vitest = join(this.#root, "node_modules/vitest/vitest.mjs");
    const inherited = Object.entries(process.env).filter(([name]) => !/^VITEST|^TIRADA_QUICK$/.test(name));
    const { status, error } = spawnSync(
      process.execPath,
      [vitest, "run", "--bail=1", "--reporter=dot", "--root", this.#root, ...tests],
      {
        cwd: this.#root,
        // Always the same tests, so that a mutant that dies in one run dies in every run.
        env: {
          ...Object.fromEntries(inherited),
          TIRADA_LEAK_ROUNDS: "1",
          TIRADA_SOAK: "1",
          TIRADA_SEED: "mutants",
        },
        stdio: "ignore",
        timeout: 180_000,
      },
    );
    // A mutant that never ends is noticed as well.
    if (error !== undefined && (error as NodeJS.ErrnoException).code !== "ETIMEDOUT") throw error;
    return status === 0;
  }

  remove(): void {
    rmSync(this.#root, { recursive: true, force: true });
  }
}

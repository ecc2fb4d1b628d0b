import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Mutant } from "./mutation-list.ts";

const ROOT = new URL("../../", import.meta.url).pathname;
/** What the tests of the core need; everything else of the project stays out of the copy. */
const FOLDERS = ["src", "drivers", "firmware", "hw-sim", "test", "docs/devices"] as const;
const FILES = ["package.json", "tsconfig.json", "vitest.config.ts"] as const;
const BOARD_TESTS = ["lines", "session", "clock", "guards", "random"].map(
  (name) => `drivers/wheel/sensor-board/${name}.test`,
);
/** By the beginning of the mutant's path; the first that fits counts. */
const TESTS: readonly (readonly [under: string, tests: readonly string[]])[] = [
  [
    "drivers/wheel/sensor-board/tracker/roulette/",
    ["drivers/wheel/sensor-board/tracker/roulette/", "test/scenario/tracked-troubles"],
  ],
  ["drivers/wheel/sensor-board/", BOARD_TESTS],
  [
    "src/table/shoe/",
    ["src/table/shoe/", "test/scenario/shoe-", "test/fault/hidden-cards.test", "firmware/journal/verify-cards"],
  ],
  ["src/table/dice/", ["src/table/dice/", "test/scenario/dice-table"]],
  ["src/cards/", ["src/cards/baccarat/"]],
  ["src/dice/", ["src/dice/outcome.test"]],
  ["drivers/dice/", ["drivers/dice/rig.test", "drivers/dice/eye/as-witness.test"]],
  ["drivers/", ["drivers/line-framer", "drivers/wheel/cammegh-ss2/", "test/replay/captures"]],
  ["src/", ["src/table", "test/replay/captures"]],
];

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

  /** Whether the tests of the core pass with the mutant in place, or without one. */
  passes(mutant: Mutant | null): boolean {
    if (mutant === null) return this.#run([...new Set(TESTS.flatMap(([, tests]) => tests))]);
    const path = join(this.#root, mutant.file);
    const source = readFileSync(path, "utf8");
    writeFileSync(
      path,
      source.replace(mutant.text, () => mutant.becomes),
    );
    try {
      return this.#run(TESTS.find(([under]) => mutant.file.startsWith(under))?.[1] ?? []);
    } finally {
      writeFileSync(path, source);
    }
  }

  #run(tests: readonly string[]): boolean {
    const vitest = join(this.#root, "node_modules/vitest/vitest.mjs");
    const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith("VITEST"));
    const { status, error } = spawnSync(
      process.execPath,
      [vitest, "run", "--bail=1", "--reporter=dot", "--root", this.#root, ...tests],
      {
        cwd: this.#root,
        env: { ...Object.fromEntries(inherited), TIRADA_LEAK_ROUNDS: "1" },
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

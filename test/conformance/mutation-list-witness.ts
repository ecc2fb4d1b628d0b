import type { Mutant } from "./mutation-list.ts";

const of = (file: string, ...changes: readonly (readonly [string, string])[]): Mutant[] =>
  changes.map(([text, becomes]) => ({ file, text, becomes }));

/** Of the witness of a log, and of the unit that asks one. */
export const WITNESS_MUTANTS: readonly Mutant[] = [
  ...of(
    "firmware/office/witness/judge.ts",
    ["if (old !== size) return", "if (old > size) return"],
    ["if (old > asked.size) return", "if (old > asked.size + 1) return"],
    [
      "if (old === asked.size && !sameBytes(asked.root, root))",
      "if (old === asked.size && root === asked.root)",
    ],
    ["same !== null && !sameBytes(same.root, asked.root)", "same !== null && same.root === asked.root"],
    ["asked.size < size && same === null", "asked.size < size"],
    ['found ?? (asked.size === size ? null : against("parted", latest))', "found"],
  ),
  ...of(
    "firmware/office/witness/server.ts",
    ["if (time <= 0 || time < (database.latest(origin)?.time ?? 0)) return null;", ""],
    ["  database.storeCosigned({ origin, key: key.vkey }, { size, root, note: cosigned }, time);\n", ""],
  ),
  ...of(
    "firmware/unit/evidence/witnessing.ts",
    ["waited >= NOT_WITNESSED_US", "waited > 2 * NOT_WITNESSED_US"],
    ["this.#waitingSince = this.#newerSince;", "this.#waitingSince = null;"],
    ["if (newest.size <= known) this.#waitingSince = null;", "this.#waitingSince = null;"],
    ["if (theirs < known && this.#old === known) {", "if (theirs < known) {"],
    ['return answer.is === "cosigned" ? "refused" : "forked";', 'return "forked";'],
    ["if (!this.#hasAnswered) return;", ""],
    ["LONGEST_WAIT_US);", "LONGEST_WAIT_US / 10);"],
  ),
];

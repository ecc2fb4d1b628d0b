import type { Mutant } from "./mutation-list.ts";

/** Keys of a log: how one gives way to the next, what an inspector's keys are worth, and the files that they lie in. */

const of = (file: string, ...changes: readonly (readonly [string, string])[]): Mutant[] =>
  changes.map(([text, becomes]) => ({ file, text, becomes }));

export const KEY_MUTANTS: readonly Mutant[] = [
  ...of(
    "src/record/key-history.ts",
    ["if (sig === null || !old.verify(line, sig))", "if (sig === null)"],
    ["signature === null || !next.verify(statement, signature)", "signature === null"],
    ["log, String(seq), prev, oldVkey", "log, String(seq), oldVkey"],
    ["later.from <= number ? later", "later.from < number ? later"],
    ["sameBytes(verifier.raw, next.raw)", "verifier === next"],
    [
      "const count = this.joints.filter(({ seq }) => seq < size)",
      "const count = this.joints.filter(({ seq }) => seq < 0)",
    ],
  ),
  ...of(
    "src/record/trust.ts",
    ['if (mode === "test" && !isTest)', 'if (mode === "test" && isTest === undefined)'],
    ["(since ?? 0) >= key.since", "(since ?? 0) > key.since"],
    ["found.revokedFrom < from", "found.revokedFrom > from"],
    ["lastSeq >= since && keyAt", "lastSeq > since + 9 && keyAt"],
    ["firstSeq < since && keyAt", "firstSeq > since && keyAt"],
    ["if (last >= revokedFrom)", "if (last > revokedFrom)"],
    ["if (vouched > last) return [];", "return [];"],
    ["if (revoked.has(vkey)) end();", "if (revoked.has(String(at))) end();"],
    ["at === keys.length - 1", "at === 0"],
  ),
  ...of(
    "firmware/journal/keys/key-files.ts",
    ["const mayBeAway = credential !== null || next !== null;", "const mayBeAway = credential !== null;"],
    ["loadKeyIfThere(path, log, true)", "loadKeyIfThere(path, log)"],
  ),
  ...of(
    "firmware/journal/keys/rotate-key.ts",
    ["const { seq } = store.commit({ line, hash }, next);", "const { seq } = store.commit({ line, hash });"],
    ["const settled = settleKeys(", "const settled = { notes: [] }; if (reason === undefined) settleKeys("],
  ),
  ...of(
    "firmware/office/witness/judge.ts",
    ["keys.slice(placeOf(origin, keys, known))", "keys"],
    ["if (signed !== null) return keys.indexOf(signed.key);", "return keys.length - 1;"],
  ),
];

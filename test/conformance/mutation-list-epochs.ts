import type { Mutant } from "./mutation-list.ts";

/** The epochs of the journal: where one ends and the next begins, and what a start and a verification hold against it. */

const of = (file: string, ...changes: readonly (readonly [string, string])[]): Mutant[] =>
  changes.map(([text, becomes]) => ({ file, text, becomes }));

export const EPOCH_MUTANTS: readonly Mutant[] = [
  ...of(
    "firmware/journal/epochs/epochs.ts",
    ["    this.#closed?.check();\n", ""],
    ["if (fault !== null)", "if (fault === undefined)"],
    ["this.#closer !== null || epoch > MAX_EPOCH", "epoch > MAX_EPOCH"],
    ["canonical(closingDetail(said)) !== canonical(due)", "said.epoch !== closing.epoch"],
    ["if (closing === null)\n      throw new", "if (closing === undefined)\n      throw new"],
  ),
  ...of(
    "firmware/journal/epochs/open-epochs.ts",
    ["if (size !== bytes)", "if (size < 0)"],
    ["if (ends !== null) throw", "if (ends === undefined) throw"],
    ["closings.length === before.length ? null", "closings.length <= before.length ? null"],
  ),
  ...of(
    "firmware/evidence/log/closings.ts",
    ["if (sig === null || !verifier.verify(line, sig))", "if (sig === null)"],
    ["listed.isWhole && listed.closings.length === closings.length;", "true;"],
    ["return { closings, note: isSame || isShort ? null : note };", "return { closings, note: null };"],
  ),
  ...of("firmware/evidence/log/epoch-set.ts", [
    "if (this.start(middle).before.size <= seq) low",
    "if (this.start(middle).before.size < seq) low",
  ]),
  ...of("firmware/journal/store/next-line.ts", ["if (facts.epoch !== epoch)", "if (facts.epoch > epoch + 1)"]),
  ...of(
    "firmware/journal/store/reread.ts",
    ["file?.sha256 !== closing.sha256 || file.bytes !== closing.bytes", "file?.bytes !== closing.bytes"],
    ["this.#next = from;", "this.#next = 0;"],
  ),
  ...of(
    "firmware/journal/store/store.ts",
    ["    if (closes) this.epochs.requireClosing(facts.fields);\n", ""],
    ["if (epoch !== this.start.epoch + 1)", "if (epoch <= this.start.epoch)"],
    ["      this.epochs.checkClosed();\n", ""],
  ),
  ...of(
    "firmware/evidence/verify/verify-journal.ts",
    ["closing.sha256 === before.file.sha256", "closing.sha256 !== before.file.sha256"],
    [
      "  return { ...before, file: { bytes, sha256: sha256() } };",
      "  return { ...before, file: { bytes, sha256: closing.sha256 } };",
    ],
    [
      "if (closing === null || task === undefined || before.file?.sha256 === closing.sha256)",
      "if (closing !== undefined)",
    ],
    ["if (differs !== null) faults.push", "if (differs === undefined) faults.push"],
  ),
  ...of("src/record/growing-tree.ts", [
    "if (level >= HELD_FROM) this.#held.set",
    "if (level > HELD_FROM) this.#held.set",
  ]),
  ...of(
    "firmware/unit/evidence/storage-watch.ts",
    ["level <= this.#level ? STORAGE_CLEAR_PM : 0", "STORAGE_CLEAR_PM"],
    ["if (before > 0) entries", "if (before < 0) entries"],
  ),
  ...of(
    "firmware/unit/evidence/evidence.ts",
    ["return due && !journal.isClosing ?", "return due ?"],
    ["      epoch: epoch.number,\n      previous", "      epoch: 0,\n      previous"],
  ),
];

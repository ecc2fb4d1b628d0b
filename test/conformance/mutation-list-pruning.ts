import type { Mutant } from "./mutation-list.ts";

/** What is pruned, when, and how what is left is held against the records that say so. */

const of = (file: string, ...changes: readonly (readonly [string, string])[]): Mutant[] =>
  changes.map(([text, becomes]) => ({ file, text, becomes }));

export const PRUNING_MUTANTS: readonly Mutant[] = [
  ...of(
    "firmware/journal/epochs/prune-rule.ts",
    ["now.time - confirmed.time < days * SECONDS_A_DAY", "now.time - confirmed.time < days"],
    ["if (days === null) return before;", ""],
    ["confirmed === null || now.time", "confirmed !== null && now.time"],
    ["name: found.key.name, time: found.time }", "name: found.key.name, time: 0 }"],
    ["checkpoint.size !== size) return null", "checkpoint.size < 0) return null"],
    ["closings.slice(before?.epochs ?? 0)", "closings"],
  ),
  ...of(
    "firmware/journal/epochs/pruning.ts",
    ["if (bytes !== closing.bytes || sha256() !== closing.sha256)", "if (bytes !== closing.bytes)"],
    ["    if (isThere(pruned)) unlinkSync(pruned);\n", ""],
    ["if (KEPT_KINDS.includes(row.kind))", "if (!KEPT_KINDS.includes(row.kind))"],
    ["for (const one of allCosignatures(from)) insertCosignature(to, one);", ""],
  ),
  ...of("firmware/journal/store/commit.ts", [
    "size > store.head.seq || !sameBytes(root, treeRoot(size, store.node))",
    "size > store.head.seq",
  ]),
  ...of(
    "firmware/journal/epochs/epochs.ts",
    ["canonical(due) || !this.#mayPrune(said))", "canonical(due))"],
    ["pruned.epochs >= (before?.epochs ?? 0) &&", ""],
    ["last?.next.before.size === pruned.records", "last !== undefined"],
    ["const mayBePruned = epoch < (this.pruned?.epochs ?? 0);", "const mayBePruned = true;"],
  ),
  ...of(
    "firmware/evidence/verify/check.ts",
    [
      '    verification.problem(null, "no checkpoint covers the leaf hashes at its end");\n',
      '    verification.note("");\n',
    ],
    ["if (row.seq !== tree.frontier.size) verification.problem", "if (row.seq < 0) verification.problem"],
  ),
  ...of(
    "firmware/evidence/verify/verify-journal.ts",
    ["epoch.start.epoch >= (pruned?.epochs ?? 0)", "epoch.start.epoch > 1_000"],
    ["if (!isSame && before.pruned === null)", "if (!isSame)"],
  ),
  ...of("firmware/journal/epochs/open-epochs.ts", [
    "if (at < pruned && isPruned(path)) continue;",
    "if (isPruned(path)) continue;",
  ]),
  ...of("firmware/journal/export/export.ts", ["if (from < prunedRecords)", "if (from < 0)"]),
];

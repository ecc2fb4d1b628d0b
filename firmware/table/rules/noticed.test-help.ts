import { idealAbilities, runCase, runResults } from "../../../src/cases/run.ts";
import type { CaseFile, RuleCase } from "../../../src/cases/cases.ts";
import { type CoveredRules, coveredRules } from "../../../src/rules/coverage.ts";
import type { Pack } from "../../../src/rules/pack.ts";
import type { Mutant } from "./mutants.test-help.ts";

interface Placed {
  readonly one: RuleCase;
  readonly file: CaseFile;
}

/** Whether some case of these files fails under a changed pack. The cases of the changed rule are asked first. */
export function noticedBy(files: readonly CaseFile[]): (mutant: Mutant) => boolean {
  const all: readonly Placed[] = files.flatMap((file) => file.cases.map((one) => ({ one, file })));
  return ({ pack, rule }) => {
    try {
      const asked = rule === undefined ? all : all.toSorted((a, b) => away(a, rule) - away(b, rule));
      const coverages = new Map<string, CoveredRules>();
      return (
        asked.some(({ one, file }) => runCase(pack, coverageFor(coverages, pack, one), file, one).length > 0) ||
        files.some((file) => runResults(pack, file).length > 0)
      );
    } catch (error) {
      // A pack that no longer fits its own cases is noticed too.
      if (error instanceof RangeError) return true;
      throw error;
    }
  };
}

const away = ({ one }: Placed, rule: string): number => (one.rule === rule ? 0 : 1);

function coverageFor(coverages: Map<string, CoveredRules>, pack: Pack, one: RuleCase): CoveredRules {
  const houseRules = one["house-rules"] ?? [];
  const known = coverages.get(houseRules.join());
  if (known !== undefined) return known;
  const coverage = coveredRules(pack, idealAbilities(pack), houseRules);
  coverages.set(houseRules.join(), coverage);
  return coverage;
}

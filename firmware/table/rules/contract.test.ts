import { describe, expect, it } from "vitest";
import { ROLES } from "../../../src/people/roles.ts";
import { idealAbilities } from "../../../src/cases/run.ts";
import { ruledOut } from "../../../src/rules/ruled-out.ts";
import { coveredRules } from "../../../src/rules/coverage.ts";
import { declare } from "../../../src/rules/declare.ts";
import { judge, type Judgement } from "../../../src/rules/engine.ts";
import type { FactSheet } from "../../../src/rules/facts.ts";
import type { Pack, Rule } from "../../../src/rules/pack.ts";
import { factSpec } from "../../../src/rules/families.ts";
import { certainty, declaredBy, observationsOf, type Owed, owed } from "./contract.test-help.ts";
import { listPacks } from "./load.ts";
import { loadCases } from "./load-cases.ts";

/**
 * Every rule of every rulebook with everything that may be observed of its facts, while the round runs and when it is over, at a
 * table that sees all of them and at one that sees none, and declared by every office: what is asked of the engine is told in
 * `contract.test-help.ts` and not by the engine.
 */

const WANTED = process.env["TIRADA_RULEBOOKS"] ?? "";
const ALL = listPacks().filter(({ id }) => id.startsWith(WANTED));

/** The pack with one of its rules alone. */
const only = (pack: Pack, rule: Rule): Pack => ({ ...pack, rules: [rule] });

function seen(judgement: Judgement, rule: string): Owed {
  const has = (list: readonly { readonly rule: string }[]): boolean => list.some((one) => one.rule === rule);
  return {
    applies: judgement.applying.some((one) => one.rule.id === rule),
    voids: has(judgement.voids),
    breaks: has(judgement.deviations),
    leavesOpen: has(judgement.unjudged),
    held: judgement.held.includes(rule),
  };
}

/** Readings that a house may adopt: none, and this rule's own. */
const houses = (rule: Rule): readonly (readonly string[])[] =>
  rule.adopts === undefined ? [[]] : [[], [rule.id]];

/** A table without any device still knows what stands in its own records. */
function ownFacts(pack: Pack, facts: FactSheet): FactSheet {
  return Object.fromEntries(
    Object.entries(facts).filter(([name]) => factSpec(pack.family, name)?.from === "table"),
  );
}

function differencesOf(
  pack: Pack,
  ordinary: FactSheet,
): { readonly wrong: readonly string[]; readonly judged: number } {
  const wrong: string[] = [];
  let judged = 0;
  const tables = [
    { abilities: idealAbilities(pack), sees: true },
    { abilities: {}, sees: false },
  ];
  for (const rule of pack.rules) {
    const alone = only(pack, rule);
    const facts = observationsOf(rule, ordinary, pack.family);
    for (const houseRules of houses(rule)) {
      for (const { abilities, sees } of tables) {
        const coverage = coveredRules(alone, abilities, houseRules);
        const known = sees ? facts : facts.map((sheet) => ownFacts(pack, sheet));
        const answers = new Set(known.map((sheet) => certainty(rule.when, sheet, pack.family)));
        const can = ruledOut(pack, rule) === null && answers.has("so") && answers.has("not so");
        for (const sheet of facts) {
          const certain = certainty(rule.when, sheet, pack.family);
          for (const when of ["running", "rest"] as const) {
            judged += 1;
            const want = owed(rule, certain, when, houseRules, can);
            const got = seen(judge(alone, coverage, sheet, when), rule.id);
            if (JSON.stringify(got) !== JSON.stringify(want))
              wrong.push(
                `${rule.id} ${when} ${JSON.stringify(sheet)}: ${JSON.stringify(got)}, not ${JSON.stringify(want)}`,
              );
          }
        }
      }
      for (const role of ROLES) {
        judged += 1;
        const want = declaredBy(rule, role, houseRules);
        const declared = declare(pack, houseRules, rule.id, role);
        const got = declared.ok
          ? { outcome: declared.outcome, call: declared.announce, steps: declared.then.map(({ step }) => step) }
          : null;
        if (JSON.stringify(got) !== JSON.stringify(want)) wrong.push(`${rule.id} declared by ${role}`);
      }
    }
  }
  return { wrong, judged };
}

describe.each(ALL)("the engine and $id", (loaded) => {
  const { pack } = loaded;
  const { ordinary } = loadCases(loaded);
  const nothing = judge(pack, coveredRules(pack, idealAbilities(pack), []), ordinary, "rest");

  it("do what each rule owes, whatever is observed and whoever speaks", () => {
    const { wrong, judged } = differencesOf(pack, ordinary);
    expect(wrong.slice(0, 5)).toEqual([]);
    // Each rule by every office, at least.
    expect(judged).toBeGreaterThanOrEqual(pack.rules.length * ROLES.length);
  });

  it("judge all rules at once as they judge each of them alone", () => {
    for (const when of ["running", "rest"] as const) {
      const whole = judge(pack, coveredRules(pack, idealAbilities(pack), []), ordinary, when);
      for (const rule of pack.rules) {
        const alone = judge(
          only(pack, rule),
          coveredRules(only(pack, rule), idealAbilities(pack), []),
          ordinary,
          when,
        );
        expect(seen(whole, rule.id), rule.id).toEqual(seen(alone, rule.id));
      }
    }
  });

  it("find nothing in the ordinary round", () => {
    expect(nothing.applying.map(({ rule }) => rule.id)).toEqual([]);
  });
});

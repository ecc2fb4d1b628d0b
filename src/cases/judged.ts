import { blocks, type Judgement, stepsAfter } from "../rules/engine.ts";
import type { NextStep, Reason } from "../rules/facts.ts";
import { callOf } from "../rules/declare.ts";
import type { Call, Pack, Rule } from "../rules/pack.ts";
import type { OUTCOMES } from "./shapes.ts";

type Verdict = (typeof OUTCOMES)[number];

/** What the engine said of a case, in the terms in which the case says it. */
export interface Outcome {
  readonly verdict: Verdict;
  /** The rules behind the verdict. */
  readonly rules: readonly string[];
  readonly call: Call | null;
  readonly then: readonly NextStep[];
  readonly observed: Reason["observed"];
  /** Cards: the rule whose effect, scope and deem count; null: none. */
  readonly rule: Rule | null;
}

/** Nobody says or does anything. */
export const SILENT = { call: null, then: [], observed: {}, rule: null } as const;

/** A judgement in which a void ends the round, and without one a doubt leaves it open. */
export function judgedOnce(
  pack: Pack,
  judgement: Judgement,
  houseRules: readonly string[],
  moment: "running" | "rest",
): Outcome {
  const [first] = judgement.voids;
  if (first !== undefined) {
    const rules = judgement.voids.map((reason) => reason.rule);
    const rule = pack.rules.find((known) => known.id === first.rule);
    const call = rule === undefined ? null : callOf(rule, houseRules);
    const then = stepsAfter(pack, rules, houseRules);
    return { ...SILENT, verdict: "void", rules, call, then, observed: first.observed };
  }
  if (moment === "running") return { ...SILENT, verdict: "goes on", rules: [] };
  const open = judgement.unjudged.filter(blocks);
  const [doubt] = open;
  if (doubt !== undefined) {
    return { ...SILENT, verdict: "undecided", rules: open.map((item) => item.rule), observed: doubt.observed };
  }
  const [broken] = judgement.deviations;
  if (broken === undefined) return { ...SILENT, verdict: "stands", rules: [] };
  const rules = judgement.deviations.map((reason) => reason.rule);
  const then = stepsAfter(pack, rules, houseRules);
  return { ...SILENT, verdict: "deviation", rules, then, observed: broken.observed };
}

/** The same, where what the law says stands is recorded with the deviations, and either leaves the round valid. */
export function judgedWithNotes(
  pack: Pack,
  judgement: Judgement,
  houseRules: readonly string[],
  moment: "running" | "rest",
): Outcome {
  if (judgement.voids.length > 0) return judgedOnce(pack, judgement, houseRules, moment);
  const { applying, unjudged } = judgement;
  const open = unjudged.filter(blocks);
  const [doubt] = open;
  if (doubt !== undefined)
    return { ...SILENT, verdict: "undecided", rules: open.map(({ rule }) => rule), observed: doubt.observed };
  const noted = applying.filter(({ verdict }) => verdict === "deviation" || verdict === "stands");
  const rules = noted.map(({ rule }) => rule.id);
  return {
    ...SILENT,
    verdict: noted.some(({ verdict }) => verdict === "deviation") ? "deviation" : "stands",
    rules,
    then: stepsAfter(pack, rules, houseRules),
    observed: noted[0]?.reason.observed ?? {},
  };
}

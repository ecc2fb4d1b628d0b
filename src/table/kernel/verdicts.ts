import { reportingFaultsOfUnit } from "../../codes/faults.ts";
import type { ReasonCode } from "../../codes/reasons.ts";
import type { Person } from "../../people/roles.ts";
import { rulesAt } from "../../rules/coverage.ts";
import { callableVoids } from "../../rules/declare.ts";
import { becauseOf, blocks, stepsAfter, type Judgement } from "../../rules/engine.ts";
import type { NextStep, Reason } from "../../rules/facts.ts";
import { emitRecord, type TableContext } from "./context.ts";
import type { ResultRecord, UndecidedRecord, VoidRecord } from "./record.ts";

/** What the verdicts of all tables have in common. */

/** The steps that the rulebook has follow these rules, as the round stands of which they are said. */
export function nextStepsOf(
  context: TableContext,
  ids: readonly string[],
  round: number = context.durable.round,
): readonly NextStep[] {
  const { pack, coverage, family } = context.rules;
  const isDue = ({ step: id }: NextStep): boolean => {
    const step = pack.steps.find((one) => one.id === id);
    return step === undefined || family.steps.isStepDue?.(context, step, round) !== false;
  };
  return stepsAfter(pack, ids, coverage.houseRules).filter(isDue);
}

/** Voids a round. */
export function emitVoid(
  context: TableContext,
  round: number,
  reasons: readonly Reason[],
  calledBy: "machine" | Person,
  late: Pick<VoidRecord, "late"> = {},
  placed: (then: readonly NextStep[]) => readonly NextStep[] = (then) => then,
): void {
  const then = nextStepsOf(
    context,
    reasons.map(({ rule }) => rule),
    round,
  );
  emitRecord(context, { kind: "void", round, reasons, then: placed(then), calledBy, ...late });
}

/** Leaves a round to a person. `rules`: those that were not judged, or that leave it to somebody. */
export function emitUndecided(
  context: TableContext,
  round: number,
  because: readonly ReasonCode[],
  seen: UndecidedRecord["seen"],
  rules: readonly string[] = [],
  contest: Pick<UndecidedRecord, "contestedBy" | "late"> = {},
): void {
  emitRecord(context, {
    kind: "undecided",
    round,
    because,
    seen: { ...seen, ...(rules.length > 0 ? { rules: rules.join(", ") } : {}) },
    mayBeCalled: voidsToCall(context),
    ...contest,
  });
}

/** The void rules that the people of this table may declare, in the order of the rulebook. */
function voidsToCall({ rules: { pack, coverage, family } }: TableContext): readonly string[] {
  const callable = family.people.callVoids.flatMap((role) => callableVoids(pack, coverage.houseRules, role));
  return pack.rules.filter((rule) => callable.includes(rule)).map(({ id }) => id);
}

/** Rules that keep a round from being certified, with the reasons that people read. */
export function openRulesOf({ unjudged }: Judgement): {
  readonly because: readonly ReasonCode[];
  readonly rules: readonly string[];
} {
  const open = unjudged.filter(blocks);
  return { because: becauseOf(open), rules: open.map(({ rule }) => rule) };
}

/** Certified unless something speaks against it (`against`), or against the unit. `held`: rules that were judged and not broken. */
export function certaintyOf(
  { rules: { coverage }, durable: { faults } }: TableContext,
  held: readonly string[],
  witnesses: readonly string[],
  against: readonly ReasonCode[] = [],
): ResultRecord["certainty"] {
  const because = [...against, ...reportingFaultsOfUnit(faults)];
  const heldAt = (level: "judged" | "bounded"): string[] =>
    rulesAt(coverage, level).filter((rule) => held.includes(rule));
  return {
    level: because.length === 0 ? "certified" : "reported",
    witnesses,
    judged: heldAt("judged"),
    bounded: heldAt("bounded"),
    attested: rulesAt(coverage, "attested"),
    notObservable: rulesAt(coverage, "not-observable"),
    because,
  };
}

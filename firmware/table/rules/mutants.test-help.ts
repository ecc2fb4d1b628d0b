import { ROLES } from "../../../src/people/roles.ts";
import type { Call, Condition, Pack, Rule, RuleVerdict, Step, WheelPack } from "../../../src/rules/pack.ts";
import type { Language } from "../../../src/text/language.ts";
import { cardMutants, changedActs } from "./card-mutants.test-help.ts";
import { diceMutants } from "./dice-mutants.test-help.ts";
import { factSpec } from "../../../src/rules/families.ts";

/** A pack with one thing changed that the cases must notice. */
export interface Mutant {
  readonly change: string;
  /** The rule that was changed, whose cases are to notice it first. */
  readonly rule?: string;
  readonly pack: Pack;
}

const VERDICTS: readonly RuleVerdict[] = ["void", "deviation", "person-decides", "stands"];

/** Every pack that differs from this one in one rule, one word or one number of a rule or of a step. */
export function mutantsOf(pack: Pack): readonly Mutant[] {
  const printed = pack.announcements.find((announcement) => announcement.phase === "void")?.printed ?? [];
  const rules = pack.rules.flatMap((rule, index): readonly Mutant[] => [
    { change: `${rule.id}: dropped`, rule: rule.id, pack: { ...pack, rules: pack.rules.toSpliced(index, 1) } },
    ...changedRules(pack, rule, printed).map(([what, changed]) => ({
      change: `${rule.id}: ${what}`,
      rule: rule.id,
      pack: { ...pack, rules: pack.rules.with(index, changed) },
    })),
  ]);
  const steps = pack.steps.flatMap((step, index) =>
    changedSteps(step).map(([what, changed]) => ({
      change: `${step.id}: ${what}`,
      pack: { ...pack, steps: pack.steps.with(index, changed) },
    })),
  );
  return [...rules, ...steps, ...gameMutants(pack)];
}

function gameMutants(pack: Pack): readonly Mutant[] {
  switch (pack.family) {
    case "wheel":
      return wheelMutants(pack);
    case "shoe":
      return cardMutants(pack);
    case "dice":
      return diceMutants(pack);
    default:
      return [];
  }
}

function wheelMutants(pack: WheelPack): readonly Mutant[] {
  return [...changedPays(pack), ...changedSpecials(pack)];
}

/** What a cell of a disc pays: a push for a win and the other way round, and one more. */
function changedPays(pack: WheelPack): readonly Mutant[] {
  return pack.suertes.flatMap((suerte, index) => {
    const { pays } = suerte;
    if (pays === undefined) return [];
    const others = pays === "push" ? ["1:1"] : ["push", `${Number.parseInt(pays, 10) + 1}:1`];
    return others.map((other) => ({
      change: `${suerte.id}: pays ${other}`,
      pack: { ...pack, suertes: pack.suertes.with(index, { ...suerte, pays: other }) },
    }));
  });
}

/** What a pocket without colour does to simple bets. */
function changedSpecials(pack: WheelPack): readonly Mutant[] {
  const { special } = pack.result;
  return special.flatMap((one, index) =>
    (["half", "half-or-prison", "lose"] as const)
      .filter((simple) => simple !== one.simple)
      .map((simple) => ({
        change: `${one.pocket}: ${simple}`,
        pack: { ...pack, result: { ...pack.result, special: special.with(index, { ...one, simple }) } },
      })),
  );
}

type Change<T> = readonly [what: string, changed: T];

function changedRules(pack: Pack, rule: Rule, printed: readonly Language[]): readonly Change<Rule>[] {
  const { announce, adopts, declaredBy, mayBeCalled, ...unframed } = rule;
  const changes: Change<Rule>[] = pack.family === "shoe" ? [...changedActs(rule)] : [];
  for (const verdict of pack.family === "shoe" ? [...VERDICTS, "corrected" as const] : VERDICTS) {
    if (verdict !== rule.verdict) changes.push([`verdict ${verdict}`, { ...rule, verdict }]);
  }
  for (const [what, when] of changedConditions(pack.family, rule.when)) changes.push([what, { ...rule, when }]);
  for (const [what, then] of changedLists(rule.then)) changes.push([what, { ...rule, then }]);
  if (announce !== undefined) {
    const rest = {
      ...unframed,
      ...(adopts && { adopts }),
      ...(declaredBy && { declaredBy }),
      ...(mayBeCalled && { mayBeCalled }),
    };
    changes.push(["not announced", rest]);
    for (const [what, call] of changedCalls(announce, printed))
      changes.push([what, { ...rule, announce: call }]);
  }
  if (adopts !== undefined) {
    const rest = {
      ...unframed,
      ...(announce && { announce }),
      ...(declaredBy && { declaredBy }),
      ...(mayBeCalled && { mayBeCalled }),
    };
    changes.push(["not adoptable", rest]);
    for (const [what, call] of changedCalls(adopts.announce, printed)) {
      changes.push([`adopted: ${what}`, { ...rule, adopts: { ...adopts, announce: call } }]);
    }
    for (const [what, then] of changedLists(adopts.then)) {
      changes.push([`adopted: ${what}`, { ...rule, adopts: { ...adopts, then } }]);
    }
  }
  for (const role of ROLES) {
    if (declaredBy !== undefined && role !== declaredBy)
      changes.push([`declared by ${role}`, { ...rule, declaredBy: role }]);
  }
  if (mayBeCalled !== undefined)
    changes.push(["may be called another", { ...rule, mayBeCalled: "ball-left-cylinder" }]);
  return changes;
}

/** One number up or down, one word or flag for another, `all` for `any`, a part dropped, a negation. */
function changedConditions(family: Pack["family"], condition: Condition): readonly Change<Condition>[] {
  if ("declared" in condition) return [];
  const negated: Change<Condition> = ["when: negated", { not: condition }];
  if ("all" in condition || "any" in condition) {
    const all = "all" in condition;
    const parts = all ? condition.all : condition.any;
    const joined = (some: readonly Condition[]): Condition => (all ? { all: some } : { any: some });
    return [
      negated,
      [all ? "when: all becomes any" : "when: any becomes all", all ? { any: parts } : { all: parts }],
      ...parts.map((_, index): Change<Condition> => [
        `when: part ${index} dropped`,
        joined(parts.toSpliced(index, 1)),
      ]),
      ...parts.flatMap((part, index) =>
        changedConditions(family, part).map(([what, changed]): Change<Condition> => [
          what,
          joined(parts.with(index, changed)),
        ]),
      ),
    ];
  }
  if ("fewerThan" in condition) {
    const { fact, fewerThan } = condition;
    return [
      negated,
      [`when: fewer than ${fewerThan + 1}`, { fact, fewerThan: fewerThan + 1 }],
      [`when: fewer than ${fewerThan - 1}`, { fact, fewerThan: fewerThan - 1 }],
    ];
  }
  if ("atLeast" in condition) {
    const { fact, atLeast } = condition;
    return [
      negated,
      [`when: at least ${atLeast + 1}`, { fact, atLeast: atLeast + 1 }],
      ...(atLeast > 1 ? [[`when: at least ${atLeast - 1}`, { fact, atLeast: atLeast - 1 }] as const] : []),
    ];
  }
  if ("is" in condition) {
    const { fact, is } = condition;
    if (typeof is === "boolean") return [negated, [`when: ${fact} ${!is}`, { fact, is: !is }]];
    const others = factSpec(family, fact)?.words?.filter((word) => word !== is) ?? [];
    return [negated, ...others.map((word): Change<Condition> => [`when: ${fact} ${word}`, { fact, is: word }])];
  }
  throw new Error("a pack uses a condition that this test does not change yet");
}

/** The speaker, and the words in every language in which the law prints them. */
function changedCalls(call: Call, printed: readonly Language[]): readonly Change<Call>[] {
  const others = ROLES.filter((role) => role !== call.by);
  return [
    ...printed.map((language): Change<Call> => {
      const say = { ...call.say, [language]: `${call.say[language]}s` };
      return [`other words (${language})`, { ...call, say }];
    }),
    ...others.map((by): Change<Call> => [`called by ${by}`, { ...call, by }]),
  ];
}

function changedLists(list: readonly string[]): readonly Change<readonly string[]>[] {
  const dropped = list.map((step, index): Change<readonly string[]> => [
    `without ${step}`,
    list.toSpliced(index, 1),
  ]);
  return list.length > 1 ? [...dropped, ["steps in reverse", list.toReversed()]] : dropped;
}

function changedSteps(step: Step): readonly Change<Step>[] {
  const changes: Change<Step>[] = ROLES.filter((role) => role !== step.who).map((who) => [
    `done by ${who}`,
    { ...step, who },
  ]);
  const turns = step.rotorTurnsAtLeast;
  if (turns !== undefined) {
    changes.push([`${turns + 1} turns`, { ...step, rotorTurnsAtLeast: turns + 1 }]);
    changes.push([`${turns - 1} turns`, { ...step, rotorTurnsAtLeast: turns - 1 }]);
  }
  return changes;
}

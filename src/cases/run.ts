import { type CaseFile, factSheet, roleOf, type RuleCase, stepText } from "./cases.ts";
import { type CoveredRules, coveredRules } from "../rules/coverage.ts";
import { declare } from "../rules/declare.ts";
import { judge, verdictOf } from "../rules/engine.ts";
import type { Abilities, FactSheet, NextStep } from "../rules/facts.ts";
import type { Call, Pack } from "../rules/pack.ts";
import { vocabularyOf } from "../rules/families.ts";
import { caseFamilyOf, caseRunnerOf } from "./family.ts";
import { type Outcome, SILENT } from "./judged.ts";

/** Runs all cases of a pack at a table that can measure every fact: one line for each difference, none if all hold. */
export function runCases(pack: Pack, file: CaseFile): readonly string[] {
  const coverages = new Map<string, CoveredRules>();
  const coverageFor = (houseRules: readonly string[]): CoveredRules => {
    const key = houseRules.join();
    const coverage = coverages.get(key) ?? coveredRules(pack, idealAbilities(pack), houseRules);
    coverages.set(key, coverage);
    return coverage;
  };
  return [
    ...file.cases.flatMap((one) =>
      runCase(pack, coverageFor(one["house-rules"] ?? []), file, one).map(
        (line) => `${one.at === undefined ? "" : `${one.at}: `}${one.rule}: ${one.case}: ${line}`,
      ),
    ),
    ...runResults(pack, file),
  ];
}

/** One line for each difference between the results of a file (results, deals or throws) and what the pack makes of them. */
export function runResults(pack: Pack, file: CaseFile): readonly string[] {
  return [...runSession(pack, file), ...runGame(pack, file)];
}

/** One line where a session begins or ends with other steps than the file says. A part says nothing of it. */
function runSession({ session, steps }: Pack, file: CaseFile): readonly string[] {
  if (file.kept !== undefined) return [];
  return (["opening", "closing"] as const).flatMap((key) => {
    const reported = (file.session?.[key] ?? []).join(", ");
    const own = (session?.[key] ?? []).flatMap((id) => steps.filter((step) => step.id === id).map(stepText));
    return reported === own.join(", ")
      ? []
      : [`${key} of the session should be "${reported}", is "${own.join(", ")}"`];
  });
}

function runGame(pack: Pack, file: CaseFile): readonly string[] {
  const at = (list: string, index: number): string =>
    file.lineOf === undefined ? "" : `${file.lineOf([list, index])}: `;
  return caseRunnerOf(pack).run(pack, file, at);
}

/** The differences between what one case says and what the engine says of it at a table with this coverage. */
export function runCase(
  pack: Pack,
  coverage: CoveredRules,
  { ordinary, kept: stored }: Pick<CaseFile, "ordinary" | "kept">,
  one: RuleCase,
): readonly string[] {
  const rule = pack.rules.find((known) => known.id === one.rule);
  if (rule === undefined) return [`the pack has no rule "${one.rule}"`];
  const outcome = outcomeOf(pack, coverage, { ...ordinary, ...factSheet(pack, one.given) }, one);
  const want = one.then;
  const differences: string[] = [];
  const compare = (what: string, wanted: unknown, got: unknown): void => {
    if (JSON.stringify(wanted) === JSON.stringify(got)) return;
    differences.push(`${what} should be ${JSON.stringify(wanted)}, is ${JSON.stringify(got)}`);
  };
  compare("verdict", want.verdict, outcome.verdict);
  const applying = [...(one.applies === "yes" ? [one.rule] : []), ...(one.also ?? [])];
  const spokenOf = outcome.rules.filter((id) => stored?.includes(id) !== false || one.also?.includes(id));
  compare("the rules that apply", applying.sort(), spokenOf.sort());
  compare("speaker", want.by === undefined ? null : roleOf(want.by), outcome.call?.by ?? null);
  for (const [language, words] of Object.entries(want.announce ?? {})) {
    const text = outcome.call?.say[language as keyof Call["say"]] ?? null;
    compare(`words (${language})`, words, text);
  }
  if (want.announce === undefined && outcome.call !== null) compare("words", null, outcome.call.say.es);
  compare(
    "steps",
    want.steps ?? [],
    outcome.then.map(({ step, who }) => stepText({ id: step, who })),
  );
  compare("rotor turns before the relaunch", want["rotor-turns"] ?? null, rotorTurns(pack, outcome.then));
  const { houseRules } = coverage;
  const left = outcome.verdict === "void" && verdictOf(rule, houseRules) === "person-decides";
  compare("left to a person", want.discretionary ?? false, left);
  const isRead = rule.readings?.some(({ id }) => houseRules.includes(id)) === true;
  const mayBeCalled = isRead || !outcome.rules.includes(rule.id) ? null : (rule.mayBeCalled ?? null);
  compare("may be called", want["may-be-called"] ?? null, mayBeCalled);
  const acts = actsOf(outcome);
  for (const key of ["effect", "scope", "deem", "asks"] as const) compare(key, want[key] ?? null, acts[key]);
  if (want.observed !== undefined) compare("observed", want.observed, outcome.observed);
  return differences;
}

/** Abilities of a table that can measure everything: cases are about the law, not about devices. */
export function idealAbilities(pack: Pack): Abilities {
  const names = Object.keys(vocabularyOf(pack.family));
  return Object.fromEntries(names.map((name) => [name, { level: "measured", note: "an ideal device" }]));
}

function outcomeOf(pack: Pack, coverage: CoveredRules, facts: FactSheet, one: RuleCase): Outcome {
  const { houseRules } = coverage;
  const speaker = /^declared by (.+)$/.exec(one.when)?.[1];
  if (speaker !== undefined) return declared(pack, houseRules, one.rule, speaker);
  const moment = one.when === caseFamilyOf(pack).running ? "running" : "rest";
  const judgement = judge(pack, coverage, facts, moment);
  return caseRunnerOf(pack).judged(pack, judgement, houseRules, moment);
}

/** What a rule does to a deal, as a case says it: a void of the whole round needs no word for it. */
function actsOf({ verdict, rule }: Outcome): Record<"effect" | "scope" | "deem" | "asks", unknown> {
  const reach = verdict === "void" && rule !== null && rule.scope !== "round" ? rule.scope : null;
  return { effect: rule?.effect ?? null, scope: reach, deem: rule?.deem ?? null, asks: rule?.asks ?? null };
}

function declared(pack: Pack, houseRules: readonly string[], rule: string, speaker: string): Outcome {
  const role = roleOf(speaker);
  const declaration = role === null ? null : declare(pack, houseRules, rule, role);
  if (declaration?.ok !== true) return { ...SILENT, verdict: "refused", rules: [] };
  const verdict = declaration.outcome === "person-decides" ? "person decides" : declaration.outcome;
  const { announce, then, reason } = declaration;
  const of = caseRunnerOf(pack).actsWhileRunning ? declaration.rule : null;
  return { verdict, rules: [rule], call: announce, then, observed: reason.observed, rule: of };
}

function rotorTurns(pack: Pack, then: readonly NextStep[]): number | null {
  const turns = then.flatMap(
    ({ step }) => pack.steps.find((known) => known.id === step)?.rotorTurnsAtLeast ?? [],
  );
  return turns[0] ?? null;
}

import { type CaseFile, factSheet, type ResultCase, roleOf, type RuleCase, stepText } from "./cases.ts";
import { type CoveredRules, coveredRules } from "../rules/coverage.ts";
import { callOf, declare } from "../rules/declare.ts";
import { runDeal } from "./deal-run.ts";
import { type Applying, blocks, judge, type Judgement, stepsAfter, verdictOf } from "../rules/engine.ts";
import type { Abilities, FactSheet } from "../rules/facts.ts";
import type { Call, Pack, Rule, WheelPack } from "../rules/pack.ts";
import type { NextStep, Reason } from "../rules/reason.ts";
import { runThrow } from "./throw-cases.ts";
import { vocabularyOf } from "../rules/vocabulary/index.ts";
import { colourOf, paysOf, specialOf, winningSuertes } from "../rules/winning.ts";

/** What the engine said of a case, in the terms in which the case says it. */
interface Outcome {
  readonly verdict: RuleCase["then"]["verdict"];
  /** The rules behind the verdict. */
  readonly rules: readonly string[];
  readonly call: Call | null;
  readonly then: readonly NextStep[];
  readonly observed: Reason["observed"];
  /** Cards: the rule whose effect, scope and deem count; null: none. */
  readonly rule: Rule | null;
}

const SILENT = { call: null, then: [], observed: {}, rule: null } as const;

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
    const told = (file.session?.[key] ?? []).join(", ");
    const own = (session?.[key] ?? []).flatMap((id) => steps.filter((step) => step.id === id).map(stepText));
    return told === own.join(", ") ? [] : [`${key} of the session should be "${told}", is "${own.join(", ")}"`];
  });
}

function runGame(pack: Pack, file: CaseFile): readonly string[] {
  const at = (list: string, index: number): string =>
    file.lineOf === undefined ? "" : `${file.lineOf([list, index])}: `;
  switch (pack.family) {
    case "wheel":
      return file.results.flatMap((one, index) =>
        runResult(pack, one).map((line) => `${at("results", index)}ball in ${one.pocket}: ${line}`),
      );
    case "shoe":
      return file.deals.flatMap((one, index) =>
        runDeal(pack, one).map((line) => `${at("deals", index)}${one.deal}: ${line}`),
      );
    case "dice":
      return file.throws.flatMap((one, index) => {
        const before = one.craps === undefined ? "" : `, ${one.craps}`;
        return runThrow(pack, one).map((line) => `${at("throws", index)}${one.faces}${before}: ${line}`);
      });
  }
}

/** The differences between what one case says and what the engine says of it at a table with this coverage. */
export function runCase(
  pack: Pack,
  coverage: CoveredRules,
  { ordinary, kept }: Pick<CaseFile, "ordinary" | "kept">,
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
  const spokenOf = outcome.rules.filter((id) => kept?.includes(id) !== false || one.also?.includes(id));
  compare("the rules that apply", applying.sort(), spokenOf.sort());
  compare("speaker", want.by === undefined ? null : roleOf(want.by), outcome.call?.by ?? null);
  for (const [language, words] of Object.entries(want.announce ?? {})) {
    const said = outcome.call?.say[language as keyof Call["say"]] ?? null;
    compare(`words (${language})`, words, said);
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

/** The differences between a result case and what the pack's sets say of the pocket. */
export function runResult(pack: WheelPack, one: ResultCase): readonly string[] {
  const suertes = winningSuertes(pack, one.pocket).map((suerte) => suerte.id);
  const special = specialOf(pack, one.pocket)?.simple;
  const pays = paysOf(pack, one.pocket);
  const differences: string[] = [];
  if (suertes.join() !== one.suertes.join()) differences.push(`wins ${suertes.join(", ") || "nothing"}`);
  if (colourOf(pack, one.pocket) !== one.colour) differences.push(`is ${colourOf(pack, one.pocket)}`);
  if (special !== one.special) differences.push(`the rule of the pocket is ${special ?? "none"}`);
  if (pays !== (one.pays ?? null)) differences.push(`pays ${pays ?? "nothing by itself"}`);
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
  const moment = one.when === "spin running" || one.when === "round running" ? "running" : "rest";
  const judgement = judge(pack, coverage, facts, moment);
  if (pack.family === "dice" && judgement.voids.length === 0) return thrown(pack, judgement, houseRules);
  if (pack.family === "shoe") return dealt(pack, judgement, houseRules, moment);
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

/** A throw that no rule voids. What the law says stands is recorded with the deviations, and either leaves the throw valid. */
function thrown(pack: Pack, { applying, unjudged }: Judgement, houseRules: readonly string[]): Outcome {
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

const OUTRIGHT = ({ rule, verdict }: Applying): boolean => verdict === "void" && rule.scope === "round";

/** What outweighs what when several rules apply to one deal, and the word for it. */
const WEIGHTS: readonly {
  readonly of: (one: Applying) => boolean;
  readonly verdict: Outcome["verdict"];
}[] = [
  { of: OUTRIGHT, verdict: "void" },
  { of: ({ verdict }) => verdict === "person-decides", verdict: "undecided" },
  { of: ({ verdict }) => verdict === "void", verdict: "void" },
  { of: ({ verdict }) => verdict === "corrected", verdict: "corrected" },
  { of: ({ verdict }) => verdict === "deviation", verdict: "deviation" },
  { of: ({ verdict }) => verdict === "stands", verdict: "stands" },
];

/** A deal: every rule that applies is at work at once; the verdict is that of the weightiest. */
function dealt(
  pack: Pack,
  { applying, unjudged }: Judgement,
  houseRules: readonly string[],
  moment: "running" | "rest",
): Outcome {
  const weight = WEIGHTS.find(({ of }) => applying.some(of));
  const doubts = moment === "running" ? [] : unjudged.filter(blocks);
  const doubt = doubts.find(({ rule }) => !applying.some((one) => one.rule.id === rule));
  if (doubt !== undefined && !applying.some(OUTRIGHT)) {
    return { ...SILENT, verdict: "undecided", rules: doubts.map(({ rule }) => rule), observed: doubt.observed };
  }
  if (weight === undefined)
    return { ...SILENT, verdict: moment === "running" ? "goes on" : "stands", rules: [] };
  const chosen = applying.filter(weight.of);
  const [first] = chosen;
  return {
    verdict: weight.verdict,
    rules: applying.map(({ rule }) => rule.id),
    call: first === undefined ? null : callOf(first.rule, houseRules),
    then: stepsAfter(
      pack,
      chosen.map(({ rule }) => rule.id),
      houseRules,
    ),
    observed: first?.reason.observed ?? {},
    rule: first?.rule ?? null,
  };
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
  const of = pack.family === "shoe" ? declaration.rule : null;
  return { verdict, rules: [rule], call: announce, then, observed: reason.observed, rule: of };
}

function rotorTurns(pack: Pack, then: readonly NextStep[]): number | null {
  const turns = then.flatMap(
    ({ step }) => pack.steps.find((known) => known.id === step)?.rotorTurnsAtLeast ?? [],
  );
  return turns[0] ?? null;
}

import { type CaseFile, factSheet, type ResultCase, roleOf, type RuleCase, stepText } from "./cases.ts";
import { type Coverage, coverageOf } from "./coverage.ts";
import { callOf, declare } from "./declare.ts";
import { blocks, judge, stepsAfter } from "./engine.ts";
import type { Abilities, FactSheet } from "./facts.ts";
import type { Call, Pack } from "./pack.ts";
import type { NextStep, Reason } from "../table/record.ts";
import { vocabularyOf } from "./vocabulary.ts";
import { colourOf, paysOf, specialOf, winningSuertes } from "./winning.ts";

/** What the engine said of a case, in the terms in which the case says it. */
interface Outcome {
  readonly verdict: RuleCase["then"]["verdict"];
  /** The rules behind the verdict. */
  readonly rules: readonly string[];
  readonly call: Call | null;
  readonly then: readonly NextStep[];
  readonly observed: Reason["observed"];
}

const SILENT = { call: null, then: [], observed: {} } as const;

/** Runs all cases of a pack at a table that can measure every fact: one line for each difference, none if all hold. */
export function runCases(pack: Pack, file: CaseFile): readonly string[] {
  const coverages = new Map<string, Coverage>();
  const coverageFor = (houseRules: readonly string[]): Coverage => {
    const key = houseRules.join();
    const coverage = coverages.get(key) ?? coverageOf(pack, idealAbilities(pack), houseRules);
    coverages.set(key, coverage);
    return coverage;
  };
  return [
    ...file.cases.flatMap((one) =>
      runCase(pack, coverageFor(one["house-rules"] ?? []), file.ordinary, one).map(
        (line) => `${one.rule}: ${one.case}: ${line}`,
      ),
    ),
    ...file.results.flatMap((one) => runResult(pack, one).map((line) => `ball in ${one.pocket}: ${line}`)),
  ];
}

/** The differences between what one case says and what the engine says of it at a table with this coverage. */
export function runCase(pack: Pack, coverage: Coverage, ordinary: FactSheet, one: RuleCase): readonly string[] {
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
  compare("the rules that apply", applying.sort(), [...outcome.rules].sort());
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
  const left = outcome.verdict === "void" && rule.verdict === "person-decides";
  compare("left to a person", want.discretionary ?? false, left);
  const mayBeCalled = outcome.rules.includes(rule.id) ? (rule.mayBeCalled ?? null) : null;
  compare("may be called", want["may-be-called"] ?? null, mayBeCalled);
  if (want.observed !== undefined) compare("observed", want.observed, outcome.observed);
  return differences;
}

/** The differences between a result case and what the pack's sets say of the pocket. */
export function runResult(pack: Pack, one: ResultCase): readonly string[] {
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

function outcomeOf(pack: Pack, coverage: Coverage, facts: FactSheet, one: RuleCase): Outcome {
  const { houseRules } = coverage;
  const speaker = /^declared by (.+)$/.exec(one.when)?.[1];
  if (speaker !== undefined) return declared(pack, houseRules, one.rule, speaker);
  const moment = one.when === "spin running" ? "running" : "rest";
  const judgement = judge(pack, coverage, facts, moment);
  const [first] = judgement.voids;
  if (first !== undefined) {
    const rules = judgement.voids.map((reason) => reason.rule);
    const rule = pack.rules.find((known) => known.id === first.rule);
    const call = rule === undefined ? null : callOf(rule, houseRules);
    const then = stepsAfter(pack, rules, houseRules);
    return { verdict: "void", rules, call, then, observed: first.observed };
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

function declared(pack: Pack, houseRules: readonly string[], rule: string, speaker: string): Outcome {
  const role = roleOf(speaker);
  const declaration = role === null ? null : declare(pack, houseRules, rule, role);
  if (declaration?.ok !== true) return { ...SILENT, verdict: "refused", rules: [] };
  const verdict = declaration.outcome === "person-decides" ? "person decides" : declaration.outcome;
  const { announce, then, reason } = declaration;
  return { verdict, rules: [rule], call: announce, then, observed: reason.observed };
}

function rotorTurns(pack: Pack, then: readonly NextStep[]): number | null {
  const turns = then.flatMap(
    ({ step }) => pack.steps.find((known) => known.id === step)?.rotorTurnsAtLeast ?? [],
  );
  return turns[0] ?? null;
}

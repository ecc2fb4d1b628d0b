import { z } from "zod";
import { ROLES, type Role } from "../people/roles.ts";
import { type CaseFileReading, type CaseLibrary, NO_CASES, readCaseFile, type RoundKind } from "./files.ts";
import { casesOfEntry, type PlacedCase, type RuleEntry, ruleEntry } from "./entries.ts";
import { type Lists, type ReportProblem, caseFamilyOf } from "./family.ts";
import { given, outcome, session } from "./shapes.ts";
import { lineOfCite } from "../rules/lay-out.ts";
import { howToWrite, readFact } from "../rules/fact-words.ts";
import type { Fact, FactSheet } from "../rules/facts.ts";
import { didYouMean } from "../rules/nearest.ts";
import { type Pack, rulebookName } from "../rules/pack.ts";
import { shapeProblems } from "../rules/shape.ts";
import { factSpec, vocabularyOf } from "../rules/families.ts";
import { type Path, type Problem, tidyProblems } from "../rules/yaml.ts";

const id = z.string().min(1).max(60);

const aCase = z.strictObject({
  case: z.string().min(1).max(300),
  rule: id,
  cite: z.string(),
  "house-rules": z.array(id).exactOptional(),
  given,
  when: z
    .string()
    .regex(
      /^(spin running|ball at rest in \S+|round running|round over|dice at rest|declared by [a-z ]+)$/,
      "spin running | ball at rest in 17 | round running | round over | dice at rest | declared by jefe de mesa",
    ),
  applies: z.enum(["yes", "no"]),
  /** Other rules that apply to the same facts. */
  also: z.array(id).exactOptional(),
  then: outcome,
});

/** Single cases of one file. */
export const CASES_MAX = 500;

/** `rules`: what the law says of each rule and its cases; `cases`: single cases, told in full. */
const common = {
  of: z.string(),
  rules: z.record(id, ruleEntry).default({}),
  cases: z.array(aCase).max(CASES_MAX).default([]),
  session: session.exactOptional(),
};
const commonShape = z.strictObject(common);
const partCases = commonShape.extend({ "ordinary-round": given });

/** One worked case of a pack: what is seen, and what the rulebook says of it. */
export type RuleCase = z.infer<typeof aCase> & {
  /** `cl/craps.cases.yaml:40`: where it is told, for whoever has to mend it. */
  readonly at?: string;
};

export interface CaseFile extends Lists {
  /** The facts of a round with nothing wrong; every case starts from them. */
  readonly ordinary: FactSheet;
  readonly cases: readonly RuleCase[];
  /** What is done as a session begins and ends; absent: the law says nothing of it. */
  readonly session?: z.infer<typeof session>;
  /** Cases of a part: the rules that the pack kept of it. They say nothing of the pack's other rules. */
  readonly kept?: readonly string[];
  /** `cl/craps.cases.yaml:40`: where something of the file stands. */
  readonly lineOf?: (path: Path) => string;
}

export type CaseReading =
  | { readonly ok: true; readonly file: CaseFile }
  | { readonly ok: false; readonly problems: readonly Problem[] };

const NOTHING = { results: [], deals: [], throws: [], games: [] } as const;

/** Reads the cases of `pack`, with those of the case files that this one extends. Every problem names file, line and column. */
export function parseCases(
  text: string,
  file: string,
  pack: Pack,
  library: CaseLibrary = NO_CASES,
): CaseReading {
  const family = caseFamilyOf(pack);
  const { kind, list } = family;
  const reading = readCaseFile(text, file, { name: rulebookName(pack), kind }, library);
  if (!reading.ok) return reading;
  const problems: Problem[] = [];
  const report = (path: Path, message: string): unknown => problems.push(reading.yaml.problemAt(path, message));
  const schema = commonShape.extend({ [kind]: given, [list]: family.shape });
  const shaped = schema.safeParse(reading.yaml.value);
  if (!shaped.success) return { ok: false, problems: shapeProblems(shaped.error, reading.yaml, schema) };
  const data = shaped.data as z.infer<typeof commonShape> & Readonly<Record<string, unknown>>;
  const words = data[kind] as RuleCase["given"];
  const all = commonPart({ pack, reading, report }, { ...data, words, kind }, rulebookName(pack));
  const lists: Lists = { ...NOTHING, ...(data[list] === undefined ? {} : { [list]: data[list] }) };
  family.faults(pack, lists, report);
  if (problems.length > 0) return { ok: false, problems: tidyProblems(problems) };
  return { ok: true, file: { ...lists, ...all, ...sessionOf(data), lineOf: reading.lineOf } };
}

const sessionOf = ({
  session: reported,
}: {
  readonly session?: CaseFile["session"];
}): Pick<CaseFile, "session"> => (reported === undefined ? {} : { session: reported });

/**
 * Reads the cases of a part, as they are run for one pack that extends it: those of the rules that the pack kept.
 * `name` is `cl/parts/poker-all`.
 */
export function parsePartCases(
  text: string,
  file: string,
  name: string,
  pack: Pack,
  stored: readonly string[],
  library: CaseLibrary = NO_CASES,
): CaseReading {
  const reading = readCaseFile(text, file, { name, kind: "ordinary-round" }, library);
  if (!reading.ok) return reading;
  const shaped = partCases.safeParse(reading.yaml.value);
  if (!shaped.success) return { ok: false, problems: shapeProblems(shaped.error, reading.yaml, partCases) };
  const problems: Problem[] = [];
  const report = (path: Path, message: string): unknown => problems.push(reading.yaml.problemAt(path, message));
  const replaced = (rule: string): boolean =>
    !stored.includes(rule) && pack.rules.some((known) => known.id === rule);
  const words = shaped.data["ordinary-round"];
  const common: Common = { ...shaped.data, words, kind: "ordinary-round", passed: replaced };
  const { ordinary, cases: all } = commonPart({ pack, reading, report }, common, name);
  if (problems.length > 0) return { ok: false, problems: tidyProblems(problems) };
  return {
    ok: true,
    file: { ...NOTHING, ordinary, cases: all.filter((one) => stored.includes(one.rule)), kept: stored },
  };
}

/** Facts from the words of a case: `3`, `2..?`, `true`, `with-rotor`, `unknown`. Unreadable words are unknown. */
export function factSheet(pack: Pack, words: RuleCase["given"]): FactSheet {
  const facts: Record<string, Fact> = {};
  for (const [name, value] of Object.entries(words)) {
    const spec = factSpec(pack.family, name);
    const fact = spec === null ? null : readFact(spec, value);
    if (fact !== null) facts[name] = fact;
  }
  return facts;
}

/** `jefe de mesa` as in the cases, `jefe-de-mesa` as in the data; null for nobody we know. */
export function roleOf(words: string): Role | null {
  return ROLES.find((role) => role === words.replaceAll(" ", "-")) ?? null;
}

/** `jefe de mesa: pick-up-ball` */
export function stepText(step: { readonly id: string; readonly who: Role }): string {
  return `${step.who.replaceAll("-", " ")}: ${step.id}`;
}

function givenFaults(pack: Pack, words: RuleCase["given"], path: Path, report: ReportProblem): void {
  for (const [name, value] of Object.entries(words)) {
    const spec = factSpec(pack.family, name);
    if (spec === null)
      report(
        [...path, name],
        `unknown fact "${name}"${didYouMean(name, Object.keys(vocabularyOf(pack.family)))}`,
      );
    else if (readFact(spec, value) === null)
      report([...path, name], `"${name}" is a ${spec.is}: ${howToWrite(spec)}`);
  }
}

interface Reading {
  readonly pack: Pack;
  readonly reading: Extract<CaseFileReading, { ok: true }>;
  readonly report: ReportProblem;
}
interface Common {
  readonly of: string;
  readonly words: RuleCase["given"];
  readonly rules: Readonly<Record<string, RuleEntry>>;
  readonly cases: readonly RuleCase[];
  readonly kind: RoundKind;
  /** Rules whose cases are not of this pack. */
  readonly passed?: (rule: string) => boolean;
}

/** The parts that all case files have, and what is wrong with them. */
function commonPart(
  { pack, reading, report }: Reading,
  { of, words, rules, cases, kind, passed }: Common,
  name: string,
): Pick<CaseFile, "ordinary" | "cases"> {
  if (of !== name) report(["of"], `these are the cases of ${name}`);
  givenFaults(pack, words, [kind], report);
  const known = pack.rules.map((rule) => rule.id);
  const worked = Object.entries(rules).flatMap(([rule, entry]): readonly PlacedCase[] => {
    const path: Path = ["rules", rule];
    if (passed?.(rule) === true) return [];
    // What a rulebook has of another and does without has no cases here.
    if (!known.includes(rule) && !reading.isOwn(path)) return [];
    if (!known.includes(rule)) report(path, `unknown rule "${rule}"${didYouMean(rule, known)}`);
    return known.includes(rule) ? casesOfEntry(pack, caseFamilyOf(pack), rule, entry, path) : [];
  });
  const reported = cases.map((one, index): PlacedCase => ({ one, path: ["cases", index] }));
  const all = [...worked, ...reported];
  for (const { one, path } of all) if (passed?.(one.rule) !== true) caseFaults(pack, one, path, report);
  const placed = all.map(({ one, path }) => ({ ...one, at: reading.lineOf(path) }));
  return { ordinary: factSheet(pack, words), cases: placed };
}

function caseFaults(pack: Pack, one: RuleCase, path: Path, report: ReportProblem): void {
  const rule = pack.rules.find((known) => known.id === one.rule);
  if (rule === undefined) {
    const known = pack.rules.map((other) => other.id);
    report([...path, "rule"], `unknown rule "${one.rule}"${didYouMean(one.rule, known)}`);
    return;
  }
  if (one.cite !== lineOfCite(rule.cite)) report([...path, "cite"], `the pack cites ${lineOfCite(rule.cite)}`);
  givenFaults(pack, one.given, [...path, "given"], report);
  const moment = one.when.startsWith("declared by") ? null : caseFamilyOf(pack).momentFault(pack, one.when);
  if (moment !== null) report([...path, "when"], moment);
  const speaker = /^declared by (.+)$/.exec(one.when)?.[1];
  if (speaker !== undefined && roleOf(speaker) === null)
    report([...path, "when"], `nobody is called "${speaker}"`);
  if (one.then.by !== undefined && roleOf(one.then.by) === null) {
    report([...path, "then", "by"], `nobody is called "${one.then.by}"`);
  }
  for (const [index, line] of (one.then.steps ?? []).entries()) {
    if (pack.steps.some((step) => stepText(step) === line)) continue;
    const hint = didYouMean(line, pack.steps.map(stepText));
    report([...path, "then", "steps", index], `the pack has no step "${line}"${hint}`);
  }
  for (const [index, also] of (one.also ?? []).entries()) {
    if (pack.rules.some((known) => known.id === also)) continue;
    report(
      [...path, "also", index],
      `unknown rule "${also}"${didYouMean(
        also,
        pack.rules.map((r) => r.id),
      )}`,
    );
  }
}

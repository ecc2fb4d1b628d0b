import { z } from "zod";
import { ROLES, type Role } from "../people/roles.ts";
import { LANGUAGES } from "../text/language.ts";
import { CARD_EFFECTS } from "./card-game.ts";
import { type DealCase, dealCase, dealFaults } from "./deal-cases.ts";
import { howToWrite, readFact } from "./fact-words.ts";
import type { Fact, FactSheet } from "./facts.ts";
import { citeText, type Pack, rulebookName, type WheelPack } from "./pack.ts";
import { shapeProblems } from "./shape.ts";
import { type ThrowCase, throwCase, throwFaults } from "./throw-cases.ts";
import { factSpec } from "./vocabulary.ts";
import { COLOURS } from "./winning.ts";
import { type Path, type Problem, readYaml, tidyProblems } from "./yaml.ts";

/** What ends or does not end the round, in the words of the case files. */
export const OUTCOMES = [
  "void",
  "stands",
  "undecided",
  "corrected",
  "deviation",
  "goes on",
  "person decides",
  "refused",
] as const;

const id = z.string().min(1).max(60);
const given = z.record(z.string(), z.union([z.boolean(), z.int().min(0), z.string()]));
const say = z.partialRecord(z.enum(LANGUAGES), z.string());

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
  then: z.strictObject({
    verdict: z.enum(OUTCOMES),
    announce: say.exactOptional(),
    by: z.string().exactOptional(),
    /** `jefe de mesa: pick-up-ball`: who does it and the step of the pack. */
    steps: z
      .array(z.string().regex(/^[a-z ]+: [a-z0-9-]+$/, "who: step, e.g. jefe de mesa: pick-up-ball"))
      .exactOptional(),
    "rotor-turns": z.int().exactOptional(),
    /** Void because a person decided so, not because the law lists the cause. */
    discretionary: z.literal(true).exactOptional(),
    "may-be-called": id.exactOptional(),
    /** Cards: what the rule does to the deal; what a void reaches when it is not the round; what the hand counts. */
    effect: z.enum(CARD_EFFECTS).exactOptional(),
    scope: z.enum(["next-round", "hand", "cloth"]).exactOptional(),
    deem: z.union([z.int(), z.literal("natural")]).exactOptional(),
    /** Cards: whoever declares it names the hand. */
    asks: z.literal("hand").exactOptional(),
    observed: z.record(z.string(), z.union([z.string(), z.int(), z.boolean(), z.null()])).exactOptional(),
  }),
});

const resultCase = z.strictObject({
  pocket: z.string(),
  colour: z.enum(COLOURS),
  suertes: z.array(id),
  /** What the pack says of a pocket without colour. */
  special: z.enum(["half", "half-or-prison", "lose"]).exactOptional(),
  /** What a disc's cell pays. */
  pays: z.string().exactOptional(),
});

const cases = z.array(aCase).min(1).max(500);
const wheelCases = z.strictObject({
  of: z.string(),
  "ordinary-spin": given,
  cases,
  results: z.array(resultCase).min(1).max(60),
});
/** A game that no machine reads has no deals to work out. */
const cardCases = z.strictObject({
  of: z.string(),
  "ordinary-round": given,
  /** None: every rule of the pack is one of its fragments. */
  cases: z.array(aCase).max(500),
  deals: z.array(dealCase).min(1).max(120).exactOptional(),
});
const diceCases = z.strictObject({
  of: z.string(),
  "ordinary-throw": given,
  /** None: a law without a rule about throws. */
  cases: z.array(aCase).max(500),
  throws: z.array(throwCase).min(1).max(120),
});
const fragmentCases = z.strictObject({ of: z.string(), "ordinary-round": given, cases });

/** One worked case of a pack: what is seen, and what the rulebook says of it. */
export type RuleCase = z.infer<typeof aCase>;
/** The number, its colour and the suertes that win. */
export type ResultCase = z.infer<typeof resultCase>;

export interface CaseFile {
  /** The facts of a round with nothing wrong; every case starts from them. */
  readonly ordinary: FactSheet;
  readonly cases: readonly RuleCase[];
  /** Of a wheel. */
  readonly results: readonly ResultCase[];
  /** Of a card game. */
  readonly deals: readonly DealCase[];
  /** Of a game of dice. */
  readonly throws: readonly ThrowCase[];
  /** Cases of a fragment: the rules that the pack kept of it. They say nothing of the pack's other rules. */
  readonly kept?: readonly string[];
}

export type CaseReading =
  | { readonly ok: true; readonly file: CaseFile }
  | { readonly ok: false; readonly problems: readonly Problem[] };

const NOTHING = { results: [], deals: [], throws: [] } as const;

/** Reads the cases of `pack`. Every problem names file, line and column. */
export function parseCases(text: string, file: string, pack: Pack): CaseReading {
  const yaml = readYaml(text, file);
  if (!yaml.ok) return yaml;
  const problems: Problem[] = [];
  const say = (path: Path, message: string): unknown => problems.push(yaml.problemAt(path, message));
  const done = (all: CaseFile): CaseReading =>
    problems.length > 0 ? { ok: false, problems: tidyProblems(problems) } : { ok: true, file: all };
  if (pack.family === "wheel") {
    const shaped = wheelCases.safeParse(yaml.value);
    if (!shaped.success) return { ok: false, problems: shapeProblems(shaped.error, yaml) };
    const { of, cases: list, results, "ordinary-spin": words } = shaped.data;
    commonFaults(pack, { of, list, words, kind: "ordinary-spin" }, rulebookName(pack), say);
    for (const [index, one] of results.entries()) resultFaults(pack, one, ["results", index], say);
    return done({ ...NOTHING, ordinary: factSheet(pack, words), cases: list, results });
  }
  if (pack.family === "dice") {
    const shaped = diceCases.safeParse(yaml.value);
    if (!shaped.success) return { ok: false, problems: shapeProblems(shaped.error, yaml) };
    const { of, cases: list, throws, "ordinary-throw": words } = shaped.data;
    commonFaults(pack, { of, list, words, kind: "ordinary-throw" }, rulebookName(pack), say);
    for (const [index, one] of throws.entries()) throwFaults(pack, one, ["throws", index], say);
    return done({ ...NOTHING, ordinary: factSheet(pack, words), cases: list, throws });
  }
  const shaped = cardCases.safeParse(yaml.value);
  if (!shaped.success) return { ok: false, problems: shapeProblems(shaped.error, yaml) };
  const { of, cases: list, deals = [], "ordinary-round": words } = shaped.data;
  commonFaults(pack, { of, list, words, kind: "ordinary-round" }, rulebookName(pack), say);
  if (pack.cards.outcome !== null && deals.length === 0) say([], "the deals are missing");
  for (const [index, one] of deals.entries()) dealFaults(pack, one, ["deals", index], say);
  return done({ ...NOTHING, ordinary: factSheet(pack, words), cases: list, deals });
}

/**
 * Reads the cases of a fragment, as they are run for one pack that includes it: those of the rules that the pack kept.
 * `name` is `cl/incidents/poker-all`.
 */
export function parseFragmentCases(
  text: string,
  file: string,
  name: string,
  pack: Pack,
  kept: readonly string[],
): CaseReading {
  const yaml = readYaml(text, file);
  if (!yaml.ok) return yaml;
  const shaped = fragmentCases.safeParse(yaml.value);
  if (!shaped.success) return { ok: false, problems: shapeProblems(shaped.error, yaml) };
  const problems: Problem[] = [];
  const say = (path: Path, message: string): unknown => problems.push(yaml.problemAt(path, message));
  const { of, cases: all, "ordinary-round": words } = shaped.data;
  const replaced = (rule: string): boolean =>
    !kept.includes(rule) && pack.rules.some((known) => known.id === rule);
  commonFaults(pack, { of, list: all, words, kind: "ordinary-round", passed: replaced }, name, say);
  if (problems.length > 0) return { ok: false, problems: tidyProblems(problems) };
  const list = all.filter((one) => kept.includes(one.rule));
  const ordinary = factSheet(pack, words);
  return { ok: true, file: { ...NOTHING, ordinary, cases: list, kept } };
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

type Say = (path: Path, message: string) => unknown;

function givenFaults(pack: Pack, words: RuleCase["given"], path: Path, say: Say): void {
  for (const [name, value] of Object.entries(words)) {
    const spec = factSpec(pack.family, name);
    if (spec === null) say([...path, name], `unknown fact "${name}"`);
    else if (readFact(spec, value) === null)
      say([...path, name], `"${name}" is a ${spec.is}: ${howToWrite(spec)}`);
  }
}

interface Common {
  readonly of: string;
  readonly words: RuleCase["given"];
  readonly list: readonly RuleCase[];
  readonly kind: "ordinary-spin" | "ordinary-round" | "ordinary-throw";
  /** Rules whose cases are not of this pack. */
  readonly passed?: (rule: string) => boolean;
}

/** What is wrong with the parts that all case files have. */
function commonFaults(pack: Pack, { of, words, list, kind, passed }: Common, name: string, say: Say): void {
  if (of !== name) say(["of"], `these are the cases of ${name}`);
  givenFaults(pack, words, [kind], say);
  for (const [index, one] of list.entries()) {
    if (passed?.(one.rule) !== true) caseFaults(pack, one, ["cases", index], say);
  }
}

function caseFaults(pack: Pack, one: RuleCase, path: Path, say: Say): void {
  const rule = pack.rules.find((known) => known.id === one.rule);
  if (rule === undefined) {
    say([...path, "rule"], `unknown rule "${one.rule}"`);
    return;
  }
  if (one.cite !== citeText(rule.cite)) say([...path, "cite"], `the pack cites ${citeText(rule.cite)}`);
  givenFaults(pack, one.given, [...path, "given"], say);
  momentFaults(pack, one.when, [...path, "when"], say);
  const speaker = /^declared by (.+)$/.exec(one.when)?.[1];
  if (speaker !== undefined && roleOf(speaker) === null)
    say([...path, "when"], `nobody is called "${speaker}"`);
  if (one.then.by !== undefined && roleOf(one.then.by) === null) {
    say([...path, "then", "by"], `nobody is called "${one.then.by}"`);
  }
  for (const [index, line] of (one.then.steps ?? []).entries()) {
    if (pack.steps.some((step) => stepText(step) === line)) continue;
    say([...path, "then", "steps", index], `the pack has no step "${line}"`);
  }
  for (const [index, also] of (one.also ?? []).entries()) {
    if (pack.rules.some((known) => known.id === also)) continue;
    say([...path, "also", index], `unknown rule "${also}"`);
  }
}

function momentFaults(pack: Pack, when: string, path: Path, say: Say): void {
  const pocket = /^ball at rest in (.+)$/.exec(when)?.[1];
  if (when.startsWith("declared by")) return;
  if (pack.family === "dice") {
    if (when !== "dice at rest") say(path, "a case of dice is of dice at rest");
  } else if (pack.family === "shoe") {
    if (!when.startsWith("round ")) say(path, "a case of cards is of a round running or of a round over");
  } else if (!/^(spin|ball) /.test(when))
    say(path, "a case of a wheel is of a spin running or of a ball at rest");
  else if (pocket !== undefined && !pack.wheel.pockets.includes(pocket))
    say(path, `the wheel has no pocket "${pocket}"`);
}

function resultFaults(pack: WheelPack, one: ResultCase, path: Path, say: Say): void {
  if (!pack.wheel.pockets.includes(one.pocket))
    say([...path, "pocket"], `the wheel has no pocket "${one.pocket}"`);
  for (const [index, suerte] of one.suertes.entries()) {
    if (pack.suertes.some((known) => known.id === suerte)) continue;
    say([...path, "suertes", index], `unknown suerte "${suerte}"`);
  }
}

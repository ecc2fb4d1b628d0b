import { type CardRole, cardRoleOf, windowOf } from "../rules/windows.ts";
import { ROLE_NAMES } from "../people/roles.ts";
import { type Coverage, type RuleCoverage } from "../rules/coverage.ts";
import { LEVEL_NAMES, VERDICT_NAMES } from "../rules/coverage-text.ts";
import { adoptedOf } from "../rules/engine.ts";
import { factSpec } from "../rules/families.ts";
import { type Announcement, citeText, type Condition, type Pack, type Rule } from "../rules/pack.ts";
import { LAW_LANGUAGE } from "../rules/translations.ts";
import { fillText, inEveryLanguage, sameText } from "../text/every-language.ts";
import type { Language, Text } from "../text/language.ts";
import { textsOf } from "../text/text-of.ts";
import { html, type Html, basisMark, type NoteSource, noteWords } from "./html.ts";
import { BOOKLET_WORDS as WORDS } from "./words.ts";

const FACTS: Readonly<Record<string, Readonly<Record<string, Text>>>> = textsOf("booklet.facts");
const CONDITION_WORDS = textsOf("booklet.conditions");

type Family = Pack["family"];

/** What a rule's condition asks, in a sentence: `la máquina se atasca al mezclar; o la máquina se atasca al repartir`. */
export function conditionWords(family: Family, condition: Condition): Text {
  if ("all" in condition) return joined(family, condition.all, "and");
  if ("any" in condition) return joined(family, condition.any, "or");
  if ("not" in condition) return fillText(CONDITION_WORDS.not, { what: conditionWords(family, condition.not) });
  if ("declared" in condition) throw new RangeError("a rule that people declare has no condition to tell");
  const { fact } = condition;
  if ("fewerThan" in condition) return countText(family, fact, "fewer", condition.fewerThan);
  if ("atLeast" in condition) return countText(family, fact, "least", condition.atLeast);
  if (typeof condition.is === "string") return FACTS[fact]?.[condition.is] ?? otherText(family, fact);
  const holds = FACTS[fact]?.["is"] ?? otherText(family, fact);
  return condition.is ? holds : (FACTS[fact]?.["is-not"] ?? fillText(CONDITION_WORDS.not, { what: holds }));
}

function joined(family: Family, parts: readonly Condition[], word: "and" | "or"): Text {
  const texts = parts.map((part) => conditionWords(family, part));
  return inEveryLanguage((language) =>
    texts.map((text) => text[language]).join(`; ${CONDITION_WORDS[word][language]} `),
  );
}

const countText = (family: Family, fact: string, which: "fewer" | "least", n: number): Text =>
  fillText(FACTS[fact]?.[which] ?? otherText(family, fact), { n });

/** A fact of a family that the texts do not know: what its vocabulary says of it. */
const otherText = (family: Family, fact: string): Text =>
  fillText(CONDITION_WORDS.other, { what: sameText(factSpec(family, fact)?.about ?? fact) });

const EFFECTS: Readonly<Record<NonNullable<Rule["effect"]>, Text>> = textsOf("booklet.effects");
/** Which card is burnt, where the rule says so and nobody names it. */
const BURNT: Readonly<Partial<Record<CardRole, Text>>> = textsOf("booklet.burnt");
const SCOPES: Readonly<Record<Rule["scope"], Text>> = textsOf("booklet.scopes");
const WINDOWS = textsOf("booklet.windows");

/** One rule with its number in the booklet: what it says, where, who may say it and when, what it does, and what is done then. */
export function ruleArticle(
  source: NoteSource & { readonly seen: Coverage | null },
  rule: Rule,
  number: number,
): Html {
  const { pack, seen, language } = source;
  const covered = seen?.rules.find((one) => one.rule === rule.id) ?? null;
  const adopted = adoptedOf(rule, seen?.houseRules ?? []);
  const verdict = covered?.verdict ?? rule.verdict;
  const call = (adopted ?? rule).announce;
  const steps = (adopted ?? rule).then.flatMap((id) => pack.steps.filter((step) => step.id === id));
  const house = adopted === null ? null : html` · <span class="mark house">${WORDS.houseRule[language]}</span>`;
  return html`<article class="${rule.basis}">
    <h3>${number}. ${rule.text[language]}</h3>
    <p>
      <b>${VERDICT_NAMES[verdict][language]}</b> · ${citeText(rule.cite)} ·
      ${basisMark(rule.basis, language)}${house}
    </p>
    ${linesOf(pack, rule).map(([what, says]) => html`<p><small>${what[language]}: ${says[language]}</small></p>`)}
    ${covered === null ? null : levelLine(pack, rule, covered, language)}
    ${call === undefined ? null : html`<p>${callWords(call.say, printedOf(pack, call.say), language)} (${ROLE_NAMES[call.by][language]})</p>`}
    ${
      steps.length === 0
        ? null
        : html`<ol>
            ${steps.map((step) => html`<li>${step.text[language]} <small>(${ROLE_NAMES[step.who][language]})</small></li>`)}
          </ol>`
    }
    ${rule.note === undefined ? null : html`<p><small>${noteWords(source, rule.note)}</small></p>`}
  </article> `;
}

type Line = readonly [what: Text, says: Text];

/** What is said of a rule, a line each. */
function linesOf(pack: Pack, rule: Rule): readonly Line[] {
  const { when, scope, effect, deem, asks, mayBeCalled } = rule;
  const by = "declared" in when ? when.declared : (rule.declaredBy ?? null);
  const who = by === null ? WORDS.machineOnly : ROLE_NAMES[by];
  const lines: Line[] = [];
  if (!("declared" in when)) lines.push([WORDS.condition, conditionWords(pack.family, when)]);
  const isOfCards = pack.cards !== undefined && by !== null;
  const namesCard = isOfCards && cardRoleOf(rule) === "chosen";
  lines.push([
    WORDS.declares,
    listed([who, ...(asks === undefined ? [] : [WORDS.namesHand]), ...(namesCard ? [WORDS.namesCard] : [])]),
  ]);
  if (isOfCards) lines.push([WORDS.window, windowWords(rule)]);
  lines.push([WORDS.scope, SCOPES[scope]]);
  if (effect !== undefined) lines.push([WORDS.effect, effectText(rule, effect)]);
  if (deem !== undefined)
    lines.push([WORDS.effect, fillText(WORDS.counts, { points: deem === "natural" ? WORDS.natural : deem })]);
  const called = pack.rules.find(({ id }) => id === mayBeCalled);
  if (called !== undefined) lines.push([WORDS.mayBeCalled, called.text]);
  for (const choice of [...(rule.readings ?? []), ...(rule.adopts === undefined ? [] : [rule.adopts])])
    lines.push([WORDS.houseMay, VERDICT_NAMES[choice.verdict]]);
  return lines;
}

const effectText = ({ card }: Rule, effect: NonNullable<Rule["effect"]>): Text =>
  (effect === "burn-card" && card !== undefined ? BURNT[card] : undefined) ?? EFFECTS[effect];

const listed = (texts: readonly Text[]): Text =>
  inEveryLanguage((language) => texts.map((text) => text[language]).join("; "));

/** When a rule of cards may be said: by its own window, or by what follows from what it is about. */
export function windowWords(rule: Rule): Text {
  const { from, until } = windowOf(rule);
  const [begins, ends] = [WINDOWS.from[from], WINDOWS.until[until]];
  return inEveryLanguage((language) => `${begins[language]} ${ends[language]}`);
}

/** How much of a rule the machine sees, and what it does not. Facts stand as the rule asks for them. */
function levelLine(pack: Pack, rule: Rule, { level, facts }: RuleCoverage, language: Language): Html {
  const asked = leavesOf(rule.when);
  const notes = facts.flatMap(({ fact, level: how }) => {
    const leaf = asked.find((one) => one.fact === fact);
    if (how === "measured" || leaf === undefined || factSpec(pack.family, fact) === null) return [];
    const what = conditionWords(pack.family, leaf);
    return [fillText(how === "bounded" ? WORDS.seen : WORDS.unseen, { what })[language]];
  });
  return html`<p>
    <small
      >${WORDS.coverage[language]}:
      ${LEVEL_NAMES[level][language]}${notes.length === 0 ? "" : ` (${notes.join("; ")})`}</small
    >
  </p>`;
}

type Leaf = Condition & { readonly fact: string };

function leavesOf(condition: Condition): readonly Leaf[] {
  if ("all" in condition) return condition.all.flatMap(leavesOf);
  if ("any" in condition) return condition.any.flatMap(leavesOf);
  if ("not" in condition) return leavesOf(condition.not);
  return "declared" in condition ? [] : [condition];
}

/** Words that are said: in the booklet's language, and in every other one in which the law itself prints them. */
export function callWords(say: Text, printed: readonly Language[], language: Language): Html {
  const others = printed.filter((one) => one !== language && say[one] !== say[language]);
  return html`«${say[language]}»${others.map((one) => html`<br />«<span lang="${one}">${say[one]}</span>»`)}`;
}

/** The languages in which the law prints these words: what it says of the announcement with the same ones. */
const printedOf = (pack: Pack, say: Text): readonly Language[] =>
  pack.announcements.find((one: Announcement) => one.say[LAW_LANGUAGE] === say[LAW_LANGUAGE])?.printed ?? [];

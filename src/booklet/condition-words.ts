import { factSpec } from "../rules/families.ts";
import type { Condition, Pack } from "../rules/pack.ts";
import { fillText, inEveryLanguage, sameText } from "../text/every-language.ts";
import type { Text } from "../text/language.ts";
import { textsOf } from "../text/text-of.ts";

const FACTS: Readonly<Record<string, Readonly<Record<string, Text>>>> = textsOf("booklet.facts");
const WORDS = textsOf("booklet.conditions");

type Family = Pack["family"];

/** What a rule's condition asks, in a sentence: `la máquina se atasca al mezclar; o la máquina se atasca al repartir`. */
export function conditionWords(family: Family, condition: Condition): Text {
  if ("all" in condition) return joined(family, condition.all, "and");
  if ("any" in condition) return joined(family, condition.any, "or");
  if ("not" in condition) return fillText(WORDS.not, { what: conditionWords(family, condition.not) });
  if ("declared" in condition) throw new RangeError("a rule that people declare has no condition to tell");
  const { fact } = condition;
  if ("fewerThan" in condition) return countText(family, fact, "fewer", condition.fewerThan);
  if ("atLeast" in condition) return countText(family, fact, "least", condition.atLeast);
  if (typeof condition.is === "string") return FACTS[fact]?.[condition.is] ?? otherText(family, fact);
  const holds = FACTS[fact]?.["is"] ?? otherText(family, fact);
  return condition.is ? holds : (FACTS[fact]?.["is-not"] ?? fillText(WORDS.not, { what: holds }));
}

function joined(family: Family, parts: readonly Condition[], word: "and" | "or"): Text {
  const texts = parts.map((part) => conditionWords(family, part));
  return inEveryLanguage((language) => texts.map((text) => text[language]).join(`; ${WORDS[word][language]} `));
}

const countText = (family: Family, fact: string, which: "fewer" | "least", n: number): Text =>
  fillText(FACTS[fact]?.[which] ?? otherText(family, fact), { n });

/** A fact of a family that the texts do not know: what its vocabulary says of it. */
const otherText = (family: Family, fact: string): Text =>
  fillText(WORDS.other, { what: sameText(factSpec(family, fact)?.about ?? fact) });

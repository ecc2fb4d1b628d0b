import { inEveryLanguage } from "../text/every-language.ts";
import { textOf, textsOf } from "../text/text-of.ts";
import type { Pack } from "../rules/pack.ts";
import type { Text } from "../text/language.ts";
import { familyOf } from "./families.ts";
import type { ResultPart } from "./family.ts";
import type { VerdictRecord } from "./record.ts";
import type { ResultCall } from "./view.ts";

const PARTS: Readonly<Record<ResultPart, Text>> = textsOf("result-call.parts");
const AND = textOf("result-call.and");

/** Null for cards, and for a throw of which nothing is announced: it belongs to no suerte and only that would be said. */
export function resultCall(pack: Pack, verdict: VerdictRecord | null): ResultCall | null {
  const announced = familyOf(pack).view.announces(pack);
  if (announced === null || verdict?.kind !== "result") return null;
  const { announce, by } = announced;
  const isNone = "category" in verdict.result && verdict.result.category === null;
  const parts = announce.filter((part) => part !== "category" || !isNone);
  if (parts.length === 0) return null;
  const what = inEveryLanguage((language) => {
    const names = parts.map((part) => PARTS[part][language]);
    const last = names.at(-1) ?? "";
    return names.length === 1 ? last : `${names.slice(0, -1).join(", ")} ${AND[language]} ${last}`;
  });
  return { by, what };
}

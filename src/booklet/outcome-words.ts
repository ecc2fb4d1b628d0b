import type { Tableau } from "../cards/baccarat/tableau.ts";
import type { OutcomeRule } from "../rules/card-game.ts";
import type { NamesByLaw } from "../rules/names-by-law.ts";
import { categoryText } from "../table/shoe/texts.ts";
import { fillText, inEveryLanguage } from "../text/every-language.ts";
import type { Text } from "../text/language.ts";
import { textsOf } from "../text/text-of.ts";

const KINDS: Readonly<Record<OutcomeRule["kind"], Text>> = textsOf("booklet.outcomes");
const FROM = textsOf("booklet.from");
const WORDS = textsOf("booklet.decides");

/** How the cards decide a game: what wins, and what of it the law says otherwise than other games. */
export function outcomeWords(outcome: OutcomeRule, names?: NamesByLaw): readonly Text[] {
  const words: Text[] = [KINDS[outcome.kind]];
  if ("from" in outcome) words.push(FROM[outcome.from]);
  if ("colour" in outcome) words.push(WORDS[outcome.colour]);
  if ("tableau" in outcome) words.push(...tableauWords(outcome.tableau));
  if (outcome.kind === "twenty-one") words.push(...twentyOneWords(outcome));
  if ("qualifies" in outcome && outcome.qualifies !== null) {
    const { category, ranks } = outcome.qualifies;
    const hand = inEveryLanguage((language) => [categoryText(category, names)[language], ...ranks].join(" "));
    words.push(fillText(WORDS.least, { hand }));
  }
  if ("endsUnqualified" in outcome) words.push(WORDS.endsUnqualified);
  if ("compareOn" in outcome) words.push(outcome.compareOn === "house" ? WORDS.compareHouse : WORDS.compareOn);
  return words;
}

const tableauWords = ({ bancaIs, twoCardEightWins }: Tableau): readonly Text[] => [
  WORDS[bancaIs],
  ...(twoCardEightWins ? [WORDS.twoCardEight] : []),
];

function twentyOneWords(outcome: Extract<OutcomeRule, { kind: "twenty-one" }>): readonly Text[] {
  const { bankHands, perfectPairs, tieBreak, acesOfDoubled } = outcome;
  return [
    ...(bankHands === undefined ? [] : [fillText(WORDS.bankHands, { n: bankHands })]),
    ...(perfectPairs === undefined ? [] : [WORDS.perfectPairs]),
    ...(tieBreak === undefined ? [] : [WORDS.tieBreak]),
    ...(acesOfDoubled === undefined ? [] : [WORDS.acesOfDoubled]),
  ];
}

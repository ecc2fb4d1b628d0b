import type { Tableau } from "../cards/baccarat/tableau.ts";
import type { Qualifying } from "../cards/poker/ranking.ts";
import type { DealStep, OutcomeRule } from "../rules/card-game.ts";
import { citeText, type CardPack, type Cite, type NamesByLaw } from "../rules/pack.ts";
import { categoryText, handName } from "../table/shoe/texts.ts";
import type { Language, Text } from "../text/language.ts";
import { dealWords } from "./deal-words.ts";
import { html, type Html, grid, named, type NoteSource, sourceWords } from "./html.ts";
import { BOOKLET_WORDS as WORDS } from "./words.ts";
import { fillText, inEveryLanguage } from "../text/every-language.ts";
import { textsOf } from "../text/text-of.ts";

const KINDS: Readonly<Record<OutcomeRule["kind"], Text>> = textsOf("booklet.outcomes");
const FROM = textsOf("booklet.from");
const OUTCOME_WORDS = textsOf("booklet.decides");

/** How the cards decide a game: what wins, and what of it the law says otherwise than other games. */
export function outcomeWords(outcome: OutcomeRule, names?: NamesByLaw): readonly Text[] {
  const words: Text[] = [KINDS[outcome.kind]];
  if ("from" in outcome) words.push(FROM[outcome.from]);
  if ("colour" in outcome) words.push(OUTCOME_WORDS[outcome.colour]);
  if ("tableau" in outcome) words.push(...tableauWords(outcome.tableau));
  if (outcome.kind === "twenty-one") words.push(...twentyOneWords(outcome));
  if ("qualifies" in outcome && outcome.qualifies !== null) {
    const { category, ranks } = outcome.qualifies;
    const hand = inEveryLanguage((language) => [categoryText(category, names)[language], ...ranks].join(" "));
    words.push(fillText(OUTCOME_WORDS.least, { hand }));
  }
  if ("endsUnqualified" in outcome) words.push(OUTCOME_WORDS.endsUnqualified);
  if ("compareOn" in outcome)
    words.push(outcome.compareOn === "house" ? OUTCOME_WORDS.compareHouse : OUTCOME_WORDS.compareOn);
  return words;
}

const tableauWords = ({ bancaIs, twoCardEightWins }: Tableau): readonly Text[] => [
  OUTCOME_WORDS[bancaIs],
  ...(twoCardEightWins ? [OUTCOME_WORDS.twoCardEight] : []),
];

function twentyOneWords(outcome: Extract<OutcomeRule, { kind: "twenty-one" }>): readonly Text[] {
  const { bankHands, perfectPairs, tieBreak, acesOfDoubled } = outcome;
  return [
    ...(bankHands === undefined ? [] : [fillText(OUTCOME_WORDS.bankHands, { n: bankHands })]),
    ...(perfectPairs === undefined ? [] : [OUTCOME_WORDS.perfectPairs]),
    ...(tieBreak === undefined ? [] : [OUTCOME_WORDS.tieBreak]),
    ...(acesOfDoubled === undefined ? [] : [OUTCOME_WORDS.acesOfDoubled]),
  ];
}

type Source = Omit<NoteSource, "pack">;

/** The deal step by step, how the cards decide, tables of third cards, rankings and least hands. */
export function cardTables({ cards, names }: CardPack, source: Source): Html | null {
  const { outcome, deal } = cards;
  const { language } = source;
  if (deal.length === 0 && outcome === null) return null;
  return html`${deal.length === 0 ? null : dealTable(deal, names, language)}
  ${outcome === null ? null : outcomeTables(outcome, source, names)}`;
}

/** Texts of one place, a line each. */
const lines = (texts: readonly Text[], language: Language): Html =>
  html`${texts.map((text, at) => html`${at === 0 ? null : html`<br />`}${text[language]}`)}`;

function dealTable(deal: readonly DealStep[], names: NamesByLaw | undefined, language: Language): Html {
  const rows = deal.map((step, at) => [at + 1, lines(dealWords(step, names), language), citeText(step.cite)]);
  return html`<h3>${WORDS.deal[language]}</h3>
    ${grid(["", ...named([WORDS.step, WORDS.section], language)], rows)}`;
}

function outcomeTables(outcome: OutcomeRule, source: Source, names: NamesByLaw | undefined): Html {
  const { language } = source;
  const least = "least" in outcome ? outcome.least : "qualifies" in outcome ? outcome.qualifies : null;
  return html`<h3>${WORDS.decides[language]}</h3>
    <p>${lines(outcomeWords(outcome, names), language)}</p>
    ${"tableau" in outcome ? tableauTables(outcome.tableau, outcome.cite, source) : null}
    ${
      "ranking" in outcome
        ? html`<h3>${WORDS.ranking[language]}</h3>
            ${grid(
              ["", WORDS.hand[language]],
              outcome.ranking.order.toReversed().map((one, at) => [at + 1, categoryText(one, names)[language]]),
            )}
            <p><small>${sourceWords(source, outcome.ranking.source, outcome.cite)}</small></p>`
        : null
    }
    ${least === null ? null : leastTable(least, outcome.cite, source, names)}
    <p><small>${citeText(outcome.cite)}</small></p>`;
}

function leastTable(least: Qualifying, cite: Cite, source: Source, names: NamesByLaw | undefined): Html {
  const { language } = source;
  const hand = [
    categoryText(least.category, names)[language],
    least.ranks.join(" "),
    sourceWords(source, least.source, cite),
  ];
  return html`<h3>${WORDS.least[language]}</h3>
    ${grid(named([WORDS.hand, WORDS.ranks, WORDS.section], language), [hand])}`;
}

const POINTS = ["0", "1", "2", "3", "4", "5", "6", "7"];
const THIRD_CARDS = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "P"];

/** The punto's row and the banca's table of third cards. */
function tableauTables(tableau: Tableau, cite: Cite, source: Source): Html {
  const { language } = source;
  const cells = (row: string): readonly Html[] =>
    row.split("").map((cell) => html`<td class="cell ${cell}">${cell}</td>`);
  const head = (names: readonly string[]): readonly Html[] => names.map((one) => html`<th>${one}</th>`);
  return html`<p>${WORDS.cells[language]}</p>
    <table>
      <tr>
        <th>${WORDS.puntoPoints[language]}</th>
        ${head(POINTS)}
      </tr>
      <tr>
        <th>${handName("punto")[language]}</th>
        ${cells(tableau.punto)}
      </tr>
    </table>
    <table>
      <tr>
        <th>${WORDS.bancaPoints[language]}</th>
        ${head(THIRD_CARDS)}
      </tr>
      ${tableau.banca.map(
        (row, points) =>
          html`<tr>
            <th>${points}</th>
            ${cells(row)}
          </tr>`,
      )}
    </table>
    <p><small>${sourceWords(source, tableau.source, cite)}</small></p>`;
}

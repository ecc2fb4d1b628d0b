import type { Tableau } from "../cards/baccarat/tableau.ts";
import type { Qualifying } from "../cards/poker/ranking.ts";
import { citeText, type CardPack, type Cite } from "../rules/pack.ts";
import { sourceWithoutLines } from "../rules/without-lines.ts";
import { categoryText } from "../table/shoe/texts.ts";
import type { Language } from "../text/language.ts";
import { grid, named } from "./grid.ts";
import { html, type Html } from "./html.ts";
import { BOOKLET_WORDS as WORDS } from "./words.ts";

/** Tables of third cards, rankings and least hands. */
export function cardTables({ cards }: CardPack, language: Language): Html | null {
  const { outcome, deal } = cards;
  if (outcome === null) return null;
  const soft = deal.flatMap((step) => (step.step === "twenty-one-bank" ? [step.soft] : []))[0];
  const least = "least" in outcome ? outcome.least : "qualifies" in outcome ? outcome.qualifies : null;
  return html`${"tableau" in outcome ? tableauTables(outcome.tableau, outcome.cite, language) : null}
    ${
      "ranking" in outcome
        ? html`<h3>${WORDS.ranking[language]}</h3>
            ${grid(
              ["", WORDS.hand[language]],
              outcome.ranking.order.toReversed().map((one, at) => [at + 1, categoryText(one)[language]]),
            )}
            <p><small>${sourceWithoutLines(outcome.ranking.source, outcome.cite)}</small></p>`
        : null
    }
    ${least === null ? null : leastTable(least, outcome.cite, language)}
    ${soft === undefined ? null : html`<p>${WORDS.soft[language]}: ${WORDS[soft === "draws" ? "draws" : "stands"][language]}</p>`}
    <p><small>${citeText(outcome.cite)}</small></p>`;
}

function leastTable(least: Qualifying, cite: Cite, language: Language): Html {
  const hand = [
    categoryText(least.category)[language],
    least.ranks.join(" "),
    sourceWithoutLines(least.source, cite),
  ];
  return html`<h3>${WORDS.least[language]}</h3>
    ${grid(named([WORDS.hand, WORDS.ranks, WORDS.section], language), [hand])}`;
}

const POINTS = ["0", "1", "2", "3", "4", "5", "6", "7"];
const THIRD_CARDS = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "P"];

/** The punto's row and the banca's table of third cards. */
function tableauTables(tableau: Tableau, cite: Cite, language: Language): Html {
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
        <th>Punto</th>
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
    <p><small>${sourceWithoutLines(tableau.source, cite)}</small></p>`;
}

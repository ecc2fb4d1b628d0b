import type { Qualifying } from "../cards/poker/ranking.ts";
import type { Tableau } from "../cards/baccarat/tableau.ts";
import { categoryText } from "../table/shoe/texts.ts";
import type { Language } from "../text/language.ts";
import { BASIS_NAMES, BOOKLET_WORDS as WORDS } from "./words.ts";
import type { DiceSuerte } from "../rules/dice-game.ts";
import { html, type Html, type Part } from "./html.ts";
import {
  type Basis,
  type Cite,
  citeText,
  type CardPack,
  type DicePack,
  type Pack,
  type WheelPack,
} from "../rules/pack.ts";
import { winText } from "./win-text.ts";
import { sourceWithoutLines, withoutLines } from "../rules/without-lines.ts";

/** Of each family of games. */
interface Tables {
  of(pack: Pack, language: Language): Html | null;
}
const TABLES: Readonly<Record<Pack["family"], Tables>> = {
  wheel: { of: (pack: WheelPack, language) => wheelTables(pack, language) },
  shoe: { of: (pack: CardPack, language) => cardTables(pack, language) },
  dice: { of: (pack: DicePack, language) => diceTables(pack, language) },
};

/** The law's tables of a pack: the winning sets of a wheel, what the dice win, tables of third cards, rankings and least hands. */
export function tableSections(pack: Pack, language: Language): Html | null {
  const tables = TABLES[pack.family].of(pack, language);
  return tables === null
    ? null
    : html`<h2>${WORDS.tables[language]}</h2>
        ${tables}`;
}

/** On what something rests, as a mark: dashed where it is a reading or not in the text at all. */
export const basisMark = (basis: Basis, language: Language): Html =>
  html`<span class="mark ${basis}">${BASIS_NAMES[basis][language]}</span>`;

/** A table with a head that is printed again on every page. */
export function grid(head: readonly Part[], rows: readonly (readonly Part[])[]): Html {
  return html`<table>
    <thead>
      <tr>
        ${head.map((one) => html`<th>${one}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        (row) =>
          html`<tr>
            ${row.map((one) => html`<td>${one}</td>`)}
          </tr>`,
      )}
    </tbody>
  </table>`;
}

function wheelTables(pack: WheelPack, language: Language): Html {
  const { wheel, suertes, result } = pack;
  const labelled = (pocket: string): string => wheel.labels?.[pocket]?.[language] ?? pocket;
  const isPaid = suertes.some(({ pays }) => pays !== undefined);
  const head = [WORDS.suerte, WORDS.winsOn, ...(isPaid ? [WORDS.pays] : []), WORDS.basis, WORDS.section];
  const rows = suertes.map(({ name, pockets, pays, basis, cite }) => [
    name[language],
    pockets.map(labelled).join(" "),
    ...(isPaid ? [pays === "push" ? WORDS.push[language] : (pays ?? "")] : []),
    basisMark(basis, language),
    citeText(cite),
  ]);
  const special = result.special.map(({ pocket, rule, basis, cite }) => [
    labelled(pocket),
    rule[language],
    basisMark(basis, language),
    citeText(cite),
  ]);
  return html`<h3>${WORDS.ring[language]}</h3>
    <p>${wheel.pockets.map(labelled).join(" ")}</p>
    <p>
      <small>${basisMark(wheel.basis, language)} · ${withoutLines(pack, wheel.note)}</small>
    </p>
    ${suertes.length === 0 ? null : grid(named(head, language), rows)}
    ${special.length === 0 ? null : grid(named([WORDS.pocket, WORDS.whatFollows, WORDS.basis, WORDS.section], language), special)}`;
}

function diceTables({ dice }: DicePack, language: Language): Html {
  const { suertes, craps, noCategory } = dice;
  const head = [WORDS.suerte, WORDS.winsOn, WORDS.pays, WORDS.basis, WORDS.section];
  const rows = suertes.map((suerte) => [
    suerte.name[language],
    winText(suerte.win)[language],
    paysText(suerte.pays),
    basisMark(suerte.basis, language),
    citeText(suerte.cite),
  ]);
  const phases =
    craps === null
      ? null
      : grid(named([WORDS.phase, WORDS.total, WORDS.whatFollows, WORDS.section], language), [
          [WORDS.comeOut[language], craps.comeOut.win.join(" "), WORDS.wins[language], citeText(craps.cite)],
          [WORDS.comeOut[language], craps.comeOut.lose.join(" "), WORDS.loses[language], citeText(craps.cite)],
          [WORDS.comeOut[language], craps.comeOut.point.join(" "), WORDS.point[language], citeText(craps.cite)],
          ...(craps.barred.length === 0
            ? []
            : [
                [WORDS.comeOut[language], craps.barred.join(" "), WORDS.barred[language], citeText(craps.cite)],
              ]),
          [WORDS.withPoint[language], WORDS.thePoint[language], WORDS.wins[language], citeText(craps.cite)],
          [WORDS.withPoint[language], craps.pointLoses.join(" "), WORDS.loses[language], citeText(craps.cite)],
        ]);
  return html`${phases} ${grid(named(head, language), rows)}
  ${
    noCategory === null
      ? null
      : html`<p>
          ${noCategory.rule[language]}
          <small>${basisMark(noCategory.basis, language)} · ${citeText(noCategory.cite)}</small>
        </p>`
  }`;
}

function paysText(pays: DiceSuerte["pays"]): string {
  if (pays === undefined) return "–";
  return typeof pays === "string"
    ? pays
    : Object.entries(pays)
        .map(([made, paid]) => `${made}\u00a0→\u00a0${paid}`)
        .join(" · ");
}

function cardTables({ cards }: CardPack, language: Language): Html | null {
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

const named = (words: readonly Readonly<Record<Language, string>>[], language: Language): readonly string[] =>
  words.map((word) => word[language]);

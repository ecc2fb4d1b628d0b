import type { DiceSuerte } from "../rules/dice-game.ts";
import { citeText, type DicePack } from "../rules/pack.ts";
import type { Language } from "../text/language.ts";
import { basisMark, grid, named } from "./grid.ts";
import { html, type Html } from "./html.ts";
import { winText } from "./win-text.ts";
import { BOOKLET_WORDS as WORDS } from "./words.ts";

/** What the dice win, and come-out and point of craps. */
export function diceTables({ dice }: DicePack, language: Language): Html {
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

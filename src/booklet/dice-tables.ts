import type { DiceSuerte, DiceWin } from "../rules/dice-game.ts";
import { citeText, type DicePack } from "../rules/pack.ts";
import type { Language, Text } from "../text/language.ts";
import { html, type Html, basisMark, grid, named } from "./html.ts";
import { BOOKLET_WORDS as WORDS } from "./words.ts";
import { fillText } from "../text/every-language.ts";
import { textOf, textsOf } from "../text/text-of.ts";

const WINS = textsOf("wins");

/** What a bet of a dice game wins on, in words. */
export function winText(win: DiceWin): Text {
  switch (win.on) {
    case "total":
      return fillText(WINS[win.notTriple === undefined ? "total" : "total-no-triple"], {
        totals: win.totals.join(" "),
      });
    case "chosen-total":
      return fillText(WINS["chosen-total"], { from: win.from, to: win.to });
    case "equal":
      return textOf(`wins.equal.${win.face}-${win.dice === 2 ? "two" : "three"}`);
    case "shows":
    case "pair":
      return WINS[win.on];
    default:
      return crapsText(win);
  }
}

type CrapsWin = Extract<DiceWin, { on: "line" | "come" | "odds" | "number" | "hard" | "standing" }>;

function crapsText(win: CrapsWin): Text {
  switch (win.on) {
    case "line":
    case "come":
    case "odds":
      return fillText(WINS.side[win.side], { series: WINS.series[win.on] });
    case "number":
      return fillText(WINS[win.side === "right" ? "before-seven" : "after-seven"], {
        numbers: win.numbers.join(" "),
      });
    case "hard":
      return fillText(WINS.hard[win.only ?? "any"], { total: win.total, half: win.total / 2 });
    case "standing":
      return fillText(WINS["before-seven"], { numbers: win.totals.join(" ") });
  }
}

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

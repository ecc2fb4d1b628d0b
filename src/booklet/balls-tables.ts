import type { ActaField, BallsPack } from "../rules/balls-game.ts";
import { citeText, type Cite } from "../rules/pack.ts";
import { fillText, sameText } from "../text/every-language.ts";
import type { Language, Text } from "../text/language.ts";
import { textOf, textsOf } from "../text/text-of.ts";
import { grid, html, type Html } from "./html.ts";
import { BOOKLET_WORDS } from "./words.ts";

const WORDS = textsOf("booklet.balls");
const FIELDS: Readonly<Record<ActaField, Text>> = textsOf("booklet.acta");
const NOT_STATED = textOf("booklet.cut-card.not-stated");

const setText = ({ most, of }: NonNullable<BallsPack["balls"]["setGames"]>): Text =>
  fillText(of === undefined ? WORDS.games : WORDS[of], { most });

/** What a game of balls is played with, what is counted and changed, and what its acta holds. */
export function ballsTables({ balls }: BallsPack, language: Language): Html {
  const { count, card, setGames, counted, leastCards, misannounced, otherLines, byHand, firstCard, acta } =
    balls;
  const row = (what: Text, value: Text | null, cite: Cite | undefined): readonly string[] => [
    what[language],
    (value ?? NOT_STATED)[language],
    cite === undefined ? "" : citeText(cite),
  ];
  const rows = [
    row(WORDS.balls, sameText(`${count}`), card.cite),
    row(WORDS.card, fillText(WORDS.rows, { rows: card.rows, numbers: card.numbers }), card.cite),
    row(WORDS.set, setGames === null ? null : setText(setGames), setGames?.cite),
    row(
      WORDS.counted,
      counted === null
        ? null
        : counted.at.length > 1
          ? WORDS.openingAndClosing
          : WORDS[counted.at[0] ?? "opening"],
      counted?.cite,
    ),
    row(WORDS.least, leastCards === null ? null : sameText(`${leastCards.count}`), leastCards?.cite),
    row(WORDS.misannounced, misannounced === null ? null : WORDS.ballCounts, misannounced?.cite),
    row(WORDS.otherLines, otherLines === null ? null : WORDS[otherLines.until], otherLines?.cite),
    row(WORDS.byHand, byHand === null ? null : WORDS.firstBall, byHand?.cite),
    row(WORDS.firstCard, firstCard === null ? null : WORDS.lastSold, firstCard?.cite),
    row(WORDS.kept, acta?.months === undefined ? null : fillText(WORDS.months, { n: acta.months }), acta?.cite),
  ];
  const fields = (acta?.fields ?? []).map((field) => html`<li>${FIELDS[field][language]}</li>`);
  return html`${grid(["", "", BOOKLET_WORDS.section[language]], rows)}
  ${
    fields.length === 0
      ? null
      : html`<h3>${WORDS.acta[language]}</h3>
          <ol>
            ${fields}
          </ol>`
  }`;
}

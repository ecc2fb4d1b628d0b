import { fillText, inEveryLanguage, sameText } from "../text/every-language.ts";
import { textOf, textsOf } from "../text/text-of.ts";
import type { Language, Text } from "../text/language.ts";
import { BOOKLET_WORDS } from "./words.ts";
import type { CardGame } from "../rules/card-game.ts";
import type { DiceGame } from "../rules/dice-game.ts";
import { html, type Html, grid } from "./html.ts";
import { type Cite, citeText, type Pack } from "../rules/pack.ts";

/** The part of the booklet on cards, dice and seats: every number of the pack that a jurist would look up. */

const number = (value: string | number): Text => sameText(`${value}`);

const WORDS = textsOf("booklet.material");

const BURNS: Readonly<Record<CardGame["burn"]["rule"], Text>> = textsOf("booklet.burns");
const SHOWN = textOf("booklet.shown-card-not-stated");
const CUT: Readonly<Record<NonNullable<CardGame["cutCard"]>["then"], Text>> = textsOf("booklet.cut-card");
const NOT_STATED = CUT["not-stated"];
const READERS = textsOf("booklet.readers");
const CLOSE = textsOf("booklet.close");
const OR = textOf("booklet.conditions.or");
const YES = textOf("booklet.yes");
const NO = textOf("booklet.no");

type Row = readonly [what: Text, value: Text | readonly Text[], cite: Cite | undefined];

/** A table of what a game is played with; null for a wheel, whose ring stands among the tables. */
export function materialSection(pack: Pack, language: Language): Html | null {
  const { cards, dice } = pack;
  if (cards === undefined && dice === undefined) return null;
  const rows = [...(cards === undefined ? [] : cardRows(cards)), ...(dice === undefined ? [] : diceRows(dice))];
  const said = (value: Text | readonly Text[]): string =>
    [value]
      .flat()
      .map((one) => one[language])
      .join(", ");
  return html`<h2>${WORDS.material[language]}</h2>
    ${grid(
      ["", "", BOOKLET_WORDS.section[language]],
      rows.map(([what, value, cite]) => [
        what[language],
        said(value),
        cite === undefined ? "" : citeText(cite),
      ]),
    )}`;
}

const textOfMinutes = (n: number): Text => fillText(WORDS.minutes, { n });
const atLeast = (n: number): Text => fillText(WORDS.atLeast, { n });
const oneOf = (counts: readonly number[]): Text =>
  inEveryLanguage((language) => counts.join(` ${OR[language]} `));

function cardRows({ decks, burn, cutCard, seats, reader, betsClose }: CardGame): readonly Row[] {
  const { pack, jokers } = decks;
  const behind = cutCard?.behind ?? "not-stated";
  const cards: Row[] = [
    [WORDS.reader, READERS[reader], undefined],
    [WORDS.decks, oneOf(decks.counts), decks.cite],
    [WORDS.cards, jokers === 0 ? number(pack) : fillText(WORDS.jokers, { n: pack, jokers }), decks.cite],
    [WORDS.close, CLOSE[betsClose], undefined],
  ];
  if (decks.byTurns !== undefined) cards.push([WORDS.byTurns, YES, decks.cite]);
  const burnt = burn.rule === "fixed" ? textWithCount(burn.cards, BURNS.fixed) : BURNS[burn.rule];
  // A pack that is dealt by hand is in no shoe.
  if (reader !== "none" || burn.rule !== "none")
    cards.push([WORDS.burn, burn.shownCard === undefined ? burnt : [burnt, SHOWN], burn.cite]);
  if (cutCard !== null)
    cards.push(
      [
        WORDS.behind,
        behind === "not-stated"
          ? NOT_STATED
          : "exactly" in behind
            ? number(behind.exactly)
            : atLeast(behind.atLeast),
        cutCard.cite,
      ],
      [
        WORDS.appears,
        cutCard.afterRound === undefined ? CUT[cutCard.then] : [CUT[cutCard.then], WORDS.afterRound],
        cutCard.cite,
      ],
    );
  if (seats !== null) {
    cards.push([WORDS.seatsMost, number(seats.most), seats.cite]);
    if (seats.least !== undefined) cards.push([WORDS.seatsLeast, number(seats.least.count), seats.least.cite]);
  }
  return cards;
}

function diceRows({ dice, set, thrower }: DiceGame): readonly Row[] {
  const rows: Row[] = [
    [WORDS.dice, number(dice), set.cite],
    [WORDS.set, oneOf(set.counts), set.cite],
    [WORDS.sets, number(set.sets), set.cite],
    [WORDS.side, set.sideMm === null ? NOT_STATED : sideText(set.sideMm), set.cite],
    [WORDS.opposite, set.oppositeSum === null ? NOT_STATED : number(set.oppositeSum), set.cite],
    [WORDS.transparent, set.transparent === null ? NOT_STATED : set.transparent ? YES : NO, set.cite],
  ];
  if (set.rotateMinutes !== undefined) rows.push([WORDS.rotate, textOfMinutes(set.rotateMinutes), set.cite]);
  if (thrower.reliefMinutes !== undefined)
    rows.push([WORDS.relief, textOfMinutes(thrower.reliefMinutes), thrower.cite]);
  return rows;
}

const sideText = ([from, to]: readonly [number, number]): Text =>
  from === to ? number(`${from} mm`) : fillText(WORDS.to, { from, to });

const textWithCount = (count: number, what: Text): Text =>
  inEveryLanguage((language) => `${what[language]}: ${count}`);

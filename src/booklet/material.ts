import type { Language, Text } from "../text/language.ts";
import { grid } from "./tables.ts";
import { BOOKLET_WORDS } from "./words.ts";
import type { CardGame } from "../rules/card-game.ts";
import type { DiceGame } from "../rules/dice-game.ts";
import { html, type Html } from "./html.ts";
import { type Cite, citeText, type Pack } from "../rules/pack.ts";

/** What the booklet says of cards, dice and places: every number of the pack that a jurist would look up. */

const text = (es: string, eu: string, gl: string, en: string): Text => ({ es, eu, gl, en });
const number = (value: string | number): Text => text(`${value}`, `${value}`, `${value}`, `${value}`);

const WORDS = {
  material: text("Material y plazas", "Materiala eta lekuak", "Material e prazas", "Equipment and places"),
  decks: text("Barajas", "Kartak", "Barallas", "Decks"),
  cards: text("Cartas por baraja", "Karta-sorta bakoitzeko kartak", "Cartas por baralla", "Cards of a deck"),
  byTurns: text(
    "Dos barajas por turnos",
    "Bi karta-sorta txandaka",
    "Dúas barallas por quendas",
    "Two decks by turns",
  ),
  burn: text("Quema del sabot nuevo", "Sabot berriaren erretzea", "Queima do sabot novo", "Burn of a new shoe"),
  behind: text(
    "Cartas tras la de corte",
    "Ebaketa-kartaren atzean",
    "Cartas tras a de corte",
    "Cards behind the cut card",
  ),
  appears: text(
    "Al aparecer la de corte",
    "Ebaketa-karta agertzean",
    "Ao aparecer a de corte",
    "When the cut card appears",
  ),
  seats: text("Plazas", "Lekuak", "Prazas", "Places"),
  dice: text("Dados de una tirada", "Jaurtialdiko dadoak", "Dados dunha tirada", "Dice of a throw"),
  set: text("Dados de un juego", "Joko bateko dadoak", "Dados dun xogo", "Dice of a set"),
  sets: text("Juegos de dados", "Dado-jokoak", "Xogos de dados", "Sets of dice"),
  side: text("Arista", "Ertza", "Aresta", "Side"),
  opposite: text(
    "Suma de caras opuestas",
    "Aurkako aurpegien batura",
    "Suma de caras opostas",
    "Sum of opposite faces",
  ),
  transparent: text("Transparentes", "Gardenak", "Transparentes", "Transparent"),
  rotate: text(
    "Relevo de los juegos de dados",
    "Dado-jokoen txanda",
    "Relevo dos xogos de dados",
    "Sets take turns",
  ),
  relief: text(
    "Relevo de quien lanza",
    "Jaurtitzailearen txanda",
    "Relevo de quen lanza",
    "Thrower is relieved",
  ),
} as const;

const BURNS: Readonly<Record<CardGame["burn"]["rule"], Text>> = {
  none: text("ninguna", "bat ere ez", "ningunha", "none"),
  fixed: text("cartas", "kartak", "cartas", "cards"),
  "first-card-value": text(
    "tantas cartas como vale la primera",
    "lehenengoak balio duen adina karta",
    "tantas cartas como vale a primeira",
    "as many cards as the first is worth",
  ),
};
const SHOWN = text(
  "no consta si la carta vista cuenta entre ellas",
  "ez da zehazten ikusitako karta barne den",
  "non consta se a carta vista conta entre elas",
  "not stated whether the card shown is one of them",
);
const CUT: Readonly<Record<NonNullable<CardGame["cutCard"]>["then"], Text>> = {
  "finish-round": text(
    "se acaba la jugada",
    "jokaldia amaitzen da",
    "remátase a xogada",
    "the round is played out",
  ),
  "one-more-round": text(
    "se juega una más",
    "beste bat jokatzen da",
    "xógase unha máis",
    "one more round is played",
  ),
  "void-round": text(
    "se anula la jugada",
    "jokaldia baliogabetzen da",
    "anúlase a xogada",
    "the round is void",
  ),
  "not-stated": text("no consta", "ez da zehazten", "non consta", "not stated"),
};
const NOT_STATED = CUT["not-stated"];
const YES = text("sí", "bai", "si", "yes");
const NO = text("no", "ez", "non", "no");

type Row = readonly [what: Text, value: Text | readonly Text[], cite: Cite | undefined];

/** A table of what a game is played with; null for a wheel, whose ring stands among the tables. */
export function materialSection(pack: Pack, language: Language): Html | null {
  if (pack.family === "wheel") return null;
  const rows = pack.family === "dice" ? diceRows(pack.dice) : cardRows(pack.cards);
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

const every = (minutes: number): Text => number(`${minutes} min`);
const atLeast = (count: number): Text => number(`≥ ${count}`);

function cardRows({ decks, burn, cutCard, seats }: CardGame): readonly Row[] {
  const jokers = decks.jokers === 0 ? "" : ` + ${decks.jokers} joker`;
  const behind = cutCard?.behind ?? "not-stated";
  const cards: Row[] = [
    [WORDS.decks, number(decks.counts.join(" / ")), decks.cite],
    [WORDS.cards, number(`${decks.pack}${jokers}`), decks.cite],
  ];
  if (decks.byTurns !== undefined) cards.push([WORDS.byTurns, YES, decks.cite]);
  const burnt = burn.rule === "fixed" ? counted(burn.cards, BURNS.fixed) : BURNS[burn.rule];
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
      [WORDS.appears, CUT[cutCard.then], cutCard.cite],
    );
  if (seats !== null) {
    cards.push([WORDS.seats, number(`≤ ${seats.most}`), seats.cite]);
    if (seats.least !== undefined) cards.push([WORDS.seats, atLeast(seats.least.count), seats.least.cite]);
  }
  return cards;
}

function diceRows({ dice, set, thrower }: DiceGame): readonly Row[] {
  const rows: Row[] = [
    [WORDS.dice, number(dice), set.cite],
    [WORDS.set, number(set.counts.join(" / ")), set.cite],
    [WORDS.sets, number(set.sets), set.cite],
    [WORDS.side, set.sideMm === null ? NOT_STATED : number(`${set.sideMm.join("–")} mm`), set.cite],
    [WORDS.opposite, set.oppositeSum === null ? NOT_STATED : number(set.oppositeSum), set.cite],
    [WORDS.transparent, set.transparent === null ? NOT_STATED : set.transparent ? YES : NO, set.cite],
  ];
  if (set.rotateMinutes !== undefined) rows.push([WORDS.rotate, every(set.rotateMinutes), set.cite]);
  if (thrower.reliefMinutes !== undefined)
    rows.push([WORDS.relief, every(thrower.reliefMinutes), thrower.cite]);
  return rows;
}

const counted = (count: number, { es, eu, gl, en }: Text): Text =>
  text(`${es}: ${count}`, `${eu}: ${count}`, `${gl}: ${count}`, `${en}: ${count}`);

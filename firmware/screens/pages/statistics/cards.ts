/** Statistics of cards: the roads of baccarat, and for every other game its last rounds and what was called. */
import { h, type JSX } from "preact";
import type { CardStatistics } from "../../../../src/statistics/card-statistics.ts";
import type { Bead, BigRoadCell, Roads, Trend, TrendCell } from "../../../../src/statistics/roads.ts";
import { fillText, sameText } from "../../../../src/text/every-language.ts";
import { textsOf } from "../../../../src/text/text-of.ts";
import { beadOf } from "../game-words.ts";
import { sentenceIn, type Language, type Text } from "../i18n.ts";
import { shapeSign, type Shape } from "../icons.ts";
import { barRows, part, standingSign, WORDS } from "./parts.ts";

const HANDS: Readonly<Record<string, Text>> = textsOf("cards.hands");
const OUTCOMES: Readonly<Record<string, Text>> = textsOf("cards.outcomes");

const LAST_SHOWN = 14;
/** Columns of each grid; the newest are shown. */
const COLUMNS = { bead: 14, big: 28, derived: 28 } as const;
const ROWS = 6;

type Side = "player" | "bank" | "tie";
const SHAPES: Readonly<Record<Side, Shape>> = { player: "punto", bank: "banca", tie: "tie" };

const handName = (id: string, language: Language): string => HANDS[id]?.[language] ?? id;

export function cardParts(statistics: CardStatistics, language: Language): JSX.Element[] {
  const { roads } = statistics;
  return roads.length > 0
    ? roads.flatMap((one) => roadParts(one, roads.length > 1 ? handName(one.of, language) : "", language))
    : roundParts(statistics, language);
}

function roadParts(roads: Roads & { readonly of: string }, whose: string, language: Language): JSX.Element[] {
  const headed = (word: Text): string => (whose === "" ? word[language] : `${word[language]} · ${whose}`);
  return [
    part("bead", headed(WORDS.bead), beadPlate(roads, language)),
    part("tally", headed(WORDS.counted), tallyRows(roads, language), nextLook(roads, language)),
    part("big", headed(WORDS.big), bigRoad(roads, language)),
    ...(["bigEye", "small", "cockroach"] as const).map((road) =>
      part(road, headed(WORDS[road]), trendRoad(roads[road], road)),
    ),
  ];
}

/** A grid that shows its newest columns. */
function grid(
  name: string,
  columns: number,
  cells: readonly { readonly column: number; readonly row: number; readonly sign: JSX.Element }[],
): JSX.Element {
  const last = Math.max(-1, ...cells.map(({ column }) => column));
  const from = Math.max(0, last - columns + 1);
  return h(
    "div",
    { class: `grid grid-${name}`, style: `--columns: ${columns}; --rows: ${ROWS}` },
    ...cells
      .filter(({ column }) => column >= from)
      .map(({ column, row, sign }) =>
        h("div", { class: "at", style: `grid-area: ${row + 1} / ${column - from + 1}` }, sign),
      ),
  );
}

const LETTER_OF: Readonly<Record<Side, string>> = { player: "punto", bank: "banca", tie: "round" };
const letterOf = (winner: Side, language: Language): string =>
  beadOf({ of: LETTER_OF[winner] })?.letter[language] ?? "";

function beadPlate({ beads, marks }: Roads, language: Language): JSX.Element {
  const cells = beads.map((bead, at) => ({
    column: Math.floor(at / ROWS),
    row: at % ROWS,
    sign: beadSign(bead, language),
  }));
  return h(
    "div",
    null,
    marks.length === 0
      ? null
      : h("div", { class: "marks" }, ...marks.map(({ standing }) => standingSign(standing))),
    grid("bead", COLUMNS.bead, cells),
  );
}

function beadSign({ winner, round, pairs, isNatural, standing, isOverruled, marks }: Bead, language: Language) {
  return h(
    "div",
    {
      class: `bead bead-${winner}${isNatural ? " natural" : ""}${isOverruled ? " overruled" : ""}`,
      "data-round": round,
      "data-standing": standing,
    },
    shapeSign(SHAPES[winner]),
    h("span", { class: "letter" }, letterOf(winner, language)),
    pairs.bank ? h("i", { class: "pair pair-bank" }) : null,
    pairs.player ? h("i", { class: "pair pair-player" }) : null,
    standing === "certified" ? null : standingSign(standing),
    marks.length === 0
      ? null
      : h("span", { class: "behind" }, ...marks.map((mark) => standingSign(mark.standing))),
  );
}

function bigRoad({ big, leadingTies }: Roads, language: Language): JSX.Element {
  const cells = big.map((cell) => ({ ...cell, sign: bigSign(cell, language) }));
  return h(
    "div",
    null,
    leadingTies === 0 ? null : h("p", { class: "leading" }, `${letterOf("tie", language)} × ${leadingTies}`),
    grid("big", COLUMNS.big, cells),
  );
}

function bigSign({ winner, round, ties, pairs, isNatural }: BigRoadCell, language: Language): JSX.Element {
  return h(
    "div",
    { class: `ring-of ring-${winner}${isNatural ? " natural" : ""}`, "data-round": round, "data-ties": ties },
    h("span", { class: "letter" }, letterOf(winner, language)),
    ties === 0 ? null : h("span", { class: "ties" }, ties === 1 ? null : h("b", null, String(ties))),
    pairs.bank ? h("i", { class: "pair pair-bank" }) : null,
    pairs.player ? h("i", { class: "pair pair-player" }) : null,
  );
}

type Derived = "bigEye" | "small" | "cockroach";

const trendSign = (road: Derived, trend: Trend): JSX.Element =>
  h("i", { class: `trend trend-${road} trend-${trend}`, "data-trend": trend });

const trendRoad = (cells: readonly TrendCell[], road: Derived): JSX.Element =>
  grid(
    "derived",
    COLUMNS.derived,
    cells.map(({ trend, ...place }) => ({ ...place, sign: trendSign(road, trend) })),
  );

/** What the three roads would add if the bank won, and if the other hand did. */
function nextLook({ next, of }: Roads & { readonly of: string }, language: Language): JSX.Element {
  return h(
    "div",
    { class: "next" },
    ...(["bank", "player"] as const).map((winner) =>
      h(
        "p",
        { "data-if": winner },
        fillText(WORDS.next, { hand: handName(winner === "bank" ? "banca" : of, language) })[language],
        ...(["bigEye", "small", "cockroach"] as const).map((road) => {
          const trend = next[winner][road];
          return trend === null ? h("i", { class: "trend trend-none" }) : trendSign(road, trend);
        }),
      ),
    ),
  );
}

function tallyRows({ tally, of }: Roads & { readonly of: string }, language: Language): JSX.Element {
  const [player, bank] = [handName(of, language), handName("banca", language)];
  const pairsOf = (hand: string): string => fillText(WORDS.pairs, { hand })[language];
  return barRows([
    { key: "player", name: sentence(player), count: tally.player },
    { key: "bank", name: sentence(bank), count: tally.bank },
    { key: "ties", name: WORDS.ties[language], count: tally.ties },
    { key: "player-pairs", name: pairsOf(player), count: tally.playerPairs },
    { key: "bank-pairs", name: pairsOf(bank), count: tally.bankPairs },
    { key: "naturals", name: WORDS.naturals[language], count: tally.naturals },
  ]);
}

const sentence = (words: string): string => words.replace(/^\p{L}/u, (letter) => letter.toLocaleUpperCase());

/** `seat-3 wins` in words: the hand, and what became of it. */
function calledText({ of, is }: { readonly of: string; readonly is: string }, language: Language): string {
  const [, seat] = /^seat-([\d.]+)$/.exec(of) ?? [];
  const hand = of === "round" ? "" : (seat ?? handName(of, language));
  const word = OUTCOMES[is];
  return [hand, word === undefined ? is : word[language]].filter((one) => one !== "").join(" ");
}

function roundParts(statistics: CardStatistics, language: Language): JSX.Element[] {
  const { outcomes, hands, last } = statistics;
  const common = outcomes.filter(({ name }) => !name.startsWith("seat-"));
  return [
    part(
      "last",
      WORDS.lastRounds[language],
      h(
        "ol",
        { class: "last-rounds" },
        ...last
          .slice(0, LAST_SHOWN)
          .map(({ round, results, bank, standing, isOverruled }) =>
            h(
              "li",
              { "data-round": round, "data-standing": standing, class: isOverruled ? "overruled" : "" },
              h("strong", null, String(round)),
              h(
                "span",
                { class: "called" },
                (results ?? [])
                  .map((one) => sentenceIn(sameText(calledText(one, language)), language))
                  .join(" · "),
              ),
              bank === null ? null : h("span", { class: "bank" }, String(bank)),
              standingSign(standing),
            ),
          ),
      ),
    ),
    ...(hands.won + hands.lost + hands.tied === 0
      ? []
      : [
          part(
            "hands",
            WORDS.counted[language],
            barRows([
              { key: "won", name: WORDS.won[language], count: hands.won },
              { key: "lost", name: WORDS["lost-hands"][language], count: hands.lost },
              { key: "tied", name: WORDS.tied[language], count: hands.tied },
            ]),
          ),
        ]),
    ...(common.length === 0
      ? []
      : [
          part(
            "outcomes",
            WORDS.outcomes[language],
            barRows(
              common.map(({ name, count }) => {
                const [of = "", is = ""] = name.split(" ");
                return { key: name, name: sentence(calledText({ of, is }, language)), count };
              }),
            ),
          ),
        ]),
  ];
}

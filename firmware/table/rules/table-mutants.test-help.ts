import type { Tableau } from "../../../src/cards/baccarat/tableau.ts";
import type { Qualifying, Ranking } from "../../../src/cards/poker/ranking.ts";
import { POKER_RANKS } from "../../../src/cards/poker/code.ts";
import type { OutcomeRule } from "../../../src/rules/card-game.ts";
import type { CardPack } from "../../../src/rules/pack.ts";

type Change<T> = readonly [what: string, changed: T];
type Cards = CardPack["cards"];

/** Every change of one cell of the law's tables that a pack holds: table of third cards, ranking, least hand. */
export function changedTables(cards: Cards): readonly Change<Cards>[] {
  const { outcome } = cards;
  if (outcome === null) return [];
  const tableau = "tableau" in outcome ? changedTableaux(outcome.tableau) : [];
  const ranking = "ranking" in outcome ? changedRankings(outcome.ranking) : [];
  return [
    ...tableau.map(([what, one]): Change<Cards> => [what, withTable(cards, "tableau", one)]),
    ...ranking.map(([what, one]): Change<Cards> => [what, withTable(cards, "ranking", one)]),
    ...changedLeast(outcome).map(([what, one]): Change<Cards> => [what, { ...cards, outcome: one }]),
  ];
}

/** The game with another table, in its steps and in its outcome. */
function withTable(cards: Cards, key: "tableau" | "ranking", table: Tableau | Ranking): Cards {
  const changed = (part: object): object => ({
    ...part,
    ...(key in part ? { [key]: table } : {}),
    ...("bank" in part && key === "ranking" ? { bank: { ranking: table } } : {}),
  });
  return {
    ...cards,
    deal: cards.deal.map(changed) as Cards["deal"],
    outcome: changed(cards.outcome ?? {}) as OutcomeRule,
  };
}

const LETTERS = ["T", "P", "O", "U"] as const;

function changedTableaux(tableau: Tableau): readonly Change<Tableau>[] {
  const cells = (row: string): readonly (readonly [number, string])[] =>
    Array.from(row).flatMap((was, at) =>
      LETTERS.filter((one) => one !== was).map(
        (one) => [at, `${row.slice(0, at)}${one}${row.slice(at + 1)}`] as const,
      ),
    );
  return [
    ...cells(tableau.punto).map(([at, punto]): Change<Tableau> => [
      `tableau: punto ${at} by ${punto}`,
      { ...tableau, punto },
    ]),
    ...tableau.banca.flatMap((row, points) =>
      cells(row).map(([at, other]): Change<Tableau> => [
        `tableau: banca ${points} against ${at} by ${other}`,
        { ...tableau, banca: tableau.banca.with(points, other) as unknown as Tableau["banca"] },
      ]),
    ),
  ];
}

function changedRankings(ranking: Ranking): readonly Change<Ranking>[] {
  const { order, comparedBy, lowAce, lowAceStraight } = ranking;
  const swapped = order
    .slice(1)
    .map((one, at): Change<Ranking> => [
      `ranking: ${one} below ${order[at] ?? ""}`,
      { ...ranking, order: order.with(at, one).with(at + 1, order[at] ?? one) },
    ]);
  const compared = order.flatMap((category) => {
    const now = comparedBy[category] ?? 5;
    return [1, 2, 3, 4, 5]
      .filter((depth) => depth !== now)
      .map((depth): Change<Ranking> => [
        `ranking: ${category} compared by ${depth}`,
        { ...ranking, comparedBy: { ...comparedBy, [category]: depth } },
      ]);
  });
  return [
    ...swapped,
    ...compared,
    ["ranking: low ace", { ...ranking, lowAce: lowAce === "not-stated" ? "below-lowest" : "not-stated" }],
    ...(lowAce === "below-lowest"
      ? [
          [
            "ranking: straight of the low ace",
            { ...ranking, lowAceStraight: lowAceStraight === "lowest" ? "second-highest" : "lowest" },
          ] as const,
        ]
      : []),
  ];
}

/** The least hand one rank lower and higher, or of the next category. */
function changedLeast(outcome: OutcomeRule): readonly Change<OutcomeRule>[] {
  const key = "least" in outcome ? "least" : "qualifies" in outcome ? "qualifies" : null;
  const least: Qualifying | null =
    "least" in outcome ? outcome.least : "qualifies" in outcome ? outcome.qualifies : null;
  if (key === null || least === null || !("ranking" in outcome)) return [];
  const ranks = least.ranks.flatMap((rank, at) =>
    [-1, 1].flatMap((by) => {
      const other = POKER_RANKS[POKER_RANKS.indexOf(rank) + by];
      return other === undefined ? [] : [{ ...least, ranks: least.ranks.with(at, other) }];
    }),
  );
  const place = outcome.ranking.order.indexOf(least.category);
  const next = outcome.ranking.order[place + 1];
  const categories = next === undefined ? [] : [{ ...least, category: next, ranks: [] }];
  return [...ranks, ...categories].map((one): Change<OutcomeRule> => [
    `${key}: ${one.category} ${one.ranks.join(" ")}`,
    { ...outcome, [key]: one },
  ]);
}

import type { Category, Worth } from "./category.ts";
import { leastWorth } from "./ranking.ts";
import { RANKINGS, type RankingId } from "./rankings.ts";
import type { Rank } from "../card.ts";

/** The least hand with which a bank plays, or with which a player who has no bank against him wins. */
export interface Qualifying {
  readonly ranking: RankingId;
  readonly category: Category;
  readonly ranks: readonly Rank[];
  readonly cite: string;
}

/** By catalogue and game. Three-card games are in `three-cards.ts`. A game that is not named needs no least hand. */
export const QUALIFYING = {
  "cl/caribbean-poker": of("cl/five-cards", "high-card", ["A", "K"], "Chile, III.3.5.1, ll. 2084–2150"),
  "cl/draw-poker": of("cl/five-cards", "pair", ["8"], "Chile, III.3.5.2, ll. 2210–2308"),
  "cl/go-poker": of("cl/five-cards", "pair", ["10"], "Chile, III.3.5.4, ll. 2476–2525"),
  "cl/texas-holdem-plus": of("cl/five-cards", "pair", ["4"], "Chile, III.3.5.7.2, ll. 3079–3142"),
  "es-ga/poker-sin-descarte": of("es-ga/sin-descarte", "ace-king", [], "Galicia, art. 7, l. 167"),
  "es-ga/poker-trijoker": of("es-ga/trijoker", "pair-jacks-or-better", [], "Galicia, art. 13, ll. 275–293"),
  "es-cb/poker-sin-descarte": of("es-cb/sin-descarte", "ace-king", [], "Cantabria, A.14.1.V, ll. 3601–3710"),
  "es-cb/poker-trijoker": of(
    "es-cb/trijoker",
    "pair-jacks-or-better",
    [],
    "Cantabria, A.14.2.V, ll. 3965–4023",
  ),
  "es-pv/poker-sin-descarte": of(
    "es-pv/sin-descarte",
    "high-card",
    ["A", "K"],
    "País Vasco, ll. 2578–2618 (es)",
  ),
} as const satisfies Record<string, Qualifying>;

/** The number from which on a hand qualifies: `worth >= leastToQualify(…)`. */
export function leastToQualify(qualifying: Qualifying): Worth {
  return leastWorth(RANKINGS[qualifying.ranking], qualifying.category, qualifying.ranks);
}

function of(ranking: RankingId, category: Category, ranks: readonly Rank[], cite: string): Qualifying {
  return { ranking, category, ranks, cite };
}

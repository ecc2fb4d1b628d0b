import type { Qualifying } from "../../../../src/cards/poker/ranking.ts";

/** The least hands of the catalogues, read on their own as the rankings are. A game that is not named needs none. */
export const QUALIFYING = {
  "cl/caribbean-poker": { category: "high-card", ranks: ["A", "K"], source: "Chile, III.3.5.1, ll. 2084–2150" },
  "cl/draw-poker": { category: "pair", ranks: ["8"], source: "Chile, III.3.5.2, ll. 2210–2308" },
  "cl/go-poker": { category: "pair", ranks: ["10"], source: "Chile, III.3.5.4, ll. 2476–2525" },
  "cl/texas-holdem-plus": { category: "pair", ranks: ["4"], source: "Chile, III.3.5.7.2, ll. 3079–3142" },
  "es-ga/poker-sin-descarte": { category: "ace-king", ranks: [], source: "Galicia, art. 7, l. 167" },
  "es-ga/poker-trijoker": {
    category: "pair-jacks-or-better",
    ranks: [],
    source: "Galicia, art. 13, ll. 275–293",
  },
  "es-cb/poker-sin-descarte": { category: "ace-king", ranks: [], source: "Cantabria, A.14.1.V, ll. 3601–3710" },
  "es-cb/poker-trijoker": {
    category: "pair-jacks-or-better",
    ranks: [],
    source: "Cantabria, A.14.2.V, ll. 3965–4023",
  },
  "es-pv/poker-sin-descarte": {
    category: "high-card",
    ranks: ["A", "K"],
    source: "País Vasco, ll. 2578–2618 (es)",
  },
  /** Queen or better opens the bank. */
  "cl/poker-tres-cartas": { category: "high-card", ranks: ["Q"], source: "Chile, III.3.5.3, ll. 2360–2417" },
} as const satisfies Record<string, Qualifying>;

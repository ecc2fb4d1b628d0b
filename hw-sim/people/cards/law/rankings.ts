import type { Category } from "../../../../src/cards/poker/category.ts";
import type { Ranking } from "../../../../src/cards/poker/ranking.ts";

/*
 * The hand rankings by which simulated people play, read from the catalogues on their own: the packs hold theirs, and a test holds
 * the two against each other. Lines are those of the catalogue's text. Asturias has no poker.
 * None ranks the suits among hands (Chile says so, III.3.5.1, ll. 2100–2127). Where País Vasco has the suits say who opens a betting
 * round of its seven card stud (ll. 3122, 3570), that is no ranking of hands.
 */

const STRAIGHT_UP: readonly Category[] = ["four-of-a-kind", "straight-flush", "royal-flush"];
const FULL_PACK: readonly Category[] = ["three-of-a-kind", "straight", "flush", "full-house", ...STRAIGHT_UP];
/** Fewer than 52 cards: flush beats full house (Galicia, art. 22.1, l. 442; Cantabria, ll. 5528–5530; País Vasco, ll. 2866–2870). */
const SHORT_PACK: readonly Category[] = ["three-of-a-kind", "straight", "full-house", "flush", ...STRAIGHT_UP];
const PAIRS: readonly Category[] = ["high-card", "pair", "two-pair"];

const USUAL = {
  order: [...PAIRS, ...FULL_PACK],
  cards: 5,
  pack: 52,
  joker: false,
  lowAce: "below-lowest",
  lowAceStraight: "lowest",
  comparedBy: {},
} as const satisfies Omit<Ranking, "source">;

/**
 * What the pokers de círculo compare: Galicia, art. 22.2, ll. 424–455; Cantabria, A.15.A.VI.2, ll. 5532–5571, in the same words. The
 * rest is not stated; the pot is then split.
 */
const CIRCULO = {
  "high-card": 1,
  pair: 2,
  "three-of-a-kind": 1,
  flush: 1,
  "full-house": 1,
  "four-of-a-kind": 1,
} as const;

/** A catalogue whose text, as it has come to us, says nothing of ties: only the combination's own first rank is certain. */
const FIRST_RANK_ONLY = {
  "high-card": 1,
  pair: 1,
  "two-pair": 1,
  "three-of-a-kind": 1,
  flush: 1,
  "full-house": 1,
  "four-of-a-kind": 1,
} as const;

const CHILE = {
  /** III.3.5.1, ll. 2100–2127: used by every poker of the catalogue but Tres Cartas. Straights from A–5 to 10–A. */
  "cl/five-cards": {
    ...USUAL,
    // "Color: highest card", one step for a pair, trío, full and póker by their own rank; all five equal is a tie.
    comparedBy: { pair: 2, "three-of-a-kind": 1, flush: 1, "full-house": 1, "four-of-a-kind": 1 },
    source:
      "Chile, III.3.5.1, ll. 2100–2127; 2252–2285; 2490–2502; 2616–2645; 2768–2794; 2972–2999; 3093–3117; 3245–3272",
  },
  /**
   * III.3.5.5–III.3.5.8: hands tie only with the same five cards (l. 2633), but flushes are graded by their highest card and a tie of
   * flushes splits the pot (ll. 2640, 2662, 2812, 3020–3022, 3341): beyond the highest card of a flush the two sentences differ.
   */
  "cl/circle": {
    ...USUAL,
    comparedBy: { flush: 1 },
    source: "Chile, III.3.5.5–III.3.5.8, ll. 2616–2645; 2662; 2768–2794; 2812; 2972–2999; 3020–3022; 3341",
  },
} as const satisfies Record<string, Ranking>;

const GALICIA = {
  /** Art. 6.1, ll. 101–143: "as y rey" is a combination. Art. 3, l. 73: the ace is high or, in straights, low. */
  "es-ga/sin-descarte": {
    ...USUAL,
    order: ["high-card", "ace-king", "pair", "two-pair", ...FULL_PACK],
    source: "Galicia, art. 6.1, ll. 101–143; art. 3, l. 73",
  },
  /** Art. 13, ll. 253–293: a pair of 10 or less is nothing. Art. 10.1, ll. 225–227 does not repeat the low ace. */
  "es-ga/trijoker": {
    ...USUAL,
    order: ["high-card", "pair", "pair-jacks-or-better", "two-pair", ...FULL_PACK],
    lowAce: "not-stated",
    source: "Galicia, art. 13, ll. 253–293; art. 10.1, ll. 225–227",
  },
  /** Art. 22, ll. 424–455: Seven Stud, Omaha and Hold'em. Figuras belong to the covered poker alone (l. 435). */
  "es-ga/circulo-52": {
    ...USUAL,
    comparedBy: CIRCULO,
    source: "Galicia, art. 22.1–22.2, ll. 424–455; art. 18.1, ll. 357–359",
  },
  /** Art. 22.1.h, l. 435: with figuras, above two pairs. */
  "es-ga/cubierto-52": {
    ...USUAL,
    order: [...PAIRS, "figuras", ...FULL_PACK],
    comparedBy: { ...CIRCULO, figuras: 2 },
    source: "Galicia, art. 22.1–22.2, ll. 424–455; art. 26, ll. 614–616",
  },
  /** 32 cards. Which 32 is taken from Five Stud (art. 37). The general rule's low ace stands below a 2, which is not there. */
  "es-ga/cubierto-32": {
    ...USUAL,
    order: [...PAIRS, "figuras", ...SHORT_PACK],
    pack: 32,
    lowAce: "not-stated",
    comparedBy: { ...CIRCULO, figuras: 2 },
    source: "Galicia, art. 22.1, ll. 424–455, 442; art. 26, ll. 614–616",
  },
  /** Art. 37, ll. 788–790: A K Q J 10 9 8 7. */
  "es-ga/five-stud-32": {
    ...USUAL,
    order: [...PAIRS, ...SHORT_PACK],
    pack: 32,
    lowAce: "not-stated",
    comparedBy: CIRCULO,
    source: "Galicia, art. 22.1, ll. 424–455, 442; art. 37, ll. 788–790",
  },
  /** Art. 40, ll. 808–810: A K Q J 10 9 8, the ace also before the 8. No figuras: Sintético is not a covered poker. */
  "es-ga/sintetico-28": {
    ...USUAL,
    order: [...PAIRS, ...SHORT_PACK],
    pack: 28,
    comparedBy: CIRCULO,
    source: "Galicia, art. 22.1, ll. 424–455, 442; art. 40, ll. 808–810",
  },
} as const satisfies Record<string, Ranking>;

const CANTABRIA = {
  /** A.14.1.V, ll. 3601–3710: equal combinations by their cards, then by the highest loose cards. */
  "es-cb/sin-descarte": {
    ...USUAL,
    order: ["high-card", "ace-king", "pair", "two-pair", ...FULL_PACK],
    source: "Cantabria, A.14.1.V, ll. 3601–3710",
  },
  /** A.14.2.V, ll. 3965–4023. The text orders A K Q … 2 and has no sentence on a low ace. */
  "es-cb/trijoker": {
    ...USUAL,
    order: ["high-card", "pair", "pair-jacks-or-better", "two-pair", ...FULL_PACK],
    lowAce: "not-stated",
    source: "Cantabria, A.14.2.V, ll. 3965–4023",
  },
  /** A.14.3.V, ll. 4250–4321; joker: A.14.3.II, ll. 4174–4210. A-2-3-4-5 is the second highest straight. */
  "es-cb/pai-gow": {
    ...USUAL,
    order: [...PAIRS, ...FULL_PACK, "five-of-a-kind"],
    joker: true,
    lowAceStraight: "second-highest",
    comparedBy: FIRST_RANK_ONLY,
    source: "Cantabria, A.14.3.V, ll. 4250–4321; A.14.3.II, ll. 4174–4210",
  },
  /** A.14.5.VI, ll. 4853–5005, and A.14.6, ll. 5107–5146: Hold'em Bonus and de contrapartida, ace high or low. */
  "es-cb/holdem": {
    ...USUAL,
    comparedBy: FIRST_RANK_ONLY,
    source: "Cantabria, A.14.5.VI, ll. 4853–5005; A.14.6, ll. 5107–5146",
  },
  /** A.15.A.VI, ll. 5470–5571: Seven Stud, Omaha and Hold'em. Figuras belong to the covered poker alone (ll. 5509–5512). */
  "es-cb/circulo-52": { ...USUAL, comparedBy: CIRCULO, source: "Cantabria, A.15.A.VI, ll. 5470–5571" },
  /** Flush beats full house below 52 cards (ll. 5528–5530); A K Q J 10 9 8 7 (A.15.5, ll. 6361–6389). */
  "es-cb/circulo-32": {
    ...USUAL,
    order: [...PAIRS, ...SHORT_PACK],
    pack: 32,
    lowAce: "not-stated",
    comparedBy: CIRCULO,
    source: "Cantabria, A.15.A.VI, ll. 5470–5571; A.15.5, ll. 6361–6389",
  },
  /** A.15.6, ll. 6405–6410: A K Q J 10 9 8, the ace also before the 8; flush beats full house (ll. 5528–5530). */
  "es-cb/sintetico-28": {
    ...USUAL,
    order: [...PAIRS, ...SHORT_PACK],
    pack: 28,
    comparedBy: CIRCULO,
    source: "Cantabria, A.15.6, ll. 6405–6410; A.15.A.VI, ll. 5470–5571",
  },
} as const satisfies Record<string, Ranking>;

const PAIS_VASCO = {
  /**
   * Ll. 2578–2618: the lowest combination is "cartas mayores"; flush and pair compare their high cards. The values are A K Q … 2
   * (ll. 2522, 2492 eu), and no sentence has a low ace.
   */
  "es-pv/sin-descarte": {
    ...USUAL,
    lowAce: "not-stated",
    source: "País Vasco, ll. 2578–2618 (es), 2548–2588 (eu); 2522, 2492 (eu)",
  },
  /** Ll. 2854–2894: flush above full house, figuras above two pairs; l. 2726: the ace also before the lowest card in use. */
  "es-pv/sintetico-28": {
    ...USUAL,
    order: [...PAIRS, "figuras", ...SHORT_PACK],
    pack: 28,
    comparedBy: { ...FIRST_RANK_ONLY, figuras: 1 },
    source: "País Vasco, ll. 2726, 2854–2894 (es), 2704, 2832–2872 (eu)",
  },
  /** Ll. 3014–3082 (es): the next highest card from the ace down; full houses by their three. */
  "es-pv/seven-card-stud": { ...USUAL, source: "País Vasco, ll. 3014–3082 (es), 3512–3550 (eu)" },
  /** Ll. 3172–3212 (eu); joker: l. 3108 (eu). */
  "es-pv/pai-gow": {
    ...USUAL,
    order: [...PAIRS, ...FULL_PACK, "five-of-a-kind"],
    joker: true,
    lowAceStraight: "second-highest",
    comparedBy: FIRST_RANK_ONLY,
    source: "País Vasco, ll. 3108, 3172–3212 (eu)",
  },
} as const satisfies Record<string, Ranking>;

const THREE = {
  order: ["high-card", "pair", "flush", "straight", "three-of-a-kind", "straight-flush"],
  cards: 3,
  pack: 52,
  joker: false,
  lowAce: "below-lowest",
  lowAceStraight: "lowest",
  comparedBy: {},
} as const satisfies Omit<Ranking, "source">;

const THREE_CARDS = {
  /** III.3.5.3, ll. 2376–2395: carta alta, un par, color, escalera, trío, escalera de color. */
  // Of two colours the text names the highest card alone.
  "cl/three-cards": { ...THREE, comparedBy: { flush: 1 }, source: "Chile, III.3.5.3, ll. 2376–2395" },
  /** A.14.4.V–VI, ll. 4523–4704: table A of Pareja Plus pays an "escalera real" of its own, Q K A of one suit. */
  "es-cb/three-cards": {
    ...THREE,
    order: [...THREE.order, "royal-flush"],
    source: "Cantabria, A.14.4.V–VI, ll. 4523–4704",
  },
} as const satisfies Record<string, Ranking>;

export type ThreeCardRankingId = keyof typeof THREE_CARDS;

/** Every ranking of three cards, by catalogue and game. */
export const THREE_CARD_RANKINGS: Readonly<Record<ThreeCardRankingId, Ranking>> = THREE_CARDS;

const ALL = { ...CHILE, ...GALICIA, ...CANTABRIA, ...PAIS_VASCO };

export type RankingId = keyof typeof ALL;

/** Every ranking of five cards, by catalogue and game. */
export const RANKINGS: Readonly<Record<RankingId, Ranking>> = ALL;

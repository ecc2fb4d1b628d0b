import { bancaCell, type Tableau } from "../../../cards/baccarat/tableau.ts";
import type { Breach, Said, Bound } from "../../../cards/baccarat/duty.ts";
import { baccaratValue, pointsOf, isNatural } from "../../../cards/baccarat/points.ts";
import type { Face } from "../../../cards/card.ts";
import { handOf, dueOf, cardTo } from "./hands.ts";
import type { Due, HandId, PublicDeal, DealOutcome, OpenOutcome, OutcomePlay, OutcomeWord } from "./play.ts";
import type { OutcomeRule } from "../../../rules/card-game.ts";
import type { CardReason } from "../../../codes/reasons.ts";

/** A hand of baccarat as everybody may know it. */
export interface Side {
  readonly id: HandId;
  /** Points of the first two cards; null while one of them is not known. */
  readonly total: number | null;
  /** Eight or nine with the first two cards, as they lie face up. */
  readonly isNatural: boolean;
  /** One of the first two cards lies face down. */
  readonly isHidden: boolean;
  readonly third: "none" | "drawn";
  /** All its faces, when all lie face up and are known. */
  readonly faces: readonly Face[] | null;
  /** The face of its third card, when it has one that is known. */
  readonly thirdFace: Face | null;
  /** What was said for it last. */
  readonly word: Said;
  readonly deemed: number | "natural" | null;
}

/** Null for a hand that is not in, or has not got its two cards; one that a rule gives its count may have fewer. */
export function sideOf(deal: PublicDeal, id: HandId): Side | null {
  const hand = handOf(deal, id);
  if (hand === null || hand.state !== "in") return null;
  const { cards, deemed } = hand;
  if (cards.length < 2 && deemed === null) return null;
  const known = cards.flatMap(({ face, up }) => (up && face !== null ? [face] : []));
  const two = cards.slice(0, 2);
  const isKnown = two.length === 2 && two.every(({ face, up }) => up && face !== null);
  const total = isKnown ? pointsOf(known.slice(0, 2)) : null;
  const third = cards[2];
  return {
    id,
    total,
    isNatural: total !== null && total >= 8,
    isHidden: two.some(({ up }) => !up),
    third: third === undefined ? "none" : "drawn",
    faces: known.length === cards.length ? known : null,
    thirdFace: third?.up === true ? third.face : null,
    word: wordOf(deal, id),
    deemed,
  };
}

/** The last of carta, no and abate that was said for a hand. */
function wordOf({ said }: PublicDeal, id: HandId): Said {
  for (let at = said.length - 1; at >= 0; at--) {
    const { who, move } = said[at] ?? { who: "", move: "first" };
    if (who === id && (move === "card" || move === "stand" || move === "lay-down")) return move;
  }
  return null;
}

/** The value of its third card; null: it has none. */
export function thirdValue({ third, thirdFace }: Side): number | null | "unknown" {
  if (third === "none") return null;
  return thirdFace === null ? "unknown" : baccaratValue(thirdFace);
}

/** He says that he lays down, and his cards are not turned yet. */
export const laysDown = ({ word, isHidden }: Side): boolean => word === "lay-down" && isHidden;

/** Carta or no, for the tables of third cards: who laid down said neither. */
export const coupWord = ({ word }: Side): Said => (word === "lay-down" ? null : word);

export const toTurn = (hand: HandId): Due => dueOf("turn", hand, { turn: [hand] });

/** It is to have a third card: these always lie face up (Asturias, ll. 169–170; Cantabria, ll. 2561–2563). */
export const mustDraw = ({ id }: Side): Due => dueOf("third-card", id, { card: cardTo(id) });

/** It may have one: by word, or by the card that leaves. A hand that lies face down may be laid down. */
export const mayDraw = ({ id, isHidden }: Side): Due =>
  dueOf("choice", id, {
    card: { ...cardTo(id), means: { who: id, move: "card" } },
    moves: [{ who: id, moves: ["card", "stand"] }],
    turn: isHidden ? [id] : [],
  });

/** The banker may lay his cards down in place of what is due. */
export const orLayDown = (due: Due, banca: Side): Due => ({
  ...due,
  moves: [{ who: banca.id, moves: ["lay-down"] }],
  turn: [banca.id],
});

/** What the banker is due, bound by his table as `bound` says. Once he gave a card a natural cannot be laid down any more. */
export function bancaDue(banca: Side, bound: () => Bound, mayLayDown: boolean): Due | null {
  if (banca.third === "drawn" || banca.word === "stand" || banca.deemed === "natural") return null;
  const cell = bound();
  if (banca.word === "card" || cell === "T") return mustDraw(banca);
  if (cell === "P") return null;
  const due = mayDraw(banca);
  if (!mayLayDown) return { ...due, turn: [] };
  return { ...due, moves: [{ who: banca.id, moves: ["card", "stand", "lay-down"] }] };
}

/**
 * Whether it went against a table of third cards. A card after a natural is against the tables that bind everybody; where the
 * hands lie face down it is a natural that was not laid down, which the texts treat apart (Asturias, C.4, ll. 503–508).
 */
export function isTableBreach(breach: Breach, tableau: Tableau): boolean {
  if (breach === "card-after-natural") return tableau.cardAfterBancaNatural === "never";
  return breach !== "out-of-order" && breach !== "too-many-cards";
}

type OneCloth = Extract<OutcomeRule, { kind: "punto-y-banca" }>;
type TwoCloths = Extract<OutcomeRule, { kind: "two-cloths" }>;

/** What a finished hand counts. */
interface Count {
  readonly total: number;
  readonly natural: boolean;
  /** A rule has it lay down a nine: it beats everything but a natural. */
  readonly isDeemedNatural: boolean;
}

/** Null while one of its cards is not known, and for a hand that is not in. */
function countOf(side: Side | null): Count | null {
  if (side === null) return null;
  const { deemed, faces } = side;
  if (deemed === "natural") return { total: 9, natural: true, isDeemedNatural: true };
  if (deemed !== null) return { total: deemed, natural: false, isDeemedNatural: false };
  if (faces === null) return null;
  return { total: pointsOf(faces), natural: isNatural(faces), isDeemedNatural: false };
}

/** Above 0: the first wins. Nearest to nine; at two cloths a natural beats any three cards. */
function compareCounts(mine: Count, theirs: Count, twoCardEightWins: boolean): number {
  if (mine.natural !== theirs.natural && (twoCardEightWins || mine.isDeemedNatural || theirs.isDeemedNatural))
    return mine.natural ? 1 : -1;
  return mine.total - theirs.total;
}

const SIDES = ["punto", "banca", "cloth-1", "cloth-2"] as const;

function sideValues(_rule: OutcomeRule, deal: PublicDeal): DealOutcome["values"] {
  return SIDES.flatMap((hand) => {
    const count = countOf(sideOf(deal, hand));
    return count === null ? [] : [{ hand, total: count.total, category: null }];
  });
}

const openOutcome = (...codes: CardReason[]): OpenOutcome => ({ open: codes });

/** A hand that a rule gave its count and that took a card then: whether the card adds to the count no text says. */
const drewOnDeemed = (side: Side | null): boolean =>
  side !== null && typeof side.deemed === "number" && side.id === "banca" && side.word === "card";

/**
 * A banca that stood against a punto who stood, where the table does not decide whether it had to draw: the five of the Chilean
 * Baccarat (III.2.5, l. 1821).
 */
function isNotStated({ tableau }: OneCloth, punto: Side, banca: Side): boolean {
  const isByTable = punto.deemed === null && banca.deemed === null && !punto.isNatural && !banca.isNatural;
  const bothStood = punto.third === "none" && banca.third === "none";
  return (
    isByTable &&
    bothStood &&
    banca.total !== null &&
    banca.total < 8 &&
    bancaCell(tableau, banca.total, null) === "U"
  );
}

/**
 * A punto with nine who did not lay it down loses against a banker who laid down eight (Asturias, C.4, ll. 506–508; Cantabria,
 * A.11.VIII.4, ll. 2863–2867; País Vasco, l. 2074).
 */
export function forgotNine(tableau: Tableau, punto: Side, banca: Side): boolean {
  if (tableau.cardAfterBancaNatural !== "forfeits-laying-down" || punto.third === "drawn") return false;
  const laidDown =
    banca.isNatural && banca.third === "none" && (banca.word === null || banca.word === "lay-down");
  return punto.total === 9 && punto.word !== null && laidDown && banca.total === 8;
}

/**
 * The side that loses by a rule, whatever its cards: it threw them away unseen, or forgot its nine (Asturias, C.3, ll. 474–478;
 * C.4, ll. 506–508, 520–522; País Vasco, ll. 2050, 2074, 2082). Null: neither, or both.
 */
function lostByRule(deal: PublicDeal): "punto" | "banca" | null {
  const out = (["punto", "banca"] as const).filter((id) => handOf(deal, id)?.state === "out");
  const [loser, other] = out;
  return loser === undefined || other !== undefined ? null : loser;
}

/** `punto wins`, `banca wins` or `round ties`. */
export const oneClothOutcome: OutcomePlay<OneCloth> = {
  values: sideValues,
  outcome(rule, deal) {
    const { tableau } = rule;
    const punto = sideOf(deal, "punto");
    const banca = sideOf(deal, "banca");
    const loser = lostByRule(deal);
    if (loser !== null) {
      const of = loser === "punto" ? "banca" : "punto";
      return { values: sideValues(rule, deal), results: [{ of, is: "wins" }], qualifies: null };
    }
    const mine = countOf(punto);
    const theirs = countOf(banca);
    if (punto === null || banca === null || mine === null || theirs === null)
      return openOutcome("hand-not-complete");
    if (drewOnDeemed(banca)) return openOutcome("deemed-hand-drew");
    if (isNotStated(rule, punto, banca)) return openOutcome("banca-five-not-stated");
    const order = forgotNine(tableau, punto, banca)
      ? -1
      : compareCounts(mine, theirs, tableau.twoCardEightWins);
    const result: { of: HandId; is: OutcomeWord } =
      order > 0
        ? { of: "punto", is: "wins" }
        : order < 0
          ? { of: "banca", is: "wins" }
          : { of: "round", is: "ties" };
    return { values: sideValues(rule, deal), results: [result], qualifies: null };
  },
};

/** For each cloth that is in: `wins`, `loses` or `ties`. */
export const twoClothsOutcome: OutcomePlay<TwoCloths> = {
  values: sideValues,
  outcome(rule, deal) {
    const { twoCardEightWins } = rule.tableau;
    const banca = sideOf(deal, "banca");
    const theirs = countOf(banca);
    if (theirs === null) return openOutcome("hand-not-complete");
    if (drewOnDeemed(banca)) return openOutcome("deemed-hand-drew");
    const results: { of: HandId; is: OutcomeWord }[] = [];
    for (const cloth of ["cloth-1", "cloth-2"]) {
      const state = handOf(deal, cloth)?.state ?? "in";
      if (state !== "in") continue;
      const mine = countOf(sideOf(deal, cloth));
      if (mine === null) return openOutcome("hand-not-complete");
      const order = compareCounts(mine, theirs, twoCardEightWins);
      results.push({ of: cloth, is: order > 0 ? "wins" : order < 0 ? "loses" : "ties" });
    }
    return { values: sideValues(rule, deal), results, qualifies: null };
  },
};

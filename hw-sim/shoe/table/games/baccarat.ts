import { rankOf, type Face } from "../../../../src/cards/card.ts";
import type { Acts, Game, Outcome } from "../hands.ts";

/** The baccarat family, read from the catalogues once more: two hands, nearest to nine. */

/** Ace 1, two to nine their number, ten and figures nothing. */
export function count(faces: readonly Face[]): number {
  let sum = 0;
  for (const face of faces) {
    const rank = rankOf(face) ?? "";
    sum += rank === "A" ? 1 : /^[2-9]$/.test(rank) ? Number(rank) : 0;
  }
  return sum % 10;
}

const value = (face: Face | undefined): number => (face === undefined ? 0 : count([face]));

/** Chile III.2.5, ll. 1804–1820; Cantabria A.10.VI.2, ll. 2105–2118: third cards of the punto on which the banca draws. */
const BANCA_DRAWS_ON: readonly string[] = [
  "0123456789",
  "0123456789",
  "0123456789",
  "012345679",
  "234567",
  "4567",
  "67",
  "",
];

/** What binds the banca, by its two cards and the punto's third (null: he stood). */
export function bancaDraws(banca: number, third: Face | null): boolean {
  if (third === null) return banca <= 5;
  return BANCA_DRAWS_ON[banca]?.includes(String(value(third))) === true;
}

/** What a hand counts: nine, with two cards, goes before nine of three where a rule has it lay them down. */
function points(acts: Acts, hand: string): number {
  const deemed = acts.cloth.hands.get(hand)?.deemed;
  return deemed === "natural" ? 9 : (deemed ?? count(acts.cloth.faces(hand)));
}

/** Who throws his cards away unseen, or forgets his nine, loses (Asturias C.3, ll. 474–478; C.4, ll. 506–508, 520–522). */
function thrownAway(acts: Acts): Outcome | null {
  const lost = ["punto", "banca"].filter((hand) => !acts.cloth.isIn(hand));
  if (lost.length === 0) return null;
  if (lost.length > 1) return { open: "both-out" };
  return { results: [[lost[0] === "punto" ? "banca" : "punto", "wins"]], qualifies: null };
}

const compared = (acts: Acts): Outcome => {
  const thrown = thrownAway(acts);
  if (thrown !== null) return thrown;
  const punto = points(acts, "punto");
  const banca = points(acts, "banca");
  const result = punto > banca ? "punto wins" : banca > punto ? "banca wins" : "round ties";
  const [of = "", is = ""] = result.split(" ");
  return { results: [[of, is]], qualifies: null };
};

const natural = (acts: Acts, hand: string): boolean => {
  const deemed = acts.cloth.hands.get(hand)?.deemed;
  if (deemed !== undefined) return deemed === "natural";
  const faces = acts.cloth.faces(hand);
  return faces.length === 2 && count(faces) >= 8;
};

export interface PuntoYBanca {
  readonly source: string;
  /** Dealt face down, and turned by the croupier's word (Cantabria ll. 2150–2166; País Vasco l. 1630). */
  readonly isCovered: boolean;
  /** The punto may choose on five (Chilean baccarat, ll. 1798–1802). */
  readonly fiveIsFree: boolean;
}

export function puntoYBanca({ source, isCovered, fiveIsFree }: PuntoYBanca): Game {
  const play = (acts: Acts): Outcome => {
    for (const hand of ["punto", "banca", "punto", "banca"]) acts.card(hand, !isCovered);
    if (isCovered) for (const hand of ["punto", "banca"]) acts.turn(hand);
    if (natural(acts, "punto") || natural(acts, "banca")) return compared(acts);
    const punto = count(acts.cloth.faces("punto"));
    const mayChoose = fiveIsFree && punto === 5;
    const draws = mayChoose ? acts.below(2) === 0 : punto <= 5;
    // A card that leaves says carta by itself; standing has to be said.
    if (mayChoose && (!draws || acts.below(2) === 0)) acts.say("punto", draws ? "card" : "stand");
    if (draws) acts.card("punto", true);
    const banca = count(acts.cloth.faces("banca"));
    const third = draws ? (acts.cloth.faces("punto")[2] ?? null) : null;
    // "Banca follows the punto's rules" when he stood: what that means for its own five the Chilean baccarat does not say.
    const isUnclear = fiveIsFree && third === null && banca === 5;
    const bancaTakes = isUnclear ? acts.below(2) === 0 : bancaDraws(banca, third);
    if (isUnclear && (!bancaTakes || acts.below(2) === 0)) acts.say("banca", bancaTakes ? "card" : "stand");
    if (bancaTakes) acts.card("banca", true);
    if (isUnclear && !bancaTakes) return { open: "banca-five-not-stated" };
    return compared(acts);
  };
  return { source, hasSeats: false, noCardAtTurns: true, play };
}

/**
 * Chemin de fer (Asturias Anexo I A, ll. 127–174; Cantabria A.11.VI, ll. 2525–2576; País Vasco, ll. 1882–1910): two cards each,
 * face down. Eight or nine is laid down and ends it. The punto speaks first: he asks up to four, stands on six and seven, and may
 * do either on five. A banker with eight or nine lays down when the punto has spoken, before any card; else he is free, but with
 * nothing he draws.
 */
export function cheminDeFer(source: string): Game {
  const play = (acts: Acts): Outcome => {
    for (const hand of ["punto", "banca", "punto", "banca"]) acts.card(hand, false);
    acts.pause("dealt");
    const isTooSoon = acts.isHeld;
    // Once a side has thrown its cards away no third card is dealt.
    if (natural(acts, "punto") || thrownAway(acts) !== null) return shownDown(acts);
    const asks = asksForCard(acts, "punto");
    if (natural(acts, "banca")) {
      acts.say("punto", asks ? "card" : "stand");
      // The card that left too soon is the punto's, and the banker lays down instead of giving it: no text says which.
      if (asks && isTooSoon) return { open: "held-card-against-natural" };
      layDown(acts);
      acts.turn("punto");
      return compared(acts);
    }
    if (!asks) acts.pause("stands");
    // "Carta" was called though he said no: with nought to five the card is the banker's (Asturias C.2, ll. 416–423).
    const isForNo = acts.isHeld && !isTooSoon;
    speaks(acts, "punto", asks);
    if (asks) acts.card("punto", true);
    if (asks) acts.pause("third");
    if (thrownAway(acts) !== null) return shownDown(acts);
    const third = asks ? (acts.cloth.faces("punto")[2] ?? null) : null;
    const own = count(acts.cloth.faces("banca"));
    const takes = isForNo ? own <= 5 : acts.isHeld || bankerDraws(acts, own, third);
    // His cards are turned before anybody knows whose it is.
    if (isForNo) acts.turn("banca");
    else speaks(acts, "banca", takes);
    if (takes) acts.card("banca", true);
    return shownDown(acts);
  };
  return { source, hasSeats: false, noCardAtTurns: false, play, settled: thrownAway };
}

/** What lies on the table is turned, and compared. */
function shownDown(acts: Acts): Outcome {
  for (const hand of ["punto", "banca"]) acts.turn(hand);
  return compared(acts);
}

const asksForCard = (acts: Acts, hand: string): boolean => {
  const points = count(acts.cloth.faces(hand));
  return points === 5 ? acts.below(2) === 0 : points < 5;
};

/** Standing is said; for a card the word may be left out. */
function speaks(acts: Acts, hand: string, takes: boolean): void {
  if (!takes) acts.say(hand, "stand");
  else if (acts.isHeld || acts.below(2) === 0) acts.say(hand, "card");
}

/** The banker says that he lays down, or simply turns his cards. */
function layDown(acts: Acts): void {
  if (acts.below(2) === 0) acts.say("banca", "lay-down");
  else acts.turn("banca");
}

/** Most bankers follow the table; with nothing everybody draws. */
function bankerDraws(acts: Acts, points: number, third: Face | null): boolean {
  if (points === 0) return true;
  // A punto who lost his third card counts nine: the banker may draw unless he has seven (Asturias C.3, ll. 449–452).
  if (acts.cloth.hands.get("punto")?.deemed !== undefined) return points !== 7 && acts.below(2) === 0;
  if (acts.cloth.bound.has("banca")) return bancaDraws(points, third);
  return acts.below(4) === 0 ? acts.below(2) === 0 : bancaDraws(points, third);
}

/**
 * Bacarrá a dos paños (Asturias Anexo II, ll. 771–791, 852–887; Cantabria A.12, ll. 3101–3118, 3175–3190; País Vasco, ll.
 * 2246–2286): first cloth, second cloth, banca, twice; the cloths speak, then the banker lays down or cards are given in that
 * order. Two cards that count eight beat any three.
 */
export function twoCloths(source: string): Game {
  const play = (acts: Acts): Outcome => {
    for (let time = 0; time < 2; time++) for (const hand of [...CLOTHS, "banca"]) acts.card(hand, false);
    acts.pause("dealt");
    const laid = CLOTHS.filter((cloth) => natural(acts, cloth));
    const asking: string[] = [];
    for (const cloth of CLOTHS) {
      if (laid.includes(cloth)) acts.turn(cloth);
      else {
        const asks = asksForCard(acts, cloth);
        acts.say(cloth, asks ? "card" : "stand");
        if (asks) asking.push(cloth);
      }
    }
    const isNatural = natural(acts, "banca");
    if (laid.length === CLOTHS.length) acts.turn("banca");
    else if (isNatural) layDown(acts);
    else thirds(acts, asking, laid);
    acts.pause("shown");
    for (const hand of [...CLOTHS, "banca"])
      if (acts.cloth.hand(hand).cards.some(({ up }) => !up)) acts.turn(hand);
    if (!acts.cloth.isIn("banca")) return { open: "bank-out" };
    const cloths = CLOTHS.filter((cloth) => acts.cloth.isIn(cloth));
    return { results: cloths.map((cloth) => [cloth, against(acts, cloth)] as const), qualifies: null };
  };
  return { source, hasSeats: false, noCardAtTurns: false, play };
}

const CLOTHS = ["cloth-1", "cloth-2"] as const;

function thirds(acts: Acts, asking: readonly string[], laid: readonly string[]): void {
  for (const cloth of asking) acts.card(cloth, true);
  const own = count(acts.cloth.faces("banca"));
  const cards = CLOTHS.filter((one) => !laid.includes(one)).map((one) => acts.cloth.faces(one)[2] ?? null);
  const takes = acts.cloth.bound.has("banca")
    ? boundTwice(acts, own, cards)
    : bankerDraws(acts, own, cards[0] ?? null);
  speaks(acts, "banca", takes);
  if (takes) acts.card("banca", true);
}

/** Bound at two cloths: by the one that is left, or by both when they say the same; else he is free, but with nothing he draws. */
function boundTwice(acts: Acts, own: number, thirds: readonly (Face | null)[]): boolean {
  const cells = thirds.map((third) =>
    isOptional(own, third) ? "either" : bancaDraws(own, third) ? "draws" : "stands",
  );
  const [one, other] = cells;
  if (other === undefined) return one !== "stands";
  if (one === other && one !== "either") return one === "draws";
  return own === 0 || acts.below(2) === 0;
}

/** The two cells of the table in which the banker chooses. */
const isOptional = (own: number, third: Face | null): boolean =>
  third !== null && ((own === 3 && value(third) === 9) || (own === 5 && value(third) === 4));

function against(acts: Acts, cloth: string): string {
  const [mine, theirs] = [natural(acts, cloth), natural(acts, "banca")];
  if (mine !== theirs) return mine ? "wins" : "loses";
  const [own, bank] = [points(acts, cloth), points(acts, "banca")];
  return own > bank ? "wins" : own < bank ? "loses" : "ties";
}

import { rankOf, type Face } from "../../../../src/cards/card.ts";
import { resultWordOf, type Game, type Outcome, type TableActions } from "../cloth.ts";

/** The baccarat family, read from the catalogues once more: two hands, nearest to nine. */

/** Ace 1, two to nine their number, ten and figures nothing. */
export function countHand(faces: readonly Face[]): number {
  let sum = 0;
  for (const face of faces) {
    const rank = rankOf(face) ?? "";
    sum += rank === "A" ? 1 : /^[2-9]$/.test(rank) ? Number(rank) : 0;
  }
  return sum % 10;
}

const countCard = (face: Face | undefined): number => (face === undefined ? 0 : countHand([face]));

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
export function mustBancaDraw(banca: number, third: Face | null): boolean {
  if (third === null) return banca <= 5;
  return BANCA_DRAWS_ON[banca]?.includes(String(countCard(third))) === true;
}

/** What a hand counts: nine, with two cards, goes before nine of three where a rule has it lay them down. */
function pointsOf(acts: TableActions, hand: string): number {
  const deemed = acts.cloth.hands.get(hand)?.deemed;
  return deemed === "natural" ? 9 : (deemed ?? countHand(acts.cloth.facesOf(hand)));
}

/** Who throws his cards away unseen, or forgets his nine, loses (Asturias C.3, ll. 474–478; C.4, ll. 506–508, 520–522). */
function thrownAwayOutcome(acts: TableActions): Outcome | null {
  const lost = ["punto", "banca"].filter((hand) => !acts.cloth.isIn(hand));
  if (lost.length === 0) return null;
  if (lost.length > 1) return { open: "both-out" };
  return { results: [[lost[0] === "punto" ? "banca" : "punto", "wins"]], qualifies: null };
}

const compareSides = (acts: TableActions): Outcome => {
  const thrown = thrownAwayOutcome(acts);
  if (thrown !== null) return thrown;
  const punto = pointsOf(acts, "punto");
  const banca = pointsOf(acts, "banca");
  const result = punto > banca ? "punto wins" : banca > punto ? "banca wins" : "round ties";
  const [of = "", is = ""] = result.split(" ");
  return { results: [[of, is]], qualifies: null };
};

const isNatural = (acts: TableActions, hand: string): boolean => {
  const deemed = acts.cloth.hands.get(hand)?.deemed;
  if (deemed !== undefined) return deemed === "natural";
  const faces = acts.cloth.facesOf(hand);
  return faces.length === 2 && countHand(faces) >= 8;
};

export interface PuntoYBancaRules {
  readonly source: string;
  /** Dealt face down, and turned by the croupier's word (Cantabria ll. 2150–2166; País Vasco l. 1630). */
  readonly isCovered: boolean;
  /** The punto may choose on five (Chilean baccarat, ll. 1798–1802). */
  readonly fiveIsFree: boolean;
}

export function puntoYBancaGame({ source, isCovered, fiveIsFree }: PuntoYBancaRules): Game {
  const play = (acts: TableActions): Outcome => {
    for (const hand of ["punto", "banca", "punto", "banca"]) acts.dealCard(hand, !isCovered);
    if (isCovered) for (const hand of ["punto", "banca"]) acts.turnFaceUp(hand);
    if (isNatural(acts, "punto") || isNatural(acts, "banca")) return compareSides(acts);
    const punto = countHand(acts.cloth.facesOf("punto"));
    const mayChoose = fiveIsFree && punto === 5;
    const draws = mayChoose ? acts.drawBelow(2) === 0 : punto <= 5;
    // A card that leaves says carta by itself; standing has to be said.
    if (mayChoose && (!draws || acts.drawBelow(2) === 0)) acts.announce("punto", draws ? "card" : "stand");
    if (draws) acts.dealCard("punto", true);
    const banca = countHand(acts.cloth.facesOf("banca"));
    const third = draws ? (acts.cloth.facesOf("punto")[2] ?? null) : null;
    // "Banca follows the punto's rules" when he stood: what that means for its own five the Chilean baccarat does not say.
    const isUnclear = fiveIsFree && third === null && banca === 5;
    const bancaTakes = isUnclear ? acts.drawBelow(2) === 0 : mustBancaDraw(banca, third);
    if (isUnclear && (!bancaTakes || acts.drawBelow(2) === 0))
      acts.announce("banca", bancaTakes ? "card" : "stand");
    if (bancaTakes) acts.dealCard("banca", true);
    if (isUnclear && !bancaTakes) return { open: "banca-five-not-stated" };
    return compareSides(acts);
  };
  return { source, hasSeats: false, noCardAtTurns: true, play };
}

/**
 * Chemin de fer (Asturias Anexo I A, ll. 127–174; Cantabria A.11.VI, ll. 2525–2576; País Vasco, ll. 1882–1910): two cards each,
 * face down. Eight or nine is laid down and ends it. The punto speaks first: he asks up to four, stands on six and seven, and may
 * do either on five. A banker with eight or nine lays down when the punto has spoken, before any card; else he is free, but with
 * nothing he draws.
 */
export function cheminDeFerGame(source: string): Game {
  const play = (acts: TableActions): Outcome => {
    for (const hand of ["punto", "banca", "punto", "banca"]) acts.dealCard(hand, false);
    acts.allowCorrection("dealt");
    const isTooSoon = acts.isHeld;
    // Once a side has thrown its cards away no third card is dealt.
    const isForgotten = isNatural(acts, "punto") && acts.forgetsToLayDown("punto");
    if ((isNatural(acts, "punto") && !isForgotten) || thrownAwayOutcome(acts) !== null) return showDown(acts);
    const asks = !isForgotten && decideToAsk(acts, "punto");
    if (isForgotten && isNatural(acts, "banca")) return showBehindForgotten(acts);
    if (isNatural(acts, "banca")) {
      acts.announce("punto", asks ? "card" : "stand");
      // The card that left too soon is the punto's, and the banker lays down instead of giving it: no text says which.
      if (asks && isTooSoon) return { open: "held-card-against-natural" };
      layDownNatural(acts);
      acts.turnFaceUp("punto");
      return compareSides(acts);
    }
    if (!asks && !isForgotten) acts.allowCorrection("stands");
    // "Carta" was called though he said no: with nought to five the card is the banker's (Asturias C.2, ll. 416–423).
    const isForNo = acts.isHeld && !isTooSoon;
    announceDecision(acts, "punto", asks);
    if (asks) acts.dealCard("punto", true);
    if (asks) acts.allowCorrection("third");
    if (thrownAwayOutcome(acts) !== null) return showDown(acts);
    const third = asks ? (acts.cloth.facesOf("punto")[2] ?? null) : null;
    const own = countHand(acts.cloth.facesOf("banca"));
    const takes = isForNo ? own <= 5 : acts.isHeld || decideBankerDraws(acts, own, third);
    // His cards are turned before anybody knows whose it is.
    if (isForNo) acts.turnFaceUp("banca");
    else announceDecision(acts, "banca", takes);
    if (takes) acts.dealCard("banca", true);
    return showDown(acts);
  };
  return { source, hasSeats: false, noCardAtTurns: false, play, settled: thrownAwayOutcome };
}

/**
 * The punto has said no with eight or nine. A banker who lays eight down wins against nine (Asturias C.4, ll. 506–508; Cantabria, ll.
 * 2863–2867; País Vasco, l. 2074); one who says no himself, and shows his cards at the end, does not.
 */
function showBehindForgotten(acts: TableActions): Outcome {
  acts.announce("punto", "stand");
  const laysDown = acts.drawBelow(2) === 0;
  if (laysDown) layDownNatural(acts);
  else if (acts.drawBelow(2) === 0) acts.announce("banca", "stand");
  for (const hand of ["banca", "punto"]) acts.turnFaceUp(hand);
  acts.explainTurn("banca", laysDown ? "lay-down" : "stand");
  const isLost = laysDown && pointsOf(acts, "banca") === 8 && pointsOf(acts, "punto") === 9;
  return isLost ? { results: [["banca", "wins"]], qualifies: null } : compareSides(acts);
}

/** What lies on the table is turned, and compared. */
function showDown(acts: TableActions): Outcome {
  for (const hand of ["punto", "banca"]) acts.turnFaceUp(hand);
  return compareSides(acts);
}

const decideToAsk = (acts: TableActions, hand: string): boolean => {
  const points = countHand(acts.cloth.facesOf(hand));
  return points === 5 ? acts.drawBelow(2) === 0 : points < 5;
};

/** Standing is said; for a card the word may be left out. */
function announceDecision(acts: TableActions, hand: string, takes: boolean): void {
  if (!takes) acts.announce(hand, "stand");
  else if (acts.isHeld || acts.drawBelow(2) === 0) acts.announce(hand, "card");
}

/** The banker says that he lays down, or simply turns his cards. */
function layDownNatural(acts: TableActions): void {
  if (acts.drawBelow(2) === 0) acts.announce("banca", "lay-down");
  else acts.turnFaceUp("banca");
}

/** Most bankers follow the table; with nothing everybody draws. */
function decideBankerDraws(acts: TableActions, points: number, third: Face | null): boolean {
  if (points === 0) return true;
  // A punto who lost his third card counts nine: the banker may draw unless he has seven (Asturias C.3, ll. 449–452).
  if (acts.cloth.hands.get("punto")?.deemed !== undefined) return points !== 7 && acts.drawBelow(2) === 0;
  if (acts.cloth.bound.has("banca")) return mustBancaDraw(points, third);
  return acts.drawBelow(4) === 0 ? acts.drawBelow(2) === 0 : mustBancaDraw(points, third);
}

/**
 * Bacarrá a dos paños (Asturias Anexo II, ll. 771–791, 852–887; Cantabria A.12, ll. 3101–3118, 3175–3190; País Vasco, ll.
 * 2246–2286): first cloth, second cloth, banca, twice; the cloths speak, then the banker lays down or cards are given in that
 * order. Two cards that count eight beat any three.
 */
export function twoClothsGame(source: string): Game {
  const play = (acts: TableActions): Outcome => {
    for (let time = 0; time < 2; time++) for (const hand of [...CLOTHS, "banca"]) acts.dealCard(hand, false);
    acts.allowCorrection("dealt");
    const laid = CLOTHS.filter((cloth) => isNatural(acts, cloth));
    const asking: string[] = [];
    for (const cloth of CLOTHS) {
      if (laid.includes(cloth)) acts.layDown(cloth);
      else {
        const asks = decideToAsk(acts, cloth);
        acts.announce(cloth, asks ? "card" : "stand");
        if (asks) asking.push(cloth);
      }
    }
    const bancaHasNatural = isNatural(acts, "banca");
    const others = CLOTHS.filter((cloth) => acts.cloth.isIn(cloth) && !laid.includes(cloth));
    // Against cloths that laid down, or are out, nobody draws.
    if (others.length === 0) acts.turnFaceUp("banca");
    else if (bancaHasNatural) layDownNatural(acts);
    else dealThirdCards(acts, asking, others);
    acts.allowCorrection("shown");
    for (const hand of [...CLOTHS, "banca"])
      if (acts.cloth.handOf(hand).cards.some(({ up }) => !up)) acts.turnFaceUp(hand);
    if (!acts.cloth.isIn("banca")) return { open: "bank-out" };
    const cloths = CLOTHS.filter((cloth) => acts.cloth.isIn(cloth));
    return {
      results: cloths.map((cloth) => [cloth, resultAgainstBanca(acts, cloth)] as const),
      qualifies: null,
    };
  };
  return { source, hasSeats: false, noCardAtTurns: false, play };
}

const CLOTHS = ["cloth-1", "cloth-2"] as const;

function dealThirdCards(acts: TableActions, asking: readonly string[], others: readonly string[]): void {
  for (const cloth of asking) acts.dealCard(cloth, true);
  const own = countHand(acts.cloth.facesOf("banca"));
  const cards = others.map((one) => acts.cloth.facesOf(one)[2] ?? null);
  const takes = acts.cloth.bound.has("banca")
    ? isBoundToDraw(acts, own, cards)
    : decideBankerDraws(acts, own, cards[0] ?? null);
  announceDecision(acts, "banca", takes);
  if (takes) acts.dealCard("banca", true);
}

/** Bound at two cloths: by the one that is left, or by both when they say the same; else he is free, but with nothing he draws. */
function isBoundToDraw(acts: TableActions, own: number, thirds: readonly (Face | null)[]): boolean {
  const cells = thirds.map((third) =>
    isBankerFree(own, third) ? "either" : mustBancaDraw(own, third) ? "draws" : "stands",
  );
  const [one, other] = cells;
  if (other === undefined) return one !== "stands";
  if (one === other && one !== "either") return one === "draws";
  return own === 0 || acts.drawBelow(2) === 0;
}

/** The two cells of the table in which the banker chooses. */
const isBankerFree = (own: number, third: Face | null): boolean =>
  third !== null && ((own === 3 && countCard(third) === 9) || (own === 5 && countCard(third) === 4));

function resultAgainstBanca(acts: TableActions, cloth: string): string {
  const [mine, theirs] = [isNatural(acts, cloth), isNatural(acts, "banca")];
  if (mine !== theirs) return mine ? "wins" : "loses";
  const [own, bank] = [pointsOf(acts, cloth), pointsOf(acts, "banca")];
  return resultWordOf(own, bank);
}

import type { Face } from "../../../../src/cards/card.ts";
import { isWellSet, lowWorth, type SetHand } from "../../../../src/cards/poker/pai-gow.ts";
import {
  seatHandsOf,
  type TableActions,
  type Game,
  type HandName,
  type Outcome,
  type Result,
} from "../cloth.ts";
import { bestWorth, rankingOf, compareWorth, type AnyRankingId } from "./poker-hands.ts";

/** Pai gow poker (Cantabria A.14.3, ll. 4327–4440; País Vasco, ll. 3240–3364 eu), read once more. */

const CARDS = 7;

/**
 * Dice tell who is dealt first, counted from the banker; seven cards go to each in turn, the croupier among them. The croupier
 * turns and sets the hands, two cards and five; then each is compared with the bank's: both better win, one better is a push.
 */
export function paiGowGame(source: string, ranking: AnyRankingId): Game {
  const play = (acts: TableActions): Outcome => {
    const ring = [...seatHandsOf(acts), "bank"];
    const from = acts.drawBelow(ring.length);
    acts.announce(ring[from] ?? "bank", "first");
    const order = [...ring.slice(from), ...ring.slice(0, from)];
    for (const place of order) {
      if (acts.isPackets) acts.dealPacket(place, CARDS, () => false);
      else for (let at = 0; at < CARDS; at++) acts.dealCard(place, false);
    }
    const set = new Map<HandName, SetHand>();
    for (const place of ["bank", ...order.filter((one) => one !== "bank")]) {
      if (!acts.cloth.isIn(place)) continue;
      acts.turnFaceUp(place);
      // One card twice in one hand: the deck is false, and nobody sets such a hand.
      if (new Set(acts.cloth.facesOf(place)).size !== CARDS) return { open: "hand-not-seven-different" };
      const low = choosePlacesOfLow(acts, place, ranking);
      acts.announce(place, "set", low);
      set.set(place, setHand(acts.cloth.facesOf(place), low));
    }
    return compareWithBank(acts, set, ranking);
  };
  return { source, hasSeats: true, noCardAtTurns: true, play };
}

function setHand(faces: readonly Face[], low: readonly number[]): SetHand {
  return {
    high: faces.filter((_, at) => !low.includes(at)),
    low: low.map((at) => faces[at] ?? "joker"),
  };
}

/** One of the ways to set it with the high hand above the low one; a player now and then sets his badly. */
function choosePlacesOfLow(acts: TableActions, place: HandName, ranking: AnyRankingId): readonly number[] {
  const faces = acts.cloth.facesOf(place);
  const ways: (readonly [number, number])[] = [];
  for (let one = 0; one < CARDS; one++) for (let two = one + 1; two < CARDS; two++) ways.push([one, two]);
  const good = ways.filter((way) => isWellSet(rankingOf(ranking), setHand(faces, way)));
  const isSilly = place !== "bank" && acts.drawBelow(12) === 0;
  const from = isSilly ? ways : good;
  return from[acts.drawBelow(from.length)] ?? [0, 1];
}

function compareWithBank(
  acts: TableActions,
  set: ReadonlyMap<HandName, SetHand>,
  ranking: AnyRankingId,
): Outcome {
  const bank = set.get("bank");
  if (bank === undefined) return { open: "hand-not-complete" };
  const results: Result[] = [];
  for (const seat of seatHandsOf(acts)) {
    const hand = set.get(seat);
    if (hand === undefined || !acts.cloth.isIn(seat)) continue;
    if (!isWellSet(rankingOf(ranking), hand)) {
      results.push([seat, "badly-set"]);
      continue;
    }
    const [mine, theirs] = [hand, bank].map(({ high }) => bestWorth(ranking, "own", high, []));
    const words = new Set<string>();
    // What the catalogue does not say that it compares may as well be a tie.
    for (const high of possibleSigns(ranking, mine ?? 0, theirs ?? 0))
      for (const low of possibleSigns(
        ranking,
        lowWorth(rankingOf(ranking), hand.low),
        lowWorth(rankingOf(ranking), bank.low),
      ))
        words.add(high > 0 && low > 0 ? "wins" : high > 0 || low > 0 ? "ties" : "loses");
    const [word] = words;
    if (word === undefined || words.size > 1) return { open: "ranks-beyond-text" };
    results.push([seat, word]);
  }
  return { results, qualifies: null };
}

function possibleSigns(ranking: AnyRankingId, mine: number, theirs: number): readonly number[] {
  const sign = compareWorth(ranking, mine, theirs);
  return sign === null ? [Math.sign(mine - theirs), 0] : [sign];
}

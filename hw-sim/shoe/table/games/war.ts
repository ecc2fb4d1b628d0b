import { rankOf, RANKS, type Face } from "../../../../src/cards/card.ts";
import type { TableActions, Game, Outcome, Result } from "../cloth.ts";

/** War (Chile III.4.4, ll. 3542–3561), read once more. */

/** Two lowest, ace highest. */
const heightOf = (face: Face | undefined): number => {
  const at = face === undefined ? -1 : RANKS.findIndex((rank) => rank === rankOf(face));
  return at === 0 ? RANKS.length : at;
};

/** One card to each player and one to the bank; who ties gives up half, or three are burnt, one is his, three burnt, one the bank's. */
export const WAR_GAME: Game = {
  source: "Chile III.4.4, ll. 3542–3561; III.4.6, ll. 3623–3631",
  hasSeats: true,
  noCardAtTurns: true,
  play: (acts: TableActions): Outcome => {
    const seats = acts.seats.map((seat) => `seat-${seat}`);
    for (const seat of seats) if (acts.cloth.isIn(seat)) acts.dealCard(seat, true);
    acts.dealCard("bank", true);
    const bank = heightOf(acts.cloth.facesOf("bank")[0]);
    const results: Result[] = [];
    for (const seat of seats) {
      if (!acts.cloth.isIn(seat)) continue;
      const mine = heightOf(acts.cloth.facesOf(seat)[0]);
      if (mine !== bank) results.push([seat, mine > bank ? "wins" : "loses"]);
      else if (acts.drawBelow(3) === 0) {
        acts.announce(seat, "surrender");
        acts.foldHand(seat, "surrendered");
        results.push([seat, "surrendered"]);
      } else results.push([seat, playWar(acts, seat)]);
    }
    return { results, qualifies: null };
  },
};

function playWar(acts: TableActions, seat: string): string {
  acts.announce(seat, "war");
  const drawn: Face[] = [];
  for (const to of [seat, "bank"]) {
    for (let burnt = 0; burnt < 3; burnt++) acts.dealCard("burnt", false);
    acts.dealCard(to, true);
    drawn.push(...acts.cloth.facesOf(to).slice(-1));
  }
  const [mine, theirs] = [heightOf(drawn[0]), heightOf(drawn[1])];
  return mine > theirs ? "wins" : mine < theirs ? "loses" : "ties-after-war";
}

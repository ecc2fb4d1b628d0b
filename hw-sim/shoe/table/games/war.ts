import { rankOf, RANKS, type Face } from "../../../../src/cards/card.ts";
import type { Acts, Game, Outcome, Result } from "../hands.ts";

/** War (Chile III.4.4, ll. 3542–3561), read once more. */

/** Two lowest, ace highest. */
const height = (face: Face | undefined): number => {
  const at = face === undefined ? -1 : RANKS.findIndex((rank) => rank === rankOf(face));
  return at === 0 ? RANKS.length : at;
};

/** One card to each player and one to the bank; who ties gives up half, or three are burnt, one is his, three burnt, one the bank's. */
export const war: Game = {
  source: "Chile III.4.4, ll. 3542–3561; III.4.6, ll. 3623–3631",
  hasSeats: true,
  noCardAtTurns: true,
  play: (acts: Acts): Outcome => {
    const seats = acts.seats.map((seat) => `seat-${seat}`);
    for (const seat of seats) if (acts.cloth.isIn(seat)) acts.card(seat, true);
    acts.card("bank", true);
    const bank = height(acts.cloth.faces("bank")[0]);
    const results: Result[] = [];
    for (const seat of seats) {
      if (!acts.cloth.isIn(seat)) continue;
      const mine = height(acts.cloth.faces(seat)[0]);
      if (mine !== bank) results.push([seat, mine > bank ? "wins" : "loses"]);
      else if (acts.below(3) === 0) {
        acts.say(seat, "surrender");
        acts.fold(seat, "surrendered");
        results.push([seat, "surrendered"]);
      } else results.push([seat, goesToWar(acts, seat)]);
    }
    return { results, qualifies: null };
  },
};

function goesToWar(acts: Acts, seat: string): string {
  acts.say(seat, "war");
  const drawn: Face[] = [];
  for (const to of [seat, "bank"]) {
    for (let burnt = 0; burnt < 3; burnt++) acts.card("burnt", false);
    acts.card(to, true);
    drawn.push(...acts.cloth.faces(to).slice(-1));
  }
  const [mine, theirs] = [height(drawn[0]), height(drawn[1])];
  return mine > theirs ? "wins" : mine < theirs ? "loses" : "ties-after-war";
}

import type { Face } from "../../../../src/cards/card.ts";
import {
  resultWordOf,
  seatHandsOf,
  type Game,
  type Outcome,
  type Result,
  type TableActions,
} from "../cloth.ts";
import { heightOf } from "./card-values.ts";

/** War (Chile III.4.4, ll. 3542–3561), read once more. */

/** One card to each player and one to the bank; who ties gives up half, or three are burnt, one is his, three burnt, one the bank's. */
export const WAR_GAME: Game = {
  source: "Chile III.4.4, ll. 3542–3561; III.4.6, ll. 3623–3631",
  hasSeats: true,
  noCardAtTurns: true,
  play: (acts: TableActions): Outcome => {
    const seats = seatHandsOf(acts);
    for (const seat of seats) if (acts.cloth.isIn(seat)) acts.dealCard(seat, true);
    acts.dealCard("bank", true);
    const bank = heightOf(acts.cloth.facesOf("bank")[0]);
    const results: Result[] = [];
    for (const seat of seats) {
      if (!acts.cloth.isIn(seat)) continue;
      const mine = heightOf(acts.cloth.facesOf(seat)[0]);
      if (mine !== bank) results.push([seat, resultWordOf(mine, bank)]);
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
  return resultWordOf(mine, theirs, "ties-after-war");
}

import { rankOf, type Face } from "./card.ts";

/**
 * War (Chile, III.4.4, ll. 3542–3559; III.4.6, ll. 3623–3631): the higher card wins, two to ace; a tie is surrendered or goes
 * to war.
 */

/** 2 to 14; J 11, Q 12, K 13, ace 14. Throws RangeError for a joker. */
export function warValue(face: Face): number {
  const rank = rankOf(face);
  if (rank === null) throw new RangeError("a joker is in no pack of War: take it out and check the decks");
  return { A: 14, K: 13, Q: 12, J: 11 }[rank as string] ?? Number(rank);
}

/** `tie` pays the tie bet, and lets the player give up half or go to war. */
export type WarOutcome = "win" | "lose" | "tie";

export function warOutcome(player: Face, bank: Face): WarOutcome {
  const mine = warValue(player);
  const theirs = warValue(bank);
  return mine > theirs ? "win" : mine < theirs ? "lose" : "tie";
}

/** After a war: a second tie pays both stakes and a bonus equal to the first (ll. 3559, 3623–3631). */
export type AfterWar = "win" | "lose" | "tie-with-bonus";

export function afterWar(player: Face, bank: Face): AfterWar {
  const outcome = warOutcome(player, bank);
  return outcome === "tie" ? "tie-with-bonus" : outcome;
}

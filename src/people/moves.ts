/** What a person may say about a hand, by key. */
export const MOVES = [
  /** carta: one card more */
  "card",
  /** no, me planto: no card more */
  "stand",
  /** the banker lays his cards down (abate) */
  "lay-down",
  "double",
  "split",
  /** retiro: gives the hand up against half the stake */
  "surrender",
  "insurance",
  /** apuesta, bet, ver: stays in the round */
  "bet",
  "check",
  /** abandona, se retira, fold */
  "fold",
  /** changes cards: positions in the hand, from 0 */
  "exchange",
  /** pai gow: positions of the two cards of the low hand, from 0 */
  "set",
  /** war: goes to war after a tie */
  "war",
  /** this seat, or the bank, is dealt first (dice of pai gow, button of the poker tables) */
  "first",
  /** pai gow: this seat has the bank in this round, the croupier plays against it like a player */
  "bank",
  /** said of the `round`: the bets of an interval are equal (igualadas), it is over */
  "bets-equal",
  /** this card of several that left together is burnt; of `burnt`: the card that left before the bets were closed is */
  "burn",
  /** black-jack against an ace: the black-jack is paid at once, one to one */
  "even-money",
  /** war: who tied had bet on the tie and is paid for it; he neither gives up nor goes to war */
  "tie-bet",
] as const;
export type Move = (typeof MOVES)[number];

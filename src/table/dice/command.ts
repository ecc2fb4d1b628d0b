/** What a dice table wants of its devices. It never throws or shakes: people do. */
export type DiceCommand =
  /** witness: look at the dice that lie there now, as round `round`. */
  | { readonly c: "look"; readonly round: number }
  /** witness: the round is over, an answer is no longer wanted. */
  | { readonly c: "look-away" };

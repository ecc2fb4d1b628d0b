import type { CardPack } from "../../rules/pack.ts";
import type { OutcomeWord } from "./plays/play.ts";

/** What can be announced of a round of cards as a whole; empty where every seat has a result of its own. */
export function winnersOf(
  pack: CardPack,
): readonly { readonly announced: string; readonly of: string; readonly is: OutcomeWord }[] {
  switch (pack.cards.outcome?.kind) {
    case "punto-y-banca":
      return [
        { announced: "punto", of: "punto", is: "wins" },
        { announced: "banca", of: "banca", is: "wins" },
        { announced: "tie", of: "round", is: "ties" },
      ];
    case "treinta-y-cuarenta":
      return [
        { announced: "row-black", of: "row-black", is: "wins" },
        { announced: "row-red", of: "row-red", is: "wins" },
        { announced: "tie", of: "round", is: "null" },
      ];
    default:
      return [];
  }
}

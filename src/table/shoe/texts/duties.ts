import { textsOf } from "../../../text/text-of.ts";
import type { Move } from "../../../people/moves.ts";
import type { Text } from "../../../text/language.ts";
import type { Duty } from "../plays/play.ts";
import { handName } from "./hands.ts";
import { filled } from "./words.ts";

/** The croupier's next duty, in the words of the table. `{}` is the hand. */
const DUTIES: Readonly<Record<Duty["code"], { readonly whose: Text; readonly nobody: Text }>> =
  textsOf("cards.duties");

export function dutyText({ code, hand }: Duty): Text {
  const { whose, nobody } = DUTIES[code];
  return hand === null ? nobody : filled(whose, handName(hand));
}

const MOVES: Readonly<Record<Move, Text>> = textsOf("cards.moves");

export const moveText = (move: Move): Text => MOVES[move];

/** Keys beside the moves. `{}` is the hand. */
export const KEY_TEXTS = textsOf("keys.cards");

import { textOf, textsOf } from "../../../text/text-of.ts";
import type { Text } from "../../../text/language.ts";
import { fillText, sameText } from "../../../text/every-language.ts";

/** What people call the hands of a table. */
const NAMED: Readonly<Record<string, Text>> = textsOf("cards.hands");

/** The name of a hand: its own, or the number of its seat. `seat-3.2` is the second hand of seat 3. */
export function handName(id: string): Text {
  const named = NAMED[id];
  if (named !== undefined) return named;
  const seat = /^seat-(\d+)(?:\.(\d+))?$/.exec(id);
  if (seat === null) return sameText(id);
  const [, place = "", hand] = seat;
  return hand === undefined
    ? fillText(textOf("cards.seat"), { seat: place })
    : fillText(textOf("cards.seat-and-hand"), { seat: place, hand });
}

import { fixedLineOf, type NumberedLine } from "../../link/numbered-line.ts";

/** The line that all open devices of a dice table speak (docs/devices/dice-line.md). */

/** Bytes of each field, by the letter of the message. */
export type Shapes = Readonly<Record<string, readonly number[]>>;

/** Line feed not counted. */
export const LINE_LIMIT = 100;

/** One line of a device without its line feed; null when it is damaged or no line of this format. */
export function rawOfLine(text: string, shapes: Shapes): NumberedLine | null {
  return fixedLineOf(text, LINE_LIMIT, (letter) =>
    Object.hasOwn(shapes, letter) ? shapes[letter] : undefined,
  );
}

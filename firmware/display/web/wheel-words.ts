/** What the pages say of the holes of a bowl and the cells of an upright wheel. */
import { fillText } from "../../../src/text/every-language.ts";
import type { Text } from "../../../src/text/language.ts";
import { textsOf } from "../../../src/text/text-of.ts";

const PAYS = textsOf("pages.pays");
const CELLS = textsOf("pages.cells");

/** What becomes of the stake where a cell pays nothing and takes nothing. */
export const PUSH_MEANS = PAYS.pushMeans;

/**
 * What a disc's cell pays.
 * @param pays `45:1` or `push`
 */
export function paysText(pays: string): Text {
  if (pays === "push") return PAYS.push;
  const [n = ""] = pays.split(":");
  return fillText(PAYS.times, { n });
}

/** Which of the holes or cells it is. */
export const cellText = ({ at, of }: { at: number; of: number }, wheel: string): Text =>
  fillText(CELLS[wheel === "bowl" ? "bowl" : "disc"], { at, of });

import { colourOfFace, rankOf, type Face } from "./card.ts";

/**
 * Treinta y cuarenta: two rows, the black one first, each dealt until it counts 31 or more; the row nearer to 31 wins
 * (Chile, III.5.4, ll. 3726–3739; Cantabria, A.6.V, ll. 1235–1264, 1289–1295; País Vasco, ll. 1078–1130).
 */
export type Row = "negra" | "roja";

/**
 * Which card decides color and inverso: color wins when the winning row has the colour of the first card of the black row
 * (Cantabria, ll. 1235–1264; País Vasco, ll. 1086–1098), or of its own first card (Chile, l. 3806).
 */
export const COLOUR_RULES = ["first-card-of-black-row", "first-card-of-winning-row"] as const;
export type ColourRule = (typeof COLOUR_RULES)[number];

/** Ace 1, two to ten their number, figures 10 (Chile, ll. 3726–3739; Cantabria, ll. 1169–1185). RangeError for a joker. */
export function rowValue(face: Face): number {
  const rank = rankOf(face);
  if (rank === null)
    throw new RangeError("a joker is in no pack of treinta y cuarenta: take it out and check the decks");
  if (rank === "A") return 1;
  return rank === "J" || rank === "Q" || rank === "K" ? 10 : Number(rank);
}

export const rowCount = (faces: readonly Face[]): number =>
  faces.reduce((sum, face) => sum + rowValue(face), 0);

/** A row ends with the first card that brings it to 31 or more, so at 31 to 40. */
export const ROW_ENDS = 31;

export type RowsDuty =
  | { readonly duty: "card"; readonly to: Row }
  | { readonly duty: "settle"; readonly outcome: RowsOutcome }
  /** A row went on after its end, or the red row began before the black one had ended. */
  | { readonly duty: "breach"; readonly who: Row; readonly breach: "card-after-end" | "out-of-order" };

export interface RowsOutcome {
  /** Null on a tie. */
  readonly winner: Row | null;
  /** A tie at 31 takes half or imprisons; any other tie is a null play and the stakes are free. */
  readonly tie: "at-31" | "null" | null;
  /** 31 to 40 each. The croupier calls the units. */
  readonly negra: number;
  readonly roja: number;
  /** Null on a tie: no catalogue says what then becomes of color and inverso beyond the tie itself. */
  readonly colour: "color" | "inverso" | null;
}

/** What has to happen next, from both rows in the order in which they were dealt. Throws RangeError for a joker. */
export function nextRowsDuty(rule: ColourRule, negra: readonly Face[], roja: readonly Face[]): RowsDuty {
  for (const [who, faces] of [
    ["negra", negra],
    ["roja", roja],
  ] as const) {
    if (faces.length > 0 && rowCount(faces.slice(0, -1)) >= ROW_ENDS)
      return { duty: "breach", who, breach: "card-after-end" };
  }
  if (rowCount(negra) < ROW_ENDS)
    return roja.length > 0
      ? { duty: "breach", who: "roja", breach: "out-of-order" }
      : { duty: "card", to: "negra" };
  if (rowCount(roja) < ROW_ENDS) return { duty: "card", to: "roja" };
  return { duty: "settle", outcome: rowsOutcome(rule, negra, roja) };
}

function rowsOutcome(rule: ColourRule, negra: readonly Face[], roja: readonly Face[]): RowsOutcome {
  const counts = { negra: rowCount(negra), roja: rowCount(roja) };
  if (counts.negra === counts.roja)
    return { winner: null, tie: counts.negra === ROW_ENDS ? "at-31" : "null", ...counts, colour: null };
  const winner = counts.negra < counts.roja ? "negra" : "roja";
  const [decides] = rule === "first-card-of-black-row" || winner === "negra" ? negra : roja;
  const same = decides !== undefined && colourOfFace(decides) === (winner === "negra" ? "black" : "red");
  return { winner, tie: null, ...counts, colour: same ? "color" : "inverso" };
}

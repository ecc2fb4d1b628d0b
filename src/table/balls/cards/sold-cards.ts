/** Cards of one series that were sold for a game, from one number to another. */
export interface SoldRange {
  readonly series: string;
  readonly from: number;
  readonly to: number;
}

/** Series of one game: a second one helps out where the first has too few cards. */
export const SERIES_OF_GAME_MAX = 2;

/**
 * What is wrong with the cards of a game: those of a second series begin with number one and end before the first one that was sold of the
 * first series, so that no two equal cards are in one game (Chile V.2.3; Cantabria II.1.a). Null: nothing.
 */
export type SoldFault = "no-cards" | "too-many-series" | "same-series" | "second-from-one" | "second-too-far";

export function soldFault(sold: readonly SoldRange[]): SoldFault | null {
  const [first, second] = sold;
  if (first === undefined || sold.some(({ from, to }) => from < 1 || to < from)) return "no-cards";
  if (sold.length > SERIES_OF_GAME_MAX) return "too-many-series";
  if (second === undefined) return null;
  if (second.series === first.series) return "same-series";
  if (second.from !== 1) return "second-from-one";
  return second.to < first.from ? null : "second-too-far";
}

/** How many cards were sold. */
export const soldCount = (sold: readonly SoldRange[]): number =>
  sold.reduce((count, { from, to }) => count + to - from + 1, 0);

/**
 * Why a called card is not checked: of a series that is not of this game, not sold for it, of a line after the line was given, or the
 * numbers of the card are not known.
 */
export type UnknownCard = "series-not-sold" | "card-not-sold" | "line-given" | "card-unknown";

/** Why this card cannot have won in a game for which these were sold; null: it can. */
export function notSold(
  { series, card }: { readonly series: string; readonly card: number },
  sold: readonly SoldRange[],
): UnknownCard | null {
  const ranges = sold.filter((one) => one.series === series);
  if (ranges.length === 0) return "series-not-sold";
  return ranges.some(({ from, to }) => card >= from && card <= to) ? null : "card-not-sold";
}

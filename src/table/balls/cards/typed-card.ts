/** What somebody typed, or a scanner read from the bar code of a card. */
export type TypedCard =
  | { readonly is: "card"; readonly series: string; readonly card: number }
  /** Digits are missing: a card is typed as its number stands on it, with its zeros. */
  | { readonly is: "few" }
  /** Of no series of this game, or no number of one. */
  | { readonly is: "unknown" };

/** A series of the game, and how many cards it has. */
export interface SeriesOnSale {
  readonly series: string;
  readonly size: number;
}

/** How many digits the number of a card of this series has. */
export const digitsOf = ({ size }: SeriesOnSale): number => String(size).length;

/**
 * The card of what was typed or scanned: its number, or its series and its number (`A000012`, `A-12`). A number alone is of the series that
 * was picked, and has all its digits: one too few would be another card. What could be a card of either of two series is of none.
 */
export function typedCard(text: string, picked: SeriesOnSale, all: readonly SeriesOnSale[]): TypedCard {
  const typed = text.trim().toUpperCase();
  if (/^\d+$/.test(typed)) return cardOf(typed, picked);
  const meant = all.flatMap((one): TypedCard[] => {
    const [, number] =
      (typed.startsWith(one.series) && /^[\s/:.-]?(\d+)$/.exec(typed.slice(one.series.length))) || [];
    return number === undefined ? [] : [cardOf(number.padStart(digitsOf(one), "0"), one)];
  });
  const [only, other] = meant;
  return only !== undefined && other === undefined ? only : { is: "unknown" };
}

function cardOf(digits: string, one: SeriesOnSale): TypedCard {
  if (digits.length < digitsOf(one)) return { is: "few" };
  const card = Number(digits);
  return card >= 1 && card <= one.size ? { is: "card", series: one.series, card } : { is: "unknown" };
}

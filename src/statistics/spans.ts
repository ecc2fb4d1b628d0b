import type { PlayedRound } from "./played-rounds.ts";

/** Which rounds are counted: the last so many that stand, those of the shoe that lies there, or those from one instant to another. */
export type Span =
  | { readonly span: "last"; readonly rounds: number }
  | { readonly span: "shoe"; readonly shoe: number }
  /** RFC 3339 in UTC; `to` null: until now. */
  | { readonly span: "time"; readonly from: string; readonly to: string | null };

/** The rounds of a span, oldest first, with those between them that have no result that counts. */
export function roundsIn(rounds: readonly PlayedRound[], span: Span): readonly PlayedRound[] {
  switch (span.span) {
    case "last":
      return lastStanding(rounds, span.rounds);
    case "shoe":
      return rounds.filter(({ shoe }) => shoe === span.shoe);
    case "time":
      return rounds.filter(({ at }) => at >= span.from && (span.to === null || at < span.to));
  }
}

function lastStanding(rounds: readonly PlayedRound[], count: number): readonly PlayedRound[] {
  let left = count;
  let from = rounds.length;
  while (from > 0 && left > 0) {
    from -= 1;
    if (rounds[from]?.outcome != null) left -= 1;
  }
  return rounds.slice(from);
}

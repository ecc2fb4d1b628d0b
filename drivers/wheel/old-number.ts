/**
 * The number of the game before, which a Cammegh wheel shows in states 1 to 4. Within one game it does not change; one
 * that goes away and comes back, and does so again, is that of two wheels on one line, in step.
 */
export interface OldNumber {
  readonly game: number;
  /** As the first line of the game had it; null: blank. */
  readonly number: string | null;
  /** The line before had another one. */
  readonly away: boolean;
  /** Each other number, at every time that it came instead; at most `OTHERS_MAX`. */
  readonly others: readonly (string | null)[];
  /** The two numbers that took turns. */
  readonly differs: readonly string[] | null;
}

/** So often one damaged line after another may show another number each; more is no damage. */
const OTHERS_MAX = 4;

interface Shown {
  readonly state: number;
  readonly game: number;
  readonly lastNumber: string | null;
}

/** What is known of the old number after this line. */
export function watchOldNumber(before: OldNumber | null, line: Shown): OldNumber | null {
  const { state, game, lastNumber } = line;
  if (state === 7) return before;
  if (state > 4) return null;
  if (before?.game !== game) return { game, number: lastNumber, away: false, others: [], differs: null };
  const away = lastNumber !== before.number;
  if (!away || before.away) return { ...before, away };
  const again = before.others.includes(lastNumber) || before.others.length === OTHERS_MAX;
  return {
    ...before,
    away,
    others: [...before.others, lastNumber].slice(0, OTHERS_MAX),
    differs: before.differs ?? (again ? [before.number ?? "", lastNumber ?? ""] : null),
  };
}

/** Words longer than this are not compared: nobody mistypes them by two letters. */
const MAX_WORD = 80;

/** ` (did you mean "black-jack"?)` when one of the known words is near enough; otherwise nothing. */
export function didYouMean(word: string, known: readonly string[]): string {
  const near = nearest(word, known);
  return near === null ? "" : ` (did you mean "${near}"?)`;
}

/** The known word with the fewest letters changed, at most a third of the longer one, or the edition of a name; null: none is so near. */
export function nearest(word: string, known: readonly string[]): string | null {
  let best: { readonly word: string; readonly away: number } | null = null;
  for (const other of known) {
    // A rulebook without its edition.
    if (other.startsWith(`${word}@`)) return other;
    if (Math.max(word.length, other.length) > MAX_WORD) continue;
    const away = lettersChanged(word, other);
    const most = Math.max(1, Math.floor(Math.max(word.length, other.length) / 3));
    if (away <= most && (best === null || away < best.away)) best = { word: other, away };
  }
  return best?.word ?? null;
}

/** Levenshtein's distance: letters put in, left out or changed to make one word of the other. */
function lettersChanged(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [i, letter] of Array.from(from).entries()) {
    const next = [i + 1];
    for (const [j, other] of Array.from(to).entries()) {
      const changed = (row[j] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(changed, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** Words longer than this are not compared: nobody mistypes them by two letters. */
const MAX_WORD = 80;

/** ` (did you mean "black-jack"?)` when one of the known words is near enough; otherwise nothing, also where the very word is known elsewhere. */
export function didYouMean(word: string, known: readonly string[]): string {
  const near = nearest(word, known);
  return near === null || near === word ? "" : ` (did you mean "${near}"?)`;
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

/** Letters put in, left out, changed, or put in each other's place, to make one word of the other. */
function lettersChanged(from: string, to: string): number {
  const [letters, others] = [Array.from(from), Array.from(to)];
  let before: readonly number[] = [];
  let row = Array.from({ length: others.length + 1 }, (_, index) => index);
  for (const [i, letter] of letters.entries()) {
    const next = [i + 1];
    for (const [j, other] of others.entries()) {
      const changed = (row[j] ?? 0) + (letter === other ? 0 : 1);
      const isSwapped = i > 0 && j > 0 && letter === others[j - 1] && other === letters[i - 1];
      const swapped = isSwapped ? (before[j - 1] ?? 0) + 1 : changed;
      next.push(Math.min(changed, swapped, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    before = row;
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** How wide letters of Helvetica are, from the space to the tilde, in thousandths of their height (Adobe's font metrics). */
const PLAIN = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556,
  556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667,
  556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556,
  556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722,
  500, 500, 500, 334, 260, 334, 584,
];
const BOLD = [
  278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556,
  556, 556, 556, 556, 333, 333, 584, 584, 584, 611, 975, 722, 722, 722, 722, 667, 611, 778, 722, 278, 556, 722,
  611, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584, 556, 333, 556,
  611, 556, 611, 556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611, 611, 611, 389, 556, 333, 611, 556, 778,
  556, 556, 500, 389, 280, 389, 584,
];
/** Letters outside of them: the dots and signs of our languages are no wider. */
const OTHER = 600;
const ACCENTS = /\p{M}/gu;

/** How wide a line is, in points. */
export function widthOf(text: string, size: number, isBold = false): number {
  const widths = isBold ? BOLD : PLAIN;
  const letters = Array.from(text.normalize("NFD").replace(ACCENTS, ""));
  const wide = letters.reduce((sum, letter) => sum + (widths[letter.charCodeAt(0) - 32] ?? OTHER), 0);
  return (wide * size) / 1_000;
}

/** A text as lines that are at most so wide, broken at blanks, and within a word that is wider. */
export function wrapped(text: string, size: number, wide: number, isBold = false): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ").flatMap((one) => parted(one, size, wide, isBold))) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (widthOf(longer, size, isBold) <= wide || line === "") line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  return line === "" ? lines : [...lines, line];
}

/** A word in pieces that are at most so wide. */
function parted(word: string, size: number, wide: number, isBold: boolean): readonly string[] {
  if (widthOf(word, size, isBold) <= wide) return [word];
  const most = Math.max(1, Math.floor((word.length * wide) / widthOf(word, size, isBold)) - 1);
  return Array.from({ length: Math.ceil(word.length / most) }, (_, n) => word.slice(n * most, (n + 1) * most));
}

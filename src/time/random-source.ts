/** A stream of chance from a seed: the same seed gives the same run, bit for bit. */
export interface RandomSource {
  /** Whole number in [0, bound). `bound` from 1 to 2^32. */
  below(bound: number): number;
  /** True in `numerator` of `denominator` cases. */
  oneIn(denominator: number): boolean;
  /** One of the items. The list may not be empty. */
  pick<T>(items: readonly T[]): T;
  /** An independent stream, so that one part's use of chance does not move another's. */
  fork(name: string): RandomSource;
}

/** sfc32 (Chris Doty-Humphrey, PractRand): small, fast, well tested, 32-bit integers only. */
export function randomFrom(seed: string): RandomSource {
  let [a, b, c, d] = seeds(seed);
  const next = (): number => {
    const t = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + t) | 0;
    return t >>> 0;
  };
  for (let warm = 0; warm < 12; warm++) next();
  const below = (bound: number): number => Math.floor((next() / 0x1_0000_0000) * bound);
  return {
    below,
    oneIn: (denominator) => below(denominator) === 0,
    pick: <T>(items: readonly T[]): T => {
      const item = items[below(items.length)];
      if (item === undefined) throw new RangeError("chance cannot pick from an empty list");
      return item;
    },
    fork: (name) => randomFrom(`${seed}/${name}`),
  };
}

/** Four 32-bit words from a string: FNV-1a with four different starts. */
function seeds(text: string): [number, number, number, number] {
  const word = (start: number): number => {
    let hash = start;
    for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
    return hash | 0;
  };
  return [word(0x811c9dc5), word(0x9e3779b9), word(0x85ebca6b), word(0xc2b2ae35)];
}

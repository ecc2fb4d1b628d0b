/** Connected pixels of a mask, by runs of rows joined where they touch (8-connected). */
export interface Component {
  /** Pixels. */
  readonly area: number;
  /** Middle, pixel centres at whole numbers and a half. */
  readonly x: number;
  readonly y: number;
  readonly left: number;
  readonly top: number;
  /** Pixels at these are in it. */
  readonly right: number;
  readonly bottom: number;
  /** Half axes of the ellipse with the same moments, pixels, longer first. */
  readonly axes: readonly [number, number];
}

interface Gathered {
  area: number;
  sx: number;
  sy: number;
  sxx: number;
  syy: number;
  sxy: number;
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Runs of one mask: more is noise everywhere, or a picture of something else. */
export const RUNS_MAX = 60_000;

/** The components of at least `least` pixels, largest first, at most `most`; null when there are more runs than make sense. */
export function componentsOf(
  mask: Uint8Array,
  width: number,
  height: number,
  { least, most }: { readonly least: number; readonly most: number },
): Component[] | null {
  const found = runsOf(mask, width, height);
  if (found === null) return null;
  const { rows, starts, ends, parents, count } = found;
  const all = new Map<number, Gathered>();
  for (let run = 0; run < count; run++) {
    const root = rootOf(parents, run);
    const one = all.get(root) ?? emptyComponent(rows[run] ?? 0);
    addRun(one, rows[run] ?? 0, starts[run] ?? 0, ends[run] ?? 0);
    all.set(root, one);
  }
  return [...all.values()]
    .filter(({ area }) => area >= least)
    .sort((a, b) => b.area - a.area)
    .slice(0, most)
    .map(componentOf);
}

interface Runs {
  readonly rows: readonly number[];
  readonly starts: readonly number[];
  /** Behind the last pixel. */
  readonly ends: readonly number[];
  readonly parents: number[];
  readonly count: number;
}

function runsOf(mask: Uint8Array, width: number, height: number): Runs | null {
  // Most frames have a handful of runs: room for the most that there may be would cost more than they do.
  const rows: number[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  const parents: number[] = [];
  let count = 0;
  let [before, here] = [0, 0];
  // The next pixel of the mask at or behind the place that was reached; rows before it are empty.
  let next = mask.indexOf(1);
  for (let y = 0; y < height; y++) {
    const from = y * width;
    const to = from + width;
    let other = before;
    here = count;
    for (let at = next; at >= 0 && at < to; at = next) {
      if (count === RUNS_MAX) return null;
      let end = at;
      while (end < to && mask[end] === 1) end++;
      rows[count] = y;
      starts[count] = at - from;
      ends[count] = end - from;
      parents[count] = count;
      // Runs of the row before that touch this one, also at a corner.
      while (other < here && (ends[other] ?? 0) < at - from) other++;
      for (let each = other; each < here && (starts[each] ?? 0) <= end - from; each++)
        joinRuns(parents, each, count);
      count++;
      next = mask.indexOf(1, end);
    }
    before = here;
  }
  return { rows, starts, ends, parents, count };
}

function rootOf(parents: number[], of: number): number {
  let at = of;
  for (let up = parents[at] ?? at; up !== at; up = parents[at] ?? at) {
    parents[at] = parents[up] ?? up;
    at = up;
  }
  return at;
}

function joinRuns(parents: number[], a: number, b: number): void {
  const [one, other] = [rootOf(parents, a), rootOf(parents, b)];
  if (one < other) parents[other] = one;
  else parents[one] = other;
}

const emptyComponent = (y: number): Gathered => ({
  area: 0,
  sx: 0,
  sy: 0,
  sxx: 0,
  syy: 0,
  sxy: 0,
  left: Infinity,
  top: y,
  right: -1,
  bottom: y,
});

function addRun(one: Gathered, y: number, start: number, end: number): void {
  const n = end - start;
  // Sums of x and x squared over the run, pixel centres at a half.
  const sum = (n * (start + end)) / 2;
  const cy = y + 0.5;
  one.area += n;
  one.sx += sum;
  one.sy += n * cy;
  one.sxx += (end * end * end - start * start * start) / 3 - n / 12;
  one.syy += n * cy * cy;
  one.sxy += sum * cy;
  one.left = Math.min(one.left, start);
  one.right = Math.max(one.right, end - 1);
  one.bottom = y;
}

function componentOf({ area, sx, sy, sxx, syy, sxy, left, top, right, bottom }: Gathered): Component {
  const [x, y] = [sx / area, sy / area];
  const [a, b, c] = [sxx / area - x * x, sxy / area - x * y, syy / area - y * y];
  const half = (a + c) / 2;
  const apart = Math.sqrt(Math.max(0, ((a - c) / 2) ** 2 + b * b));
  const axis = (value: number): number => 2 * Math.sqrt(Math.max(value, 0) + 1 / 12);
  return { area, x, y, left, top, right, bottom, axes: [axis(half + apart), axis(half - apart)] };
}

/** What lies in one place: its box, and its pixels. */
export type Piece = Pick<Component, "left" | "top" | "right" | "bottom" | "area">;

/** Pieces whose boxes are at most `near` pixels apart as one. */
export function joinPieces(pieces: readonly Piece[], near: number): Piece[] {
  const things: Piece[] = [];
  for (const piece of pieces) {
    let one = piece;
    for (;;) {
      const at = things.findIndex(
        (other) =>
          other.left - near <= one.right &&
          one.left - near <= other.right &&
          other.top - near <= one.bottom &&
          one.top - near <= other.bottom,
      );
      const [other] = at < 0 ? [] : things.splice(at, 1);
      if (other === undefined) break;
      one = {
        left: Math.min(one.left, other.left),
        top: Math.min(one.top, other.top),
        right: Math.max(one.right, other.right),
        bottom: Math.max(one.bottom, other.bottom),
        area: one.area + other.area,
      };
    }
    things.push(one);
  }
  return things;
}

import { figureEm, type BallPrint } from "../prints.ts";

/** What the sheet of a number is held against: how much of each small square is ink, 0 to 1. */
export interface Template {
  readonly number: number;
  readonly ink: Cells;
  /** The same in squares twice as large, by which most numbers are told apart. */
  readonly coarse: Cells;
}

/** Squares of a sheet, row after row: 0 paper to 1 ink. */
export interface Cells {
  readonly width: number;
  readonly height: number;
  readonly values: Float32Array;
}

/** A square of which nothing is known. */
export const UNKNOWN = -1;

/** Squares of a sheet across and down, and the side of one in radii of the ball. Its middle is that of figures and bar. */
export const SHEET = { width: 48, height: 42, step: 0.02 } as const;

/** The templates of every ball of ninety, printed like this. */
export function templatesOf(print: BallPrint): readonly Template[] {
  return Array.from({ length: 90 }, (_, index) => {
    const ink = { width: SHEET.width, height: SHEET.height, values: sheetOf(print, index + 1) };
    return { number: index + 1, ink, coarse: halved(ink) };
  });
}

/** Squares twice as large: the mean of four; of one of which a part is not known nothing is. */
export function halved({ width, height, values }: Cells): Cells {
  const [columns, rows] = [width / 2, height / 2];
  const out = new Float32Array(columns * rows);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const at = 2 * row * width + 2 * column;
      const [a, b] = [values[at] ?? UNKNOWN, values[at + 1] ?? UNKNOWN];
      const [c, d] = [values[at + width] ?? UNKNOWN, values[at + width + 1] ?? UNKNOWN];
      out[row * columns + column] = a < 0 || b < 0 || c < 0 || d < 0 ? UNKNOWN : (a + b + c + d) / 4;
    }
  return { width: columns, height: rows, values: out };
}

function sheetOf(print: BallPrint, number: number): Float32Array {
  const { typeface, figureHeight, barGap, barThickness, barLength } = print;
  const cover = new Cover(SHEET.width, SHEET.height);
  const figures = String(number)
    .split("")
    .map((digit) => typeface.digits[Number(digit)] ?? { advance: 0, path: "" });
  const scale = figureHeight / figureEm(typeface);
  const top = -(figureHeight + barGap + barThickness) / 2;
  let left = (-figures.reduce((sum, { advance }) => sum + advance, 0) * scale) / 2;
  for (const { advance, path } of figures) {
    const from = left;
    addPath(cover, path, (x, y) => [from + x * scale, top + figureHeight - y * scale]);
    left += advance * scale;
  }
  const bar = top + figureHeight + barGap;
  cover.addRectangle(-barLength / 2, bar, barLength / 2, bar + barThickness);
  return cover.ink();
}

type Place = (x: number, y: number) => readonly [number, number];

/** Pieces of a curve: a figure is a twentieth of the sheet's step away from its true outline at most. */
const PIECES = 6;

function addPath(cover: Cover, path: string, place: Place): void {
  let at: readonly [number, number] = [0, 0];
  let start = at;
  for (const [, letter = "", rest = ""] of path.matchAll(/([MLQZ])([^MLQZ]*)/g)) {
    const numbers = rest.trim().split(/\s+/).map(Number);
    const [a = 0, b = 0, c = 0, d = 0] = numbers;
    if (letter === "M") start = at = place(a, b);
    else if (letter === "L") at = cover.addEdge(at, place(a, b));
    else if (letter === "Z") at = cover.addEdge(at, start);
    else {
      const [from, control, to] = [at, place(a, b), place(c, d)];
      for (let piece = 1; piece <= PIECES; piece++) {
        const t = piece / PIECES;
        const [p, q, r] = [(1 - t) * (1 - t), 2 * t * (1 - t), t * t];
        at = cover.addEdge(at, [
          from[0] * p + control[0] * q + to[0] * r,
          from[1] * p + control[1] * q + to[1] * r,
        ]);
      }
    }
  }
}

/**
 * How much of each square lies inside an outline, reckoned from the outline's edges: each adds the area between it and the right side of its
 * rows, with the sign of its direction (the way of FreeType's and font-rs' smooth rasterisers). Lengths in radii of the ball.
 */
class Cover {
  readonly #width: number;
  readonly #height: number;
  readonly #area: Float32Array;

  constructor(width: number, height: number) {
    this.#width = width;
    this.#height = height;
    this.#area = new Float32Array((width + 2) * height);
  }

  addRectangle(left: number, top: number, right: number, bottom: number): void {
    // Wound as the outlines of figures are, whose y goes up.
    const corners = [
      [left, bottom],
      [left, top],
      [right, top],
      [right, bottom],
    ] as const;
    corners.forEach((corner, index) => this.addEdge(corner, corners[(index + 1) % corners.length] ?? corner));
  }

  addEdge(from: readonly [number, number], to: readonly [number, number]): readonly [number, number] {
    const x = (value: number): number => value / SHEET.step + this.#width / 2;
    const y = (value: number): number => value / SHEET.step + this.#height / 2;
    const isDown = to[1] > from[1];
    const [upper, lower] = isDown ? [from, to] : [to, from];
    const [x0, y0, x1, y1] = [x(upper[0]), y(upper[1]), x(lower[0]), y(lower[1])];
    const sign = isDown ? 1 : -1;
    for (let row = Math.max(0, Math.floor(y0)); row < Math.min(this.#height, Math.ceil(y1)); row++) {
      const [a, b] = [Math.max(row, y0), Math.min(row + 1, y1)];
      if (b <= a) continue;
      const slope = (x1 - x0) / (y1 - y0);
      this.#addSpan(row, x0 + (a - y0) * slope, x0 + (b - y0) * slope, sign * (b - a));
    }
    return to;
  }

  /** Spreads the height of an edge inside one row over the squares that it crosses. */
  #addSpan(row: number, from: number, to: number, height: number): void {
    const wide = this.#width + 2;
    const [left, right] = [Math.min(from, to), Math.max(from, to)].map((x) =>
      Math.min(Math.max(x, 0), this.#width),
    );
    const [first, last] = [Math.floor(left ?? 0), Math.floor(right ?? 0)];
    const width = (right ?? 0) - (left ?? 0);
    for (let column = first; column <= last; column++) {
      const [a, b] = [Math.max(column, left ?? 0), Math.min(column + 1, right ?? 0)];
      const part = width < 1e-9 ? height : (height * (b - a)) / width;
      const middle = (a + b) / 2 - column;
      const at = row * wide + column;
      this.#area[at] = (this.#area[at] ?? 0) + part * (1 - middle);
      this.#area[at + 1] = (this.#area[at + 1] ?? 0) + part * middle;
      if (width < 1e-9) break;
    }
  }

  ink(): Float32Array {
    const out = new Float32Array(this.#width * this.#height);
    for (let row = 0; row < this.#height; row++) {
      let sum = 0;
      for (let column = 0; column < this.#width; column++) {
        sum += this.#area[row * (this.#width + 2) + column] ?? 0;
        out[row * this.#width + column] = Math.min(1, Math.abs(sum));
      }
    }
    return out;
  }
}

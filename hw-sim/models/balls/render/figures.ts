import type { BallPrint, PrintName } from "../../../../src/balls/prints.ts";

/**
 * The print of a number as a fine map of ink, filled row by row between where the outlines cross it. Nothing of it is the reader's: that one
 * reckons with areas at the edges of coarse squares.
 */
export interface Figures {
  readonly width: number;
  readonly height: number;
  /** Cells to a radius of the ball. */
  readonly fine: number;
  /** 1 where there is ink. */
  readonly ink: Uint8Array;
}

/** Cells to a radius. */
const FINE = 240;
const WIDE = 1.1;
const HIGH = 0.9;
const CURVE = 12;

type Edge = readonly [x0: number, y0: number, x1: number, y1: number];

const KEPT = new Map<string, Figures>();

/** The printed number of a ball; its middle is that of figures and bar. */
export function figuresOf(print: BallPrint, number: number): Figures {
  const key: `${PrintName}${number}` = `${print.name}${number}`;
  const kept = KEPT.get(key);
  if (kept !== undefined) return kept;
  const made = draw(print, number);
  KEPT.set(key, made);
  return made;
}

function draw({ typeface, figureHeight, barGap, barThickness, barLength }: BallPrint, number: number): Figures {
  const width = Math.round(WIDE * FINE);
  const height = Math.round(HIGH * FINE);
  const digits = Array.from(
    String(number),
    (digit) => typeface.digits[Number(digit)] ?? { advance: 0, path: "" },
  );
  // The height of the figure one is that of all.
  const one = [...(typeface.digits[1]?.path ?? "").matchAll(/-?\d+ (-?\d+)/g)].map(([, y]) => Number(y));
  const em = (figureHeight * FINE) / Math.max(...one);
  const block = (figureHeight + barGap + barThickness) * FINE;
  const baseline = (height - block) / 2 + figureHeight * FINE;
  let x = (width - digits.reduce((sum, { advance }) => sum + advance * em, 0)) / 2;
  const edges: Edge[] = [];
  for (const { advance, path } of digits) {
    edges.push(
      ...outline(path).map(([a, b, c, d]): Edge => [
        x + a * em,
        baseline - b * em,
        x + c * em,
        baseline - d * em,
      ]),
    );
    x += advance * em;
  }
  const ink = fill(edges, width, height);
  const [left, top] = [(width - barLength * FINE) / 2, baseline + barGap * FINE];
  for (let row = Math.round(top); row < Math.round(top + barThickness * FINE); row++)
    ink.fill(1, row * width + Math.round(left), row * width + Math.round(left + barLength * FINE));
  return { width, height, fine: FINE, ink };
}

/** The straight pieces of an outline, in its own units. */
function outline(path: string): Edge[] {
  const edges: Edge[] = [];
  let [x, y, fromX, fromY] = [0, 0, 0, 0];
  const draw = (toX: number, toY: number): void => {
    edges.push([x, y, toX, toY]);
    [x, y] = [toX, toY];
  };
  for (const step of path.match(/[MLQZ][^MLQZ]*/g) ?? []) {
    const [a = 0, b = 0, c = 0, d = 0] = (step.slice(1).match(/-?\d+/g) ?? []).map(Number);
    if (step.startsWith("M")) [x, y, fromX, fromY] = [a, b, a, b];
    if (step.startsWith("L")) draw(a, b);
    if (step.startsWith("Z")) draw(fromX, fromY);
    if (!step.startsWith("Q")) continue;
    const [startX, startY] = [x, y];
    for (let piece = 1; piece <= CURVE; piece++) {
      const t = piece / CURVE;
      const [p, q] = [startX + (a - startX) * t, startY + (b - startY) * t];
      draw(p + (a + (c - a) * t - p) * t, q + (b + (d - b) * t - q) * t);
    }
  }
  return edges;
}

/** Fills between crossings, as long as the outline winds around the place. */
function fill(edges: readonly Edge[], width: number, height: number): Uint8Array {
  const ink = new Uint8Array(width * height);
  for (let row = 0; row < height; row++) {
    const y = row + 0.5;
    const crossings = edges
      .filter(([, y0, , y1]) => y0 <= y !== y1 <= y)
      .map(([x0, y0, x1, y1]) => ({ x: x0 + ((y - y0) / (y1 - y0)) * (x1 - x0), turn: y1 > y0 ? 1 : -1 }))
      .sort((a, b) => a.x - b.x);
    let winding = 0;
    crossings.forEach(({ x, turn }, index) => {
      winding += turn;
      const next = crossings[index + 1];
      if (winding !== 0 && next !== undefined)
        ink.fill(1, row * width + Math.round(x), row * width + Math.round(next.x));
    });
  }
  return ink;
}

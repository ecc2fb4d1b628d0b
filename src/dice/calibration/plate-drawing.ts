import { DOT, DOTS_MAX, LARGE_DOT } from "./plate.ts";
import { MARKERS_MIN } from "./fit-plate.ts";

/** The plate as it is printed: columns and rows of dots. */
export interface PlateSize {
  readonly pitchMm: number;
  readonly columns: number;
  readonly rows: number;
}

/** A dot on the sheet, mm from the origin dot; y goes down the sheet. */
export interface PlateDot {
  readonly x: number;
  readonly y: number;
  readonly diameter: number;
}

/** Fits a sheet of A4 with the margins that any printer keeps. */
export const PLATE_USUAL: PlateSize = { pitchMm: 15, columns: 17, rows: 11 };
export const PITCH_MIN = 5;
export const PITCH_MAX = 100;
/** Columns and rows: the three large dots need three columns and two rows. */
const SIDE_MIN = 3;
const SIDE_MAX = 100;

/** What is wrong with a plate of this size, in one line that says what to do; null: it can be found. */
export function plateProblem({ pitchMm, columns, rows }: PlateSize): string | null {
  if (!(pitchMm >= PITCH_MIN && pitchMm <= PITCH_MAX))
    return `a pitch of ${pitchMm} mm: say ${PITCH_MIN} to ${PITCH_MAX}`;
  for (const [name, count] of [
    ["columns", columns],
    ["rows", rows],
  ] as const)
    if (!Number.isInteger(count) || count < SIDE_MIN || count > SIDE_MAX)
      return `${count} ${name}: say a whole number, ${SIDE_MIN} to ${SIDE_MAX}`;
  const dots = columns * rows;
  if (dots < MARKERS_MIN || dots > DOTS_MAX) return `${dots} dots: a plate has ${MARKERS_MIN} to ${DOTS_MAX}`;
  return null;
}

/** All dots, row after row. The origin lies in the middle of the sheet: it is laid on the middle of the arena. */
export function plateDots({ pitchMm, columns, rows }: PlateSize): PlateDot[] {
  const [left, above] = [originAt(columns), originAt(rows)];
  return Array.from({ length: columns * rows }, (_, at): PlateDot => {
    const [column, row] = [(at % columns) - left, Math.floor(at / columns) - above];
    const isLarge = (row === 0 && (column === 0 || column === 2)) || (row === 1 && column === 0);
    return { x: column * pitchMm, y: row * pitchMm, diameter: pitchMm * (isLarge ? LARGE_DOT : DOT) };
  });
}

/** Dots before the origin. Beside it two more along x and one along y must fit. */
const originAt = (count: number): number => Math.min((count - 1) >> 1, count - 3 < 0 ? 0 : count - 3);

/** The sheet as SVG 1.1, in millimetres. Throws a RangeError for a size that `plateProblem` refuses. */
export function plateSvg(size: PlateSize): string {
  const problem = plateProblem(size);
  if (problem !== null) throw new RangeError(problem);
  const { pitchMm, columns, rows } = size;
  // Dots need white all around; the words lie beyond it.
  const [width, height] = [(columns + 1) * pitchMm, (rows + 1) * pitchMm + TEXT_MM];
  const [left, top] = [(originAt(columns) + 1) * pitchMm, (originAt(rows) + 1) * pitchMm];
  const dots = plateDots(size).map(
    ({ x, y, diameter }) =>
      `<circle cx="${mmText(left + x)}" cy="${mmText(top + y)}" r="${mmText(diameter / 2)}"/>`,
  );
  const whole = mmText((columns - 1) * pitchMm);
  const words = `tirada · print at 100 % · from the first to the last dot of a row: ${whole} mm`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${mmText(width)}mm" height="${mmText(height)}mm" viewBox="0 0 ${mmText(width)} ${mmText(height)}">`,
    `<rect width="${mmText(width)}" height="${mmText(height)}" fill="#fff"/>`,
    ...dots,
    `<text x="${mmText(pitchMm)}" y="${mmText(height - 2)}" font-family="sans-serif" font-size="3" fill="#888">${words}</text>`,
    "</svg>",
    "",
  ].join("\n");
}

/** Below the dots, for the words. */
const TEXT_MM = 4;

/** Thousandths of a millimetre. */
const mmText = (value: number): string => String(Number(value.toFixed(3)));

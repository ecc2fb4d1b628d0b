/** A card of bingo: fifteen numbers of 1 to 90 in three rows of five, over nine columns that are never empty. */

/** The balls of a game. */
export const BALLS = 90;
export const ROWS = 3;
export const NUMBERS_OF_ROW = 5;
export const COLUMNS = 9;
export const NUMBERS_OF_CARD = ROWS * NUMBERS_OF_ROW;

/** The rows from the top, each from left to right. */
export type CardRows = readonly [readonly number[], readonly number[], readonly number[]];

/** Whether this is the number of a ball. */
export const isBall = (number: number): boolean => Number.isInteger(number) && number >= 1 && number <= BALLS;

/**
 * The column of a number, from 0: 1 to 9, then the tens, and 90 with the eighties. The laws ask for nine columns and do not say which
 * numbers stand in which: it is how printers lay their cards out.
 */
export const columnOf = (number: number): number => Math.min(COLUMNS - 1, Math.floor(number / 10));

/** What is wrong with a card by the law, each in one line; empty: nothing. */
export function cardFaults(rows: readonly (readonly number[])[]): readonly string[] {
  const all = rows.flat();
  const strange = all.filter((number) => !isBall(number));
  const repeated = [...new Set(all.filter((number, at) => all.indexOf(number) !== at))];
  const shape = [
    ...(rows.length === ROWS ? [] : [`a card has ${ROWS} rows, not ${rows.length}`]),
    ...rows.flatMap((row, at) =>
      row.length === NUMBERS_OF_ROW
        ? []
        : [`row ${at + 1} has ${row.length} numbers: a row has ${NUMBERS_OF_ROW}`],
    ),
    ...strange.map((number) => `${number} is the number of no ball: 1 to ${BALLS}`),
    ...repeated.map((number) => `${number} stands there twice`),
  ];
  return shape.length > 0 ? shape : columnFaults(rows);
}

/** A row has one number a column at most, and a column one to three: what three rows can hold. */
function columnFaults(rows: readonly (readonly number[])[]): readonly string[] {
  const columns = new Set(rows.flat().map(columnOf));
  const empty = Array.from({ length: COLUMNS }, (_, column) => column).filter((column) => !columns.has(column));
  return [
    ...rows.flatMap((row, at) => {
      const twice = row.find((number, index) =>
        row.slice(0, index).some((one) => columnOf(one) === columnOf(number)),
      );
      return twice === undefined ? [] : [`row ${at + 1} has two numbers in the column of ${twice}`];
    }),
    ...empty.map((column) => `column ${column + 1} is empty`),
  ];
}

/** Two cards with the same text are equal, whatever the order of their rows. */
export const contentOf = (rows: readonly (readonly number[])[]): string =>
  rows
    .map((row) => row.toSorted((a, b) => a - b).join(" "))
    .toSorted()
    .join("|");

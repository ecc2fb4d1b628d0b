import { dotProduct } from "./numbers.ts";

/** Least squares of a few unknowns over many equations. */

/**
 * Levenberg and Marquardt's method with differences for slopes: moves `start` to where the squares of `errors` are
 * smallest nearby. Never more than 60 steps.
 */
export function leastSquares(
  start: readonly number[],
  errors: (unknowns: readonly number[]) => readonly number[],
): number[] {
  let unknowns = [...start];
  let now = errors(unknowns);
  let sum = dotProduct(now, now);
  let damping = 1e-3;
  for (let step = 0; step < 60; step++) {
    const { normal, right } = normalEquations(slopesAt(unknowns, now, errors), now);
    const damped = normal.map((row, i) => row.map((value, j) => (i === j ? value * (1 + damping) : value)));
    const move = solveLinear(damped, right);
    if (move === null) break;
    const next = unknowns.map((value, at) => value - (move[at] ?? 0));
    const after = errors(next);
    const better = dotProduct(after, after);
    if (better < sum) {
      const gain = sum - better;
      [unknowns, now, sum] = [next, after, better];
      damping = Math.max(damping / 10, 1e-12);
      if (gain < 1e-12 * (1 + sum)) break;
    } else {
      damping *= 10;
      if (damping > 1e12) break;
    }
  }
  return unknowns;
}

function slopesAt(
  unknowns: readonly number[],
  now: readonly number[],
  errors: (unknowns: readonly number[]) => readonly number[],
): number[][] {
  return unknowns.map((value, at) => {
    const step = 1e-6 * Math.max(1, Math.abs(value));
    const there = errors(unknowns.map((other, index) => (index === at ? value + step : other)));
    return there.map((error, index) => (error - (now[index] ?? 0)) / step);
  });
}

/** The square system of linear equations that are given by the column of each unknown and the values to be met. */
export function normalEquations(
  columns: readonly (readonly number[])[],
  values: readonly number[],
): { readonly normal: number[][]; readonly right: number[] } {
  return {
    normal: columns.map((one) => columns.map((other) => dotProduct(one, other))),
    right: columns.map((one) => dotProduct(one, values)),
  };
}

/** The unknowns of linear equations with the smallest squares of errors, or null when they are not determined. */
export function solveLeastSquares(
  columns: readonly (readonly number[])[],
  values: readonly number[],
): number[] | null {
  const { normal, right } = normalEquations(columns, values);
  return solveLinear(normal, right);
}

/** The solution of a square system by elimination with row exchange, or null when it has none. */
export function solveLinear(matrix: readonly (readonly number[])[], right: readonly number[]): number[] | null {
  const size = right.length;
  const rows = matrix.map((row, at) => [...row, right[at] ?? 0]);
  for (let column = 0; column < size; column++) {
    let best = column;
    for (let row = column + 1; row < size; row++)
      if (Math.abs(rows[row]?.[column] ?? 0) > Math.abs(rows[best]?.[column] ?? 0)) best = row;
    const pivot = rows[best];
    const first = rows[column];
    if (pivot === undefined || first === undefined) return null;
    [rows[column], rows[best]] = [pivot, first];
    const lead = pivot[column] ?? 0;
    if (Math.abs(lead) < 1e-300) return null;
    for (let row = column + 1; row < size; row++) {
      const other = rows[row];
      if (other === undefined) continue;
      const share = (other[column] ?? 0) / lead;
      for (let at = column; at <= size; at++) other[at] = (other[at] ?? 0) - share * (pivot[at] ?? 0);
    }
  }
  const solution = new Array<number>(size).fill(0);
  for (let row = size - 1; row >= 0; row--) {
    const equation = rows[row] ?? [];
    let value = equation[size] ?? 0;
    for (let at = row + 1; at < size; at++) value -= (equation[at] ?? 0) * (solution[at] ?? 0);
    solution[row] = value / (equation[row] ?? 1);
  }
  return solution;
}

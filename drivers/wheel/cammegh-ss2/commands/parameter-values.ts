import { type Limit, type Parameter, PARAMETERS, type ParameterLetter, TAKE_POSITION } from "./parameters.ts";

/** Why values may not be written; null: they may. One line for people, naming parameter, value and limit. */
export function limitProblem(letter: ParameterLetter, values: readonly number[]): string | null {
  const parameter = PARAMETERS[letter];
  const shape = shapeProblem(parameter, values);
  if (shape !== null) return shape;
  for (const [at, value] of values.entries()) {
    const limit = parameter.limits[at];
    if (limit !== undefined && !isWithin(limit, value)) return outsideProblem(parameter, limit, value);
  }
  const [first = 0, second = 0] = values;
  if (parameter.ascending === true && second < first) {
    return `*T ${letter} (${parameter.meaning}): max ${formatValue(parameter, second)} is below min ${formatValue(parameter, first)}`;
  }
  return null;
}

function shapeProblem(parameter: Parameter, values: readonly number[]): string | null {
  const wanted = parameter.limits.length;
  const name = `*T ${parameter.letter} (${parameter.meaning})`;
  if (values.length !== wanted) return `${name} takes ${wanted} values, not ${values.length}`;
  const odd = values.find((value) => !Number.isSafeInteger(value) || value < 0);
  return odd === undefined
    ? null
    : `${name}: ${odd} is not a whole number of ${parameter.shape === "tenths" ? "tenths of " : ""}${parameter.unit}`;
}

function isWithin(limit: Limit, value: number): boolean {
  if (limit.special === value) return true;
  return value >= limit.min && value <= limit.max && (limit.only?.includes(value) ?? true);
}

function outsideProblem(parameter: Parameter, limit: Limit, value: number): string {
  const allowed =
    limit.only === undefined
      ? `${formatValue(parameter, limit.min)} to ${formatValue(parameter, limit.max)}`
      : limit.only.join(", ");
  return `*T ${parameter.letter} (${parameter.meaning}): ${limit.name} ${formatValue(parameter, value)} is outside the safe limits ${allowed} ${parameter.unit}`;
}

/** One value as people write it: `140` tenths are `14.0`. */
export function formatValue(parameter: Parameter, value: number): string {
  if (parameter.shape === "integer") return String(value);
  return `${Math.trunc(value / 10)}.${Math.abs(value % 10)}`;
}

/** All values as the wheel accepts them, e.g. `16.0 18.0`. Only for values of the right shape. */
export function formatValues(letter: ParameterLetter, values: readonly number[]): string {
  return values.map((value) => formatValue(PARAMETERS[letter], value)).join(" ");
}

/** At most five digits before the point, as `20000.0` has, and six after it. */
const INTEGER = /^\d{1,5}$/;
const FLOAT = /^(\d{1,5})(?:\.(\d{1,6}))?$/;

/** What a wheel answered for a parameter. */
export interface Reading {
  readonly letter: ParameterLetter;
  /** The values as they came, e.g. `14.0 17.50000`. */
  readonly text: string;
  /** Whole numbers or tenths; null when a float is finer than tenths, which tirada never writes. */
  readonly values: readonly number[] | null;
}

/**
 * Reads the values of a parameter in the uneven shapes that wheels print (`14.0 17.50000`): exact decimals, any number
 * of trailing zeros. Null when the text has not the parameter's shape.
 */
export function parseReading(letter: ParameterLetter, text: string): Reading | null {
  const parameter = PARAMETERS[letter];
  const words = text.split(" ");
  if (words.length !== parameter.limits.length) return null;
  const values = words.map((word) => (parameter.shape === "integer" ? parseInteger(word) : parseTenths(word)));
  if (values.includes(undefined)) return null;
  const fine = values.includes(null);
  return { letter, text, values: fine ? null : (values as number[]) };
}

/** `undefined`: not of this shape; `null`: of the shape, but finer than tenths. */
function parseTenths(word: string): number | null | undefined {
  const [, whole, decimals = "0"] = FLOAT.exec(word) ?? [];
  if (whole === undefined) return undefined;
  return /^\d0*$/.test(decimals) ? Number(whole) * 10 + Number(decimals.charAt(0)) : null;
}

function parseInteger(word: string): number | undefined {
  return INTEGER.test(word) ? Number(word) : undefined;
}

/**
 * Whether a wheel now holds what was written. The shape may differ (`17.5` against `17.50000`), the value may not. `*T c 20000`
 * sets the present position, so any position within one revolution confirms it.
 */
export function holdsValues(letter: ParameterLetter, written: readonly number[], read: Reading): boolean {
  if (read.letter !== letter || read.values === null) return false;
  if (letter === "c" && written[0] === TAKE_POSITION)
    return isWithin({ ...PARAMETERS.c.limits[0], special: -1 } as Limit, read.values[0] ?? -1);
  return read.values.length === written.length && written.every((value, at) => read.values?.[at] === value);
}

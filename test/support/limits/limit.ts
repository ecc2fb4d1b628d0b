import { US_PER_MS, US_PER_S } from "../../../src/time/instant.ts";

/** Rows of the table of limits in docs/limits.md: every number of it is a constant of the code. */

/** Constants by the names under which a list of limits imports them. */
type Constants = Readonly<Record<string, number>>;

/** One limit as the table prints it, and the constants that it was printed from. */
export interface Limit {
  readonly text: string;
  readonly constants: readonly string[];
}

export interface LimitRow {
  readonly what: string;
  readonly limits: readonly Limit[];
  /** What happens when the limit is reached. */
  readonly then: string;
}

export interface LimitGroup {
  readonly of: string;
  readonly rows: readonly LimitRow[];
}

export const limit = (what: string, limits: Limit | readonly Limit[], then: string): LimitRow => ({
  what,
  limits: "text" in limits ? [limits] : limits,
  then,
});

const MEGABYTE = 1_024 * 1_024;
const HOUR_US = 3_600 * US_PER_S;
const digits = (value: number): string => value.toLocaleString("en-GB");
const inMegabytes = (value: number): string =>
  value % MEGABYTE === 0 ? `${digits(value / MEGABYTE)} MB` : `${digits(value)} bytes`;

/** From microseconds: whole hours, whole minutes from two on, seconds, or milliseconds. */
function timeText(us: number): string {
  if (us >= HOUR_US && us % HOUR_US === 0) return `${us / HOUR_US} h`;
  if (us >= 120 * US_PER_S && us % (60 * US_PER_S) === 0) return `${us / (60 * US_PER_S)} min`;
  return us >= US_PER_S ? `${us / US_PER_S} s` : `${us / US_PER_MS} ms`;
}

/** `form`: of one value. `about`: words with `#` in the place of the values, or words behind them. */
function printed(constants: Constants, form: (value: number) => string, about = "#"): Limit {
  const values = Object.values(constants).map(form).join("; ");
  return {
    text: about.includes("#") ? about.replace("#", values) : `${values} ${about}`,
    constants: Object.keys(constants),
  };
}

/** `count({ QUEUE_MAX }, "reports")`: `256 reports`. */
export const count = (constants: Constants, about?: string): Limit => printed(constants, digits, about);
export const bytes = (constants: Constants, about?: string): Limit => printed(constants, inMegabytes, about);
export const characters = (constants: Constants, about?: string): Limit =>
  printed(constants, (value) => `${digits(value)} characters`, about);
export const percent = (constants: Constants, about?: string): Limit =>
  printed(constants, (value) => `${Math.round(value * 100)} %`, about);
/** Constants in microseconds, milliseconds, seconds. */
export const micros = (constants: Constants, about?: string): Limit => printed(constants, timeText, about);
export const millis = (constants: Constants, about?: string): Limit =>
  printed(constants, (value) => timeText(value * US_PER_MS), about);
export const seconds = (constants: Constants, about?: string): Limit =>
  printed(constants, (value) => timeText(value * US_PER_S), about);

/** Waits one after another, in microseconds: `0.25, 0.5, 1 s`. */
export const waits = (constants: Readonly<Record<string, readonly number[]>>, about = "#"): Limit => ({
  text: about.replace(
    "#",
    `${Object.values(constants)
      .flat()
      .map((us) => us / US_PER_S)
      .join(", ")} s`,
  ),
  constants: Object.keys(constants),
});

interface Range {
  readonly least: number;
  readonly most: number;
  readonly default: number;
}

/** A key of the configuration, in megabytes. */
export const megabytes = (constants: Readonly<Record<string, Range>>, about = "#"): Limit => ({
  text: about.replace(
    "#",
    Object.values(constants)
      .map(({ least, most, default: usual }) => `${digits(least)} to ${digits(most)} MB (${digits(usual)})`)
      .join(" and "),
  ),
  constants: Object.keys(constants),
});

/** Parts of an object of limits: `parts({ CARD_GAME_MAX }, { steps: "deal steps" })`. */
export function parts<T extends Readonly<Record<string, number>>>(
  constants: Readonly<Record<string, T>>,
  names: Readonly<Partial<Record<keyof T & string, string>>>,
): Limit {
  const [values] = Object.values(constants);
  if (values === undefined) throw new Error("name the object of limits");
  const text = Object.entries(names).map(([key, name]) => `${digits(values[key] ?? NaN)} ${String(name)}`);
  return { text: text.join("; "), constants: Object.keys(constants) };
}

import { wallMs, type WallMs } from "./instant.ts";

/** A day of the calendar, `YYYY-MM-DD`. Days compare as texts. */
export type Day = string;

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const MS_A_DAY = 86_400_000;
const MS_A_MINUTE = 60_000;

/** Whether the text is a day that the calendar has: 2023-02-30 is none. */
export function isDay(text: string): text is Day {
  return DAY.test(text) && nextDay(text, 0) === text;
}

/** The day that is `days` days after another one. Throws RangeError for a text that is not written as a day. */
export function nextDay(day: Day, days = 1): Day {
  const [, year, month, date] = DAY.exec(day) ?? [];
  if (year === undefined) throw new RangeError(`"${day}" is no day: write it as 2023-03-14`);
  const at = Date.UTC(Number(year), Number(month) - 1, Number(date)) + days * MS_A_DAY;
  return new Date(at).toISOString().slice(0, 10);
}

/*
 * Days and hours of a place. The zone is an argument, as the time is: which law counts, and when a table is quiet, is a matter of where it
 * stands, and not of how its machine was set up.
 */

const FORMATS = new Map<string, Intl.DateTimeFormat>();

/** Whether this is the name of a time zone, like `Europe/Madrid`. An offset is none: it knows no summer. */
export function isZone(name: string): boolean {
  if (!/^[A-Z][A-Za-z]+(?:\/[A-Za-z0-9_+-]+)*$/.test(name)) return false;
  try {
    formatOf(name);
    return true;
  } catch {
    return false;
  }
}

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = FORMATS.get(zone);
  if (known !== undefined) return known;
  const parts = {
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  } as const;
  const made = new Intl.DateTimeFormat("en-US-u-ca-gregory-nu-latn", {
    ...parts,
    timeZone: zone,
    hourCycle: "h23",
  });
  FORMATS.set(zone, made);
  return made;
}

function partsOf(zone: string, wall: WallMs): Readonly<Record<string, string>> {
  return Object.fromEntries(
    formatOf(zone)
      .formatToParts(wall)
      .map(({ type, value }) => [type, value]),
  );
}

/** The day of the calendar, `YYYY-MM-DD`, that a wall time falls on there. Throws a RangeError for what is no zone. */
export function dayIn(zone: string, wall: WallMs): Day {
  const { year = "", month = "", day = "" } = partsOf(zone, wall);
  return `${year.padStart(4, "0")}-${month}-${day}`;
}

/** Minutes since midnight there. */
export function minuteOfDayIn(zone: string, wall: WallMs): number {
  const { hour = "", minute = "" } = partsOf(zone, wall);
  return Number(hour) * 60 + Number(minute);
}

/**
 * The first instant at which the clocks there show this minute of this day or, where they skip it in spring, a later one. Throws a
 * RangeError for what is no day or no zone.
 */
export function instantIn(zone: string, day: Day, minute: number): WallMs {
  const asUtc = Date.parse(`${nextDay(day, 0)}T00:00:00Z`) + minute * MS_A_MINUTE;
  // What it is there before and behind any change of the clocks on that day.
  const candidates = [-1, 1].map((side) => asUtc - offsetIn(zone, asUtc + side * MS_A_DAY));
  const shown = candidates.filter((wall) => wall + offsetIn(zone, wall) === asUtc);
  return wallMs(shown.length > 0 ? Math.min(...shown) : Math.max(...candidates));
}

/** So much later than UTC the clocks there are, ms; whole minutes. */
function offsetIn(zone: string, wall: number): number {
  const whole = wallMs(wall - (wall % MS_A_MINUTE));
  return Date.parse(`${dayIn(zone, whole)}T00:00:00Z`) + minuteOfDayIn(zone, whole) * MS_A_MINUTE - whole;
}

import { dayIn, minuteOfDayIn, nextDay, type Day } from "../../../src/time/day.ts";
import type { WallMs } from "../../../src/time/instant.ts";

/** Days of the week as a configuration names them. */
export const WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
export type Weekday = (typeof WEEKDAYS)[number];

const MINUTES_A_DAY = 1_440;
const MINUTES_A_WEEK = 7 * MINUTES_A_DAY;
export const HOUR = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

/** From when to when a house is open on some days. `to` at or before `from` is of the next day. */
export interface OpeningHours {
  /** `mon-thu`, `sat`, `mon, wed`, `fri-sun`. */
  readonly days: string;
  /** `18:00` */
  readonly from: string;
  readonly to: string;
}

/** The days of a text, from 0 for Monday; null: it names none, or one twice. */
export function daysOf(text: string): readonly number[] | null {
  const days = text.split(",").flatMap((part) => {
    const [first = -1, last = first, more] = part
      .trim()
      .split("-")
      .map((name) => WEEKDAYS.indexOf(name as Weekday));
    if (first < 0 || last < 0 || more !== undefined) return [-1];
    return Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, at) => (first + at) % 7);
  });
  return days.includes(-1) || new Set(days).size < days.length ? null : days;
}

/** Minutes since midnight of `18:00`. */
const minutesOf = (hour: string): number => Number(hour.slice(0, 2)) * 60 + Number(hour.slice(3));

/** A stretch in which a house is open: minutes since Monday 00:00. It may reach over the end of the week. */
interface Stretch {
  readonly from: number;
  readonly minutes: number;
}

function stretchesOf({ days, from, to }: OpeningHours): readonly Stretch[] {
  const [begin, end] = [minutesOf(from), minutesOf(to)];
  const minutes = end > begin ? end - begin : end - begin + MINUTES_A_DAY;
  return (daysOf(days) ?? []).map((day) => ({ from: day * MINUTES_A_DAY + begin, minutes }));
}

/** Two entries that have a house open twice at once: their places in the list, and the first moment of both; null: none do. */
export function overlapOf(
  hours: readonly OpeningHours[],
): { readonly at: number; readonly other: number; readonly day: Weekday; readonly hour: string } | null {
  for (const [at, one] of hours.entries())
    for (const [other, before] of hours.slice(0, at).entries())
      for (const later of stretchesOf(one))
        for (const earlier of stretchesOf(before)) {
          const begin = [later, earlier].find(({ from }) => isIn(later, from) && isIn(earlier, from));
          if (begin !== undefined) return { at, other, ...momentOf(begin.from) };
        }
  return null;
}

const isIn = ({ from, minutes }: Stretch, minute: number): boolean =>
  (minute - from + MINUTES_A_WEEK) % MINUTES_A_WEEK < minutes;

function momentOf(minute: number): { readonly day: Weekday; readonly hour: string } {
  const ofDay = minute % MINUTES_A_DAY;
  return {
    day: WEEKDAYS[Math.floor(minute / MINUTES_A_DAY) % 7] ?? "mon",
    hour: `${String(Math.floor(ofDay / 60)).padStart(2, "0")}:${String(ofDay % 60).padStart(2, "0")}`,
  };
}

/** Whether a house is open now, and when it opens next. */
export interface Opening {
  readonly isOpen: boolean;
  /** The hour, the day of the week, and in how many days that is (0: today). */
  readonly next: { readonly hour: string; readonly day: Weekday; readonly inDays: number };
}

/** The opening hours of a house as they stand at a moment in its zone; null: it says none. */
export function openingAt(hours: readonly OpeningHours[], zone: string, wall: WallMs): Opening | null {
  const today = weekdayOf(dayIn(zone, wall));
  const now = today * MINUTES_A_DAY + minuteOfDayIn(zone, wall);
  const stretches = hours.flatMap(stretchesOf);
  const [first] = stretches
    .map(({ from }) => ({ from, wait: (from - now + MINUTES_A_WEEK - 1) % MINUTES_A_WEEK }))
    .sort((a, b) => a.wait - b.wait);
  if (first === undefined) return null;
  const { day, hour } = momentOf(first.from);
  const inDays = Math.floor(((now % MINUTES_A_DAY) + first.wait + 1) / MINUTES_A_DAY);
  return { isOpen: stretches.some((one) => isIn(one, now)), next: { hour, day, inDays } };
}

/** Day of the week from 0 for Monday: 1970-01-05 was one. */
function weekdayOf(day: Day): number {
  const days = (Date.parse(nextDay(day, 0)) - Date.parse("1970-01-05")) / 86_400_000;
  return ((days % 7) + 7) % 7;
}

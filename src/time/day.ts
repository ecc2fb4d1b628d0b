/** A day of the calendar, `YYYY-MM-DD`. Days compare as texts. */
export type Day = string;

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const MS_A_DAY = 86_400_000;

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

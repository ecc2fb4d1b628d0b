/** An hour that is typed in digits. */

const DAY_MS = 24 * 3_600_000;

/** Four digits as a time of day, `21:04`; null: they are none. */
export function hourOf(digits: string): string | null {
  const [, hours = "", minutes = ""] = /^([01]\d|2[0-3])([0-5]\d)$/.exec(digits) ?? [];
  return hours === "" ? null : `${hours}:${minutes}`;
}

/** The last time that it was this hour before an instant, in the clock of who reads it. RFC 3339. */
export function lastTimeOf(hour: string, before: string): string {
  const [hours = 0, minutes = 0] = hour.split(":").map(Number);
  const time = new Date(before);
  time.setHours(hours, minutes, 0, 0);
  const isAhead = time.getTime() > new Date(before).getTime();
  return new Date(time.getTime() - (isAhead ? DAY_MS : 0)).toISOString();
}

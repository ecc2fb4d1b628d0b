/** Instants as people at the table read them: by the clocks there, and how long ago. */
import { fillText } from "../../../../src/text/every-language.ts";
import type { Language } from "../../../../src/text/language.ts";
import { textsOf } from "../../../../src/text/text-of.ts";

const WORDS = textsOf("pages.technician.time");
const [MINUTE_MS, HOUR_MS, DAY_MS] = [60_000, 3_600_000, 86_400_000];

/** What the unit's clock says now, and where the table stands. */
export interface UnitTime {
  /** ms since 1970; null: the unit has not said it yet. */
  readonly now: number | null;
  readonly zone: string;
}

type Parts = Intl.DateTimeFormatOptions;
const CLOCK: Parts = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
const CALENDAR: Parts = { day: "numeric", month: "short" };

/** One that is made takes a hundred times as long as one that is asked. */
const formats = new Map<string, Intl.DateTimeFormat>();

function partIn(ms: number, language: Language, timeZone: string, parts: Parts): string {
  const name = `${language} ${timeZone} ${parts === CLOCK ? "clock" : "calendar"}`;
  let format = formats.get(name);
  if (format === undefined) {
    // English as it is written in Europe: the day before the month.
    format = new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, { ...parts, timeZone });
    formats.set(name, format);
  }
  return format.format(ms);
}

/** `03:12 (02:12 UTC)`; another day than the unit's today stands before it: `27 nov 23:40 (22:40 UTC)`. */
export function instantText(at: string, { now, zone }: UnitTime, language: Language): string {
  const ms = Date.parse(at);
  if (Number.isNaN(ms)) return at;
  const day = partIn(ms, language, zone, CALENDAR);
  const isToday = now !== null && partIn(now, language, zone, CALENDAR) === day;
  const local = partIn(ms, language, zone, CLOCK);
  return `${isToday ? "" : `${day} `}${local} (${partIn(ms, language, "UTC", CLOCK)} UTC)`;
}

/** `03:12:07.125034`: to the microsecond, by the clocks there. `ms`: with its µs behind the point. */
export function clockText(ms: number, zone: string, language: Language): string {
  const seconds = Math.floor(ms / 1_000);
  const rest = ((ms - seconds * 1_000) / 1_000).toFixed(6).slice(2);
  const second = String(new Date(seconds * 1_000).getUTCSeconds()).padStart(2, "0");
  return `${partIn(ms, language, zone, CLOCK)}:${second}.${rest}`;
}

/** The day and the full hour of an instant by the clocks there: `27 nov`, `03:00`. */
export const dayAndHour = (
  ms: number,
  zone: string,
  language: Language,
): { readonly day: string; readonly hour: string } => ({
  day: partIn(ms, language, zone, CALENDAR),
  hour: partIn(ms, language, zone, CLOCK),
});

/** `4 min`, `2 h 5 min`, `3 d 4 h`, `12 s`. */
export function spanText(ms: number, language: Language): string {
  const part = (unit: "days" | "hours" | "minutes" | "seconds", n: number): string =>
    fillText(WORDS[unit], { n })[language];
  const [days, hours, minutes] = [
    Math.floor(ms / DAY_MS),
    Math.floor(ms / HOUR_MS) % 24,
    Math.floor(ms / MINUTE_MS) % 60,
  ];
  if (days > 0) return `${part("days", days)} ${part("hours", hours)}`;
  if (hours > 0) return `${part("hours", hours)} ${part("minutes", minutes)}`;
  return minutes > 0 ? part("minutes", minutes) : part("seconds", Math.max(0, Math.round(ms / 1_000)));
}

/** `hace 4 min`; empty while the unit's time is not known. */
export function agoText(at: string, { now }: UnitTime, language: Language): string {
  const ms = now === null ? Number.NaN : now - Date.parse(at);
  if (Number.isNaN(ms)) return "";
  return ms < MINUTE_MS ? WORDS.now[language] : fillText(WORDS.ago, { span: spanText(ms, language) })[language];
}

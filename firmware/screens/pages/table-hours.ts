/** Hours by the clocks where the table stands: whoever reads them may hold a tablet, or a unit, that is set to another zone. */
import { dayIn, instantIn, nextDay } from "../../../src/time/day.ts";
import { rfc3339, wallMs } from "../../../src/time/instant.ts";
import type { Language } from "./i18n.ts";

/** The browser's own, until the unit has said the table's. */
let zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

let redraw: () => void = () => undefined;

/** The zone of the table, `Europe/Madrid`, as the unit says it. */
export function useTableZone(told: string): void {
  if (told === zone) return;
  zone = told;
  redraw();
}

/** `drawPage`: draws the hours of a page again, once they are of another zone. */
export function onTableZone(drawPage: () => void): void {
  redraw = drawPage;
}

/** `21:04:09`, or `21:04`, of an instant of the records, there; what is no instant stays as it is. */
export function hourText(at: string, language: Language, finest: "second" | "minute"): string {
  const ms = Date.parse(at);
  if (Number.isNaN(ms)) return at;
  const parts = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: zone } as const;
  return new Intl.DateTimeFormat(
    language,
    finest === "minute" ? parts : { ...parts, second: "2-digit" },
  ).format(ms);
}

/** Four digits as a time of day, `21:04`; null: they are none. */
export function hourOf(digits: string): string | null {
  const [, hours = "", minutes = ""] = /^([01]\d|2[0-3])([0-5]\d)$/.exec(digits) ?? [];
  return hours === "" ? null : `${hours}:${minutes}`;
}

/** The last time that it was this hour there before an instant. RFC 3339. */
export function lastTimeOf(hour: string, before: string): string {
  const [hours = 0, minutes = 0] = hour.split(":").map(Number);
  const now = wallMs(Date.parse(before));
  const today = dayIn(zone, now);
  const on = (days: number) => instantIn(zone, nextDay(today, days), hours * 60 + minutes);
  return rfc3339(on(0) <= now ? on(0) : on(-1));
}

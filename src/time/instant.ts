/**
 * Time as the core knows it: an argument, an integer, never a question to the machine.
 *
 * `MonoUs` orders events and measures spans. It is whole microseconds of the host's monotonic clock; as a
 * JavaScript number it stays exact for 285 years (nanoseconds would end after 104 days).
 * `WallMs` is a label for people: milliseconds since 1970, UTC. No rule may depend on it.
 */
export type MonoUs = number & { readonly unit: "monotonic microseconds" };
export type WallMs = number & { readonly unit: "wall milliseconds" };

export const US_PER_MS = 1_000;
export const US_PER_S = 1_000_000;

/** A monotonic instant from whole microseconds. Throws on fractions and negatives: those are programming errors. */
export function monoUs(value: number): MonoUs {
  if (!Number.isSafeInteger(value) || value < 0)
    throw new RangeError(`not a monotonic instant in µs: ${value}`);
  return value as MonoUs;
}

export function wallMs(value: number): WallMs {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not a wall time in ms: ${value}`);
  return value as WallMs;
}

/** Span in µs as an instant later than `from`. */
export function after(from: MonoUs, spanUs: number): MonoUs {
  return monoUs(from + spanUs);
}

/** RFC 3339 in UTC with milliseconds, e.g. `2026-11-21T10:00:00.000Z`. Throws a RangeError for a time that no date has. */
export function rfc3339(at: WallMs): string {
  const day = Math.floor(at / MS_PER_DAY);
  if (day !== lastDay.day)
    lastDay = { day, text: new Date(day * MS_PER_DAY).toISOString().slice(0, -TIME_LENGTH) };
  const ms = at - day * MS_PER_DAY;
  const second = Math.floor(ms / MS_PER_S);
  const minute = Math.floor(second / 60);
  const time = `${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}:${twoDigits(second % 60)}`;
  return `${lastDay.text}${time}.${String(ms % MS_PER_S).padStart(3, "0")}Z`;
}

const MS_PER_S = 1_000;
const MS_PER_DAY = 86_400_000;
const TIME_LENGTH = "00:00:00.000Z".length;
/** Every line of a device asks for the text of its instant, and a Date for each is dear. */
let lastDay = { day: 0, text: "1970-01-01T" };

function twoDigits(value: number): string {
  return value < 10 ? `0${value}` : String(value);
}

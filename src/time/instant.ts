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

/** RFC 3339 in UTC with milliseconds, e.g. `2026-11-21T10:00:00.000Z`. */
export function rfc3339(at: WallMs): string {
  return new Date(at).toISOString();
}

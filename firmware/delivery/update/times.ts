import { rfc3339, type WallMs } from "../../../src/time/instant.ts";
import { UpdateRefusal } from "./refusal.ts";

/**
 * What is known of the time besides the clock: when the release that runs was built, the last time that a witness signed, and the
 * time of the last result. Metadata that have expired would count again on a clock that is set back.
 */
export interface KnownTimes {
  readonly built: WallMs;
  readonly witnessed: WallMs | null;
  readonly result: WallMs | null;
}

/** Throws an UpdateRefusal `clock-back` while `now` is before one of the known times. */
export function requireClockForward(now: WallMs, { built, witnessed, result }: KnownTimes): void {
  const known: readonly (readonly [string, WallMs | null])[] = [
    ["the release was built", built],
    ["the witness signed last", witnessed],
    ["the last result was signed", result],
  ];
  for (const [what, at] of known)
    if (at !== null && now < at)
      throw new UpdateRefusal("clock-back", "clock", `it says ${rfc3339(now)}; ${what} at ${rfc3339(at)}`);
}

/**
 * What chrony says of the system clock: one line of `chronyc -c tracking` (chronyc(1), "tracking"; chrony 4.3 of Debian 12). Fourteen
 * fields between commas: reference id (hex), its name, stratum, time of the last update (s since 1970), offset of the system clock
 * from NTP time (s), four fields of the last corrections, skew (ppm), root delay (s), root dispersion (s), update interval (s), leap
 * status.
 */
export interface Tracking {
  readonly referenceId: string;
  readonly stratum: number;
  /** When the clock was last corrected by a source, ms since 1970. */
  readonly updatedAtMs: number;
  /** How far the clock is ahead of NTP time, µs; below 0: behind it. */
  readonly aheadUs: number;
  /** The most that the clock can be off: offset, root dispersion and half the root delay together, µs. */
  readonly errorUs: number;
  readonly isSynchronised: boolean;
}

const FIELDS = 14;
const NOT_SYNCHRONISED = "Not synchronised";
const LEAP_STATUS = /^(?:Normal|(?:Insert|Delete) second|Not synchronised)$/;
/** 127.127.1.1: chrony vouches for its own clock (`local stratum`), which no other clock has corrected. */
const LOCAL_REFERENCE = "7F7F0101";
/** RFC 5905: stratum 16 is a clock without a source. */
const STRATUM_MAX = 15;
const US_PER_S = 1e6;

/** Null for a line that is not exactly of this shape. */
export function parseTracking(line: string): Tracking | null {
  const fields = line.split(",");
  const leap = fields.at(-1) ?? "";
  if (fields.length !== FIELDS || !LEAP_STATUS.test(leap)) return null;
  if (!/^[0-9A-F]{8}$/.test(fields[0] ?? "")) return null;
  const [stratum, updatedAt, offset, delay, dispersion] = [2, 3, 4, 10, 11].map((at) =>
    /^-?\d{1,12}(?:\.\d{1,9})?$/.test(fields[at] ?? "") ? Number(fields[at]) : null,
  );
  if (stratum == null || updatedAt == null || offset == null || delay == null || dispersion == null)
    return null;
  return {
    referenceId: fields[0] ?? "",
    stratum,
    updatedAtMs: Math.round(updatedAt * 1_000),
    // A clock that is slow has an offset above 0; of none there is no negative one.
    aheadUs: Math.round(-offset * US_PER_S) + 0,
    errorUs: Math.ceil((Math.abs(offset) + dispersion + delay / 2) * US_PER_S),
    isSynchronised: leap !== NOT_SYNCHRONISED && stratum >= 1 && stratum <= STRATUM_MAX,
  };
}

/** Records carry milliseconds, people read seconds: a clock that may be off by more than this is not synchronised. */
export const CLOCK_ERROR_MAX_US = 500_000;
/** A clock that no source has corrected for longer runs by itself. */
export const CLOCK_UPDATE_AGE_MAX_MS = 86_400_000;

/** Whether another clock vouches for this one. `wallMs`: the system clock now. */
export function isTrackingTrusted(tracking: Tracking, wallMs: number): boolean {
  const ageMs = wallMs - tracking.updatedAtMs;
  return (
    tracking.isSynchronised &&
    tracking.referenceId !== LOCAL_REFERENCE &&
    tracking.errorUs <= CLOCK_ERROR_MAX_US &&
    ageMs <= CLOCK_UPDATE_AGE_MAX_MS &&
    // An update in the future: somebody set the clock back since.
    ageMs >= -CLOCK_ERROR_MAX_US / 1_000
  );
}

/**
 * How far the time of day of this unit can be trusted. `synced`: another clock has corrected it and vouches for it. `rtc`: a clock with
 * a battery agrees with it, and no other does. `unsynced`: nothing vouches for it. Every record carries it; order, rules and results do
 * not depend on it.
 */
export type ClockQuality = "unsynced" | "rtc" | "synced";

/** What was found in one measurement. */
export interface ClockMeasurement {
  /** The time service vouches for the clock. */
  readonly isSynced: boolean;
  /** A clock with a battery agrees with the system clock within {@link RTC_DIFFERENCE_MAX_MS}. */
  readonly rtcAgrees: boolean;
}

/** A clock with a battery gives whole seconds, and is read at any moment within one. */
export const RTC_DIFFERENCE_MAX_MS = 2_000;
/** Measurements in a row, one a second, before a better quality is believed. A worse one is believed at once. */
export const BETTER_AFTER = 3;

export interface QualityState {
  readonly quality: ClockQuality;
  /** The better quality that was measured last, and how often in a row. */
  readonly better: ClockQuality | null;
  readonly count: number;
}

export const QUALITY_START: QualityState = { quality: "unsynced", better: null, count: 0 };

const RANK: Readonly<Record<ClockQuality, number>> = { unsynced: 0, rtc: 1, synced: 2 };

const qualityOf = ({ isSynced, rtcAgrees }: ClockMeasurement): ClockQuality =>
  isSynced ? "synced" : rtcAgrees ? "rtc" : "unsynced";

/** The state after one more measurement; null stands for one that failed or did not come in time. */
export function afterMeasurement(state: QualityState, measured: ClockMeasurement | null): QualityState {
  const quality = measured === null ? "unsynced" : qualityOf(measured);
  if (RANK[quality] <= RANK[state.quality]) return { quality, better: null, count: 0 };
  const count = state.better === quality ? state.count + 1 : 1;
  return count >= BETTER_AFTER
    ? { quality, better: null, count: 0 }
    : { quality: state.quality, better: quality, count };
}

/** Text of `/sys/class/rtc/rtc0/since_epoch`, whole seconds since 1970 and a line feed, as ms. Null for anything else. */
export function parseRtc(text: string): number | null {
  const match = /^(\d{1,11})\n?$/.exec(text);
  return match === null ? null : Number(match[1]) * 1_000;
}

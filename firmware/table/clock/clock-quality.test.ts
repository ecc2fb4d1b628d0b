import { describe, expect, it } from "vitest";
import { afterMeasurement, parseRtc, QUALITY_START, type ClockMeasurement } from "./clock-quality.ts";

const SYNCED: ClockMeasurement = { isSynced: true, rtcAgrees: true };
const RTC: ClockMeasurement = { isSynced: false, rtcAgrees: true };
const NONE: ClockMeasurement = { isSynced: false, rtcAgrees: false };

/** One letter for the quality after each measurement. */
const after = (...measured: readonly (ClockMeasurement | null)[]): string => {
  let state = QUALITY_START;
  return measured
    .map((one) => {
      state = afterMeasurement(state, one);
      return state.quality[0];
    })
    .join("");
};

describe("the quality of the clock", () => {
  it("becomes better after three measurements in a row", () => {
    expect(after(SYNCED, SYNCED, SYNCED, SYNCED)).toBe("uuss");
    expect(after(RTC, RTC, RTC, SYNCED, SYNCED, SYNCED)).toBe("uurrrs");
    expect(after(SYNCED, SYNCED, NONE, SYNCED, SYNCED, SYNCED)).toBe("uuuuus");
    // Two that differ are no row.
    expect(after(SYNCED, RTC, SYNCED, RTC, RTC, RTC)).toBe("uuuuur");
  });

  it("becomes worse at once, and a measurement that fails is the worst", () => {
    expect(after(SYNCED, SYNCED, SYNCED, RTC, SYNCED, SYNCED, SYNCED)).toBe("uusrrrs");
    expect(after(SYNCED, SYNCED, SYNCED, null)).toBe("uusu");
    expect(after(RTC, RTC, RTC, NONE, RTC)).toBe("uuruu");
  });
});

describe("a clock with a battery", () => {
  it("tells whole seconds, and nothing else is a time", () => {
    expect(parseRtc("1795519796\n")).toBe(1_795_519_796_000);
    for (const text of ["", "\n", "-1\n", "17955.5\n", "179551979600\n", "1795519796\n\n", "x\n"])
      expect(parseRtc(text), JSON.stringify(text)).toBeNull();
  });
});

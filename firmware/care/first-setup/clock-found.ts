import { isThere } from "../../files/disk.ts";
import {
  CLOCK_PATHS,
  ClockMeter,
  MEASURE_US,
  type ClockPaths,
  type ClockSources,
} from "../../table/clock/clock-meter.ts";
import type { ClockQuality } from "../../table/clock/clock-quality.ts";
import type { Clock } from "../../../src/time/clock.ts";

/** The folder that chrony has while it runs. What lies in it, its own user alone may look at. */
const CHRONY = "/run/chrony";
/** A better quality counts after three measurements; chrony's answer comes between two. */
const MEASUREMENTS = 5;

/** What vouches for the time of day on this machine. */
export interface ClockFound {
  readonly sources: ClockSources;
  readonly quality: ClockQuality;
}

/** Which time service runs here, and whether a clock with a battery is fitted. */
export function findClockSources(paths: ClockPaths = CLOCK_PATHS, chrony = CHRONY): ClockSources {
  const service = isThere(chrony) ? "chrony" : isThere(paths.synchronized) ? "timesyncd" : "none";
  return { service, rtc: isThere(paths.rtc) };
}

/** Measures how far the time of day can be trusted, as the unit will; some seconds where there is anything to measure. */
export async function measureClock(
  sources: ClockSources,
  clock: Clock,
  paths: ClockPaths = CLOCK_PATHS,
): Promise<ClockFound> {
  if (sources.service === "none" && !sources.rtc) return { sources, quality: "unsynced" };
  const meter = new ClockMeter(
    sources,
    clock,
    () => undefined,
    () => undefined,
    paths,
  );
  for (let measured = 0; measured < MEASUREMENTS && meter.quality !== "synced"; measured++)
    await clock.sleep(MEASURE_US);
  const { quality } = meter;
  meter.stop();
  return { sources, quality };
}

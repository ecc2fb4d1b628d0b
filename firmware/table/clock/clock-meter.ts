import { readFile, stat } from "node:fs/promises";
import type { Clock, Timer } from "../../../src/time/clock.ts";
import { US_PER_S } from "../../../src/time/instant.ts";
import { isTrackingTrusted } from "./chrony.ts";
import { ChronyClient, type ChronycCommand } from "./chrony-client.ts";
import {
  afterMeasurement,
  parseRtc,
  QUALITY_START,
  RTC_DIFFERENCE_MAX_MS,
  type ClockMeasurement,
  type ClockQuality,
} from "./clock-quality.ts";

/** Who vouches for the time of day, as the configuration says. */
export interface ClockSources {
  readonly service: "none" | "chrony" | "timesyncd";
  /** A clock with a battery is fitted. */
  readonly rtc: boolean;
}

/** Where the sources are read; tests give other paths. */
export interface ClockPaths {
  readonly chronyc?: ChronycCommand;
  /** systemd-timesyncd touches this file at each synchronisation (systemd-timesyncd.service(8), "Files"). */
  readonly synchronized: string;
  readonly rtc: string;
}

export const CLOCK_PATHS: ClockPaths = {
  synchronized: "/run/systemd/timesync/synchronized",
  rtc: "/sys/class/rtc/rtc0/since_epoch",
};

/** systemd-timesyncd asks its server every 2,048 s at most; three answers that failed to come are a server that is gone. */
export const TIMESYNCD_AGE_MAX_MS = 3 * 2_048_000;
export const MEASURE_US = US_PER_S;

/** Measures the quality of the time of day once a second. */
export class ClockMeter {
  readonly #sources: ClockSources;
  readonly #paths: ClockPaths;
  readonly #clock: Clock;
  readonly #chrony: ChronyClient | null;
  readonly #timer: Timer;
  #state = QUALITY_START;
  #isMeasuring = false;
  #isStopped = false;

  /** `onChange`: called when the quality has changed. `onNotice`: one line for the technician. */
  constructor(
    sources: ClockSources,
    clock: Clock,
    onChange: (quality: ClockQuality) => void,
    onNotice: (line: string) => void,
    paths: ClockPaths = CLOCK_PATHS,
  ) {
    this.#sources = sources;
    this.#paths = paths;
    this.#clock = clock;
    this.#chrony = sources.service === "chrony" ? new ChronyClient(clock, onNotice, paths.chronyc) : null;
    this.#timer = clock.every(MEASURE_US, "clock quality", () => void this.#measure(onChange));
  }

  get quality(): ClockQuality {
    return this.#state.quality;
  }

  /** How far the time of day is ahead of what another clock says, whole ms; null: no service says it. */
  get aheadMs(): number | null {
    const tracking = this.#chrony?.tracking ?? null;
    return tracking === null ? null : Math.round(tracking.aheadUs / 1_000) + 0;
  }

  stop(): void {
    this.#isStopped = true;
    this.#timer.cancel();
    this.#chrony?.stop();
  }

  async #measure(onChange: (quality: ClockQuality) => void): Promise<void> {
    this.#chrony?.ask();
    // While the disk does not answer, the measurement counts as missing.
    const measured = this.#isMeasuring ? null : await this.#measureOnce();
    if (this.#isStopped) return;
    const before = this.#state.quality;
    this.#state = afterMeasurement(this.#state, measured);
    if (this.#state.quality !== before) onChange(this.#state.quality);
  }

  async #measureOnce(): Promise<ClockMeasurement> {
    this.#isMeasuring = true;
    try {
      return { isSynced: await this.#isSynced(), rtcAgrees: this.#sources.rtc && (await this.#rtcAgrees()) };
    } finally {
      this.#isMeasuring = false;
    }
  }

  async #isSynced(): Promise<boolean> {
    if (this.#chrony !== null) {
      const { tracking } = this.#chrony;
      return tracking !== null && isTrackingTrusted(tracking, this.#clock.wall());
    }
    if (this.#sources.service !== "timesyncd") return false;
    const file = await stat(this.#paths.synchronized).catch(() => null);
    if (file === null) return false;
    const ageMs = this.#clock.wall() - file.mtimeMs;
    return ageMs >= -RTC_DIFFERENCE_MAX_MS && ageMs <= TIMESYNCD_AGE_MAX_MS;
  }

  async #rtcAgrees(): Promise<boolean> {
    // A clock whose battery was empty gives an error in place of a time.
    const text = await readFile(this.#paths.rtc, "latin1").catch(() => "");
    const rtcMs = parseRtc(text);
    return rtcMs !== null && Math.abs(rtcMs - this.#clock.wall()) <= RTC_DIFFERENCE_MAX_MS;
  }
}

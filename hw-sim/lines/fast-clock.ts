import type { Clock } from "../../src/time/clock.ts";
import { monoUs, US_PER_MS, wallMs } from "../../src/time/instant.ts";

/** Where a clock of another speed starts from; the same in every thread that shares it. */
export interface Origin {
  readonly nowUs: number;
  readonly wallMs: number;
}

/**
 * A clock that runs `speed` times as fast, from `origin` on. A board on a simulated wheel counts its own time, and the
 * unit holds the two clocks against each other: a wheel that is played faster needs a unit whose time is as fast.
 */
export function fastClock(clock: Clock, speed: number, origin: Origin): Clock {
  const gone = (): number => clock.now() - origin.nowUs;
  return {
    now: () => monoUs(origin.nowUs + Math.max(0, Math.round(gone() * speed))),
    wall: () => wallMs(origin.wallMs + Math.floor((gone() * speed) / US_PER_MS)),
    after: (delayUs, name, act) => clock.after(delayUs / speed, name, act),
    every: (periodUs, name, act) => clock.every(periodUs / speed, name, act),
    sleep: (delayUs) => clock.sleep(delayUs / speed),
  };
}

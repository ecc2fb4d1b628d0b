import { monoUs, wallMs, US_PER_MS } from "./instant.ts";
import type { Clock, Timer } from "./clock.ts";

/**
 * The machine's own time: the only file that may ask for it, and the only one that sets timers.
 * `now()` is CLOCK_MONOTONIC, so it never goes back, whatever happens to the wall clock.
 */
export function systemClock(): Clock {
  const clock: Clock = {
    now: () => monoUs(Number(process.hrtime.bigint() / 1_000n)),
    wall: () => wallMs(Date.now()),
    after: (delayUs, _name, act) => cancellable(setTimeout(act, delayUs / US_PER_MS), clearTimeout),
    every: (periodUs, _name, act) => cancellable(setInterval(act, periodUs / US_PER_MS), clearInterval),
    sleep: (delayUs) => new Promise((resolve) => setTimeout(resolve, delayUs / US_PER_MS)),
  };
  return clock;
}

function cancellable(handle: NodeJS.Timeout, clear: (handle: NodeJS.Timeout) => void): Timer {
  return { cancel: () => clear(handle) };
}

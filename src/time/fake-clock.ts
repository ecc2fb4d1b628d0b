import type { Clock, Timer } from "./clock.ts";
import { monoUs, wallMs, US_PER_MS, type MonoUs } from "./instant.ts";

/** A clock that stands still until it is told to go on. */
export interface FakeClock extends Clock {
  /** Moves time on by `spanUs`, running each timer at its own instant, in order of instant and then of setting. */
  advance(spanUs: number): void;
  /** The same, and lets promises settle before, between and after the timers. */
  advanceSettling(spanUs: number): Promise<void>;
  /** Names of the timers that wait, the next first. */
  waiting(): readonly string[];
}

interface Waiting {
  readonly name: string;
  readonly order: number;
  readonly periodUs: number | null;
  readonly act: () => void;
  due: number;
}

/** More turns of the promise queue than any chain of our own needs. */
const SETTLING_TURNS = 50;

/**
 * A deterministic clock for tests and simulated runs: no machine time, no real timers. `startUs` is the first
 * monotonic instant; `startWallMs` the wall time at that instant (default: 2026-01-01T00:00:00Z).
 */
export function fakeClock(startUs = 0, startWallMs = 1_767_225_600_000): FakeClock {
  let now = startUs;
  let order = 0;
  let timers: Waiting[] = [];
  const set = (delayUs: number, periodUs: number | null, name: string, act: () => void): Timer => {
    if (periodUs !== null && !(periodUs > 0)) throw new RangeError(`a period must be above 0 µs: ${periodUs}`);
    const timer: Waiting = { name, order: order++, periodUs, act, due: now + Math.max(0, Math.round(delayUs)) };
    timers.push(timer);
    return { cancel: () => (timers = timers.filter((other) => other !== timer)) };
  };
  const byDue = (a: Waiting, b: Waiting): number => a.due - b.due || a.order - b.order;
  /** Runs the next timer that is due by `until`; false when there is none. */
  const runNext = (until: number): boolean => {
    const next = timers.toSorted(byDue).find((timer) => timer.due <= until);
    if (next === undefined) return false;
    now = Math.max(now, next.due);
    if (next.periodUs === null) timers = timers.filter((other) => other !== next);
    else next.due += Math.max(1, Math.round(next.periodUs));
    next.act();
    return true;
  };
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < SETTLING_TURNS; turn++) await Promise.resolve();
  };
  return {
    now: (): MonoUs => monoUs(now),
    wall: () => wallMs(startWallMs + Math.floor((now - startUs) / US_PER_MS)),
    after: (delayUs, name, act) => set(delayUs, null, name, act),
    every: (periodUs, name, act) => set(periodUs, periodUs, name, act),
    sleep: (delayUs) => new Promise((resolve) => set(delayUs, null, "sleep", resolve)),
    advance: (spanUs) => {
      const until = now + spanUs;
      while (runNext(until));
      now = until;
    },
    advanceSettling: async (spanUs) => {
      const until = now + spanUs;
      await settle();
      while (runNext(until)) await settle();
      now = until;
      await settle();
    },
    waiting: () => timers.toSorted(byDue).map((timer) => timer.name),
  };
}

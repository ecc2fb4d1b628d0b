import type { MonoUs, WallMs } from "./instant.ts";

/** A running timer that can be called off. */
export interface Timer {
  cancel(): void;
}

/** What the outer shell may ask of time. The core never sees it: it is given instants. */
export interface Clock {
  now(): MonoUs;
  wall(): WallMs;
  /** Runs `act` once, `delayUs` microseconds from now. `name` is for the technician's list of running timers. */
  after(delayUs: number, name: string, act: () => void): Timer;
  /** Runs `act` every `periodUs` microseconds until cancelled. */
  every(periodUs: number, name: string, act: () => void): Timer;
  /** Resolves after `delayUs`. */
  sleep(delayUs: number): Promise<void>;
}

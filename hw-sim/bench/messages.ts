import type { LearnedCalibration } from "../../drivers/wheel/sensor-board/calibration/learned.ts";
import type { Config } from "../../firmware/table/config/config.ts";
import type { Entry } from "../../src/recording/entry.ts";
import type { RecordBody } from "../../src/table/kernel/record.ts";
import type { Origin } from "../lines/fast-clock.ts";
import type { BenchOrder } from "./page-messages.ts";

/**
 * The bench: a page beside the display, on which a technician sees a wheel as its sensors see it. A thread of its own
 * follows the unit (every entry that the unit takes in, and every record that became durable) and, in the
 * demonstration, runs the simulated wheel too. What it tells its threads is here, what it tells the page in `page-messages.ts`.
 */

/** A wheel of the demonstration, as `hw-sim/demo/tables.ts` knows it. */
export interface SimulatedWheel {
  readonly table: string;
  readonly rulebook: string;
  readonly seed: string;
  readonly board: "fast" | "emulated";
  /** File of a scenario that is played from the beginning on; null: nothing goes wrong by itself. */
  readonly scenario: string | null;
  /** Where the pseudo-terminal goes. */
  readonly pty: string;
}

/** Settings of the bench's thread, given at its start. */
export interface BenchSettings {
  /** Name of the broadcast channel to the thread that serves the page. */
  readonly channel: string;
  /** How many times faster than real the unit's clock runs, and from where; the bench's times count from there. */
  readonly speed: number;
  readonly origin: Origin;
  /** Null: the wheel is a real one, and the page only looks. */
  readonly simulated: SimulatedWheel | null;
}

/** Main thread to bench thread. */
export type ToBench =
  | { readonly type: "table"; readonly config: Config }
  /** The wheel begins to turn. */
  | { readonly type: "play" }
  | { readonly type: "entry"; readonly entry: Entry }
  | { readonly type: "record"; readonly body: RecordBody; readonly mono: number }
  | { readonly type: "close" };

/** Bench thread to main thread. `calibration` is what a technician would have learned from the simulated wheel. */
export type FromBench =
  | { readonly type: "ready"; readonly calibration: Calibrated | null }
  | { readonly type: "failed"; readonly message: string };

export interface Calibrated {
  readonly kind: "roulette" | "bowl" | "disc";
  readonly learned: LearnedCalibration;
}

/** Over the broadcast channel, from the thread that serves the page. */
export type FromDesk =
  /** So many pages look; said at every change and once a second. Without it the bench makes no frames. */
  | { readonly type: "watched"; readonly pages: number }
  | { readonly type: "joined"; readonly page: number }
  | { readonly type: "order"; readonly page: number; readonly id: number; readonly order: BenchOrder };

/** Over the broadcast channel, to the thread that serves the page. `text` is the JSON of a `ToPage`. */
export type ToDesk = { readonly to: number | "all"; readonly text: string };

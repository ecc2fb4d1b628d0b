import type { Config } from "../../firmware/table/config/config.ts";
import type { Clock } from "../../src/time/clock.ts";
import { US_PER_S } from "../../src/time/instant.ts";
import { EXIT, Problem } from "../../firmware/problem.ts";
import type { Follower } from "../../firmware/unit/run.ts";
import { startThread } from "../../firmware/threads/thread.ts";
import { benchPages } from "./pages.ts";
import type { BenchSettings, Calibrated, FromBench, ToBench } from "./messages.ts";

/** How long the bench may take to end before its thread is ended. */
const CLOSE_US = 3 * US_PER_S;

/** The bench beside a table: follows it, and plays its wheel when that is simulated. */
export interface BenchClient extends Follower {
  /** What a technician would have learned from the simulated wheel; null for a real one. */
  readonly calibration: Calibrated | null;
  /** The table that it follows from now on. Must be told before the first entry. */
  table(config: Config): void;
  /** The simulated wheel begins to turn. */
  play(): void;
  close(): Promise<void>;
}

/**
 * Starts the bench in a thread of its own: an emulated board may take a whole core. Its end is a line for `onTrouble`
 * and nothing else: to the unit the board then falls silent. Rejects with a Problem when it cannot start.
 */
export async function startBench(
  settings: BenchSettings,
  clock: Clock,
  onTrouble: (line: string) => void,
): Promise<BenchClient> {
  const thread = startThread<ToBench, FromBench>({
    url: new URL("./worker.ts", import.meta.url),
    name: "bench",
    data: settings,
  });
  const post = (message: ToBench): void => thread.post(message);
  let closing = false;
  let failure = "";
  const calibration = await new Promise<Calibrated | null>((resolve, reject) => {
    thread.listen({
      onMessage: (message) => {
        if (message.type === "ready") resolve(message.calibration);
        else failure = message.message;
      },
      onEnd: (why) => {
        reject(new Problem(EXIT.device, `simulated wheel: ${failure || why}`));
        if (!closing) onTrouble(`bench: its thread ended: ${failure || why}; start again`);
      },
    });
  });
  return {
    pages: benchPages(settings.channel),
    calibration,
    table: (config) => post({ type: "table", config }),
    play: () => post({ type: "play" }),
    entry: (entry) => post({ type: "entry", entry }),
    record: (body, mono) => post({ type: "record", body, mono }),
    close: async () => {
      if (closing) return;
      closing = true;
      await thread.end({ type: "close" }, { limitUs: CLOSE_US, clock });
    },
  };
}

import { parentPort, workerData } from "node:worker_threads";
import { systemClock } from "../../src/time/system-clock.ts";
import { fastClock } from "../lines/fast-clock.ts";
import { BenchThread } from "./thread.ts";
import type { BenchSettings, FromBench, ToBench } from "./messages.ts";

/** The bench's thread: follows the unit, plays the simulated wheel, answers the page. */
if (parentPort !== null) {
  const port = parentPort;
  const settings = workerData as BenchSettings;
  const post = (message: FromBench): void => port.postMessage(message);
  const clock = fastClock(systemClock(), settings.speed, settings.origin);
  BenchThread.open(settings, clock, post).then(
    (thread) => {
      port.on("message", (message: ToBench) => {
        if (message.type !== "close") return thread.handleMessage(message);
        void thread.close().then(() => port.close());
      });
      post({ type: "ready", calibration: thread.calibration });
    },
    (error: unknown) => {
      post({ type: "failed", message: error instanceof Error ? error.message : String(error) });
      port.close();
    },
  );
}

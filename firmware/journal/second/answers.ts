import type { Clock } from "../../../src/time/clock.ts";
import { JobThread, type Job } from "../../threads/thread.ts";
import { SECOND_SILENT_US } from "./limits.ts";

/** Runs one job in a thread of its own. */
export type RunJob = Pick<JobThread, "start" | "end">;

/**
 * Whether the disk under the second copy's folder answers, whatever it answers. It is asked in a thread of its own before anything
 * else asks it: a call to a disk that hangs never comes back.
 */
export function answersInTime(
  folder: string,
  clock: Clock,
  thread: RunJob = new JobThread(),
): Promise<boolean> {
  return new Promise((resolve) => {
    const limit = clock.after(SECOND_SILENT_US, "answer of the second copy's disk", () => {
      thread.end();
      resolve(false);
    });
    const answered = (): void => {
      limit.cancel();
      resolve(true);
    };
    thread.start({
      url: new URL("./answers-thread.ts", import.meta.url),
      data: folder,
      does: "asks the second copy's disk",
      onAnswer: answered,
      // What is wrong with it is said by whoever opens it.
      onDeath: answered,
    } satisfies Job<unknown>);
  });
}

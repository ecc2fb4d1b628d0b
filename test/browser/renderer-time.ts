import { readdirSync, readFileSync } from "node:fs";
import { systemClock } from "../../src/time/system-clock.ts";
import { US_PER_MS } from "../../src/time/instant.ts";

/** A process that ends between two looks is short of what it took since the last one. */
const EVERY_US = 250 * US_PER_MS;

/** The processes that these threads of a process started and that live (proc_pid_task(5)). */
function startedBy(pid: number, threads: readonly (number | string)[]): readonly number[] {
  try {
    const lists = threads.map((thread) => readFileSync(`/proc/${pid}/task/${thread}/children`, "latin1"));
    return lists.flatMap((list) => list.trim().split(" ")).flatMap((one) => (one === "" ? [] : [Number(one)]));
  } catch {
    // It has ended meanwhile.
    return [];
  }
}

const threadsOf = (pid: number): readonly string[] => {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
};

/** Milliseconds of processor time of a process, its own alone (proc_pid_stat(5)); null: it has ended meanwhile. */
function msOf(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return null;
  }
}

/**
 * Processor time of Chromium's renderers and other children of its zygotes. Nobody waits for those, so that they are in no count of
 * children: they are looked at while they live. `browser`: the number of Chromium's own process. Ends with milliseconds.
 */
export function watchRenderers(browser: number): () => number {
  const took = new Map<number, number>();
  const lookAt = (pid: number): void => {
    const ms = msOf(pid);
    if (ms !== null) took.set(pid, ms);
    // A zygote has one thread, and nothing below it starts anything.
    for (const child of startedBy(pid, [pid])) lookAt(child);
  };
  // What it started itself is waited for. To look at all processes of the machine took a sixth of a minute in a run.
  const look = (): void => {
    for (const own of startedBy(browser, threadsOf(browser)))
      for (const child of startedBy(own, threadsOf(own))) lookAt(child);
  };
  const timer = systemClock().every(EVERY_US, "renderers' processor time", look);
  return () => {
    timer.cancel();
    look();
    return [...took.values()].reduce((sum, ms) => sum + ms, 0);
  };
}

import { readdirSync, readFileSync } from "node:fs";
import { systemClock } from "../../src/time/system-clock.ts";
import { US_PER_MS } from "../../src/time/instant.ts";

/** A process that ends between two looks is short of what it took since the last one. */
const EVERY_US = 250 * US_PER_MS;

interface Seen {
  readonly parent: number;
  /** Milliseconds of processor time, its own alone. */
  readonly ms: number;
}

/** All processes of this machine that can be read (proc_pid_stat(5)). */
function processes(): ReadonlyMap<number, Seen> {
  const found = new Map<number, Seen>();
  for (const name of readdirSync("/proc").filter((one) => /^\d+$/.test(one)))
    try {
      const stat = readFileSync(`/proc/${name}/stat`, "latin1");
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      const [parent, user, system] = [fields[1], fields[11], fields[12]].map(Number);
      found.set(Number(name), { parent: parent ?? 0, ms: ((user ?? 0) + (system ?? 0)) * 10 });
    } catch {
      // It has ended meanwhile.
    }
  return found;
}

/**
 * Processor time of Chromium's renderers and other children of its zygotes. Nobody waits for those, so that they are in no count of
 * children: they are looked at while they live. `browser`: the number of Chromium's own process. Ends with milliseconds.
 */
export function watchRenderers(browser: number): () => number {
  const took = new Map<number, number>();
  const look = (): void => {
    const all = processes();
    const isBelow = (pid: number, depth = 0): boolean => {
      const parent = all.get(pid)?.parent ?? 0;
      return parent === browser || (parent > 1 && depth < 8 && isBelow(parent, depth + 1));
    };
    for (const [pid, { parent, ms }] of all) if (parent !== browser && isBelow(pid)) took.set(pid, ms);
  };
  const timer = systemClock().every(EVERY_US, "renderers' processor time", look);
  return () => {
    timer.cancel();
    look();
    return [...took.values()].reduce((sum, ms) => sum + ms, 0);
  };
}

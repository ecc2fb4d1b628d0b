import { appendFileSync, readFileSync } from "node:fs";

/**
 * Processor time, user and system together, in milliseconds. Children count when they have been waited for, with what they waited
 * for themselves, as proc_pid_stat(5) says (fields 14 to 17, in hundredths of a second). A machine that is busy with other work makes
 * this time little longer, so that runs on different machines can be compared.
 */
export interface ProcessorTime {
  readonly own: number;
  readonly children: number;
}

export function processorTime(): ProcessorTime {
  const stat = readFileSync("/proc/self/stat", "latin1");
  // The name of the program stands in brackets and may hold anything.
  const [user = 0, system = 0, childUser = 0, childSystem = 0] = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 15)
    .map(Number);
  return { own: (user + system) * 10, children: (childUser + childSystem) * 10 };
}

/** What one group, or one file of it, took. */
export interface Measured {
  readonly group: string;
  readonly file: string;
  /** Milliseconds. */
  readonly ms: number;
}

/** The group of times that are in no process's count of children. */
export const RENDERERS = "renderers";

/** What a run took: this process, what it waited for, and what nobody waits for. */
export function timeOfRun(times: readonly Measured[]): number {
  const { own, children } = processorTime();
  return times.reduce((sum, { group, ms }) => sum + (group === RENDERERS ? ms : 0), own + children);
}

/** Notes a time in the run's list, one line each, so that many processes may add to it. */
export function noteTime(list: string, { group, file, ms }: Measured): void {
  appendFileSync(list, `${group}\t${file}\t${ms}\n`);
}

/** The times that a run's list holds; none where it is not there. */
export function notedTimes(list: string): readonly Measured[] {
  let text: string;
  try {
    text = readFileSync(list, "utf8");
  } catch {
    return [];
  }
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const [group = "", file = "", ms = ""] = line.split("\t");
      return { group, file, ms: Number(ms) };
    });
}

const minutes = (ms: number): string => (ms / 60_000).toFixed(1);

/**
 * `9.8 min of processor time (worked 4.1, browser 3.2, checks 1.1, the runner itself 0.4), 6.2 min by the clock`. `all`: what the run
 * took with everything that it started; what no line of the list accounts for is the runner's.
 */
export function timeLine(times: readonly Measured[], all: number, clockMs: number): string {
  const groups = new Map<string, number>();
  for (const { group, ms } of times) groups.set(group, (groups.get(group) ?? 0) + ms);
  const rest = all - times.reduce((sum, { ms }) => sum + ms, 0);
  const shares = [...groups, ["the runner itself", Math.max(0, rest)] as const];
  const said = shares.map(([name, ms]) => `${name} ${minutes(ms)}`).join(", ");
  return `${minutes(all)} min of processor time (${said}), ${minutes(clockMs)} min by the clock`;
}

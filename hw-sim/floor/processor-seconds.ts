import { readdirSync, readFileSync } from "node:fs";

/** Fields of proc_pid_stat(5) behind the name: parent, and processor time of its own and of children that it waited for, hundredths of a second. */
interface Stat {
  readonly parent: number;
  readonly ownHundredths: number;
  readonly waitedHundredths: number;
}

function statOf(pid: number): Stat | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const number = (at: number): number => Number(fields[at]);
    return {
      parent: number(1),
      ownHundredths: number(11) + number(12),
      waitedHundredths: number(13) + number(14),
    };
  } catch {
    // It has ended.
    return null;
  }
}

/** Its children that run. */
export const childrenOf = (pid: number): readonly number[] =>
  readdirSync("/proc")
    .map(Number)
    .filter((one) => one > 0 && statOf(one)?.parent === pid);

/** Processor seconds of a process and of its children, those that have ended too; 0: it is gone. */
export function processorSeconds(pid: number): number {
  const own = statOf(pid);
  if (own === null) return 0;
  const running = childrenOf(pid).reduce((sum, child) => sum + (statOf(child)?.ownHundredths ?? 0), 0);
  return (own.ownHundredths + own.waitedHundredths + running) / 100;
}

import { chmodSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** How long the kernel looks at a group before it gives it its next share, and the share, µs. */
const PERIOD_US = 100_000;
const SHARE_US = PERIOD_US / 4;

/** A quarter of a core, for a program and everything that it starts. */
export interface QuarterCore {
  /** What to start instead of the program. */
  readonly program: string;
  /** Processor time of all that lives in it, ms. */
  readonly tookMs: () => number;
  /** After the last of its processes has ended. */
  readonly remove: () => void;
}

/** Both kinds of the kernel's groups of processes (cgroups(7)): where they are, and how their share is written. */
const KINDS = [
  {
    root: "/sys/fs/cgroup/cpu",
    share: [
      ["cpu.cfs_period_us", PERIOD_US],
      ["cpu.cfs_quota_us", SHARE_US],
    ],
  },
  { root: "/sys/fs/cgroup", share: [["cpu.max", `${SHARE_US} ${PERIOD_US}`]] },
] as const;

/** Holds `program` to a quarter of a core by a group of the kernel; null: only root may, and this is not root's machine. */
export function quarterCore(folder: string, program: string): QuarterCore | null {
  for (const { root, share } of KINDS) {
    const group = `${root}/tirada-bench-${process.pid}`;
    try {
      mkdirSync(group);
    } catch {
      continue;
    }
    try {
      for (const [file, value] of share) writeFileSync(join(group, file), String(value), { flag: "r+" });
    } catch {
      rmdirSync(group);
      continue;
    }
    const joins = join(folder, "in-quarter-core.sh");
    writeFileSync(joins, `#!/bin/sh\necho $$ > ${group}/cgroup.procs\nexec ${program} "$@"\n`);
    chmodSync(joins, 0o755);
    return { program: joins, tookMs: () => tookMs(group), remove: () => rmdirSync(group) };
  }
  return null;
}

/** User and system time of the processes of a group (proc_pid_stat(5)), ms. */
function tookMs(group: string): number {
  const ids = readFileSync(`${group}/cgroup.procs`, "latin1").trim().split("\n");
  return ids.reduce((sum, id) => {
    const stat = readFileSync(`/proc/${id}/stat`, "latin1");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return sum + (Number(fields[11]) + Number(fields[12])) * 10;
  }, 0);
}

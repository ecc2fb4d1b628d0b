import { chmodSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

/** How long the kernel looks at a group before it gives it its next share, and the share, µs. */
const PERIOD_US = 100_000;
const SHARE_US = PERIOD_US / 4;
const BYTES_OF_MB = 1024 * 1024;

/** A quarter of a core, for programs and everything that they start. */
export interface QuarterCore {
  /** What to start instead of a program. */
  readonly holding: (program: string) => string;
  /** Processor time of all that lives in it, ms. */
  readonly tookMs: () => number;
  /** The most memory that it had at once, megabytes; null: it is not held to any. */
  readonly mostMb: () => number | null;
  /** After the last of its processes has ended. */
  readonly remove: () => void;
}

/** A folder of the kernel's for a kind of group, and what is written into a new one. */
interface Share {
  readonly root: string;
  readonly files: readonly (readonly [file: string, value: string])[];
  /** Where the kernel says how much memory the group had at most. */
  readonly most?: string;
}

/** Both kinds of the kernel's groups of processes (cgroups(7)): one has a group for each thing that is shared out. */
function kindsOf(memoryMb: number | null): readonly (readonly Share[])[] {
  const bytes = String((memoryMb ?? 0) * BYTES_OF_MB);
  const processor: Share = {
    root: "/sys/fs/cgroup/cpu",
    files: [
      ["cpu.cfs_period_us", String(PERIOD_US)],
      ["cpu.cfs_quota_us", String(SHARE_US)],
    ],
  };
  const memory: Share = {
    root: "/sys/fs/cgroup/memory",
    files: [["memory.limit_in_bytes", bytes]],
    most: "memory.max_usage_in_bytes",
  };
  const both: Share = {
    root: "/sys/fs/cgroup",
    files: [
      ["cpu.max", `${SHARE_US} ${PERIOD_US}`],
      ...(memoryMb === null ? [] : [["memory.max", bytes] as const]),
    ],
    ...(memoryMb !== null && { most: "memory.peak" }),
  };
  return [memoryMb === null ? [processor] : [processor, memory], [both]];
}

/**
 * A group of the kernel for programs that are held to a quarter of a core, and to so much memory; `folder`: where their scripts are
 * put. Null: only root may, and this is not root's machine.
 */
export function quarterCore(folder: string, memoryMb: number | null = null): QuarterCore | null {
  for (const shares of kindsOf(memoryMb)) {
    const groups = makeGroups(shares);
    if (groups === null) continue;
    const [first = ""] = groups;
    const most = shares.flatMap((share, at) =>
      share.most === undefined ? [] : [join(groups[at] ?? "", share.most)],
    );
    return {
      holding: (program) => {
        const script = join(folder, `small-${basename(program)}.sh`);
        const joins = groups.map((group) => `echo $$ > ${group}/cgroup.procs`);
        writeFileSync(script, ["#!/bin/sh", ...joins, `exec ${program} "$@"`, ""].join("\n"));
        chmodSync(script, 0o755);
        return script;
      },
      tookMs: () => tookMs(first),
      mostMb: () => {
        const [file] = most;
        return file === undefined ? null : Number(readFileSync(file, "latin1")) / BYTES_OF_MB;
      },
      remove: () => {
        for (const group of groups) rmdirSync(group);
      },
    };
  }
  return null;
}

/** One group a share; null where one cannot be made, and then none is left. */
function makeGroups(shares: readonly Share[]): string[] | null {
  const made: string[] = [];
  try {
    for (const { root, files } of shares) {
      const group = `${root}/tirada-bench-${process.pid}`;
      mkdirSync(group);
      made.push(group);
      for (const [file, value] of files) writeFileSync(join(group, file), value, { flag: "r+" });
    }
    return made;
  } catch {
    for (const group of made) rmdirSync(group);
    return null;
  }
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

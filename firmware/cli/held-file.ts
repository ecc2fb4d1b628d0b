import { isThere, rmSync, writeFileSync } from "../files/disk.ts";
import { orUsageProblem, usageProblem } from "../problem.ts";
import { readTextFile } from "../files/read-file.ts";

export interface HeldFile {
  release(): void;
}

/** Holds a file with the number of this process in it: one that a dead process left does not count. Throws a Problem where one lives. */
export function holdFile(path: string, what: string): HeldFile {
  const holder = isThere(path)
    ? Number.parseInt(
        orUsageProblem(() => readTextFile(path, 100)),
        10,
      )
    : 0;
  if (holder > 0 && holder !== process.pid && isAlive(holder))
    throw usageProblem(`${what} is under way in process ${holder}: end that one first`);
  orUsageProblem(() => writeFileSync(path, `${process.pid}\n`, { mode: 0o600 }));
  return { release: () => rmSync(path, { force: true }) };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's process lives too.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

import { asRoot } from "./table-user.ts";
import { readdirSync, readFileSync, readlinkSync, realpathSync } from "node:fs";

const PROCESSES = "/proc";
/** Processes that are named. */
const NAMED_MAX = 3;

/** Programs besides this one that have a port open, lock or not, by name and number. Root sees those of every user, whoever it acts as; what another user may not look at is left out. */
export const whoReads = (path: string): readonly string[] => asRoot(() => readersOf(path));

function readersOf(path: string): readonly string[] {
  const port = orNull(() => realpathSync(path));
  if (port === null || !port.startsWith("/dev/")) return [];
  return namesIn(PROCESSES)
    .filter((pid) => /^\d+$/.test(pid) && Number(pid) !== process.pid)
    .filter((pid) =>
      namesIn(`${PROCESSES}/${pid}/fd`).some(
        (fd) => orNull(() => readlinkSync(`${PROCESSES}/${pid}/fd/${fd}`)) === port,
      ),
    )
    .map((pid) => `${(orNull(() => readFileSync(`${PROCESSES}/${pid}/comm`, "utf8")) ?? "?").trim()} (${pid})`)
    .slice(0, NAMED_MAX);
}

const namesIn = (folder: string): readonly string[] => orNull(() => readdirSync(folder)) ?? [];

/** A process may end while it is looked at. */
function orNull<T>(look: () => T): T | null {
  try {
    return look();
  } catch {
    return null;
  }
}

import { join } from "node:path";
import { US_PER_S, type MonoUs } from "../../../src/time/instant.ts";
import { readdirSync, readFileSync, statSync } from "../../files/disk.ts";

/** An epoch that is left waits so long for whoever reads it before that is said: most readings are over by then. */
export const READ_LONG_US = 60 * US_PER_S;
/** Who reads it is looked for once in this time. */
export const READERS_EVERY_US = 60 * US_PER_S;
const NAMED_MAX = 5;

/** An epoch that cannot be closed because a program reads it. */
export interface EpochRead {
  readonly epoch: number;
  /** For so long, seconds. */
  readonly seconds: number;
  /** Who reads it, such as `sqlite3 (4711)`; none where this user may not see it. */
  readonly by: readonly string[];
  /** This program's own second copy reads it. */
  readonly isBySecond: boolean;
}

/** An epoch whose writing does not end, and its file. */
export interface HeldEpoch {
  readonly epoch: number;
  readonly path: string;
}

/** Finds out who holds up the closing of an epoch. */
export class EpochReaders {
  readonly #find: (path: string) => readonly string[];
  #since: MonoUs | null = null;
  #dueAt = 0;
  #by: readonly string[] = [];

  /** `find`: who else has a file open; a test gives its own. */
  constructor(find: (path: string) => readonly string[] = programsWith) {
    this.#find = find;
  }

  /**
   * To be called once a second with the time. `isBySecond`: whether the second copy reads an epoch; the kernel counts its thread as
   * this program. Null: none is held, or not for long yet.
   */
  look(now: MonoUs, held: HeldEpoch | null, isBySecond: (epoch: number) => boolean): EpochRead | null {
    if (held === null) {
      this.#since = null;
      return null;
    }
    this.#since ??= now;
    if (now - this.#since < READ_LONG_US) return null;
    if (now >= this.#dueAt) {
      this.#dueAt = now + READERS_EVERY_US;
      this.#by = this.#find(held.path);
    }
    const { epoch } = held;
    const seconds = Math.floor((now - this.#since) / US_PER_S);
    return { epoch, seconds, by: this.#by, isBySecond: isBySecond(epoch) };
  }
}

/** Other programs that have a file open, with their process numbers: those that this user may see. */
export function programsWith(path: string, proc = "/proc", own = process.pid): readonly string[] {
  const names = [];
  for (const entry of orNothing(() => readdirSync(proc)) ?? []) {
    if (names.length >= NAMED_MAX) break;
    if (!/^\d+$/.test(entry) || Number(entry) === own || !hasOpen(join(proc, entry, "fd"), path)) continue;
    const name = orNothing(() => readFileSync(join(proc, entry, "comm"), "utf8"))?.trim();
    // A name is whatever its program says: what no name needs is left out.
    names.push(`${(name ?? "?").replace(/[^\w .:+-]/g, "?").slice(0, 32)} (${entry})`);
  }
  return names;
}

function hasOpen(folder: string, path: string): boolean {
  const file = orNothing(() => statSync(path));
  return (orNothing(() => readdirSync(folder)) ?? []).some((fd) => {
    const open = orNothing(() => statSync(join(folder, fd)));
    return open !== null && open.ino === file?.ino && open.dev === file.dev;
  });
}

/** Processes end and files are closed while they are looked at; others may not be looked at. */
function orNothing<T>(look: () => T): T | null {
  try {
    return look();
  } catch {
    return null;
  }
}

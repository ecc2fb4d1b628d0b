import type { Clock } from "../../../src/time/clock.ts";
import { US_PER_S, type MonoUs } from "../../../src/time/instant.ts";
import { removeDurably, replaceDurably } from "../../files/durable.ts";
import { isThere } from "../../files/disk.ts";
import { readTextFile } from "../../files/read-file.ts";

/** So often it is written while the floor is away: what a start forgets at the most. */
export const WRITTEN_US = 300 * US_PER_S;
const FILE_BYTES = 64;
const MODE = 0o600;

/**
 * How long the floor has taken nothing while this unit ran, over its starts: a unit that is started anew every evening finds out too that its
 * floor is away for a day. A count and no instant, so no clock of the day has a part in it.
 */
export class AwayTime {
  readonly #path: string;
  readonly #clock: Clock;
  #beforeUs: number;
  #writtenUs: number;
  #since: MonoUs | null = null;

  /** `path`: a file of its own. */
  constructor(path: string, clock: Clock) {
    this.#path = path;
    this.#clock = clock;
    this.#beforeUs = readUs(path);
    this.#writtenUs = this.#beforeUs;
  }

  get us(): number {
    return this.#beforeUs + (this.#since === null ? 0 : this.#clock.now() - this.#since);
  }

  /** How the floor is now. Throws where the disk does not take the file; the count goes on. */
  note(isAway: boolean): void {
    if (!isAway) return this.#forget();
    this.#since ??= this.#clock.now();
    if (this.us - this.#writtenUs < WRITTEN_US) return;
    this.#writtenUs = this.us;
    replaceDurably(this.#path, `${Math.floor(this.us / US_PER_S)}\n`, { mode: MODE });
  }

  #forget(): void {
    const isWritten = this.#writtenUs > 0;
    this.#since = null;
    this.#beforeUs = 0;
    this.#writtenUs = 0;
    if (isWritten) removeDurably(this.#path);
  }
}

/** What is no count says nothing. */
function readUs(path: string): number {
  if (!isThere(path)) return 0;
  try {
    const text = readTextFile(path, FILE_BYTES);
    return /^\d{1,9}\n$/.test(text) ? Number(text) * US_PER_S : 0;
  } catch {
    return 0;
  }
}

import { after, US_PER_S, type MonoUs, type WallMs } from "../time/instant.ts";
import type { AccessLock } from "./access.ts";

/** So many wrong PINs of one name from one address lock the two together. */
export const WRONG_PINS = 5;
/** So many wrong PINs from one address, whatever the names, lock the address. */
export const WRONG_AT_ADDRESS = 15;
/** So many wrong PINs of one name from everywhere slow it down where nobody has signed in as that name yet. */
export const WRONG_OF_NAME = 50;
/** Wrong PINs older than this are forgotten, and with them how long the last wait was. */
export const FORGOTTEN_US = 24 * 3_600 * US_PER_S;
const MINUTE_US = 60 * US_PER_S;
/** Waits: 1, 2, 4 … 60 min. */
export const LONGEST_LOCK_MIN = 60;
/** The longest that a slowed name waits for each check. */
export const LONGEST_DELAY_S = 60;
/** Addresses, and pairs of address and name, that are remembered; the oldest give way. */
export const REMEMBERED_MAX = 1_024;
/** Addresses that are remembered to be a person's own. */
const KNOWN_MAX = 32;
/** Stands for every name that nobody has; no person can be named so. */
const UNKNOWN = "";

/** An address, alone or with a name, that wrong PINs locked. */
export interface Lock {
  readonly address: string;
  /** Null: the address, whatever the name. */
  readonly name: string | null;
  /** Locks in a row, from 1: the wait doubles. */
  readonly level: number;
  readonly until: MonoUs;
}

/** What still stands of locks that were kept, on this run's clock. A wall clock that was set back lengthens none. */
export function activeLocks(stored: readonly AccessLock[], now: MonoUs, wall: WallMs): Lock[] {
  return stored.map(({ address, name, level, seconds, until }) => {
    const left = Math.min(seconds, Math.ceil((Date.parse(until) - wall) / 1_000));
    return { address, name, level, until: after(now, Math.max(0, left) * US_PER_S) };
  });
}

interface Tally {
  readonly address: string;
  readonly name: string | null;
  wrong: number;
  level: number;
  last: MonoUs;
  until: MonoUs | null;
}

/**
 * Who may try a PIN now. A lock binds the address and the name first, so that nobody locks another out from elsewhere; then
 * the address. A name is never locked by itself: wrong PINs from many addresses only slow it, and not where that person has
 * signed in before, nor on this machine. Time is an argument; the state is of one run.
 */
export class AccessGuard {
  readonly #tallies = new Map<string, Tally>();
  /** Known names: wrong PINs from everywhere, and where a right one came from. */
  readonly #names = new Map<string, { wrong: number; last: MonoUs; readonly known: Set<string> }>();

  /** `locks`: those of the run before, as far as they are remembered. */
  constructor(locks: readonly Lock[], now: MonoUs) {
    for (const { address, name, level, until } of locks)
      this.#tallies.set(keyOf(address, name), { address, name, wrong: 0, level, last: now, until });
  }

  /** The lock that stands against this name from this address, or null. */
  lockAgainst(address: string, name: string | null, now: MonoUs): Lock | null {
    for (const key of [keyOf(address, null), keyOf(address, name ?? UNKNOWN)]) {
      const found = this.#tallies.get(key);
      if (found !== undefined && found.until !== null && now < found.until)
        return { ...found, until: found.until };
    }
    return null;
  }

  /** How long a check of this name from this address has to wait. */
  delayUs(address: string, name: string | null, now: MonoUs): number {
    const found = name === null ? undefined : this.#names.get(name);
    if (found === undefined || isLoopback(address) || found.known.has(address)) return 0;
    if (now - found.last > FORGOTTEN_US) found.wrong = 0;
    const doubled = Math.floor(found.wrong / WRONG_OF_NAME);
    return doubled === 0 ? 0 : Math.min(LONGEST_DELAY_S, 2 ** Math.min(doubled, 10)) * US_PER_S;
  }

  /** A wrong PIN. Returns the locks that it led to. `name`: null for one that nobody has. */
  noteWrongPin(address: string, name: string | null, now: MonoUs): Lock[] {
    if (name !== null) {
      const all = this.#countsOfName(name, now);
      all.wrong = now - all.last > FORGOTTEN_US ? 1 : all.wrong + 1;
      all.last = now;
    }
    const pair = this.#countWrong(address, name ?? UNKNOWN, WRONG_PINS, now);
    const alone = this.#countWrong(address, null, WRONG_AT_ADDRESS, now);
    return [pair, alone].filter((lock) => lock !== null);
  }

  /** A right PIN: what was wrong before it, from there and of that name, is forgotten. */
  noteRightPin(address: string, name: string, now: MonoUs): void {
    this.#tallies.delete(keyOf(address, name));
    const { known } = this.#countsOfName(name, now);
    known.add(address);
    for (const oldest of [...known].slice(0, -KNOWN_MAX)) known.delete(oldest);
  }

  /** When the last of the locks that stand ends; null: none stands. */
  lockedUntil(now: MonoUs): MonoUs | null {
    let last: MonoUs | null = null;
    for (const { until } of this.#tallies.values())
      if (until !== null && until > now && (last === null || until > last)) last = until;
    return last;
  }

  #countWrong(address: string, name: string | null, limit: number, now: MonoUs): Lock | null {
    const key = keyOf(address, name);
    const known = this.#tallies.get(key);
    const found =
      known === undefined || now - known.last > FORGOTTEN_US
        ? { address, name, wrong: 0, level: 0, last: now, until: null as MonoUs | null }
        : known;
    // The newest is last: what has been quiet for longest gives way.
    this.#tallies.delete(key);
    this.#tallies.set(key, found);
    for (const oldest of [...this.#tallies.keys()].slice(0, -REMEMBERED_MAX)) this.#tallies.delete(oldest);
    found.last = now;
    found.wrong++;
    if (found.wrong < limit) return null;
    found.wrong = 0;
    found.level++;
    const minutes = Math.min(LONGEST_LOCK_MIN, 2 ** (Math.min(found.level, 10) - 1));
    const until = after(now, minutes * MINUTE_US);
    found.until = until;
    return { address, name: name === UNKNOWN ? null : name, level: found.level, until };
  }

  #countsOfName(name: string, now: MonoUs): { wrong: number; last: MonoUs; readonly known: Set<string> } {
    const found = this.#names.get(name) ?? { wrong: 0, last: now, known: new Set<string>() };
    this.#names.set(name, found);
    return found;
  }
}

const keyOf = (address: string, name: string | null): string =>
  name === null ? address : `${address} ${name === UNKNOWN ? "?" : `=${name}`}`;

/** This machine itself. */
export function isLoopback(address: string): boolean {
  return address === "::1" || /^127\./.test(address);
}

/** A socket's remote address as it is compared and recorded: an IPv4 one as itself, whatever socket it came by. */
export function addressOf(remote: string | undefined): string {
  return (remote ?? "unknown").replace(/^::ffff:(?=\d+\.)/i, "").slice(0, 64);
}

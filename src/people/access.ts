import { after, US_PER_S, type MonoUs, type WallMs } from "../time/instant.ts";

/**
 * A lock as the durable table keeps it, so that a restart forgets none. Times are labels of the wall
 * clock, since the monotonic one begins anew with the machine.
 */
export interface AccessLock {
  readonly address: string;
  /** Null: the address, whatever the name. */
  readonly name: string | null;
  readonly level: number;
  readonly seconds: number;
  /** RFC 3339, UTC. */
  readonly until: string;
}

/** Locks that the durable table keeps; the oldest give way. */
export const LOCKS_MAX = 32;

/** The part of a record `access` from which the locks are made. */
interface AccessRecord {
  readonly detail: Readonly<Record<string, string | number | boolean | null>>;
}

/** The locks after a record `access`. */
export function reduceLocks(before: readonly AccessLock[], { detail }: AccessRecord): readonly AccessLock[] {
  const { what, address, name, level, seconds, until } = detail;
  if (typeof address !== "string") return before;
  const others = before.filter((other) => other.address !== address || other.name !== (name ?? null));
  if (what === "signed-in") return others.length === before.length ? before : others;
  if (
    what !== "locked" ||
    typeof level !== "number" ||
    typeof seconds !== "number" ||
    typeof until !== "string"
  )
    return before;
  const lock = { address, name: typeof name === "string" ? name : null, level, seconds, until };
  return [...others, lock].slice(-LOCKS_MAX);
}

/** The parts of a configuration that are compared with those of the boot before. */
export const SECTIONS = ["table", "devices", "people", "display", "storage"] as const;
export type Section = (typeof SECTIONS)[number];
/** Hex SHA-256 of each. */
export type SectionDigests = Readonly<Record<Section, string>>;

/** The digests that a boot record names; null: it names none, as in format 1. */
export function sectionsOf({ detail }: AccessRecord): SectionDigests | null {
  const digests = SECTIONS.map((section) => [section, detail[`configuration.${section}`]] as const);
  return digests.every(([, digest]) => typeof digest === "string")
    ? (Object.fromEntries(digests) as SectionDigests)
    : null;
}

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
/** On this machine a name is tried so often at the most within {@link HERE_WITHIN_US}, whatever came right between. */
export const WRONG_HERE = 10;
export const HERE_WITHIN_US = 300 * US_PER_S;
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
 * signed in before. This machine is one address, and slowed by what was wrong on it alone: what the network tries keeps nobody out here,
 * and no program here has more tries than a person. Time is an argument; the state is of one run.
 */
export class AccessGuard {
  readonly #tallies = new Map<string, Tally>();
  /** Known names: wrong PINs from everywhere, and where a right one came from. */
  readonly #names = new Map<string, { wrong: number; last: MonoUs; readonly known: Set<string> }>();

  /** When the last wrong PINs of each name came on this machine, the oldest first. */
  readonly #here = new Map<string, MonoUs[]>();

  /** `locks`: those of the run before, as far as they are remembered. */
  constructor(locks: readonly Lock[], now: MonoUs) {
    for (const { address: from, name, level, until } of locks) {
      const address = originOf(from);
      this.#tallies.set(keyOf(address, name), { address, name, wrong: 0, level, last: now, until });
    }
  }

  /** The lock that stands against this name from this address, or null. */
  lockAgainst(from: string, name: string | null, now: MonoUs): Lock | null {
    const address = originOf(from);
    const tooMany = isLoopback(address) ? this.#lockHere(address, name, now) : null;
    if (tooMany !== null) return tooMany;
    for (const key of [keyOf(address, null), keyOf(address, name ?? UNKNOWN)]) {
      const found = this.#tallies.get(key);
      if (found !== undefined && found.until !== null && now < found.until)
        return { ...found, until: found.until };
    }
    return null;
  }

  /** How long a check of this name from this address has to wait. */
  delayUs(from: string, name: string | null, now: MonoUs): number {
    const address = originOf(from);
    const isHere = isLoopback(address);
    const found = name === null ? undefined : this.#names.get(countedAs(address, name));
    if (found === undefined || (!isHere && found.known.has(address))) return 0;
    if (now - found.last > FORGOTTEN_US) found.wrong = 0;
    const doubled = Math.floor(found.wrong / WRONG_OF_NAME);
    return doubled === 0 ? 0 : Math.min(LONGEST_DELAY_S, 2 ** Math.min(doubled, 10)) * US_PER_S;
  }

  /** A wrong PIN. Returns the locks that it led to. `name`: null for one that nobody has. */
  noteWrongPin(from: string, name: string | null, now: MonoUs): Lock[] {
    const address = originOf(from);
    if (isLoopback(address)) {
      const times = [...(this.#here.get(name ?? UNKNOWN) ?? []), now];
      this.#here.set(name ?? UNKNOWN, times.slice(-WRONG_HERE));
    }
    if (name !== null) {
      const all = this.#countsOfName(countedAs(address, name), now);
      all.wrong = now - all.last > FORGOTTEN_US ? 1 : all.wrong + 1;
      all.last = now;
    }
    const pair = this.#countWrong(address, name ?? UNKNOWN, WRONG_PINS, now);
    const alone = this.#countWrong(address, null, WRONG_AT_ADDRESS, now);
    return [pair, alone].filter((lock) => lock !== null);
  }

  /** A right PIN: what was wrong before it, from there and of that name, is forgotten. */
  noteRightPin(from: string, name: string, now: MonoUs): void {
    const address = originOf(from);
    this.#tallies.delete(keyOf(address, name));
    const { known } = this.#countsOfName(countedAs(address, name), now);
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

  /** The last ten wrong PINs of this name here came within five minutes. */
  #lockHere(address: string, name: string | null, now: MonoUs): Lock | null {
    const times = this.#here.get(name ?? UNKNOWN) ?? [];
    const [first] = times;
    if (first === undefined || times.length < WRONG_HERE) return null;
    const until = after(first, HERE_WITHIN_US);
    return now < until ? { address, name, level: 1, until } : null;
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

/** What is wrong of a name on this machine is counted apart from the network. */
const countedAs = (origin: string, name: string): string =>
  isLoopback(origin) ? `here ${name}` : `far ${name}`;

/** This machine itself. */
export function isLoopback(address: string): boolean {
  return address === "::1" || /^127\./.test(address);
}

/** A socket's remote address as it is compared and recorded: an IPv4 one as itself, whatever socket it came by. */
export function addressOf(remote: string | undefined): string {
  return (remote ?? "unknown").replace(/^::ffff:(?=\d+\.)/i, "").slice(0, 64);
}

const HERE = "127.0.0.1";

/**
 * Who an address is, for whatever is counted by addresses: this machine by whichever of its own, a network of IPv6 by its first 64 bits,
 * of which one machine has all the rest. Of an origin it is the same.
 */
export function originOf(address: string): string {
  if (isLoopback(address)) return HERE;
  if (!address.includes(":") || address.includes("/")) return address;
  const [head = "", tail = ""] = address.toLowerCase().replace(/%.*$/, "").split("::");
  const [before, behind] = [head, tail].map((part) => (part === "" ? [] : part.split(":")));
  const zeros = address.includes("::") ? Math.max(0, 8 - (before?.length ?? 0) - (behind?.length ?? 0)) : 0;
  const groups = [...(before ?? []), ...Array.from({ length: zeros }, () => "0"), ...(behind ?? [])];
  const first = groups.slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ""));
  return `${first.join(":")}::/64`;
}

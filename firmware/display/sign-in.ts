import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import type { Person } from "../../src/people/roles.ts";
import type { Text } from "../../src/text/language.ts";
import type { Clock } from "../../src/time/clock.ts";
import { after, US_PER_S, type MonoUs } from "../../src/time/instant.ts";
import { DisplayError } from "./error.ts";
import type { KnownPerson } from "./messages.ts";
import { LOCKED, WRONG_PIN } from "./texts.ts";

/** RFC 7914 parameters for new hashes: 16 MB and some 50 to 200 ms on the unit. */
const COST = { N: 16_384, r: 8, p: 1 } as const;
const KEY_BYTES = 32;
const HASH = /^scrypt\$(\d{1,7})\$(\d{1,2})\$(\d{1,2})\$([\w-]{16,64})\$([\w-]{43})$/;

/** So many wrong pins within the window lock the connection, and the name, for as long. */
export const WRONG_PINS = 5;
export const LOCK_US = 60 * US_PER_S;

interface PinHash {
  readonly N: number;
  readonly r: number;
  readonly p: number;
  readonly salt: Buffer;
  readonly key: Buffer;
}

/**
 * Hash of a pin for the configuration: `scrypt$N$r$p$salt$key`, salt and key in base64url.
 * @param pin 4 to 12 digits
 * @throws RangeError for anything else
 */
export async function hashPin(pin: string, salt: Buffer = randomBytes(16)): Promise<string> {
  if (!/^\d{4,12}$/.test(pin)) throw new RangeError("a PIN is 4 to 12 digits");
  const key = await derive(pin, { ...COST, salt });
  return `scrypt$${COST.N}$${COST.r}$${COST.p}$${salt.toString("base64url")}$${key.toString("base64url")}`;
}

/** Reads a `pinHash`; null when it is not one, or asks for more than 128 MB of memory. */
function readPinHash(text: string): PinHash | null {
  const [, N = "", r = "", p = "", salt = "", key = ""] = HASH.exec(text) ?? [];
  const hash = { N: Number(N), r: Number(r), p: Number(p) };
  const powerOfTwo = hash.N >= 2 && (hash.N & (hash.N - 1)) === 0;
  if (!powerOfTwo || hash.r < 1 || hash.p < 1 || hash.p > 4 || 128 * hash.N * hash.r > 0x800_0000) return null;
  return { ...hash, salt: Buffer.from(salt, "base64url"), key: Buffer.from(key, "base64url") };
}

/** True when `pinHash` is one that sign-in can use. For the check of the configuration. */
export function isPinHash(pinHash: string): boolean {
  return readPinHash(pinHash) !== null;
}

function derive(pin: string, hash: Omit<PinHash, "key">): Promise<Buffer> {
  const maxmem = 2 * 128 * hash.N * hash.r + 1_048_576;
  return new Promise((resolve, reject) => {
    scrypt(pin, hash.salt, KEY_BYTES, { N: hash.N, r: hash.r, p: hash.p, maxmem }, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });
}

/** Wrong pins of one name or one connection. */
export interface Tally {
  readonly wrong: MonoUs[];
  lockedUntil: MonoUs | null;
}

export function tally(): Tally {
  return { wrong: [], lockedUntil: null };
}

export type SignInAnswer =
  { readonly ok: true; readonly person: Person } | { readonly ok: false; readonly why: Text };

/** Where people sign in; one for the whole server, so that a name is locked on every connection. */
export interface SignInDesk {
  /** Names and roles for the sign-in page, without anything secret. */
  readonly people: readonly Person[];
  /** Checks one pin. `connection` is the tally of the connection that asks. One check runs at a time. */
  signIn(connection: Tally, name: string, pin: string): Promise<SignInAnswer>;
}

/**
 * @throws DisplayError `people` when two people have one name or a hash is not from `hashPin`
 */
export function signInDesk(people: readonly KnownPerson[], clock: Clock): SignInDesk {
  const known = new Map<string, { person: Person; hash: PinHash; tally: Tally }>();
  for (const { name, role, pinHash } of people) {
    const hash = readPinHash(pinHash);
    if (known.has(name))
      throw new DisplayError("people", `people: "${name}" is there twice; give each person one name`);
    if (hash === null) {
      throw new DisplayError(
        "people",
        `people: the pin of "${name}" cannot be used; make a new one with: tirada pin`,
      );
    }
    known.set(name, { person: { name, role }, hash, tally: tally() });
  }
  // An unknown name costs as much time as a known one, so that the answer's time tells nothing.
  const nobody: PinHash = { ...COST, salt: Buffer.alloc(16), key: Buffer.alloc(KEY_BYTES) };

  const check = async (connection: Tally, name: string, pin: string): Promise<SignInAnswer> => {
    const entry = known.get(name);
    const tallies = entry === undefined ? [connection] : [connection, entry.tally];
    if (tallies.some((each) => isLocked(each, clock.now()))) return { ok: false, why: LOCKED };
    const hash = entry?.hash ?? nobody;
    const right = timingSafeEqual(await derive(pin, hash), hash.key);
    if (right && entry !== undefined) {
      for (const each of tallies) each.wrong.length = 0;
      return { ok: true, person: entry.person };
    }
    for (const each of tallies) countWrong(each, clock.now());
    return { ok: false, why: tallies.some((each) => isLocked(each, clock.now())) ? LOCKED : WRONG_PIN };
  };

  // One at a time: scrypt runs in the thread pool that the journal's disk work shares, and must never fill it.
  let queue: Promise<unknown> = Promise.resolve();
  return {
    people: [...known.values()].map(({ person }) => person),
    signIn: (connection, name, pin) => {
      const answer = queue.then(() => check(connection, name, pin));
      queue = answer.catch(() => undefined);
      return answer;
    },
  };
}

function isLocked(each: Tally, now: MonoUs): boolean {
  if (each.lockedUntil === null) return false;
  if (now < each.lockedUntil) return true;
  each.lockedUntil = null;
  return false;
}

function countWrong(each: Tally, now: MonoUs): void {
  const recent = each.wrong.filter((at) => now - at < LOCK_US);
  recent.push(now);
  if (recent.length >= WRONG_PINS) {
    each.lockedUntil = after(now, LOCK_US);
    recent.length = 0;
  }
  each.wrong.splice(0, each.wrong.length, ...recent);
}

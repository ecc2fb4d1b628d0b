import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { nameKey } from "../../../src/people/names.ts";
import { AccessGuard, isLoopback, type Lock } from "../../../src/people/access.ts";
import type { AccessEvent, KnownPerson } from "./messages.ts";
import type { Person } from "../../../src/people/roles.ts";
import { fillText } from "../../../src/text/every-language.ts";
import type { Text } from "../../../src/text/language.ts";
import { textsOf } from "../../../src/text/text-of.ts";
import type { Clock } from "../../../src/time/clock.ts";
import { US_PER_S } from "../../../src/time/instant.ts";
import { DisplayError } from "../../net/error.ts";

/** RFC 7914 parameters for new hashes: 16 MB and some 50 to 200 ms on the unit. */
const COST = { N: 16_384, r: 8, p: 1 } as const;
const KEY_BYTES = 32;
const HASH = /^scrypt\$(\d{1,7})\$(\d{1,2})\$(\d{1,2})\$([\w-]{16,64})\$([\w-]{43})$/;

/** Why the display server refuses what the control page sent. */
export const REFUSALS = textsOf("control");

/** @param us how long the lock still lasts */
export const lockedText = (us: number): Text =>
  fillText(REFUSALS.locked, { minutes: Math.max(1, Math.ceil(us / (60 * US_PER_S))) });

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
  const key = await deriveKey(pin, { ...COST, salt });
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

/** A hash that anybody can have read: its salt is empty, as the one of the PIN 0000 in every example is. */
export function isPrintedPin(pinHash: string): boolean {
  const read = readPinHash(pinHash);
  return read !== null && read.salt.every((byte) => byte === 0);
}

function deriveKey(pin: string, hash: Omit<PinHash, "key">): Promise<Buffer> {
  const maxmem = 2 * 128 * hash.N * hash.r + 1_048_576;
  return new Promise((resolve, reject) => {
    scrypt(pin, hash.salt, KEY_BYTES, { N: hash.N, r: hash.r, p: hash.p, maxmem }, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });
}

export type SignInAnswer =
  | { readonly ok: true; readonly person: Person }
  | { readonly ok: false; readonly why: Text };

/** Checks of one slowed name that may wait; more are refused at once. */
const SLOWED_MAX = 8;

/** Where people sign in; one for the whole server, so that a lock holds on every connection. */
export interface SignInDesk {
  /** Names and roles for the sign-in page, without anything secret. */
  readonly people: readonly Person[];
  /** Checks one pin from that address (`addressOf`). One check runs at a time. */
  signIn(address: string, name: string, pin: string): Promise<SignInAnswer>;
}

/** What the desk needs besides its people. */
export interface DeskParts {
  readonly clock: Clock;
  /** Locks of the run before. */
  readonly locks: readonly Lock[];
  /** Called with everything that becomes a record. */
  readonly tell: (event: AccessEvent) => void;
}

interface Known {
  readonly person: Person;
  readonly hash: PinHash;
}

/** Throws a DisplayError `people`. */
function peopleByName(people: readonly KnownPerson[]): ReadonlyMap<string, Known> {
  const known = new Map<string, Known>();
  for (const { name, role, pinHash } of people) {
    const hash = readPinHash(pinHash);
    if ([...known.keys()].some((other) => nameKey(other) === nameKey(name)))
      throw new DisplayError("people", `people: "${name}" is there twice; give each person one name`);
    if (hash === null) {
      throw new DisplayError(
        "people",
        `people: the pin of "${name}" cannot be used; make a new one with: tirada pin`,
      );
    }
    known.set(name, { person: { name, role }, hash });
  }
  return known;
}

/**
 * @throws DisplayError `people` when two people have one name or a hash is not from `hashPin`
 */
export function createSignInDesk(
  people: readonly KnownPerson[],
  { clock, locks, tell }: DeskParts,
): SignInDesk {
  const known = peopleByName(people);
  const guard = new AccessGuard(locks, clock.now());
  // An unknown name costs as much time as a known one, so that the time of the answer does not reveal which names exist.
  const nobody: PinHash = { ...COST, salt: Buffer.alloc(16), key: Buffer.alloc(KEY_BYTES) };

  /** The answer while a lock stands, or null. */
  const lockAnswer = (address: string, name: string | null): SignInAnswer | null => {
    const lock = guard.lockAgainst(address, name, clock.now());
    if (lock === null) return null;
    tell({ what: "refused", name, address, why: "locked" });
    return { ok: false, why: lockedText(lock.until - clock.now()) };
  };

  const checkPin = async (address: string, given: string, pin: string): Promise<SignInAnswer> => {
    const entry = known.get(given);
    // A PIN that was typed in place of a name must not get into a record.
    const name = entry === undefined ? null : given;
    const before = lockAnswer(address, name);
    if (before !== null) return before;
    const hash = entry?.hash ?? nobody;
    const right = timingSafeEqual(await deriveKey(pin, hash), hash.key);
    if (right && entry !== undefined) {
      guard.noteRightPin(address, given, clock.now());
      tell({ what: "signed-in", ...entry.person, address });
      return { ok: true, person: entry.person };
    }
    tell({ what: "refused", name, address, why: "wrong-pin" });
    const led = guard.noteWrongPin(address, name, clock.now());
    for (const lock of led) tell({ what: "locked", ...lock, until: lock.until - clock.now() });
    const [first] = led;
    return {
      ok: false,
      why: first === undefined ? REFUSALS["wrong-pin"] : lockedText(first.until - clock.now()),
    };
  };

  const wait = slowQueue(clock);
  // One at a time: scrypt runs in the thread pool that the journal's disk work shares, and must never fill it.
  let queue: Promise<unknown> = Promise.resolve();
  return {
    people: [...known.values()].map(({ person }) => person),
    signIn: async (address, name, pin) => {
      // A person who is locked out is not queued.
      const isLocked = guard.lockAgainst(address, known.has(name) ? name : null, clock.now()) !== null;
      const delayUs = known.has(name) && !isLocked ? guard.delayUs(address, name, clock.now()) : 0;
      if (delayUs > 0 && !(await wait(isLoopback(address) ? `here ${name}` : name, delayUs)))
        return { ok: false, why: REFUSALS.busy };
      const answer = queue.then(() => checkPin(address, name, pin));
      queue = answer.catch(() => undefined);
      return answer;
    },
  };
}

/**
 * A name that was tried from many addresses: checks from addresses where that person has not signed in wait, one after the other. Gives false at once
 * when too many wait already.
 */
function slowQueue(clock: Clock): (name: string, delayUs: number) => Promise<boolean> {
  const lines = new Map<string, { waiting: number; turn: Promise<void> }>();
  return async (name, delayUs) => {
    const line = lines.get(name) ?? { waiting: 0, turn: Promise.resolve() };
    lines.set(name, line);
    if (line.waiting >= SLOWED_MAX) return false;
    line.waiting++;
    line.turn = line.turn.then(() => clock.sleep(delayUs));
    await line.turn;
    line.waiting--;
    return true;
  };
}

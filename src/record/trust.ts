import { checkLogName } from "./chain.ts";
import type { StatedPeriod } from "./key-history.ts";
import { sameBytes, expectError } from "./bytes.ts";
import { KeyError, parseVkey, type Verifier } from "./keys.ts";
import { modeOfLog, TEST_MARK } from "./mode.ts";

/** Keys that an inspector holds at the most. */
export const TRUSTED_MAX = 1_024;
/** A larger file is no list of keys. */
export const MAX_TRUST_BYTES = 1_048_576;

/** A table's key as the inspector holds it. */
export interface TrustedKey {
  readonly verifier: Verifier;
  /** Number of the first record that it signs, where the inspector knows. */
  readonly since: number | null;
  /** From this record on its signatures count for nothing; null: it is not revoked. */
  readonly revokedFrom: number | null;
}

/**
 * The keys that somebody verifies with. As a file: one key a line, `<vkey> [since <n>] [revoked <n>] [test]`; `test` stands at the
 * keys of test tables and only there; lines that begin with `#` and empty ones say nothing.
 */
export type Trust = readonly TrustedKey[];

/** A key that was handed over by itself. */
export const trustOf = (verifier: Verifier): Trust => [{ verifier, since: null, revokedFrom: null }];

/** Reads a file of keys. Throws a KeyError that names the line. */
export function parseTrust(text: string): Trust {
  let trust: Trust = [];
  for (const [at, line] of text.split("\n").entries()) {
    const written = line.trim();
    if (written === "" || written.startsWith("#")) continue;
    try {
      trust = withKey(trust, parseLine(written), / test$/.test(written));
    } catch (error) {
      throw new KeyError(`line ${at + 1}: ${expectError(error, KeyError).message}`);
    }
  }
  return trust;
}

/** A key as its line of the file. */
export function trustLine({ verifier, since, revokedFrom }: TrustedKey): string {
  const parts = [
    verifier.vkey,
    ...(since === null ? [] : [`since ${since}`]),
    ...(revokedFrom === null ? [] : [`revoked ${revokedFrom}`]),
    ...(modeOfLog(verifier.name) === "test" ? ["test"] : []),
  ];
  return parts.join(" ");
}

/** One line of the file. Throws a KeyError. */
export function parseLine(line: string): TrustedKey {
  const [, vkey, since, revoked] =
    /^(\S+)(?: +since (\d{1,16}))?(?: +revoked (\d{1,16}))?(?: +test)?$/.exec(line) ?? [];
  if (vkey === undefined) throw new KeyError("not a key as <vkey> [since <n>] [revoked <n>] [test]");
  return { verifier: parseVkey(vkey), since: numberOf(since), revokedFrom: numberOf(revoked) };
}

function numberOf(digits: string | undefined): number | null {
  if (digits === undefined) return null;
  if (!Number.isSafeInteger(Number(digits))) throw new KeyError(`${digits} is no number of a record`);
  return Number(digits);
}

/**
 * With one key more. Throws a KeyError for a witness's key, for a test table's that is enrolled as a table's (`isTest`), for a key
 * that is there under another name, and for a second one of a log that does not say since when it signs.
 */
export function withKey(trust: Trust, key: TrustedKey, isTest: boolean): Trust {
  const { name, use, raw } = key.verifier;
  if (use !== "note") throw new KeyError(`${name} is the key of a witness, not of a table`);
  requireLogName(name);
  const mode = modeOfLog(name);
  if (mode === "test" && !isTest)
    throw new KeyError(`${TEST_MARK}: ${name} is the key of a test table: nothing that it signs counts`);
  if (mode === "live" && isTest) throw new KeyError(`${name} is the key of a live table, not of a test`);
  const same = trust.find(({ verifier }) => sameBytes(verifier.raw, raw));
  if (same !== undefined)
    throw new KeyError(
      same.verifier.name === name
        ? `the key of ${name} is there already`
        : `this key is there under another name, ${same.verifier.name}`,
    );
  const others = trust.filter(({ verifier }) => verifier.name === name);
  const clash = others.find(({ since }) => key.since === null || (since ?? 0) >= key.since);
  if (clash !== undefined)
    throw new KeyError(
      `${name} has the key ${clash.verifier.vkey} already: a later one says since which record it signs, after ${clash.since ?? 0}`,
    );
  if (trust.length >= TRUSTED_MAX) throw new KeyError(`over ${TRUSTED_MAX} keys`);
  return [...trust, key];
}

/** With this key revoked from a record on. It may become earlier and never later. Throws a KeyError. */
export function withRevoked(trust: Trust, vkey: string, from: number): Trust {
  const found = trust.find(({ verifier }) => verifier.vkey === vkey);
  if (found === undefined) throw new KeyError(`${vkey} is not among the keys: enrol it first`);
  if (found.revokedFrom !== null && found.revokedFrom < from)
    throw new KeyError(`it is revoked from record ${found.revokedFrom} on: a revocation is not taken back`);
  return trust.map((key) => (key === found ? { ...key, revokedFrom: from } : key));
}

function requireLogName(name: string): void {
  try {
    checkLogName(name);
  } catch (error) {
    throw new KeyError((error as Error).message);
  }
}

/** The key that is enrolled for this record of a log, or null. */
export function trustedAt(trust: Trust, log: string, seq: number): Verifier | null {
  const own = trust.filter(({ verifier, since }) => verifier.name === log && (since ?? 0) <= seq);
  return own.toSorted((a, b) => (a.since ?? 0) - (b.since ?? 0)).at(-1)?.verifier ?? null;
}

/** What was verified, as far as its keys go. */
export interface KeysFound {
  readonly log: string;
  /** The keys of the log, as the file itself proves that they belong together. */
  readonly keys: readonly StatedPeriod[];
  /** Keys that gave way because they were stolen. */
  readonly stolen: readonly string[];
  readonly firstSeq: number | null;
  readonly lastSeq: number | null;
  /** The largest tree that each key signed a checkpoint of. */
  readonly coveredBy: readonly { readonly vkey: string; readonly size: number }[];
  /** The largest tree that a given witness cosigned. */
  readonly witnessedSize: number;
}

/** What is wrong with the keys of what was verified, by the keys that the inspector holds; null: none, the file's own are taken. */
export function trustFaults(found: KeysFound, trust: Trust | null): string[] {
  const { log, keys } = found;
  const own = (trust ?? []).filter(({ verifier }) => verifier.name === log);
  const signed = keys.map(({ vkey }) => vkey);
  if (trust !== null && !own.some(({ verifier }) => signed.includes(verifier.vkey))) {
    const [only, ...others] = trust;
    const held =
      only !== undefined && others.length === 0 ? only.verifier.vkey : `one of those enrolled for ${log}`;
    return [`the file says its key is ${signed.at(-1) ?? "none"}, not ${held}`];
  }
  return [...placeFaults(found, own), ...revocationFaults(found, trust === null ? null : own)];
}

/** A key that is enrolled since a record signs that one and none before it. */
function placeFaults({ keys, firstSeq, lastSeq }: KeysFound, own: Trust): string[] {
  return own.flatMap(({ verifier: { vkey }, since }) => {
    if (since === null || firstSeq === null || lastSeq === null) return [];
    if (lastSeq >= since && keyAt(keys, since) !== vkey)
      return [`record ${since} is signed with ${keyAt(keys, since)}, and ${vkey} is enrolled for it`];
    return firstSeq < since && keyAt(keys, firstSeq) === vkey
      ? [`record ${firstSeq} is signed with ${vkey}, which is enrolled from record ${since} on`]
      : [];
  });
}

const keyAt = (keys: readonly StatedPeriod[], number: number): string =>
  keys.findLast(({ from }) => from <= number)?.vkey ?? "none";

/**
 * Who has a key can sign any number and name any next key. So a revoked key signs nothing from its record on; what it signed before
 * counts where a sound key or a witness vouches for it; and a key that only a revoked one names counts under a sound one alone.
 */
function revocationFaults(found: KeysFound, own: Trust | null): string[] {
  const { keys, firstSeq, lastSeq } = found;
  if (firstSeq === null || lastSeq === null) return [];
  const revoked = revokedIn(found, own ?? []);
  const sound = soundKeys(keys, revoked, own);
  const vouching = found.coveredBy.filter(({ vkey }) => sound.has(vkey)).map(({ size }) => size);
  const bySound = Math.max(0, ...vouching);
  const vouched = Math.max(bySound, found.witnessedSize);
  return keys.flatMap(({ vkey, from }, at) => {
    const first = Math.max(from, firstSeq);
    const last = Math.min((keys[at + 1]?.from ?? Number.MAX_SAFE_INTEGER) - 1, lastSeq);
    if (first > last || sound.has(vkey)) return [];
    const revokedFrom = revoked.get(vkey);
    if (revokedFrom === undefined)
      return bySound > last
        ? []
        : [`record ${first} is signed with ${vkey}, which only a revoked key names: enrol it by itself`];
    if (last >= revokedFrom)
      return [`record ${last} is signed with ${vkey}, which is revoked from record ${revokedFrom} on`];
    if (vouched > last) return [];
    const open = Math.max(first, vouched);
    return [
      `records ${open} to ${last} rest on ${vkey} alone, which is revoked: a checkpoint of a later key or of a witness must cover them`,
    ];
  });
}

/** Revoked keys, with the record from which on they sign nothing. A stolen one gave way by itself. */
function revokedIn({ stolen }: KeysFound, own: Trust): ReadonlyMap<string, number> {
  const revoked = new Map(stolen.map((vkey) => [vkey, Number.MAX_SAFE_INTEGER] as const));
  for (const { verifier, revokedFrom } of own)
    if (revokedFrom !== null) revoked.set(verifier.vkey, revokedFrom);
  return revoked;
}

/** Keys that the inspector holds, or, where nobody does, the newest; and those that they are joined to without a revoked one between. */
function soundKeys(
  keys: readonly StatedPeriod[],
  revoked: ReadonlyMap<string, number>,
  own: Trust | null,
): ReadonlySet<string> {
  const sound = new Set<string>();
  const isHeld = (vkey: string, at: number): boolean =>
    own === null ? at === keys.length - 1 : own.some(({ verifier }) => verifier.vkey === vkey);
  let run: string[] = [];
  let isJoined = false;
  const end = (): void => {
    if (isJoined) for (const vkey of run) sound.add(vkey);
    [run, isJoined] = [[], false];
  };
  for (const [at, { vkey }] of keys.entries()) {
    if (revoked.has(vkey)) end();
    else {
      run.push(vkey);
      isJoined ||= isHeld(vkey, at);
    }
  }
  end();
  return sound;
}

import { join } from "node:path";
import { isThere, readdirSync, statSync } from "../../files/disk.ts";
import { FileError, readRegularFile } from "../../files/read-file.ts";
import { errorText } from "../../problem.ts";
import { BUNDLE_BYTES_MAX, BUNDLE_FOLDER, BUNDLE_RESERVE, type BundleFile } from "./format.ts";

/** What goes into a bundle beside the recordings, as it is made by whoever asks for one. */
export interface BundleTexts {
  readonly report: object;
  /** What the unit says of itself; null: it does not run. */
  readonly health: object | null;
  readonly metrics: string | null;
  /** The newest lines of the unit's log. */
  readonly log: readonly string[];
  readonly config: unknown;
}

/** How far recordings may be given away. */
export interface ClosedRounds {
  /** Bytes of the newest recording up to the last verdict; null: no round runs, every recording is closed. */
  readonly newest: { readonly segment: string; readonly bytes: number } | null;
}

export interface Collected {
  readonly files: readonly BundleFile[];
  readonly missing: readonly { readonly name: string; readonly why: string }[];
}

const RECORDING = /^[a-z0-9][a-z0-9-]*-\d{6}\.jsonl$/;
/** A recording of which more than so many bytes are there is left out. */
const RECORDING_MAX = 48 * 1024 * 1024;
const LOG_MAX = 8 * 1024 * 1024;
/** Recordings that are not in a bundle, of which the manifest says the names. */
const MISSING_MAX = 100;
const NO_ROOM = "it does not fit into a bundle";

/**
 * The files of a bundle. Of recordings only what lies in plain text and ends before the round that runs: at a table of cards a round is in
 * plain text once its cards are collected, and what is sealed is not looked at. The newest recordings go first, as far as they fit.
 */
export function collectFiles(texts: BundleTexts, recordings: string, closed: ClosedRounds): Collected {
  const files = textFiles(texts);
  const missing: { name: string; why: string }[] = [];
  let left = BUNDLE_BYTES_MAX - BUNDLE_RESERVE - files.reduce((sum, { bytes }) => sum + bytes.length, 0);
  for (const name of namesOf(recordings, closed)) {
    const path = join(recordings, name);
    // Of the newest one less may go out than is there; of any other all or nothing, which is seen before it is read.
    const isTooLong = name !== newestNameIn(closed) && sizeOf(path) > left;
    const whole = isTooLong ? NO_ROOM : readRecording(path);
    if (typeof whole === "string") {
      missing.push({ name, why: whole });
      continue;
    }
    const bytes = closedPart(whole, name, closed);
    if (bytes.length > left) missing.push({ name, why: NO_ROOM });
    else if (bytes.length > 0) {
      files.push({ name: `${BUNDLE_FOLDER}recordings/${name}`, bytes });
      left -= bytes.length;
    }
  }
  const more = missing.length - MISSING_MAX;
  const rest = more > 0 ? [{ name: "recordings", why: `${more} more are not in it` }] : [];
  return { files, missing: [...missing.slice(0, MISSING_MAX), ...rest] };
}

function textFiles({ report, health, metrics, log, config }: BundleTexts): BundleFile[] {
  const text = (name: string, content: string): BundleFile => ({
    name: `${BUNDLE_FOLDER}${name}`,
    bytes: Buffer.from(content).subarray(0, LOG_MAX),
  });
  return [
    text("doctor.json", `${JSON.stringify(report, null, 2)}\n`),
    ...(health === null ? [] : [text("health.json", `${JSON.stringify(health, null, 2)}\n`)]),
    ...(metrics === null ? [] : [text("metrics.txt", metrics)]),
    text("log.txt", log.map((line) => `${line}\n`).join("")),
    text("configuration.json", `${JSON.stringify(withoutSecrets(config), null, 2)}\n`),
  ];
}

/** The recordings that may be given away at all, the newest first. */
function namesOf(folder: string, { newest }: ClosedRounds): readonly string[] {
  const names = isThere(folder) ? readdirSync(folder).filter((name) => RECORDING.test(name)) : [];
  const last = newestNameIn({ newest });
  const numberOf = (name: string): string => name.slice(-"000000.jsonl".length);
  return names
    .filter((name) => last === null || numberOf(name) <= numberOf(last))
    .toSorted((one, other) => (numberOf(one) < numberOf(other) ? 1 : -1));
}

const newestNameIn = ({ newest }: ClosedRounds): string | null =>
  newest === null ? null : `${newest.segment}.jsonl`;

/** 0: it is not there, which reading it says. */
const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

function readRecording(path: string): Buffer | string {
  try {
    return readRegularFile(path, RECORDING_MAX);
  } catch (error) {
    return error instanceof FileError ? error.message : errorText(error);
  }
}

function closedPart(whole: Buffer, name: string, { newest }: ClosedRounds): Buffer {
  if (newest === null || name !== `${newest.segment}.jsonl`) return whole;
  return whole.subarray(0, newest.bytes);
}

/** Keys of a configuration whose values are secret, or lead to a secret. */
const SECRET_KEYS = /^(?:pin|password|passphrase|username|user|token|secret|key)$/i;
/** Values that are secret wherever they stand: what `tirada pin` prints, private keys, an address with a user. */
const SECRET_VALUES = /^scrypt\$|PRIVATE KEY|AGE-SECRET-KEY|^[a-z]+:\/\/[^/@]*@/;
/** A public key in a configuration: a note's verification key. */
const PUBLIC_KEY = /^[a-z0-9./_-]+\+[0-9a-f]{8}\+[A-Za-z0-9+/=]{20,100}$/;
export const LEFT_OUT = "(left out)";

/** A configuration as it may leave the unit: every value that is secret is left out, and the rest is as it is. */
export function withoutSecrets(value: unknown, key = ""): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutSecrets(one, key));
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([name, below]) => [name, withoutSecrets(below, name)]),
    );
  if (typeof value !== "string") return SECRET_KEYS.test(key) && value !== null ? LEFT_OUT : value;
  if (PUBLIC_KEY.test(value)) return value;
  return SECRET_KEYS.test(key) || SECRET_VALUES.test(value) ? LEFT_OUT : value;
}

import { isFields, type Fields } from "../load/json.ts";
import { canonical, isCanonical } from "./canonical.ts";
import { TEST_MARK, type Mode } from "./mode.ts";
import { isTarName, TAR_BYTES_MAX, type TarEntry } from "./tar.ts";

/**
 * A case file: all that a dispute about some rounds needs, in one tar file (`tar.ts`). In this order:
 *
 * 0. `tirada-case/test.txt`, where the table is a test's, so that the file says so in its first words;
 * 1. `tirada-case/records.tirada-export`: an export of the records, with checkpoints, proofs and cosignatures;
 * 2. the recordings (each up to the byte that the last of these records was decided on), pictures, rulebooks and calibrations,
 *    sorted by name;
 * 3. `tirada-case/manifest.json`: the name, length and SHA-256 of each file, and whose records these are;
 * 4. `tirada-case/manifest.json.sig`: the SSH signature of the table's key over the manifest.
 *
 * Nothing is compressed: what a file says of its length is its length.
 */
export const CASE_FORMAT = "tirada-case";
export const CASE_FOLDER = "tirada-case/";
/** Of a test's file: the mark and the name of its log. */
export const CASE_TEST = `${CASE_FOLDER}test.txt`;
export const CASE_RECORDS = `${CASE_FOLDER}records.tirada-export`;
export const CASE_MANIFEST = `${CASE_FOLDER}manifest.json`;
export const CASE_SIGNATURE = `${CASE_MANIFEST}.sig`;
export const CASE_RECORDINGS = `${CASE_FOLDER}recordings/`;
export const CASE_PICTURES = `${CASE_FOLDER}pictures/`;
export const CASE_RULEBOOKS = `${CASE_FOLDER}rulebooks/`;
export const CASE_CALIBRATIONS = `${CASE_FOLDER}calibrations/`;

/** Files in one case file: a day of a dice table has some thousand pictures. */
export const CASE_FILES_MAX = 10_000;
export const CASE_MANIFEST_MAX = 4 * 1024 * 1024;
export const CASE_BYTES_MAX = 8 * 1024 * 1024 * 1024;
/** Bytes of one file by its folder, or by its name. */
const MOST_BYTES: readonly (readonly [start: string, most: number])[] = [
  [CASE_TEST, 512],
  [CASE_RECORDS, 4 * 1024 * 1024 * 1024],
  [CASE_RECORDINGS, 64 * 1024 * 1024],
  [CASE_PICTURES, 64 * 1024 * 1024],
  [CASE_RULEBOOKS, 256 * 1024],
  [CASE_CALIBRATIONS, 16_000_000],
  [CASE_SIGNATURE, 4_096],
  [CASE_MANIFEST, CASE_MANIFEST_MAX],
];

/** What a file in it is, by its name; null: nothing that a case file holds. */
const KNOWN =
  /^tirada-case\/(?:records\.tirada-export|recordings\/[a-z0-9][a-z0-9-]*\.jsonl|pictures\/[0-9a-f]{64}\.png|rulebooks\/[a-z0-9/-]+\.yaml|calibrations\/[a-z0-9][a-z0-9._-]*\.json)$/;

export interface CaseFileEntry extends TarEntry {
  /** Hex SHA-256. */
  readonly sha256: string;
}

export interface CaseManifest {
  readonly format: typeof CASE_FORMAT;
  readonly v: 1;
  readonly log: string;
  readonly vkey: string;
  readonly mode: Mode;
  /** Numbers of the first and the last record. */
  readonly from: number;
  readonly to: number;
  /** The round that it was made for; null: for a run of records. */
  readonly round: number | null;
  /** Releases that made the records, as each line names its own. */
  readonly releases: readonly { readonly version: string; readonly manifest: string | null }[];
  /** Editions by which the records were judged. */
  readonly rulebooks: readonly string[];
  /** SHA-256 of the tables of card codes that recordings name. The tables themselves are as secret as the cards. */
  readonly codes: readonly string[];
  /** Files that the records name and that the table did not have any more. */
  readonly missing: readonly string[];
  /** Every file but the manifest and its signature, in their order in the file. */
  readonly files: readonly CaseFileEntry[];
}

/** What a test's file says first. */
export const caseTestText = (log: string): string => `${TEST_MARK} ${log}\n`;

/** Canonical JSON and a line feed. */
export const caseManifestText = (manifest: CaseManifest): string => `${canonical(manifest)}\n`;

const HEX = /^[0-9a-f]{64}$/;
const isText = (value: unknown, most: number): value is string =>
  typeof value === "string" && value.length > 0 && value.length <= most;
const isWhole = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
const isList = (value: unknown, of: (item: unknown) => boolean): value is readonly unknown[] =>
  Array.isArray(value) && value.length <= CASE_FILES_MAX && value.every(of);
const hasKeys = (value: Fields, keys: readonly string[]): boolean =>
  Object.keys(value).length === keys.length && keys.every((key) => Object.hasOwn(value, key));

const KEYS = [
  "format",
  "v",
  "log",
  "vkey",
  "mode",
  "from",
  "to",
  "round",
  "releases",
  "rulebooks",
  "codes",
  "missing",
  "files",
];

/** The manifest of a case file, or null when the text is none. */
export function readCaseManifest(text: string): CaseManifest | null {
  if (!text.endsWith("\n") || text.length > CASE_MANIFEST_MAX || !isCanonical(text.slice(0, -1))) return null;
  const value = JSON.parse(text) as unknown;
  if (!isFields(value) || !hasKeys(value, KEYS)) return null;
  const { format, v, log, vkey, mode, from, to, round, releases, rulebooks, codes, missing, files } = value;
  const isRight =
    format === CASE_FORMAT &&
    v === 1 &&
    isText(log, 255) &&
    isText(vkey, 512) &&
    (mode === "live" || mode === "test") &&
    isWhole(from) &&
    isWhole(to) &&
    (round === null || isWhole(round)) &&
    isList(releases, isRelease) &&
    isList(rulebooks, (one) => isText(one, 120)) &&
    isList(codes, (one) => isText(one, 64) && HEX.test(one)) &&
    isList(missing, (one) => isText(one, 100)) &&
    isList(files, isFile);
  return isRight ? (value as unknown as CaseManifest) : null;
}

function isRelease(value: unknown): boolean {
  if (!isFields(value) || !hasKeys(value, ["version", "manifest"])) return false;
  return isText(value["version"], 64) && (value["manifest"] === null || isText(value["manifest"], 64));
}

function isFile(value: unknown): boolean {
  if (!isFields(value) || !hasKeys(value, ["name", "bytes", "sha256"])) return false;
  const { name, bytes, sha256 } = value;
  return isText(name, 100) && isWhole(bytes) && isText(sha256, 64) && HEX.test(sha256);
}

/** Why files in this order are no case file, in a few words; null: they may be one. */
export function caseOrderFault(entries: readonly TarEntry[]): string | null {
  if (entries.length < 3) return "it ends before its manifest";
  const all = entries.map(({ name }) => name);
  const names = all[0] === CASE_TEST ? all.slice(1) : all;
  if (names.length > CASE_FILES_MAX + 3) return `it holds more than ${CASE_FILES_MAX} files`;
  const inside = names.slice(1, -2);
  if (names[0] !== CASE_RECORDS) return `it does not begin with ${CASE_RECORDS}`;
  if (names.at(-2) !== CASE_MANIFEST || names.at(-1) !== CASE_SIGNATURE)
    return "it does not end with its manifest and the signature of that";
  const odd = inside.find((name) => !KNOWN.test(name) || name === CASE_RECORDS);
  if (odd !== undefined) return `it holds ${odd}, which belongs in no case file`;
  let before = "";
  const doubled = inside.find((name) => {
    const follows = name > before;
    before = name;
    return !follows;
  });
  if (doubled !== undefined) return `its files are not in their order, or twice there, at ${doubled}`;
  const large = entries.find(({ name, bytes }) => bytes > mostBytes(name));
  return large === undefined
    ? null
    : `${large.name} has ${large.bytes} bytes; at most ${mostBytes(large.name)} make sense`;
}

/** The most bytes that a file of this name may have. */
export function mostBytes(name: string): number {
  return MOST_BYTES.find(([start]) => name.startsWith(start))?.[1] ?? 0;
}

/** What the manifest lists otherwise than the files are; null: nothing. */
export function caseListFault({ files, mode }: CaseManifest, entries: readonly TarEntry[]): string | null {
  const inside = entries.slice(0, -2);
  if ((inside[0]?.name === CASE_TEST) !== (mode === "test"))
    return mode === "test"
      ? `it is a test's and does not begin with ${CASE_TEST}`
      : `it is no test's and says ${CASE_TEST}`;
  for (const [at, found] of inside.entries()) {
    const listed = files[at];
    if (listed === undefined) return `${found.name} is not in its manifest`;
    if (listed.name !== found.name) return `${found.name} stands where the manifest has ${listed.name}`;
    if (listed.bytes !== found.bytes)
      return `${found.name} has ${found.bytes} bytes, and ${listed.bytes} in its manifest`;
  }
  const gone = files[inside.length];
  return gone === undefined ? null : `${gone.name} is in its manifest and not there`;
}

/** Whether a file with this name and length may be put into a case file. */
export const fitsInCase = ({ name, bytes }: TarEntry): boolean =>
  isTarName(name) && KNOWN.test(name) && bytes <= Math.min(mostBytes(name), TAR_BYTES_MAX);

import { createHash } from "node:crypto";
import { basename, dirname, join } from "node:path";
import {
  CASE_BYTES_MAX,
  CASE_CALIBRATIONS,
  CASE_FILES_MAX,
  CASE_FORMAT,
  CASE_MANIFEST,
  CASE_PICTURES,
  CASE_RECORDINGS,
  CASE_RECORDS,
  CASE_SIGNATURE,
  CASE_TEST,
  caseManifestText,
  caseTestText,
  fitsInCase,
  mostBytes,
  type CaseFileEntry,
  type CaseManifest,
} from "../../../src/record/case-file.ts";
import { EVIDENCE_NAMESPACE, signSsh } from "../../../src/record/sshsig.ts";
import { TAR_END, tarHeader, tarPadding, type TarEntry } from "../../../src/record/tar.ts";
import { openAsync, readdirSync, statSync } from "../../files/disk.ts";
import { isCaseStart } from "../../evidence/case/case-contents.ts";
import type { CasePlan } from "./case-plan.ts";
import { makeFolder } from "../../files/durable.ts";
import { diskFailure, JournalError } from "../../files/errors.ts";
import { exportLines, partOf, readTwice, type ExportTarget, type Given } from "./export.ts";
import type { Store } from "../store/store.ts";
import { writeGiven } from "./target-file.ts";
import { onTarget, requireWriteTarget } from "./write-target.ts";

const CHUNK = 262_144;
const NOTHING_YET = new Uint8Array(0);
/** Files of a storage folder that are looked at for calibrations. */
const CALIBRATIONS_MAX = 16;
/** How the two kinds of calibration begin. */
const CALIBRATION_START = /^\{\s*"(?:digest":\s*"[0-9a-f]{16}"|calibration":\s*"tirada-calibration\/1")/;

/** A text that goes into a case file: a rulebook, a calibration. */
export interface CaseText {
  /** Its name in the file: `tirada-case/rulebooks/cl/craps/2023-03.yaml`. */
  readonly name: string;
  readonly text: string;
}

export interface CaseRequest {
  readonly plan: CasePlan;
  readonly texts: readonly CaseText[];
  /** Calibrations that do not lie in the storage folder. */
  readonly calibrations: readonly string[];
  /** Texts that belong into it and are not there, by their names in the file. */
  readonly missing: readonly string[];
}

/** A case file as it is kept in the storage folder. */
export interface CaseKept extends Pick<Given, "from" | "to" | "bytes" | "missing"> {
  /** Hex SHA-256 of the file. */
  readonly sha256: string;
}

/** Where files lie that records name. */
export interface CaseFolders {
  /** The table's storage folder. */
  readonly storage: string;
  readonly recordings: string;
  readonly pictures: string;
}

/**
 * Gives a case file (`src/record/case-file.ts`): commits pass between its pieces. Of a recording only what lies in plain text on the
 * disk is read: what is sealed stays where it is. Throws a JournalError `refused` for records that are not there.
 */
export async function* casePieces(
  store: Store,
  request: CaseRequest,
  folders: CaseFolders,
): AsyncGenerator<Uint8Array, Given, undefined> {
  const { from, to, round, releases, rulebooks } = request.plan;
  if (from > to || to >= store.head.seq || from < store.epochs.set.prunedRecords)
    throw new JournalError(
      "refused",
      `records ${from} to ${to} are not all in the journal: some were pruned, or never there`,
    );
  const digest = createHash("sha512");
  let bytes = 0;
  const files: CaseFileEntry[] = [];
  const missing: string[] = [];
  async function* all(): AsyncGenerator<Uint8Array> {
    const add = (name: string, length: number, pieces: AnyPieces): AsyncGenerator<Uint8Array> =>
      tarPieces(files, { name, bytes: length }, pieces);
    const addText = (name: string, text: string): AsyncGenerator<Uint8Array> =>
      add(name, Buffer.byteLength(text), [Buffer.from(text)]);
    if (store.mode === "test") yield* addText(CASE_TEST, caseTestText(store.head.log));
    const readAt = readTwice(store);
    let length = 0;
    for (const text of exportLines(store, from, to, readAt)) {
      length += Buffer.byteLength(text);
      yield NOTHING_YET;
    }
    yield* add(CASE_RECORDS, length, textPieces(exportLines(store, from, to, readAt)));
    const calibrations = await calibrationTexts(folders.storage, request.calibrations);
    const named = namedFiles({ ...request, texts: [...request.texts, ...calibrations] }, folders);
    missing.push(...named.missing);
    const codes = new Set<string>();
    for (const { name, file, bytes: most, text } of named.sources)
      yield* file === null
        ? addText(name, text)
        : add(name, most, notingCodes(name, filePieces(file, most), codes));
    const of = { from, to, round, releases, rulebooks, codes: [...codes].sort(), missing };
    for (const [name, text] of manifestTexts(store, { ...of, files: [...files] })) yield* addText(name, text);
    yield Buffer.alloc(TAR_END);
  }
  try {
    for await (const piece of gatherPieces(all())) {
      bytes += piece.length;
      if (bytes > CASE_BYTES_MAX) throw tooLarge("it");
      digest.update(piece);
      yield piece;
    }
  } catch (error) {
    throw caseError(error);
  }
  return { from, to, mode: store.mode, bytes, sha512: digest.digest("hex"), beside: [], missing };
}

type AnyPieces = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** What the journal itself says stays as it is; a file that a record names and that cannot be read is this case file's failure alone. */
function caseError(error: unknown): unknown {
  const failure = diskFailure(error, "reading", "what the records name");
  if (failure === null || failure === error) return error;
  return new JournalError("refused", `the case file cannot be made: ${failure.message}`, { cause: error });
}

const tooLarge = (what: string): JournalError =>
  new JournalError("refused", `${what} is too large for a case file: name fewer records`);

/** Pieces joined to larger ones, so that few have to be asked for. */
async function* gatherPieces(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let held: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of pieces) {
    held.push(piece);
    bytes += piece.length;
    if (bytes < CHUNK && piece.length > 0) continue;
    yield Buffer.concat(held);
    [held, bytes] = [[], 0];
  }
  yield Buffer.concat(held);
}

/** Keeps a case file in the storage folder, by the table itself. `stop` is asked between its pieces. */
export async function keepCase(
  store: Store,
  { path, ...request }: CaseRequest & { readonly path: string },
  folders: CaseFolders,
  stop: () => boolean,
): Promise<CaseKept> {
  onTarget(path, () => makeFolder(dirname(path)));
  const sha256 = createHash("sha256");
  async function* hashed(): AsyncGenerator<Uint8Array, Given, undefined> {
    const pieces = casePieces(store, request, folders);
    for (;;) {
      if (stop()) throw new JournalError("closed", `the case file ${path} was given up: the journal closes`);
      const next = await pieces.next();
      if (next.done === true) return next.value;
      sha256.update(next.value);
      yield next.value;
    }
  }
  const { from, to, bytes, missing } = await writeGiven(path, hashed());
  return { from, to, bytes, missing, sha256: sha256.digest("hex") };
}

/** The manifest of the files so far, and its signature. */
function manifestTexts(
  { head, mode, signer }: Store,
  of: Omit<CaseManifest, "format" | "v" | "log" | "vkey" | "mode">,
): readonly (readonly [name: string, text: string])[] {
  const { vkey } = signer.verifier;
  const text = caseManifestText({ format: CASE_FORMAT, v: 1, log: head.log, vkey, mode, ...of });
  const sha512 = createHash("sha512").update(text).digest();
  return [
    [CASE_MANIFEST, text],
    [CASE_SIGNATURE, signSsh(sha512, EVIDENCE_NAMESPACE, signer)],
  ];
}

/** Throws a JournalError `refused` unless a case file may be written there: see `write-target.ts`. */
export function requireCaseTarget({ path, replace }: ExportTarget): void {
  const isOlder = (start: Buffer): boolean => isCaseStart(start.toString("latin1"));
  requireWriteTarget({ path, what: "a case file", isOlder, replace: replace ? "asked" : "no" });
  const part = { path: partOf(path), what: "an unfinished case file", isOlder: () => true } as const;
  requireWriteTarget({ ...part, replace: "always" });
}

/** A file that goes into a case file: of the disk, or a text. */
interface CaseSource {
  readonly name: string;
  readonly file: string | null;
  /** Of the file, so many bytes. */
  readonly bytes: number;
  readonly text: string;
}

/** Recordings, pictures and texts, sorted by their names, and what is not there. */
function namedFiles(
  { plan: { recordings, pictures }, texts, missing: absent }: CaseRequest,
  folders: CaseFolders,
): { readonly sources: readonly CaseSource[]; readonly missing: readonly string[] } {
  const wanted = [
    ...texts.map(({ name, text }) => ({ name, file: null, bytes: 0, text })),
    ...recordings.map(({ segment, bytes }) => ({
      name: `${CASE_RECORDINGS}${segment}.jsonl`,
      file: join(folders.recordings, `${segment}.jsonl`),
      bytes,
      text: "",
    })),
    ...pictures.map((hash) => ({
      name: `${CASE_PICTURES}${hash}.png`,
      file: join(folders.pictures, `${hash}.png`),
      bytes: Number.POSITIVE_INFINITY,
      text: "",
    })),
  ].sort((a, b) => (a.name < b.name ? -1 : 1));
  if (wanted.length > CASE_FILES_MAX)
    throw new JournalError(
      "refused",
      `the case would hold ${wanted.length} files; at most ${CASE_FILES_MAX} fit: name fewer records`,
    );
  const missing = [...absent];
  const sources: CaseSource[] = [];
  for (const one of wanted) {
    const { name, file } = one;
    const there = file === null ? 0 : statSync(file, { throwIfNoEntry: false })?.size;
    const bytes = Math.min(one.bytes, there ?? 0);
    const isRecording = name.startsWith(CASE_RECORDINGS);
    if (file !== null && (there === undefined || (isRecording && !fitsInCase({ name, bytes: one.bytes }))))
      missing.push(name);
    else sources.push({ ...one, bytes });
  }
  return { sources, missing };
}

/** The calibrations of the table as they are now. Each has its digest: whoever reads them sees whether they are those of a record. */
async function calibrationTexts(storage: string, elsewhere: readonly string[]): Promise<readonly CaseText[]> {
  const inside = readdirSync(storage).filter((name) => name.endsWith(".json"));
  const paths = [...inside.sort().map((name) => join(storage, name)), ...elsewhere];
  const found = new Map<string, string>();
  for (const path of paths.slice(0, CALIBRATIONS_MAX)) {
    const name = `${CASE_CALIBRATIONS}${basename(path).toLowerCase()}`;
    const bytes = statSync(path, { throwIfNoEntry: false })?.size;
    if (bytes === undefined || found.has(name) || !fitsInCase({ name, bytes })) continue;
    const pieces: Uint8Array[] = [];
    for await (const piece of filePieces(path, bytes)) pieces.push(piece);
    const text = Buffer.concat(pieces).toString("utf8");
    if (CALIBRATION_START.test(text)) found.set(name, text);
  }
  return [...found].map(([name, text]) => ({ name, text }));
}

/** A recording's head names the table of card codes that it was made with. */
async function* notingCodes(
  name: string,
  pieces: AsyncIterable<Uint8Array>,
  codes: Set<string>,
): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    // Our own head has its options before its state: they are in the first piece.
    const named = name.startsWith(CASE_RECORDINGS)
      ? /^\{"k":"head".*?"codes":"([0-9a-f]{64})"/s.exec(Buffer.from(piece).toString("latin1"))
      : null;
    if (named?.[1] !== undefined) codes.add(named[1]);
    yield piece;
  }
}

function* textPieces(texts: Iterable<string>): Generator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text, "utf8");
}

/** The first `most` bytes of a file, or all of it where it is shorter. */
async function* filePieces(path: string, most: number): AsyncGenerator<Uint8Array> {
  const file = await openAsync(path, "r");
  try {
    for (let at = 0; at < most;) {
      const chunk = Buffer.alloc(Math.min(CHUNK, most - at));
      const { bytesRead } = await file.read(chunk, 0, chunk.length, at);
      if (bytesRead === 0) return;
      at += bytesRead;
      yield chunk.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

/** One file as it lies in the tar: its length is known before it is read. `files`: where it is written down. */
async function* tarPieces(
  files: CaseFileEntry[],
  { name, bytes }: TarEntry,
  pieces: AnyPieces,
): AsyncGenerator<Uint8Array> {
  if (bytes > mostBytes(name)) throw tooLarge(basename(name));
  const hash = createHash("sha256");
  let read = 0;
  yield tarHeader({ name, bytes });
  for await (const piece of pieces) {
    hash.update(piece);
    read += piece.length;
    yield piece;
  }
  if (read !== bytes)
    throw new JournalError(
      "refused",
      `${basename(name)} changed while it was read: ask for the case file again`,
    );
  const padding = tarPadding(bytes);
  if (padding > 0) yield new Uint8Array(padding);
  files.push({ name, bytes, sha256: hash.digest("hex") });
}

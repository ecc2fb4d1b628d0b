import { createHash, type Hash } from "node:crypto";
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
} from "../../src/record/case-file.ts";
import { EVIDENCE_NAMESPACE, signSsh } from "../../src/record/sshsig.ts";
import { TAR_BLOCK, TAR_END, tarHeader, tarPadding } from "../../src/record/tar.ts";
import { isThere, openAsync, readdirSync, statSync, type AsyncFile } from "../disk/disk.ts";
import { isCaseStart } from "./case-contents.ts";
import type { CasePlan } from "./case-plan.ts";
import { makeFolder, syncFolder } from "./durable.ts";
import { JournalError, onDisk } from "./errors.ts";
import { exportError, exportLines, writeWhole } from "./export.ts";
import type { Store } from "./store.ts";
import { requireWriteTarget } from "./write-target.ts";

const CHUNK = 262_144;
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
  readonly path: string;
  /** An older case file may be written over when that was `asked`. `kept`: it goes into the storage folder, by the table itself. */
  readonly replace: "asked" | "no" | "kept";
}

/** A case file as it was written. */
export interface CaseWritten {
  readonly path: string;
  readonly from: number;
  readonly to: number;
  readonly bytes: number;
  /** Hex SHA-256 and SHA-512 of the file. */
  readonly sha256: string;
  readonly sha512: string;
  /** Files that the records name and that are not there any more. */
  readonly missing: readonly string[];
}

/** Where files lie that records name. */
export interface CaseFolders {
  /** The table's storage folder. */
  readonly storage: string;
  readonly recordings: string;
  readonly pictures: string;
}

/**
 * Writes a case file (`src/record/case-file.ts`) in slices: commits pass between them. It appears under its name only when it is
 * whole and durable. Of a recording only what lies in plain text on the disk is read: what is sealed stays where it is. Throws a
 * JournalError `refused` for a place where it cannot be written. `stop` is asked between slices.
 */
export async function writeCase(
  store: Store,
  request: CaseRequest,
  folders: CaseFolders,
  stop: () => boolean,
): Promise<CaseWritten> {
  const { plan, path } = request;
  const { from, to, round, releases, rulebooks } = plan;
  requireCaseTarget(request);
  if (request.replace === "kept") onDisk("making the folder", dirname(path), () => makeFolder(dirname(path)));
  if (from > to || to >= store.head.seq || from < store.epochs.set.prunedRecords)
    throw new JournalError(
      "refused",
      `records ${from} to ${to} are not all in the journal: some were pruned, or never there`,
    );
  try {
    const written = await writeWhole(path, async (file) => {
      const writer = new CaseWriter(file, () => {
        if (stop()) throw new JournalError("closed", `the case file ${path} was given up: the journal closes`);
      });
      if (store.mode === "test") await writer.add(CASE_TEST, textPieces([caseTestText(store.head.log)]));
      await writer.add(CASE_RECORDS, textPieces(exportLines(store, from, to)));
      const calibrations = await calibrationTexts(folders.storage, request.calibrations);
      const texts = [...request.texts, ...calibrations];
      const named = await addNamedFiles(writer, { ...request, texts }, folders);
      await addManifest(writer, store, { from, to, round, releases, rulebooks, ...named });
      return { ...(await writer.end()), missing: named.missing };
    });
    syncFolder(dirname(path));
    return { path, from, to, ...written };
  } catch (error) {
    throw exportError(error, path);
  }
}

/** The manifest of what was added so far, and its signature. */
async function addManifest(
  writer: CaseWriter,
  { head, mode, signer }: Store,
  of: Omit<CaseManifest, "format" | "v" | "log" | "vkey" | "mode" | "files">,
): Promise<void> {
  const { vkey } = signer.verifier;
  const files = [...writer.files];
  const text = Buffer.from(
    caseManifestText({ format: CASE_FORMAT, v: 1, log: head.log, vkey, mode, ...of, files }),
  );
  await writer.add(CASE_MANIFEST, [text]);
  const sha512 = createHash("sha512").update(text).digest();
  await writer.add(CASE_SIGNATURE, [Buffer.from(signSsh(sha512, EVIDENCE_NAMESPACE, signer))]);
}

/** Throws a JournalError `refused` unless a case file may be written there: see `write-target.ts`. */
export function requireCaseTarget({ path, replace }: Pick<CaseRequest, "path" | "replace">): void {
  if (replace === "kept") return;
  const isOlder = (start: Buffer): boolean => isCaseStart(start.toString("latin1"));
  requireWriteTarget({ path, what: "a case file", isOlder, replace });
  const part = { path: `${path}.part`, what: "an unfinished case file", isOlder: () => true } as const;
  requireWriteTarget({ ...part, replace: "always" });
}

/** Recordings, pictures and texts, sorted by their names. */
async function addNamedFiles(
  writer: CaseWriter,
  { plan: { recordings, pictures }, texts, missing: absent }: CaseRequest,
  folders: CaseFolders,
): Promise<Pick<CaseManifest, "missing" | "codes">> {
  const sources = [
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
      bytes: mostBytes(CASE_PICTURES),
      text: "",
    })),
  ].sort((a, b) => (a.name < b.name ? -1 : 1));
  if (sources.length > CASE_FILES_MAX)
    throw new JournalError(
      "refused",
      `the case would hold ${sources.length} files; at most ${CASE_FILES_MAX} fit: name fewer records`,
    );
  const missing = [...absent];
  const codes = new Set<string>();
  for (const { name, file, bytes, text } of sources) {
    if (file === null) {
      await writer.add(name, [Buffer.from(text)]);
      continue;
    }
    if (!isThere(file) || !fitsInCase({ name, bytes })) {
      missing.push(name);
      continue;
    }
    const pieces = filePieces(file, bytes);
    await writer.add(name, name.startsWith(CASE_RECORDINGS) ? notingCodes(pieces, codes) : pieces);
  }
  return { missing, codes: [...codes].sort() };
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
async function* notingCodes(pieces: AsyncIterable<Uint8Array>, codes: Set<string>): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    // Our own head has its options before its state: they are in the first piece.
    const named = /^\{"k":"head".*?"codes":"([0-9a-f]{64})"/s.exec(Buffer.from(piece).toString("latin1"));
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

/** The files of one case file, one after the other. */
class CaseWriter {
  readonly files: CaseFileEntry[] = [];
  readonly #file: AsyncFile;
  readonly #proceed: () => void;
  #at = 0;

  /** `proceed` is called between pieces, and may throw. */
  constructor(file: AsyncFile, proceed: () => void) {
    this.#file = file;
    this.#proceed = proceed;
  }

  /** A file of whatever length its pieces have: the header is written behind them, into the place that was left for it. */
  async add(name: string, pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<void> {
    const headerAt = this.#at;
    const hash = createHash("sha256");
    let bytes = 0;
    this.#at += TAR_BLOCK;
    for await (const piece of pieces) {
      this.#proceed();
      hash.update(piece);
      bytes += piece.length;
      if (bytes > mostBytes(name) || this.#at + piece.length > CASE_BYTES_MAX)
        throw new JournalError("refused", `${basename(name)} is too large for a case file: name fewer records`);
      await this.#write(piece, this.#at);
      this.#at += piece.length;
    }
    const padding = tarPadding(bytes);
    await this.#write(new Uint8Array(padding), this.#at);
    this.#at += padding;
    await this.#write(tarHeader({ name, bytes }), headerAt);
    this.files.push({ name, bytes, sha256: hash.digest("hex") });
  }

  /** Ends it; its length and digests. */
  async end(): Promise<Pick<CaseWritten, "bytes" | "sha256" | "sha512">> {
    await this.#write(new Uint8Array(TAR_END), this.#at);
    this.#at += TAR_END;
    const [sha256, sha512]: readonly [Hash, Hash] = [createHash("sha256"), createHash("sha512")];
    const chunk = Buffer.alloc(CHUNK);
    for (let at = 0; at < this.#at;) {
      this.#proceed();
      const { bytesRead } = await this.#file.read(chunk, 0, CHUNK, at);
      if (bytesRead === 0) throw new JournalError("io", "the case file is shorter than what was written");
      for (const hash of [sha256, sha512]) hash.update(chunk.subarray(0, bytesRead));
      at += bytesRead;
    }
    return { bytes: this.#at, sha256: sha256.digest("hex"), sha512: sha512.digest("hex") };
  }

  async #write(piece: Uint8Array, position: number): Promise<void> {
    for (let done = 0; done < piece.length;) {
      const { bytesWritten } = await this.#file.write(piece, done, piece.length - done, position + done);
      done += bytesWritten;
    }
  }
}

import { createHash } from "node:crypto";
import {
  CASE_BYTES_MAX,
  CASE_FILES_MAX,
  CASE_FOLDER,
  CASE_MANIFEST,
  CASE_SIGNATURE,
  CASE_TEST,
  caseListFault,
  caseOrderFault,
  caseTestText,
  readCaseManifest,
  type CaseManifest,
} from "../../../src/record/case-file.ts";
import { utf8 } from "../../../src/record/bytes.ts";
import { readTarHeader, TAR_BLOCK, TAR_END, tarPadding, type TarEntry } from "../../../src/record/tar.ts";
import { JournalError } from "../../files/errors.ts";

const CHUNK = 1_048_576;

/** Where a file lies in the case file. */
export interface CasePart extends TarEntry {
  /** Its first byte in the case file. */
  readonly at: number;
}

/** Whether a file begins as a case file does. */
export const isCaseStart = (start: string): boolean => start.startsWith(CASE_FOLDER);

/** Bytes of a case file, wherever it lies. */
export interface CaseBytes {
  readonly size: number;
  /** `count` bytes from `at` on, or as many as there are. */
  read(at: number, count: number): Uint8Array;
}

/**
 * A case file that is read: its form and its list are right, nothing else is proven yet. Memory is that of its list and of one piece.
 * Throws a JournalError `corrupt` for what is damaged or of another form.
 */
export class CaseContents {
  readonly path: string;
  readonly manifest: CaseManifest;
  /** The manifest as it stands there, and the signature over it. */
  readonly manifestBytes: Uint8Array;
  readonly signature: string;
  readonly parts: ReadonlyMap<string, CasePart>;
  readonly #source: CaseBytes;

  /** `path` is only a name for the messages. */
  constructor(path: string, source: CaseBytes) {
    this.path = path;
    this.#source = source;
    const parts = this.#partsOf();
    const order = caseOrderFault(parts);
    if (order !== null) throw damaged(path, order);
    this.parts = new Map(parts.map((part) => [part.name, part]));
    this.manifestBytes = this.bytes(CASE_MANIFEST);
    this.signature = this.text(CASE_SIGNATURE);
    const manifest = readCaseManifest(this.text(CASE_MANIFEST));
    if (manifest === null) throw damaged(path, "its manifest is not as tirada writes it");
    const list = caseListFault(manifest, parts);
    if (list !== null) throw damaged(path, list);
    if (manifest.mode === "test" && this.text(CASE_TEST) !== caseTestText(manifest.log))
      throw damaged(path, `${CASE_TEST} is not as tirada writes it`);
    this.manifest = manifest;
  }

  /** A whole file of it, of a length that was looked at before. Throws a JournalError for one that is not there. */
  bytes(name: string): Uint8Array {
    return Buffer.concat([...this.pieces(name)]);
  }

  /** A whole file of it as text in UTF-8. Throws a JournalError `corrupt` for one that is no text. */
  text(name: string): string {
    const bytes = this.bytes(name);
    const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
    if (!utf8(text).equals(bytes)) throw damaged(this.path, `${name} is not text in UTF-8`);
    return text;
  }

  /** A file of it in pieces. */
  *pieces(name: string): Generator<Uint8Array> {
    const { at, bytes } = this.#part(name);
    for (let done = 0; done < bytes;) {
      const piece = this.#read(at + done, Math.min(CHUNK, bytes - done));
      done += piece.length;
      yield piece;
    }
  }

  /** The lines of a file, each without its line feed. Throws a JournalError `corrupt` for one over `limit` bytes. */
  *lines(name: string, limit: number): Generator<Uint8Array> {
    let rest: Uint8Array = new Uint8Array(0);
    for (const piece of this.pieces(name)) {
      rest = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
      let from = 0;
      for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10, from)) {
        yield rest.subarray(from, end);
        from = end + 1;
      }
      rest = rest.subarray(from);
      if (rest.length > limit) throw damaged(this.path, `${name} has a line of over ${limit} bytes`);
    }
    if (rest.length > 0) throw damaged(this.path, `${name} ends in the middle of a line`);
  }

  /** Names of files that are not what the manifest says they are. */
  *differing(): Generator<string> {
    for (const { name, sha256 } of this.manifest.files) {
      const hash = createHash("sha256");
      for (const piece of this.pieces(name)) hash.update(piece);
      if (hash.digest("hex") !== sha256) yield name;
    }
  }

  #part(name: string): CasePart {
    const part = this.parts.get(name);
    if (part === undefined) throw new JournalError("cannot-open", `${this.path} holds no ${name}`);
    return part;
  }

  /** The whole file, header by header, to its very end. */
  #partsOf(): CasePart[] {
    const { size } = this.#source;
    if (size > CASE_BYTES_MAX)
      throw damaged(this.path, `it has ${size} bytes; at most ${CASE_BYTES_MAX} make sense`);
    const parts: CasePart[] = [];
    let at = 0;
    for (;;) {
      const block = this.#read(at, TAR_BLOCK);
      if (block.every((byte) => byte === 0)) break;
      const entry = readTarHeader(block);
      if (entry === null) throw damaged(this.path, `what stands at byte ${at} is no file as tirada writes it`);
      if (parts.length > CASE_FILES_MAX + 3)
        throw damaged(this.path, `it holds more than ${CASE_FILES_MAX} files`);
      parts.push({ ...entry, at: at + TAR_BLOCK });
      const end = at + TAR_BLOCK + entry.bytes;
      const padding = tarPadding(entry.bytes);
      if (end + padding + TAR_END > size) throw damaged(this.path, `it ends within ${entry.name}`);
      if (this.#read(end, padding).some((byte) => byte !== 0))
        throw damaged(this.path, `something stands behind ${entry.name}`);
      at = end + padding;
    }
    const isEnd = size === at + TAR_END && this.#read(at, TAR_END).every((byte) => byte === 0);
    if (!isEnd) throw damaged(this.path, "it does not end where its last file ends");
    return parts;
  }

  #read(at: number, count: number): Uint8Array {
    const bytes = this.#source.read(at, count);
    if (bytes.length < count) throw damaged(this.path, `it ends at byte ${at + bytes.length}`);
    return bytes;
  }
}

function damaged(path: string, why: string): JournalError {
  return new JournalError("corrupt", `${path} is no whole case file: ${why}; get another copy of it`);
}

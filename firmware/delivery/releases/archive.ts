import { createHash, type Hash } from "node:crypto";
import { TAR_BLOCK, TAR_END, tarPadding, ustarHeader } from "../../../src/record/tar.ts";
import { ReleaseError } from "./errors.ts";
import { splitPath, type ReleaseFile } from "./manifest.ts";

/**
 * The archive of a target is a tar file (POSIX ustar) that its manifest decides to the last byte: the files in the manifest's order,
 * each with the one header that its path, rights and length make. So there is nothing to parse: what is not the expected header is
 * refused, whatever it would have meant.
 */
export function archiveHeader({ path, mode, bytes }: Pick<ReleaseFile, "path" | "mode" | "bytes">): Uint8Array {
  const split = splitPath(path);
  if (split === null) throw new RangeError(`${path} is too long for an archive`);
  return ustarHeader({ ...split, mode: Number.parseInt(mode, 8), bytes });
}

/** What is done with the files while they are read; each call comes in order, `end` when the file's hash is right. */
export interface ArchiveTarget {
  begin(file: ReleaseFile): void;
  write(bytes: Uint8Array): void;
  end(file: ReleaseFile): void;
}

const NOTHING: ArchiveTarget = { begin: () => undefined, write: () => undefined, end: () => undefined };

/**
 * Reads an archive piece by piece as it is unpacked, and holds it against the files that its manifest names. Throws a ReleaseError at
 * the first byte that is otherwise.
 */
export class ArchiveReader {
  readonly #files: readonly ReleaseFile[];
  readonly #where: string;
  readonly #to: ArchiveTarget;
  #at = 0;
  #hash: Hash = createHash("sha256");
  /** What is still due of the block, content or padding that is read. */
  #due = TAR_BLOCK;
  #part: "header" | "content" | "padding" | "end" = "header";
  readonly #block = new Uint8Array(TAR_END);
  #filled = 0;

  constructor(files: readonly ReleaseFile[], where: string, to: ArchiveTarget = NOTHING) {
    this.#files = files;
    this.#where = where;
    this.#to = to;
    if (files.length === 0) this.#expectEnd();
  }

  /** To be called with the archive's bytes as they come. */
  read(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length;) {
      if (this.#due === 0) throw this.#refuse("too-large", "goes on after its end");
      const piece = bytes.subarray(at, at + this.#due);
      at += piece.length;
      this.#due -= piece.length;
      if (this.#part === "content") {
        this.#hash.update(piece);
        this.#to.write(piece);
      } else {
        this.#block.set(piece, this.#filled);
        this.#filled += piece.length;
      }
      while (this.#due === 0 && this.#part !== "end") this.#next();
      if (this.#due === 0) this.#requireZeros(TAR_END);
    }
  }

  /** To be called when no more comes. */
  end(): void {
    if (this.#due === 0) return;
    const file = this.#files[this.#at];
    throw this.#refuse("file-less", file === undefined ? "has no end" : `ends before ${file.path} is whole`);
  }

  /** A part is complete: what follows it. */
  #next(): void {
    const file = this.#file();
    if (this.#part === "header") {
      this.#requireHeader(file);
      this.#to.begin(file);
      this.#hash = createHash("sha256");
      this.#expect("content", file.bytes);
    } else if (this.#part === "content") {
      if (this.#hash.digest("hex") !== file.sha256)
        throw this.#refuse("file-differs", `holds another ${file.path} than its manifest`);
      this.#to.end(file);
      this.#expect("padding", tarPadding(file.bytes));
    } else {
      this.#requireZeros(this.#filled);
      this.#at++;
      if (this.#at === this.#files.length) this.#expectEnd();
      else this.#expect("header", TAR_BLOCK);
    }
  }

  #expect(part: "header" | "content" | "padding" | "end", bytes: number): void {
    this.#part = part;
    this.#due = bytes;
    this.#filled = 0;
  }

  #expectEnd(): void {
    this.#expect("end", TAR_END);
  }

  #file(): ReleaseFile {
    const file = this.#files[this.#at];
    if (file === undefined) throw new TypeError("no file is due");
    return file;
  }

  #requireZeros(count: number): void {
    if (this.#block.subarray(0, count).every((byte) => byte === 0)) return;
    if (this.#part !== "end") throw this.#refuse("target-differs", "has something between two files");
    const { fault, what } = whatIsThere(this.#block.subarray(0, TAR_BLOCK), this.#files);
    throw this.#refuse(fault === "file-less" ? "file-more" : fault, what);
  }

  #requireHeader(file: ReleaseFile): void {
    const block = this.#block.subarray(0, TAR_BLOCK);
    const expected = archiveHeader(file);
    if (block.every((byte, at) => byte === expected[at])) return;
    const { fault, what } = whatIsThere(block, this.#files);
    throw this.#refuse(fault, `${what} where ${file.path} is due`);
  }

  #refuse(fault: ReleaseError["fault"], what: string): ReleaseError {
    return new ReleaseError(fault, `${this.#where} ${what}; nothing of it was unpacked`);
  }
}

const KINDS: Readonly<Record<string, string>> = {
  "3": "a device file",
  "4": "a device file",
  "5": "a folder",
  "6": "a pipe",
};

/** Says of a header that is not the expected one what it would be, for the message alone. */
function whatIsThere(
  block: Uint8Array,
  files: readonly ReleaseFile[],
): { readonly fault: ReleaseError["fault"]; readonly what: string } {
  const field = (from: number, to: number): string =>
    Buffer.from(block.subarray(from, to)).toString("latin1").replace(/\0.*$/s, "");
  const folder = field(345, 500);
  const path = `${folder === "" ? "" : `${folder}/`}${field(0, 100)}`;
  const shown = JSON.stringify(path.slice(0, 120));
  const kind = field(156, 157);
  if (block.every((byte) => byte === 0)) return { fault: "file-less", what: "ends" };
  if (kind === "1" || kind === "2") return { fault: "link", what: `has the link ${shown}` };
  const named = KINDS[kind];
  if (named !== undefined) return { fault: "not-a-file", what: `has ${named}, ${shown},` };
  if (path.startsWith("/") || path.split("/").includes(".."))
    return { fault: "name", what: `has the name ${shown}` };
  if (!files.some((one) => one.path === path))
    return { fault: "file-more", what: `has ${shown}, which its manifest does not name,` };
  return { fault: "file-differs", what: `has ${shown} out of its place or with another length or rights` };
}

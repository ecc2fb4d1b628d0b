/**
 * The part of the tar format (POSIX ustar) that a case file is made of: regular files one after the other, each with one header that
 * its name and its length decide. Links, folders, other rights, times and longer forms do not exist here, so that one content has one
 * file of bytes. `tar -xf` of any system opens it.
 */
export const TAR_BLOCK = 512;
/** Two blocks of zeros end the file. */
export const TAR_END = 2 * TAR_BLOCK;
/** The longest name, bytes. */
export const TAR_NAME_MAX = 100;
/** The size has eleven octal digits: a file is shorter than 8 GiB. */
export const TAR_BYTES_MAX = 8 ** 11 - 1;

const SIZE_AT = 124;
const SIZE_DIGITS = 11;
const SUM_AT = 148;
/** Path parts of small letters, digits, `. _ - @`, none of which begins with a dot or a dash. */
const NAME = /^[a-z0-9][a-z0-9._@-]*(?:\/[a-z0-9][a-z0-9._@-]*)*$/;

/** One file in it. */
export interface TarEntry {
  readonly name: string;
  readonly bytes: number;
}

/** Whether a file may have this name: nothing in it leads out of the folder into which it is unpacked. */
export const isTarName = (name: string): boolean => name.length <= TAR_NAME_MAX && NAME.test(name);

/** The header of a file. Throws a RangeError for a name or a length that a case file cannot hold. */
export function tarHeader({ name, bytes }: TarEntry): Uint8Array {
  if (!isTarName(name)) throw new RangeError(`"${name}" cannot be the name of a file in a case file`);
  if (!Number.isSafeInteger(bytes) || bytes < 0 || bytes > TAR_BYTES_MAX)
    throw new RangeError(`${name} of ${bytes} bytes cannot be a file in a case file`);
  return ustarHeader({ folder: "", name, mode: 0o644, bytes });
}

/** What the header of a regular file is made of: ASCII alone. */
export interface UstarFile {
  /** The part of its path before `name`, without the slash between them, at most 155 characters; often empty. */
  readonly folder: string;
  /** At most 100 characters. */
  readonly name: string;
  readonly mode: number;
  readonly bytes: number;
}

/** The one header of such a file: no times, no owner. */
export function ustarHeader({ folder, name, mode, bytes }: UstarFile): Uint8Array {
  const header = new Uint8Array(TAR_BLOCK);
  const write = (at: number, text: string): void => {
    for (let i = 0; i < text.length; i++) header[at + i] = text.charCodeAt(i);
  };
  write(0, name);
  write(100, `${mode.toString(8).padStart(7, "0")}\0`);
  write(108, "0000000\0");
  write(116, "0000000\0");
  write(SIZE_AT, bytes.toString(8).padStart(SIZE_DIGITS, "0"));
  write(136, "00000000000");
  write(156, "0");
  write(257, "ustar\x0000");
  write(329, "0000000\0");
  write(337, "0000000\0");
  write(345, folder);
  // The sum is taken with spaces in its own place.
  write(SUM_AT, "        ");
  const sum = header.reduce((total, byte) => total + byte, 0);
  write(SUM_AT, `${sum.toString(8).padStart(6, "0")}\0 `);
  return header;
}

/** Reads a header, which must be the very one that `tarHeader` writes; null: it is none. */
export function readTarHeader(block: Uint8Array): TarEntry | null {
  if (block.length !== TAR_BLOCK) return null;
  const text = (from: number, to: number): string =>
    String.fromCharCode(...block.subarray(from, to)).replace(/\0.*$/s, "");
  const name = text(0, TAR_NAME_MAX);
  const size = text(SIZE_AT, SIZE_AT + SIZE_DIGITS);
  if (!isTarName(name) || !/^[0-7]{11}$/.test(size)) return null;
  const entry = { name, bytes: Number.parseInt(size, 8) };
  const expected = tarHeader(entry);
  return block.every((byte, at) => byte === expected[at]) ? entry : null;
}

/** Zeros that follow a file of so many bytes. */
export const tarPadding = (bytes: number): number => (TAR_BLOCK - (bytes % TAR_BLOCK)) % TAR_BLOCK;

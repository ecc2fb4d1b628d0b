import { closeSync, constants, fstatSync, openSync, readSync } from "./disk/disk.ts";

/** Why a file that somebody named cannot be used; the message names the file and is one line. */
export class FileError extends Error {
  override readonly name = "FileError";
  /** What the system said, e.g. `ENOENT`; null where the file is there and is not what is wanted. */
  readonly code: string | null;
  constructor(message: string, code: string | null) {
    super(message);
    this.code = code;
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  EISDIR: "it is a folder, name a file in it",
  ENOTDIR: "a part of its path is no folder",
  EACCES: "it may not be read by this user",
  ELOOP: "its links lead in a circle",
  ENAMETOOLONG: "its name is too long",
  ENXIO: "it is no file",
};

/**
 * Bytes of a regular file of at most `limit` bytes. A device, a pipe, a socket or a folder is refused at once: opening never
 * waits for a writer, and no more than `limit` bytes are read even where the system gives no size. @throws FileError in one
 * line: `cannot read <path>: <why>`
 */
export function readRegularFile(path: string, limit: number): Buffer {
  const refuse = (why: string, code: string | null = null): FileError =>
    new FileError(`cannot read ${path}: ${why}`, code);
  let fd: number;
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "unreadable";
    throw refuse(REASONS[code] ?? code, code);
  }
  try {
    const stat = fstatSync(fd);
    if (stat.isDirectory()) throw refuse("it is a folder, name a file in it", "EISDIR");
    if (!stat.isFile()) throw refuse("it is a device, a pipe or a socket, not a file");
    if (stat.size > limit) throw refuse(`it has ${stat.size} bytes; at most ${limit} make sense`);
    return readAtMost(fd, limit, refuse);
  } catch (error) {
    if (error instanceof FileError) throw error;
    const code = (error as NodeJS.ErrnoException).code ?? "unreadable";
    throw refuse(REASONS[code] ?? code, code);
  } finally {
    closeSync(fd);
  }
}

/** The text of a regular file in UTF-8. Throws as {@link readRegularFile} does. */
export function readTextFile(path: string, limit: number): string {
  return readRegularFile(path, limit).toString("utf8");
}

function readAtMost(fd: number, limit: number, refuse: (why: string) => FileError): Buffer {
  const bytes = Buffer.alloc(Math.min(limit, fstatSync(fd).size) + 1);
  const parts: Buffer[] = [];
  let length = 0;
  for (;;) {
    const count = readSync(fd, bytes);
    if (count === 0) return Buffer.concat(parts, length);
    length += count;
    if (length > limit) throw refuse(`it has more than ${limit} bytes; at most ${limit} make sense`);
    parts.push(Buffer.from(bytes.subarray(0, count)));
  }
}

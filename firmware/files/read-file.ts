import type { z } from "zod";
import { problemWords, type ProblemName } from "../../src/rules/problem-words.ts";
import type { Text } from "../../src/text/language.ts";
import { closeSync, constants, fstatSync, isThere, openSync, readSync } from "./disk.ts";

/** Why a file that somebody named cannot be used; the message names the file and is one line. */
export class FileError extends Error {
  override readonly name = "FileError";
  /** What the system said, e.g. `ENOENT`; null where the file is there and is not what is wanted. */
  readonly code: string | null;
  /** The message in every language. */
  readonly words: Text;
  constructor(words: Text, code: string | null) {
    super(words.en);
    this.words = words;
    this.code = code;
  }
}

const REASONS: Readonly<Record<string, ProblemName>> = {
  ENOENT: "file-none",
  EISDIR: "file-folder",
  ENOTDIR: "file-path",
  EACCES: "file-right",
  ELOOP: "file-circle",
  ENAMETOOLONG: "file-name",
  ENXIO: "file-other",
};

/** What the system says of a file, in words of people where it is one of the common ones. */
function reasonOf(code: string): Text | string {
  const name = REASONS[code];
  return name === undefined ? code : problemWords(name);
}

/**
 * Bytes of a regular file of at most `limit` bytes. A device, a pipe, a socket or a folder is refused at once: opening never
 * waits for a writer, and no more than `limit` bytes are read even where the system gives no size. @throws FileError in one
 * line: `cannot read <path>: <why>`
 */
export function readRegularFile(path: string, limit: number): Buffer {
  const refuse = (why: Text | string, code: string | null = null): FileError =>
    new FileError(problemWords("cannot-read", { path, why }), code);
  let fd: number;
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "unreadable";
    throw refuse(reasonOf(code), code);
  }
  try {
    const stat = fstatSync(fd);
    if (stat.isDirectory()) throw refuse(problemWords("file-folder"), "EISDIR");
    if (!stat.isFile()) throw refuse(problemWords("file-device"));
    if (stat.size > limit) throw refuse(problemWords("file-size", { bytes: stat.size, most: limit }));
    return readAtMost(fd, limit, refuse);
  } catch (error) {
    if (error instanceof FileError) throw error;
    const code = (error as NodeJS.ErrnoException).code ?? "unreadable";
    throw refuse(reasonOf(code), code);
  } finally {
    closeSync(fd);
  }
}

/** The text of a regular file in UTF-8. Throws as {@link readRegularFile} does. */
export function readTextFile(path: string, limit: number): string {
  return readRegularFile(path, limit).toString("utf8");
}

/**
 * What a small file of ours holds, by its schema; null: it is not there, or it is damaged (whatever cannot be read, is over `limit` bytes,
 * no JSON or another shape). `onDamaged` gives what a damaged one counts as, or throws. Throws what the disk says as it is asked
 * whether the file is there.
 */
export function storedState<T>(
  path: string,
  schema: z.ZodType<T>,
  limit: number,
  onDamaged: (error: unknown) => T | null = () => null,
): T | null {
  if (!isThere(path)) return null;
  try {
    return schema.parse(JSON.parse(readTextFile(path, limit)));
  } catch (error) {
    return onDamaged(error);
  }
}

function readAtMost(fd: number, limit: number, refuse: (why: Text) => FileError): Buffer {
  const bytes = Buffer.alloc(Math.min(limit, fstatSync(fd).size) + 1);
  const parts: Buffer[] = [];
  let length = 0;
  for (;;) {
    const count = readSync(fd, bytes);
    if (count === 0) return Buffer.concat(parts, length);
    length += count;
    if (length > limit) throw refuse(problemWords("file-more", { most: limit }));
    parts.push(Buffer.from(bytes.subarray(0, count)));
  }
}

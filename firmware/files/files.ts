import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from "./disk.ts";
import { JournalError, onDisk } from "./errors.ts";

const CHUNK = 65_536;

/** A whole file of at most `limit` bytes. Throws a JournalError. */
export function readSmall(path: string, limit: number): Buffer {
  return onDisk("reading", path, () => {
    const fd = openFile(path);
    try {
      const { size } = fstatSync(fd);
      if (size > limit)
        throw new JournalError("cannot-open", `${path} has ${size} bytes; at most ${limit} make sense`);
      const bytes = Buffer.alloc(size);
      return bytes.subarray(0, readSync(fd, bytes, 0, size, 0));
    } finally {
      closeSync(fd);
    }
  });
}

/** Opens a regular file for reading: a pipe or a device could hold the reader up for ever. */
function openFile(path: string): number {
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  try {
    requireFile(path, fstatSync(fd));
    return fd;
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

function requireFile(path: string, stat: Stats): void {
  if (stat.isFile()) return;
  const what = stat.isDirectory() ? "a folder" : "a device, a pipe or a socket";
  throw new JournalError("cannot-open", `${path} is ${what}, not a file`);
}

/** The first bytes of a file. */
export function readStart(path: string, count: number): Buffer {
  return onDisk("reading", path, () => {
    const fd = openFile(path);
    try {
      const bytes = Buffer.alloc(count);
      return bytes.subarray(0, readSync(fd, bytes));
    } finally {
      closeSync(fd);
    }
  });
}

/**
 * The lines of a file of any size, each without its line feed; `onBytes` sees every byte. Throws a JournalError
 * for a line over `limit` bytes and for a file that does not end with a line feed.
 */
export function* readLines(
  path: string,
  limit: number,
  onBytes: (bytes: Uint8Array) => void,
): Generator<Buffer> {
  const fd = onDisk("reading", path, () => openFile(path));
  try {
    let rest = Buffer.alloc(0);
    let number = 1;
    for (;;) {
      const chunk = Buffer.alloc(CHUNK);
      const count = onDisk("reading", path, () => readSync(fd, chunk));
      if (count === 0) break;
      onBytes(chunk.subarray(0, count));
      rest = Buffer.concat([rest, chunk.subarray(0, count)]);
      for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10), number++) {
        yield rest.subarray(0, end);
        rest = rest.subarray(end + 1);
      }
      if (rest.length > limit)
        throw new JournalError(
          "cannot-open",
          `${path}, line ${number}: over ${limit} bytes, not an export of tirada`,
        );
    }
    if (rest.length > 0)
      throw new JournalError("cannot-open", `${path}, line ${number}: the file ends in the middle of a line`);
  } finally {
    closeSync(fd);
  }
}

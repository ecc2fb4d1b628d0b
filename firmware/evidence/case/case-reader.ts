import { closeSync, constants, fstatSync, openSync, readSync } from "../../files/disk.ts";
import { CaseContents, type CaseBytes } from "./case-contents.ts";
import { JournalError, onDisk } from "../../files/errors.ts";

/** A case file on the disk, open for reading. */
export class CaseReader extends CaseContents {
  readonly #fd: number;

  private constructor(path: string, fd: number, source: CaseBytes) {
    super(path, source);
    this.#fd = fd;
  }

  /** Throws a JournalError: `cannot-open` where there is no such file, `corrupt` for one that is damaged or of another form. */
  static open(path: string): CaseReader {
    const flags = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY;
    const fd = onDisk("reading", path, () => openSync(path, flags));
    try {
      return onDisk("reading", path, () => {
        const stat = fstatSync(fd);
        if (!stat.isFile()) throw new JournalError("cannot-open", `${path} is no file`);
        return new CaseReader(path, fd, { size: stat.size, read: (at, count) => readAt(fd, at, count) });
      });
    } catch (error) {
      closeSync(fd);
      throw error;
    }
  }

  close(): void {
    closeSync(this.#fd);
  }
}

function readAt(fd: number, at: number, count: number): Uint8Array {
  const bytes = Buffer.alloc(count);
  let done = 0;
  while (done < count) {
    const got = readSync(fd, bytes, done, count - done, at + done);
    if (got === 0) break;
    done += got;
  }
  return bytes.subarray(0, done);
}

import { createHash } from "node:crypto";
import { pipeline } from "node:stream/promises";
import { Readable } from "node:stream";
import { constants, createZstdDecompress } from "node:zlib";
import { closeSync, fstatSync, openSync, readSync, constants as files } from "../../files/disk.ts";
import { ReleaseError } from "./errors.ts";
import { ArchiveReader, type ArchiveTarget } from "./archive.ts";
import { filesOfTarget, type ReleaseManifest, type TargetName } from "./manifest.ts";

const PIECE = 256 * 1_024;
/** The largest window that a target may ask a reader to keep: 8 MB. */
const WINDOW_LOG_MAX = 23;

/** The bytes of a file, piece by piece. A device, a pipe or a folder is refused at once. */
export function* piecesOf(path: string): Generator<Uint8Array> {
  let fd: number;
  try {
    fd = openSync(path, files.O_RDONLY | files.O_NONBLOCK | files.O_NOFOLLOW);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw code === "ELOOP"
      ? new ReleaseError("link", `${path} is a link`)
      : new ReleaseError("missing", `cannot read ${path}: ${code ?? "unreadable"}`, { cause: error });
  }
  try {
    if (!fstatSync(fd).isFile()) throw new ReleaseError("not-a-file", `${path} is no file`);
    for (;;) {
      const piece = Buffer.allocUnsafe(PIECE);
      const count = readSync(fd, piece);
      if (count === 0) return;
      yield piece.subarray(0, count);
    }
  } finally {
    closeSync(fd);
  }
}

/** Throws a ReleaseError unless the file has the length and the hash of the target. Nothing of it is unpacked here. */
export function requireTargetFile(
  path: string,
  { bytes, sha256 }: ReleaseManifest["targets"][TargetName],
): void {
  const hash = createHash("sha256");
  let length = 0;
  for (const piece of piecesOf(path)) {
    length += piece.length;
    if (length > bytes) throw differenceError(path, `has more than the ${bytes} bytes that its manifest names`);
    hash.update(piece);
  }
  if (length < bytes)
    throw differenceError(path, `has ${length} of the ${bytes} bytes that its manifest names`);
  if (hash.digest("hex") !== sha256) throw differenceError(path, "is not what its manifest names");
}

const differenceError = (path: string, what: string): ReleaseError =>
  new ReleaseError("target-differs", `${path} ${what}; take the release again from where it was published`);

/**
 * Reads the archive of a target through: each file must be what the manifest says. Without `to` nothing is kept of it. It
 * ends at the first byte that is not due, so nothing grows without an end, and memory is that of a window of 8 MB. @throws ReleaseError
 */
export async function readTarget(
  path: string,
  manifest: ReleaseManifest,
  name: TargetName,
  to?: ArchiveTarget,
): Promise<void> {
  const reader = new ArchiveReader(filesOfTarget(manifest, name), path, to);
  const unpack = createZstdDecompress({
    chunkSize: PIECE,
    params: { [constants.ZSTD_d_windowLogMax]: WINDOW_LOG_MAX },
  });
  try {
    await pipeline(Readable.from(piecesOf(path)), unpack, async (pieces: AsyncIterable<Uint8Array>) => {
      for await (const piece of pieces) reader.read(piece);
    });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (error instanceof ReleaseError || code?.startsWith("ZSTD_") !== true) throw error;
    throw new ReleaseError("target-differs", `${path} is no whole zstd file`, { cause: error });
  }
  reader.end();
}

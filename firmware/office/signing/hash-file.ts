import { createHash } from "node:crypto";
import { closeSync, openSync, readSync } from "../../files/disk.ts";

const PIECE_BYTES = 1_024 * 1_024;

/** Length and hex SHA-256 of a file. */
export function hashFile(path: string): { readonly length: number; readonly sha256: string } {
  const fd = openSync(path, "r");
  try {
    const hash = createHash("sha256");
    const piece = Buffer.allocUnsafe(PIECE_BYTES);
    let length = 0;
    for (;;) {
      const count = readSync(fd, piece);
      if (count === 0) return { length, sha256: hash.digest("hex") };
      hash.update(piece.subarray(0, count));
      length += count;
    }
  } finally {
    closeSync(fd);
  }
}

import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";

/** The largest evidence picture that is shown, bytes. */
export const PICTURE_MAX = 16 * 1024 * 1024;

/** An evidence picture of a storage folder by its hash (64 hex digits); null: there is none, or it is no picture of this unit's. */
export async function readPicture(storage: string | null, hash: string): Promise<Buffer | null> {
  if (storage === null || !/^[0-9a-f]{64}$/.test(hash)) return null;
  const path = join(storage, "pictures", `${hash}.png`);
  try {
    const found = await stat(path);
    return found.isFile() && found.size <= PICTURE_MAX ? await readFile(path) : null;
  } catch {
    // The oldest pictures give way, and a stick may be gone: there is nothing to show then.
    return null;
  }
}

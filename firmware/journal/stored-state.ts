import type { z } from "zod";
import { isThere } from "../disk/disk.ts";
import { readTextFile } from "../read-file.ts";

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

import { join } from "node:path";
import { z } from "zod";
import { rmSync } from "../files/disk.ts";
import { replaceDurably } from "../files/durable.ts";
import { storedState } from "../files/read-file.ts";

/** Why a table ended, left for the page that stands in its place. */
const wordsSchema = z.strictObject({
  /** RFC 3339. */
  at: z.string().max(40),
  /** Exit status. */
  status: z.int().min(0).max(255),
  /** The line that went to the log. */
  why: z.string().max(2_000),
});
export type LastWords = z.infer<typeof wordsSchema>;

const FILE = "last-words.json";
const BYTES_MAX = 16_384;
const WHY_MAX = 1_000;

/** The folder that the service manager made for this service, in memory; null: there is none. */
export function runtimeFolder(environment: Readonly<Record<string, string | undefined>>): string | null {
  const folder = environment["RUNTIME_DIRECTORY"]?.split(":")[0];
  return folder === undefined || folder === "" ? null : folder;
}

/** The file of the words. */
export const lastWordsIn = (folder: string): string => join(folder, FILE);

/** Leaves the words. What cannot be written is left unsaid: the log has it. */
export function leaveLastWords(folder: string | null, { at, status, why }: LastWords): void {
  if (folder === null) return;
  try {
    const words = JSON.stringify({ at, status, why: why.slice(0, WHY_MAX) });
    replaceDurably(lastWordsIn(folder), words, { mode: 0o644 });
  } catch {
    // The folder is the service manager's: without it there is only the log.
  }
}

/** Takes away the words of an earlier run. */
export function forgetLastWords(folder: string | null): void {
  if (folder === null) return;
  try {
    rmSync(lastWordsIn(folder), { force: true });
  } catch {
    // As above.
  }
}

/** The words of the last run; null: it left none, as one that was killed. */
export function readLastWords(folder: string | null): LastWords | null {
  if (folder === null) return null;
  try {
    return storedState(lastWordsIn(folder), wordsSchema, BYTES_MAX);
  } catch {
    return null;
  }
}

import { errorText } from "../../problem.ts";
import type { ActsFile, Said } from "./acts-file.ts";

export interface KeepParts {
  readonly acts: Pick<ActsFile, "requireFew" | "add" | "forget">;
  /** The login of who asked. */
  readonly who: string;
  /** Has the table record what waits. @returns the number of the newest act that is a record; null: no table runs */
  readonly tellTable: () => Promise<number | null>;
}

const WORDS_MAX = 400;

/**
 * Changes something as root. It is on the disk as begun before anything happens, and as done or failed after it; the table makes records of
 * both, now or with its next start. Rejects with what the change throws.
 */
export async function keepAct<T>(
  { verb, arguments: words }: Pick<Said, "verb" | "arguments">,
  parts: KeepParts,
  change: () => T | Promise<T>,
): Promise<T> {
  const said = { who: parts.who, verb, arguments: words.slice(0, WORDS_MAX) };
  const keep = async (outcome: Said["outcome"], why: string | null = null): Promise<void> => {
    parts.acts.add({ ...said, outcome, why });
    await tell(parts);
  };
  parts.acts.requireFew();
  await tell(parts);
  await keep("begun");
  try {
    const made = await change();
    await keep("done");
    return made;
  } catch (error) {
    await keep("failed", errorText(error).slice(0, WORDS_MAX));
    throw error;
  }
}

/** A table that does not answer takes what waits with its next start. */
async function tell({ tellTable, acts }: KeepParts): Promise<void> {
  const number = await tellTable().catch(() => null);
  if (number !== null) acts.forget(number);
}

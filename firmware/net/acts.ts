import { z } from "zod";
import { parseJson } from "../../src/load/json.ts";
import { isThere } from "../files/disk.ts";
import { readTextFile } from "../files/read-file.ts";

/** Where what a technician did as root is kept until the table has a record of it. Root writes it, and the table's group reads it. */
export const ACTS_FOLDER = "/var/lib/tirada-root";
export const ACTS_FILE = `${ACTS_FOLDER}/acts.jsonl`;
/** Acts that are kept; of older ones only their number. */
export const ACTS_MAX = 1_000;
const FILE_MAX = 1_048_576;

const words = z.string().max(400);

/** Something that a technician had done at the machine, with root's rights: begun, and how it ended. */
const actShape = z.strictObject({
  /** Rises from act to act. */
  number: z.int().min(1),
  /** RFC 3339, by the machine's clock. */
  at: z.string().max(40),
  /** Whose login it was. */
  who: words,
  verb: words,
  arguments: words,
  outcome: z.enum(["begun", "done", "failed"]),
  why: z.nullable(words),
  /** How many acts before it were given up, because the table took none. */
  lost: z.int().min(0),
});
export type Act = z.infer<typeof actShape>;

/** The acts in a file, oldest first, and how many lines of it are none. There need be no such file. @throws FileError */
export function readActs(file: string): { readonly acts: readonly Act[]; readonly damaged: number } {
  if (!isThere(file)) return { acts: [], damaged: 0 };
  const lines = readTextFile(file, FILE_MAX)
    .split("\n")
    .filter((line) => line !== "");
  const acts = lines.flatMap((line) => {
    const read = actShape.safeParse(parseJson(line));
    return read.success ? [read.data] : [];
  });
  return {
    acts: acts.toSorted((one, other) => one.number - other.number),
    damaged: lines.length - acts.length,
  };
}

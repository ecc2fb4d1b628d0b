import { problemWords } from "../../../src/rules/problem-words.ts";
import { atNoPlace, MAX_FILE_BYTES } from "../../../src/rules/yaml.ts";
import { isThere, readSync } from "../../files/disk.ts";
import { usageProblem } from "../../problem.ts";
import { readTextFile, type FileError } from "../../files/read-file.ts";
import type { Answers, Checked } from "./check.ts";
import { isClearPin, isSection } from "./draft.ts";
import { readProgress, type Progress } from "./progress.ts";
import { asRoot } from "./table-user.ts";
import { requireUnplayed } from "./undo.ts";

/** Typed answers stand in no file. */
export const ASKED: Answers = {
  ok: true,
  value: {},
  problemAt: atNoPlace,
};

/** No PIN goes to the disk: until their step is done the people of a file are read from it again. */
export function withoutPins(progress: Progress): Progress {
  const { people, ...draft } = progress.draft;
  if (!Array.isArray(people) || !people.some((one: unknown) => isSection(one) && isClearPin(one["pin"])))
    return progress;
  return { ...progress, draft };
}

/** An eye of this computer that was not taught its installation. */
export function lacksEyeCalibration({ dice, shoe }: Checked["config"]): boolean {
  const { eye, second } = dice ?? { eye: shoe?.dice?.eye, second: undefined };
  return [eye, second].some((one) => one?.calibration !== undefined && !isThere(one.calibration));
}

/** Throws a Problem when the configuration belongs to a table that plays, or to one that was set up otherwise. */
export function requireMayBegin(configPath: string): Progress | null {
  const progress = readProgress(configPath);
  for (const { path } of (progress?.made ?? []).filter(({ kind }) => kind === "journal")) requireUnplayed(path);
  const isOurs = progress?.made.some(({ path }) => path === configPath) === true;
  if (!isOurs && isThere(configPath)) throw usageProblem(problemWords("config-there", { path: configPath }));
  return progress;
}

/** The answers come on standard input: who gives the command opened their file. */
const STANDARD_INPUT = "-";

function textOfInput(): string {
  const bytes = Buffer.alloc(MAX_FILE_BYTES + 1);
  let length = 0;
  for (;;) {
    const count = readSync(0, bytes, length, bytes.length - length, null);
    if (count === 0) return bytes.toString("utf8", 0, length);
    length += count;
    if (length > MAX_FILE_BYTES) throw usageProblem(problemWords("file-large", { most: MAX_FILE_BYTES }));
  }
}

export function textOfFile(file: string): string {
  try {
    return file === STANDARD_INPUT ? textOfInput() : asRoot(() => readTextFile(file, MAX_FILE_BYTES));
  } catch (error) {
    throw usageProblem((error as FileError).words, error);
  }
}

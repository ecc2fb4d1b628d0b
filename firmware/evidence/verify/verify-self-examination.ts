import {
  readSelfExamination,
  SELF_EXAMINATION_BYTES_MAX,
  SELF_EXAMINATION_START,
  type ReadSelfExamination,
} from "../../../src/record/self-examination.ts";
import { statSync } from "../../files/disk.ts";
import { JournalError } from "../../files/errors.ts";
import { readSmall, readStart } from "../../files/files.ts";
import { givenTrust, type VerifyOptions } from "./verify-file.ts";

/** Whether a file is the signed outcome of a self-examination. */
export const isSelfExamination = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isFile() === true &&
  readStart(path, SELF_EXAMINATION_START.length).toString("latin1") === SELF_EXAMINATION_START;

/** Verifies the outcome of a self-examination. Throws a JournalError of one line where it is none. */
export function verifySelfExamination(path: string, options: VerifyOptions): ReadSelfExamination {
  const text = readSmall(path, SELF_EXAMINATION_BYTES_MAX).toString("utf8");
  const read = readSelfExamination(text, givenTrust(options));
  if (typeof read === "string") throw new JournalError("corrupt", `${path}: ${read}`);
  return read;
}

import { isThere } from "../../files/disk.ts";
import { MAX_FILE_BYTES } from "../../../src/rules/yaml.ts";
import { readTextFile } from "../../files/read-file.ts";
import { writeProblem } from "./progress.ts";
import { asRoot, replaceAsRoot } from "./table-user.ts";

/** Lines of a difference that are shown. */
const LINES_MAX = 12;

/** The table's user reads it, and its group: the units of the service manager. */
const CONFIG_MODE = 0o640;

/** Writes a configuration whole or not at all, once `keep` has it. Throws a Problem where it cannot be. */
export function writeConfig(path: string, text: string, keep: (text: string) => void): void {
  try {
    keep(text);
    replaceAsRoot(path, text, CONFIG_MODE);
  } catch (error) {
    throw writeProblem(path, error);
  }
}

/** What a configuration holds that the setup did not write; null: it is as it was written, or not there. `written`: null: that is not known. */
export function editsOf(path: string, written: string | null): string | null {
  if (!isThere(path)) return null;
  const now = asRoot(() => readTextFile(path, MAX_FILE_BYTES));
  return written === null || now === written ? null : differenceOf(written, now);
}

/** Lines that only one of two texts has, in one line. */
export function differenceOf(written: string, now: string): string {
  const [before, after] = [written, now].map((text) => text.split("\n").map((line) => line.trim()));
  const gone = (before ?? []).filter((line) => line !== "" && after?.includes(line) !== true);
  const come = (after ?? []).filter((line) => line !== "" && before?.includes(line) !== true);
  const lines = [...gone.map((line) => `- ${line}`), ...come.map((line) => `+ ${line}`)].map(withoutHash);
  const shown = lines.slice(0, LINES_MAX);
  return [...shown, ...(lines.length > shown.length ? ["…"] : [])].join("; ");
}

/** The hash of a PIN is on no screen. */
const withoutHash = (line: string): string => line.replaceAll(/scrypt\$\S+/g, "scrypt$…");

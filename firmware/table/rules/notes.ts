import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Notes, parseNotes } from "../../../src/rules/notes.ts";
import { DATA, RulebookError, fileText } from "./library.ts";
import { firstProblemText } from "./load.ts";

/** The notes of installed rulebooks that this process has read: they do not change under a release. */
const read = new Map<string, Notes>();

/**
 * What the notes and remarks of a jurisdiction's rulebooks say in other languages; none where nobody translated them. Throws a
 * {@link RulebookError}: its file cannot be used.
 */
export function notesOf(jurisdiction: string, data: URL = DATA): Notes {
  const before = data === DATA ? read.get(jurisdiction) : undefined;
  if (before !== undefined) return before;
  const file = new URL(`${jurisdiction}/translations/notes.yaml`, data);
  if (!existsSync(file)) return new Map();
  const reading = parseNotes(fileText(file), fileURLToPath(file), jurisdiction);
  if (!reading.ok)
    throw new RulebookError(`notes of "${jurisdiction}" are not usable: ${firstProblemText(reading.problems)}`);
  if (data === DATA) read.set(jurisdiction, reading.notes);
  return reading.notes;
}

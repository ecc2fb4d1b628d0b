import { expectError } from "../../../../src/record/bytes.ts";
import { parseCheckpoint, type Checkpoint } from "../../../../src/record/checkpoint.ts";
import type { Verifier } from "../../../../src/record/keys.ts";
import { NoteError, openNote } from "../../../../src/record/note.ts";

/** Checkpoints that a witness cosigned, by the log's name: what somebody who changes the store cannot reach. */
export type Against = ReadonlyMap<string, readonly Checkpoint[]>;

/** Notes one after the other, as they lie in a file: the text of each ends with an empty line, its signatures begin with a dash. */
const notesIn = (text: string): readonly string[] =>
  [...text.matchAll(/(?:[^\n]+\n)+\n(?:— [^\n]+\n)+/g)].map(([note]) => note);

/**
 * Reads checkpoints as a witness serves them (`/logs/ID/checkpoint`), any number of them in a text. Each must be cosigned by one of these witnesses. A
 * text says what is wrong.
 */
export function readAgainst(text: string, witnesses: readonly Verifier[]): Against | string {
  const notes = notesIn(text);
  // What stands between them would be a checkpoint that nobody looks at.
  const rest = notes.reduce((left, note) => left.replace(note, ""), text);
  if (notes.length === 0 || rest.trim() !== "") return "it holds something else than checkpoints";
  const found = new Map<string, Checkpoint[]>();
  for (const [at, note] of notes.entries()) {
    try {
      const opened = openNote(note, witnesses);
      if (opened.verified.length === 0)
        return `its checkpoint ${at + 1} is cosigned by none of the witnesses that were named`;
      const checkpoint = parseCheckpoint(opened.text);
      found.set(checkpoint.origin, [...(found.get(checkpoint.origin) ?? []), checkpoint]);
    } catch (error) {
      return `its checkpoint ${at + 1}: ${expectError(error, NoteError).message}`;
    }
  }
  return found;
}

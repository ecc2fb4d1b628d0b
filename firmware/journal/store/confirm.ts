import { sameBytes } from "../../../src/record/bytes.ts";
import { openCheckpoint, parseCheckpoint } from "../../../src/record/checkpoint.ts";
import { parseVkey } from "../../../src/record/keys.ts";
import { treeRoot } from "../../../src/record/merkle.ts";
import { NoteError, parseNote } from "../../../src/record/note.ts";
import { JournalError } from "../../files/errors.ts";
import type { Store } from "./store.ts";

/** Who holds how many records. */
export interface Confirmed {
  readonly size: number;
  readonly by: string;
}

/**
 * Keeps what an inspector signed of a checkpoint (`tirada receipt`) beside it. `note`: the checkpoint with his line; `cosigners`: the
 * vkeys that count; `at`: RFC 3339. Throws a JournalError `refused` for a note of another log, of other records, or that none of them signed.
 */
export function confirmRecords(
  store: Store,
  cosigners: readonly string[],
  note: string,
  at: string,
): Confirmed {
  const keys = cosigners.map(parseVkey);
  try {
    const opened = openCheckpoint(note, store.keys.keyAt(parseCheckpoint(parseNote(note).text).size), keys);
    const { size, root, verified } = opened;
    const by = verified.find(({ key }) => keys.includes(key));
    if (by === undefined) throw new NoteError("nobody signed it whose key is in storage.inspectors");
    if (size > store.head.seq || !sameBytes(root, treeRoot(size, store.node)))
      throw new NoteError(`it is of ${size} other records than the journal's`);
    store.cosign({ size, line: by.line, at });
    return { size, by: by.key.name };
  } catch (error) {
    if (!(error instanceof NoteError)) throw error;
    throw new JournalError("refused", `the receipt is not taken: ${error.message}`, { cause: error });
  }
}

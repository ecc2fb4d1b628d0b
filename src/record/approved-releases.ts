import type { Verifier } from "./keys.ts";
import { lineOf, NoteError, openNote } from "./note.ts";

/**
 * A list of approved releases, signed by who approves: a signed note whose text is a first line and one line a release, the digest of its
 * manifest and its version. The launcher of a unit reads the same file (`firmware/delivery/packaging/launch`).
 */
const FIRST_LINE = "tirada-approved/1";
/** Releases of a list. */
export const APPROVED_MAX = 1_000;
/** The file with its signatures, bytes. */
export const APPROVED_BYTES_MAX = 131_072;

export interface ApprovedRelease {
  /** Hex SHA-256 of its manifest. */
  readonly digest: string;
  readonly version: string;
}

const LINE = /^([0-9a-f]{64}) ([0-9A-Za-z][0-9A-Za-z.+-]{0,63})$/;

/** The text that is signed, by version and digest. */
export function approvedText(releases: readonly ApprovedRelease[]): string {
  const lines = [...new Set(releases.map(({ digest, version }) => `${digest} ${version}`))];
  return `${[FIRST_LINE, ...lines].join("\n")}\n`;
}

/** Reads a list that this key signed. Throws a NoteError of one line for one that it did not sign, or that is no list. */
export function readApproved(source: string, by: Verifier): readonly ApprovedRelease[] {
  const note = openNote(source, [by]);
  if (lineOf(note, by) === null) throw new NoteError(`the list is not signed by ${by.name}`);
  const [first, ...lines] = note.text.trimEnd().split("\n");
  if (first !== FIRST_LINE) throw new NoteError(`the list does not begin with "${FIRST_LINE}"`);
  if (lines.length > APPROVED_MAX) throw new NoteError(`the list has over ${APPROVED_MAX} releases`);
  return lines.map((line, at) => {
    const [, digest, version] = LINE.exec(line) ?? [];
    if (digest === undefined || version === undefined)
      throw new NoteError(`line ${at + 2} of the list is no digest with its version`);
    return { digest, version };
  });
}

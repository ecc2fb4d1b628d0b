/** One line of a tag reader: the tag's seven-byte number in hex, either case. Null for anything else. */
export function parseUid(line: string): string | null {
  return /^[0-9A-Fa-f]{14}$/.test(line) ? line.toUpperCase() : null;
}

/** A longer line is no tag's. */
export const LINE_LIMIT = 32;

/**
 * Cuts a byte stream into lines, with a limit. Serial devices end lines with CR, LF, CR LF or LF CR; any run of them
 * ends one line, and empty lines do not exist. A line that grows beyond `limit` is thrown away up to its end and
 * reported as `overlong`, so that a device without line ends can never fill the memory.
 *
 * Pure and plain: `State` is JSON, text is one character a byte (Latin-1).
 */
export interface FramerState {
  /** Bytes of the line that has not ended yet, at most `limit`. */
  readonly partial: string;
  /** True while the rest of an overlong line is being thrown away. */
  readonly skipping: boolean;
  /** True when a terminator has been seen since the port was opened: what follows is a whole line. */
  readonly synced: boolean;
}

export interface Line {
  readonly text: string;
  /** False for the first line after opening or after a loss: its head may be missing. */
  readonly whole: boolean;
}

export type Framed = {
  readonly lines: readonly Line[];
  readonly overlong: number;
  readonly state: FramerState;
};

export const FRAMER_START: FramerState = { partial: "", skipping: false, synced: false };

/** Adds bytes; returns the lines that they complete, in order. `limit` is the longest line in bytes, terminator not counted. */
export function frame(state: FramerState, bytes: string, limit: number): Framed {
  let { partial, skipping, synced } = state;
  const lines: Line[] = [];
  let overlong = 0;
  let from = 0;
  for (let at = 0; at <= bytes.length; at++) {
    const code = at < bytes.length ? bytes.charCodeAt(at) : -1;
    const ends = code === 0x0a || code === 0x0d;
    if (!ends && at < bytes.length) continue;
    if (!skipping) partial += bytes.slice(from, Math.min(at, from + limit + 1));
    from = at + 1;
    if (partial.length > limit) {
      skipping = true;
      partial = "";
      overlong++;
    }
    if (!ends) break;
    if (partial.length > 0) lines.push({ text: partial, whole: synced });
    partial = "";
    skipping = false;
    synced = true;
  }
  return { lines, overlong, state: { partial, skipping, synced } };
}

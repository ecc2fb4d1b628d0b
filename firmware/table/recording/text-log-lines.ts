/**
 * The foreign text logs, line by line: which format a file is in, and what each of its lines carried.
 * Pure: text in, logged lines out. What the lines mean in time is `device-time.ts`.
 */

/** A log larger than this (characters) is refused: it would not fit in the memory of a unit. */
export const LOG_LIMIT = 64 * 1024 * 1024;
/** A line longer than this (characters) is no line of a wheel log. */
export const LOG_LINE_LIMIT = 4 * 1024;

/**
 * - `timed`: `[YYYY-MM-DD hh:mm:ss.mmm] Receive >>> payload`, also `Send <<<` and `Auto-send <<<`;
 * - `plain`: payloads only, no times and no direction marks;
 * - `visible`: a terminal's capture with CR and LF drawn as U+240D and U+240A.
 */
export type LogFormat = "timed" | "plain" | "visible";

/** One payload of a log. `text` has one character a byte (Latin-1), without terminator. */
export interface LoggedLine {
  readonly dir: "in" | "out";
  readonly text: string;
  /** The terminator, where the log shows it; null where the host threw it away. */
  readonly ends: string | null;
  /** The host's stamp, ms since 1970 with the log's own (unnamed) time zone read as UTC; null in untimed logs. */
  readonly stampMs: number | null;
  /** Line in the file, from 1. */
  readonly line: number;
}

export interface LoggedLines {
  readonly format: LogFormat;
  readonly lines: readonly LoggedLine[];
  /** Lines that are not traffic and were left out: how many, and where the first stands. */
  readonly leftOut: { readonly count: number; readonly first: number | null };
}

/** A file that is no usable log, in one line: file, line, what, what to do. */
export class TextLogError extends Error {
  override readonly name = "TextLogError";
  readonly line: number;
  constructor(file: string, line: number, what: string) {
    super(`${file}:${line}: ${what}`);
    this.line = line;
  }
}

const TIMED = /^\[(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d\.\d{3})\] (Receive >>>|Send <<<|Auto-send <<<)(?: (.*))?$/s;
const CAMERA =
  /^(?:# host_time\tmachine|# host_time\ttable\tmachine_number|\d{4}-\d\d-\d\d [\d:.]+\t\w+\t\d+\t)/;
const PLAIN = /^(?:\*\S.*|[ \d]\d)$/;
const VISIBLE_ENDS = /[\u240d\u240a]/;
/** Enough lines to tell a format from accidents. */
const PROBE_LINES = 200;

/** Cuts a log into its payloads. Throws TextLogError for anything that is not one of the three formats. */
export function readLoggedLines(text: string, file: string): LoggedLines {
  if (text.length > LOG_LIMIT) {
    throw new TextLogError(file, 1, `the log is larger than ${LOG_LIMIT / 1024 / 1024} MB; cut it into parts`);
  }
  const rows = text.split(/\r?\n/);
  const format = formatOf(rows, file);
  for (const [at, row] of rows.entries()) {
    if (row.length <= LOG_LINE_LIMIT) continue;
    const what = `the line has ${row.length} characters, more than ${LOG_LINE_LIMIT}; this is no wheel log`;
    throw new TextLogError(file, at + 1, what);
  }
  if (format === "timed") return readTimed(rows);
  return format === "visible" ? readVisible(rows) : readPlain(rows);
}

function formatOf(rows: readonly string[], file: string): LogFormat {
  const votes: Record<LogFormat, number> = { timed: 0, plain: 0, visible: 0 };
  let probed = 0;
  let firstOdd: number | null = null;
  for (const [at, row] of rows.entries()) {
    if (row.trim() === "") continue;
    if (CAMERA.test(row)) {
      const what =
        "this is a comparison of machine numbers and camera results; it holds no device traffic to replay";
      throw new TextLogError(file, at + 1, what);
    }
    const kind = formatOfRow(row);
    if (kind === null) firstOdd ??= at + 1;
    else votes[kind]++;
    if (++probed === PROBE_LINES) break;
  }
  if (probed === 0) throw new TextLogError(file, 1, "the file is empty; give a log with wheel traffic");
  const best = (["timed", "visible", "plain"] as const).reduce((a, b) => (votes[b] > votes[a] ? b : a));
  if (votes[best] * 2 > probed) return best;
  if (probedText(rows).includes("\0"))
    throw new TextLogError(file, firstOdd ?? 1, "the file is binary; give a text log");
  const forms = "`[YYYY-MM-DD hh:mm:ss.mmm] Receive >>> …`, bare `*X;…` lines, or a terminal capture with ␍␊";
  throw new TextLogError(file, firstOdd ?? 1, `not a known wheel log; known are ${forms}`);
}

function probedText(rows: readonly string[]): string {
  return rows.slice(0, PROBE_LINES).join("\n");
}

function formatOfRow(row: string): LogFormat | null {
  if (TIMED.test(row)) return "timed";
  if (VISIBLE_ENDS.test(row)) return "visible";
  return PLAIN.test(row) ? "plain" : null;
}

/** Counts what is not traffic. */
function leftOutCounter(): { add(line: number): void; sum(): LoggedLines["leftOut"] } {
  let count = 0;
  let first: number | null = null;
  return {
    add: (line) => {
      count++;
      first ??= line;
    },
    sum: () => ({ count, first }),
  };
}

function readTimed(rows: readonly string[]): LoggedLines {
  const lines: LoggedLine[] = [];
  const odd = leftOutCounter();
  for (const [at, row] of rows.entries()) {
    if (row === "") continue;
    const found = TIMED.exec(row);
    const stampMs = found === null ? NaN : Date.parse(`${found[1] ?? ""}T${found[2] ?? ""}Z`);
    const payload = found?.[4] ?? "";
    if (found === null || Number.isNaN(stampMs) || payload === "") {
      odd.add(at + 1);
      continue;
    }
    const dir = found[3] === "Receive >>>" ? "in" : "out";
    lines.push({ dir, text: bytesOf(payload), ends: null, stampMs, line: at + 1 });
  }
  return { format: "timed", lines, leftOut: odd.sum() };
}

function readPlain(rows: readonly string[]): LoggedLines {
  const lines: LoggedLine[] = [];
  const direction = directionGuesser();
  for (const [at, row] of rows.entries()) {
    if (row === "") continue;
    lines.push({ dir: direction(row), text: bytesOf(row), ends: null, stampMs: null, line: at + 1 });
  }
  return { format: "plain", lines, leftOut: leftOutCounter().sum() };
}

/** The real line ends of the file are the terminal's; only the drawn ones came from the wheel. */
function readVisible(rows: readonly string[]): LoggedLines {
  const lines: LoggedLine[] = [];
  const direction = directionGuesser();
  let open: { text: string; ends: string; line: number } | null = null;
  const close = (): void => {
    if (open === null || open.text === "") return;
    lines.push({
      dir: direction(open.text),
      text: bytesOf(open.text),
      ends: open.ends,
      stampMs: null,
      line: open.line,
    });
  };
  for (const [at, row] of rows.entries()) {
    for (const [, body = "", drawn = ""] of row.matchAll(/([^\u240d\u240a]*)([\u240d\u240a]*)/g)) {
      if (body !== "") {
        if (open !== null && open.ends === "") open.text += body;
        else {
          close();
          open = { text: body, ends: "", line: at + 1 };
        }
      }
      if (open !== null) open.ends += drawn.replaceAll("\u240d", "\r").replaceAll("\u240a", "\n");
    }
  }
  close();
  return { format: "visible", lines, leftOut: leftOutCounter().sum() };
}

const HOST_COMMAND = /^\*(?:P [01]|K|R|X|O|V|u [0-3]|o(?: \d{1,5})?|T [A-Z]|T f|T [a-z] [\d. ]+)$/;

/**
 * Without direction marks: a line that can be a host's command (protocol guide §2.3–2.10) is one, unless the same
 * command waits for its reply. Everything else is the wheel's.
 */
function directionGuesser(): (row: string) => "in" | "out" {
  let awaited: string | null = null;
  return (row) => {
    const letter = row.charAt(1);
    if (letter !== awaited && HOST_COMMAND.test(row)) {
      awaited = letter;
      return "out";
    }
    if (letter === awaited && row.startsWith("*")) awaited = null;
    return "in";
  };
}

/** The bytes of the payload as the file holds them, one character a byte. */
function bytesOf(payload: string): string {
  if (/^[\x00-\x7f]*$/.test(payload)) return payload;
  return Array.from(new TextEncoder().encode(payload), (byte) => String.fromCharCode(byte)).join("");
}

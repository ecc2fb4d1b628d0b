import { fstatSync } from "node:fs";
import type { RecordBody } from "../../../src/table/kernel/record.ts";
import type { Clock } from "../../../src/time/clock.ts";
import { rfc3339 } from "../../../src/time/instant.ts";
import type { BuiltRecord } from "../pipeline/pipeline.ts";

/** Lines that a unit keeps in memory for a bundle. */
export const RECENT_LINES = 2_000;
/** The longest of them, characters. */
export const RECENT_LINE_MAX = 1_000;

/** One event of a table for whoever reads its log. Nothing here may hold what a card reader sent. */
export interface LogEvent {
  readonly event: "record" | "notice" | "start" | "stop";
  /** What a terminal shows. */
  readonly line: string;
  /** Records: number, kind, and for faults the device and its code. */
  readonly record?: {
    readonly seq: number;
    readonly kind: RecordBody["kind"];
    readonly device?: string;
    readonly code?: string;
  };
}

export type WriteEvent = (event: LogEvent) => void;

/** How a log is written: as lines for people, or as one JSON object a line for a log server. */
export const LOG_FORMATS = ["auto", "text", "json"] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

/**
 * `auto`: JSON where the service manager's journal takes this output, which says so in `JOURNAL_STREAM` by device and inode
 * (systemd.exec(5)); lines for people anywhere else.
 */
export function isJsonDue(
  format: LogFormat,
  environment: Readonly<Record<string, string | undefined>>,
  fd = 2,
): boolean {
  if (format !== "auto") return format === "json";
  const stream = environment["JOURNAL_STREAM"];
  if (stream === undefined) return false;
  try {
    const { dev, ino } = fstatSync(fd);
    return stream === `${dev}:${ino}`;
  } catch {
    return false;
  }
}

/** The newest lines of a log, for a bundle. */
export class RecentLines {
  readonly #lines: string[] = [];

  add(line: string): void {
    this.#lines.push(line.slice(0, RECENT_LINE_MAX));
    if (this.#lines.length > RECENT_LINES) this.#lines.shift();
  }

  get all(): readonly string[] {
    return this.#lines;
  }
}

/** The log of one table. */
export interface UnitLog {
  /** A durable record; `line`: as a terminal shows it. */
  record(record: BuiltRecord, line: string): void;
  say(event: Exclude<LogEvent["event"], "record">, line: string): void;
  /** The newest lines, each with its time of day. */
  readonly recent: readonly string[];
}

export interface LogOptions {
  readonly format: LogFormat;
  readonly clock: Clock;
  /** Prints a line for people, on standard output. */
  readonly print: (line: string) => void;
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/** Opens the log: for people as ever, or as JSON on standard error. */
export async function openLog({
  format,
  clock,
  print,
  environment = process.env,
}: LogOptions): Promise<UnitLog> {
  const recent = new RecentLines();
  const isJson = isJsonDue(format, environment);
  const isJournal = environment["JOURNAL_STREAM"] !== undefined;
  const write: WriteEvent = isJson
    ? (await import("./json-log.ts")).jsonLog(clock, (line) => void process.stderr.write(line), isJournal)
    : ({ line }) => print(line);
  const keep = (event: LogEvent): void => {
    recent.add(`${rfc3339(clock.wall())} ${event.line}`);
    write(event);
  };
  return {
    record: ({ seq, body }, line) =>
      keep({ event: "record", line, record: { seq, kind: body.kind, ...faultOf(body) } }),
    say: (event, line) => keep({ event, line }),
    get recent() {
      return recent.all;
    },
  };
}

const faultOf = (body: BuiltRecord["body"]): { readonly device?: string; readonly code?: string } =>
  body.kind === "fault" || body.kind === "fault-cleared" ? { device: body.device, code: body.code } : {};

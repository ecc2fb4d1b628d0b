import type { Clock } from "../../../src/time/clock.ts";
import { rfc3339 } from "../../../src/time/instant.ts";
import type { BuiltRecord } from "../pipeline/pipeline.ts";
import { isJsonDue, RecentLines, type LogEvent, type LogFormat, type WriteEvent } from "./unit-log.ts";

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

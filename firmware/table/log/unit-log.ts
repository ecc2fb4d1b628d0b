import { fstatSync } from "node:fs";
import type { RecordBody } from "../../../src/table/kernel/record.ts";

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

import type { Entry } from "../../../src/recording/entry.ts";
import { monoUs, US_PER_MS, wallMs, type MonoUs, type WallMs } from "../../../src/time/instant.ts";
import { STATUS_LINE, timesByCounting, timesFromStamps, type DeviceTimes } from "./device-time.ts";
import { readLoggedLines, type LoggedLine, type LoggedLines, type LogFormat } from "./text-log-lines.ts";

export { LOG_LIMIT, LOG_LINE_LIMIT, TextLogError, type LogFormat } from "./text-log-lines.ts";

/** Name of the port in the entries. */
const PORT = "wheel";

/** A foreign log as a recording. */
export interface TextLog {
  readonly format: LogFormat;
  /** In order of time from 0: `clock`, `open`, then `in` and `out`, and `end` last. Bytes carry their terminators. */
  readonly entries: readonly Entry[];
  /** Wall time of t = 0; 1970 for an untimed log. The log names no time zone, so its stamps are read as UTC. */
  readonly wallStart: WallMs;
  readonly trust: "unsynced";
  /** What was done to the log, one line each, for people. */
  readonly notes: readonly string[];
}

/** A pause longer than this in the device's lines is worth a note. */
const PAUSE_MS = 5_000;
/** A bare number follows a status line within this, else the line before it was lost. */
const NUMBER_AFTER_STATUS_MS = 2_000;

/**
 * Reads a text log of another host program (formats: `text-log-lines.ts`) into entries, with the device's
 * time rebuilt (`device-time.ts`). `text` is the file decoded as UTF-8; `fileName` is for messages and for the port's name.
 * Throws TextLogError, one line naming file and line, when it is no such log.
 */
export function parseTextLog(text: string, fileName: string): TextLog {
  const logged = readLoggedLines(text, fileName);
  const { format, lines } = logged;
  const times = format === "timed" ? timesFromStamps(lines) : timesByCounting(lines);
  const wallStart = wallMs(times.stretches[0]?.wallMs ?? 0);
  const clocks = times.stretches.slice(1);
  const entries: Entry[] = [
    { k: "clock", t: instantOf(0), wall: wallStart, trust: "unsynced" },
    { k: "open", t: instantOf(0), port: PORT, name: fileName },
  ];
  const blanks = blankRestorer(format === "timed");
  const gaps = pauseCounter();
  for (const { index, ms } of times.placed) {
    const line = lines[index];
    if (line === undefined) continue;
    for (let next = clocks[0]; next !== undefined && next.ms <= ms; next = clocks[0]) {
      entries.push({ k: "clock", t: instantOf(next.ms), wall: wallMs(next.wallMs), trust: "unsynced" });
      clocks.shift();
    }
    const restored = line.dir === "in" ? blanks.next(line.text, ms) : line.text;
    if (line.dir === "in") gaps.next(line, ms);
    entries.push({ k: line.dir, t: instantOf(ms), port: PORT, bytes: restored + endsOf(line, restored) });
  }
  entries.push({ k: "end", t: instantOf(times.placed.at(-1)?.ms ?? 0), why: "end of the log" });
  const notes = notesOf(logged, times, blanks.restored(), gaps);
  return { format, entries, wallStart, trust: "unsynced", notes };
}

function instantOf(ms: number): MonoUs {
  return monoUs(ms * US_PER_MS);
}

/** The terminator: as logged, else CR LF, and LF CR after a bare number (protocol guide §2.4, 2017 capture). */
function endsOf(line: LoggedLine, text: string): string {
  return line.ends ?? (line.dir === "in" && /^[ \d]\d$/.test(text) ? "\n\r" : "\r\n");
}

/**
 * Gives a bare number back the leading blank that the host of a timed log stripped (` 4` logged as `4`). It is an interpretation, done
 * only for one digit that stands where a bare number can stand: in state 4 or 7, directly after a status line.
 */
function blankRestorer(on: boolean): { next(text: string, ms: number): string; restored(): number } {
  let status: { state: string; ms: number } | null = null;
  let count = 0;
  return {
    next: (text, ms) => {
      if (STATUS_LINE.test(text)) status = { state: text.charAt(3), ms };
      if (!on || !/^\d$/.test(text) || status === null) return text;
      if ((status.state !== "4" && status.state !== "7") || ms - status.ms > NUMBER_AFTER_STATUS_MS)
        return text;
      count++;
      return ` ${text}`;
    },
    restored: () => count,
  };
}

interface PauseCounter {
  next(line: LoggedLine, ms: number): void;
  count(): number;
  longest(): { readonly ms: number; readonly line: number };
}

function pauseCounter(): PauseCounter {
  let last: number | null = null;
  let count = 0;
  let longest = { ms: 0, line: 0 };
  return {
    next: (line, ms) => {
      const pause = last === null ? 0 : ms - last;
      last = ms;
      if (pause > PAUSE_MS) count++;
      if (pause > longest.ms) longest = { ms: pause, line: line.line };
    },
    count: () => count,
    longest: () => longest,
  };
}

function notesOf(logged: LoggedLines, times: DeviceTimes, restored: number, gaps: PauseCounter): string[] {
  const notes: string[] = [];
  const seconds = (ms: number): string => (ms / 1_000).toFixed(1);
  if (logged.format === "timed") notes.push("the log names no time zone; its stamps were read as UTC");
  else notes.push("the log has no times; status lines were counted as 0.5 s each");
  if (times.moved.lines > 0) {
    const furthest = `the furthest by ${seconds(times.moved.furthestMs)} s`;
    notes.push(
      `${times.moved.lines} lines were logged late and moved back to when the device sent them, ${furthest}`,
    );
  }
  if (times.stretches.length > 1) {
    notes.push(
      `the host's clock was set back ${times.stretches.length - 1} times; time goes on without a jump`,
    );
  }
  const { ms, line } = gaps.longest();
  if (gaps.count() > 0) {
    notes.push(
      `${gaps.count()} pauses of the device's lines over 5 s, the longest ${seconds(ms)} s, before line ${line}`,
    );
  }
  if (restored > 0) notes.push(`${restored} bare numbers were given back their leading blank`);
  if (logged.leftOut.count > 0) {
    notes.push(
      `${logged.leftOut.count} lines are not traffic and were left out, the first is line ${logged.leftOut.first ?? 0}`,
    );
  }
  return notes;
}

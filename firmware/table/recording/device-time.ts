import type { LoggedLine } from "./text-log-lines.ts";

/**
 * When the wheel sent what a host logged. A host's stamp says when the host READ the line; a host that blocks reads a whole
 * burst at one instant. The wheel sends a status line every 500 ms, so a burst is spread backwards from its last line. A gap
 * where lines are really missing stays a gap.
 */

/** A status line of either Cammegh wheel: `*X;S;…`. */
export const STATUS_LINE = /^\*X;\d;/;

/**
 * The least spacing of two status lines, ms. The nominal period is 500; 2 % less, so that a wheel whose crystal
 * runs fast does not pull hours of log further and further back.
 */
const SPACING_MS = 490;
/** A time stamp that is so much earlier than the one before means that the host's clock was set, not that a log line is late. */
const CLOCK_STEP_MS = 2_000;
/** Untimed logs: the period of status lines, and where other lines stand between two of them. */
const PERIOD_MS = 500;
const BETWEEN_MS = 250;

/** A line with its device time in ms; `index` points into the given lines. */
export interface Placed {
  readonly index: number;
  readonly ms: number;
}

/** A stretch between two settings of the host's clock. `wallMs` is the wall time of `ms`. */
export interface Stretch {
  readonly ms: number;
  readonly wallMs: number;
}

export interface DeviceTimes {
  /** In order of time, equal times in the order of the log; starts at 0. */
  readonly placed: readonly Placed[];
  /** At least one for a timed log; empty for an untimed one. */
  readonly stretches: readonly Stretch[];
  /** How many received lines were moved by more than 100 ms, and the furthest, ms. */
  readonly moved: { readonly lines: number; readonly furthestMs: number };
}

/** Times of a log with the host's stamps. */
export function timesFromStamps(lines: readonly LoggedLine[]): DeviceTimes {
  const placed: Placed[] = [];
  const stretches: Stretch[] = [];
  let movedLines = 0;
  let furthestMs = 0;
  let startsAt = 0;
  for (const { from, to } of clockStretches(lines)) {
    const wall = spreadBackwards(lines, from, to);
    const first = wall.reduce((least, ms) => Math.min(least, ms), Infinity);
    const order = wall
      .map((ms, at) => ({ index: from + at, ms: ms - first + startsAt }))
      .sort((a, b) => a.ms - b.ms);
    placed.push(...order);
    stretches.push({ ms: startsAt, wallMs: first });
    for (const [at, ms] of wall.entries()) {
      const by = stampOf(lines[from + at]) - ms;
      if (lines[from + at]?.dir === "in" && by > 100) movedLines++;
      furthestMs = Math.max(furthestMs, by);
    }
    startsAt = (order.at(-1)?.ms ?? startsAt) + PERIOD_MS;
  }
  return { placed, stretches, moved: { lines: movedLines, furthestMs } };
}

function clockStretches(lines: readonly LoggedLine[]): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = [];
  let from = 0;
  for (let at = 1; at <= lines.length; at++) {
    if (at < lines.length && stampOf(lines[at]) >= stampOf(lines[at - 1]) - CLOCK_STEP_MS) continue;
    found.push({ from, to: at });
    from = at;
  }
  return found;
}

/** Backwards from the end of one stretch: no line later than its stamp, than its successor, or too close to it. */
function spreadBackwards(lines: readonly LoggedLine[], from: number, to: number): number[] {
  const times: number[] = [];
  let next = Infinity;
  let nextStatus = Infinity;
  let nextOut = Infinity;
  let nextReply = Infinity;
  for (let at = to - 1; at >= from; at--) {
    const line = lines[at];
    if (line === undefined) continue;
    const stamp = stampOf(line);
    if (line.dir === "out") {
      // A command went out when its stamp says, even amid a burst of old lines; only never after its own reply.
      nextOut = Math.min(stamp, nextOut, nextReply);
      times.push(nextOut);
      continue;
    }
    const isStatus = STATUS_LINE.test(line.text);
    next = Math.min(stamp, next, isStatus ? nextStatus - SPACING_MS : Infinity);
    if (isStatus) nextStatus = next;
    else if (line.text.startsWith("*")) nextReply = next;
    times.push(next);
  }
  return times.reverse();
}

function stampOf(line: LoggedLine | undefined): number {
  return line?.stampMs ?? 0;
}

/** Times of a log without stamps: 500 ms a status line from 0, everything else half way to the next. */
export function timesByCounting(lines: readonly LoggedLine[]): DeviceTimes {
  let nextStatus = 0;
  let last = 0;
  const placed = lines.map((line, index) => {
    const isStatus = line.dir === "in" && STATUS_LINE.test(line.text);
    last = isStatus ? nextStatus : Math.max(last, nextStatus - BETWEEN_MS);
    if (isStatus) nextStatus += PERIOD_MS;
    return { index, ms: last };
  });
  return { placed, stretches: [], moved: { lines: 0, furthestMs: 0 } };
}

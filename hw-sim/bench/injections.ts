import type { SpinTruth } from "../models/wheels/sensed/sensed-wheel.ts";
import type { InjectedRow, VerdictNow } from "./page-messages.ts";

/** What became of the faults that were injected: newest first, at most `KEPT`. Times are the bench's µs. */
export type Injections = readonly InjectedRow[];

export const MAX_INJECTIONS = 12;
/** A verdict belongs to a spin when it came after its launch and at most this long after its end. */
const VERDICT_LATE_US = 20_000_000;

/** What the simulator reports of a spin after its end, on the bench's time axis. */
export interface SpinEnd {
  readonly spin: number;
  readonly fault: string | null;
  readonly launchedAt: number;
  readonly endAt: number;
  /** When the first fact that can void the spin became true; null when there is none. */
  readonly voidSince: number | null;
  readonly text: string;
}

/** A spin's truth on the bench's time axis; `from` is where the simulation's 0 lies on it. */
export function spinEndOf(truth: SpinTruth, from: number): SpinEnd {
  const since = Object.values(truth.sinceUs);
  return {
    spin: truth.spin,
    fault: truth.fault,
    launchedAt: truth.launchedUs + from,
    endAt: truth.endUs + from,
    voidSince: since.length === 0 ? null : Math.min(...since) + from,
    text: truthText(truth),
  };
}

/** Where the ball truly is, what truly was, what nobody could see. */
function truthText({ pocket, facts, unseen, spoiled }: SpinTruth): string {
  const flags = Object.entries(facts)
    .filter(([name, value]) => value !== false && name !== "ball-in-pocket")
    .map(([name, value]) => (value === true ? name : `${name} ${value}`));
  return [
    pocket === null ? "no number" : `number ${pocket}`,
    ...flags,
    ...(spoiled === null ? [] : [spoiled]),
    ...(unseen.length === 0 ? [] : [`unseen: ${unseen.join(", ")}`]),
  ].join(" · ");
}

export function addInjection(rows: Injections, fault: string, t: number): Injections {
  const row: InjectedRow = { fault, t, spin: null, verdict: null, latencyUs: null, truth: null };
  return [row, ...rows].slice(0, MAX_INJECTIONS);
}

/**
 * The first verdict after an injection counts as its own, until the truth of the spin corrects this. A number for a spin that
 * ran when the fault was injected does not count: many faults must wait for the next launch.
 */
export function addVerdict(rows: Injections, verdict: VerdictNow): Injections {
  return rows.map((row) =>
    row.verdict === null && row.truth === null && (row.spin !== null || verdict.kind !== "result")
      ? { ...row, verdict }
      : row,
  );
}

/** A spin runs: the injections that wait have hit it. */
export function markRunning(rows: Injections, spin: number): Injections {
  return rows.some((row) => row.spin === null)
    ? rows.map((row) => (row.spin === null ? { ...row, spin } : row))
    : rows;
}

/** The truth of a spin is known, and every verdict that was given meanwhile. Two faults in one spin stand as `a+b`. */
export function resolveInjections(rows: Injections, end: SpinEnd, verdicts: readonly VerdictNow[]): Injections {
  const faults = end.fault?.split("+") ?? [];
  const own = verdicts.find(({ t }) => t >= end.launchedAt && t <= end.endAt + VERDICT_LATE_US) ?? null;
  const since = end.voidSince;
  const latencyUs = own !== null && since !== null && own.t >= since ? Math.round(own.t - since) : null;
  return rows.map((row) => {
    if (row.truth !== null || row.t > end.endAt) return row;
    if (faults.includes(row.fault)) return { ...row, spin: end.spin, verdict: own, latencyUs, truth: end.text };
    // The fault did not hit that spin and waits for the next one.
    return { ...row, spin: null, verdict: null };
  });
}

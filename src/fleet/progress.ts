import type { UpdateStep } from "../table/durable-update.ts";
import { wavesOf, type FleetPlan } from "./plan.ts";

const MINUTE_MS = 60_000;

/** What a table said of itself; its signature was checked. Instants: milliseconds since 1970, by the clock of who asks. */
export interface TableReport {
  readonly table: string;
  readonly heardAt: number;
  /** Of the manifest of the release that it runs; null: it runs from its source. */
  readonly digest: string | null;
  /** The last step of an update that its journal has; null: none. */
  readonly step: {
    readonly step: UpdateStep;
    readonly digest: string | null;
    readonly why: string | null;
  } | null;
  /** Codes of the faults that stand. */
  readonly faults: readonly string[];
  /** Rounds with a verdict, and those of them that were void, since its journal began. */
  readonly rounds: number;
  readonly voids: number;
}

/** One table under a plan. */
interface TableProgress {
  /** Before it was ordered anything. */
  readonly before: TableReport | null;
  readonly orderedAt: number | null;
  readonly heard: TableReport | null;
  /** The first report with the release confirmed. */
  readonly confirmed: TableReport | null;
  /** Why a person went on without it; null: it takes part. */
  readonly leftOut: FleetStop | null;
}

export const FLEET_STOPS = [
  "table-returned",
  "table-refused",
  "order-refused",
  "table-silent",
  "more-faults",
  "voids-out-of-band",
  "by-hand",
] as const;
export type FleetStop = (typeof FLEET_STOPS)[number];

/** How far a plan has come. A fold over what happened. */
export interface FleetProgress {
  readonly tables: Readonly<Record<string, TableProgress>>;
  /** Why nothing more is ordered; null: it goes on. */
  readonly stopped: {
    readonly why: FleetStop;
    readonly table: string | null;
    readonly detail: string;
    readonly at: number;
  } | null;
}

export type FleetEvent =
  | { readonly f: "report"; readonly report: TableReport }
  | { readonly f: "ordered"; readonly table: string; readonly at: number }
  /** The table took no order. */
  | { readonly f: "refused"; readonly table: string; readonly why: string; readonly at: number }
  | { readonly f: "time"; readonly at: number }
  | { readonly f: "stop"; readonly by: string; readonly at: number }
  /** Somebody looked and lets it go on: what stopped it is taken as known. */
  | { readonly f: "go-on"; readonly by: string; readonly at: number };

const NOTHING: TableProgress = { before: null, orderedAt: null, heard: null, confirmed: null, leftOut: null };
export const NO_PROGRESS: FleetProgress = { tables: {}, stopped: null };

/** The progress after an event. Once stopped it stays so, until a person lets it go on. */
export function reduceFleet(plan: FleetPlan, before: FleetProgress, event: FleetEvent): FleetProgress {
  switch (event.f) {
    case "report":
      return withReport(plan, before, event.report);
    case "ordered":
      return withTable(before, event.table, (table) => ({ ...table, orderedAt: event.at }));
    case "refused":
      return stopFor(before, { why: "order-refused", table: event.table, detail: event.why, at: event.at });
    case "time":
      return withSilence(plan, before, event.at);
    case "stop":
      return stopFor(before, { why: "by-hand", table: null, detail: event.by, at: event.at });
    case "go-on":
      return goOn(before, event.at);
  }
}

const stopFor = (before: FleetProgress, stopped: NonNullable<FleetProgress["stopped"]>): FleetProgress =>
  before.stopped === null ? { ...before, stopped } : before;

const progressOf = ({ tables }: FleetProgress, table: string): TableProgress =>
  Object.hasOwn(tables, table) ? (tables[table] ?? NOTHING) : NOTHING;

const withTable = (
  before: FleetProgress,
  table: string,
  change: (one: TableProgress) => TableProgress,
): FleetProgress => ({
  ...before,
  tables: { ...before.tables, [table]: change(progressOf(before, table)) },
});

function withReport(plan: FleetPlan, before: FleetProgress, report: TableReport): FleetProgress {
  const { table } = report;
  const known = progressOf(before, table);
  const isConfirmed =
    report.digest === plan.digest && report.step?.step === "confirmed" && report.step.digest === plan.digest;
  const after = withTable(before, table, (one) => ({
    ...one,
    before: one.orderedAt === null ? report : one.before,
    heard: report,
    confirmed: one.confirmed ?? (isConfirmed ? report : null),
  }));
  if (known.orderedAt === null || known.leftOut !== null) return after;
  const stop = stopOf(plan, progressOf(after, table), report);
  return stop === null ? after : stopFor(after, { ...stop, table, at: report.heardAt });
}

/** What a report says against going on. */
function stopOf(
  { digest, stop }: FleetPlan,
  { before, confirmed }: TableProgress,
  { step, faults, rounds, voids }: TableReport,
): { readonly why: FleetStop; readonly detail: string } | null {
  if (step !== null && step.digest === digest && (step.step === "returned" || step.step === "refused"))
    return { why: step.step === "returned" ? "table-returned" : "table-refused", detail: step.why ?? "" };
  if (confirmed === null) return null;
  const more = faults.filter((code) => !(before?.faults ?? []).includes(code));
  if (more.length > 0) return { why: "more-faults", detail: more.join(", ") };
  const played = rounds - confirmed.rounds;
  const lost = voids - confirmed.voids;
  if (played < stop.voids.rounds || 1_000 * lost <= stop.voids.perThousand * played) return null;
  return { why: "voids-out-of-band", detail: `${lost} of ${played} rounds` };
}

function withSilence({ stop }: FleetPlan, before: FleetProgress, at: number): FleetProgress {
  const silent = Object.entries(before.tables).find(
    ([, { orderedAt, heard, leftOut }]) =>
      orderedAt !== null &&
      leftOut === null &&
      at - Math.max(orderedAt, heard?.heardAt ?? 0) > stop.silentMinutes * MINUTE_MS,
  );
  if (silent === undefined) return before;
  const [table, { heard }] = silent;
  const detail = heard === null ? "never heard" : `last heard ${new Date(heard.heardAt).toISOString()}`;
  return stopFor(before, { why: "table-silent", table, detail, at });
}

/** Stops of which a table comes back with what it runs: what it showed is known, and only what is new stops again. */
const KEEPS_RELEASE: readonly FleetStop[] = ["more-faults", "voids-out-of-band"];

/** A table that has the release goes on from what it showed; one that has not is left out, and named. */
function goOn(before: FleetProgress, at: number): FleetProgress {
  const { stopped } = before;
  if (stopped === null) return before;
  const after: FleetProgress = { ...before, stopped: null };
  if (stopped.table === null) return after;
  return withTable(after, stopped.table, (one) =>
    KEEPS_RELEASE.includes(stopped.why) && one.heard !== null && one.confirmed !== null
      ? {
          ...one,
          before: one.heard,
          orderedAt: at,
          confirmed: { ...one.heard, heardAt: one.confirmed.heardAt },
        }
      : { ...one, leftOut: stopped.why },
  );
}

/** Where a plan stands. */
export interface FleetStanding {
  /** The wave that is under way, counted from 0; null: every one is over. */
  readonly wave: number | null;
  /** Tables to be ordered now, in this order. */
  readonly due: readonly string[];
  /** Tables of the wave that are not confirmed, and those that have not had the release for long enough. */
  readonly unconfirmed: readonly string[];
  readonly soaking: readonly string[];
}

/** What is to be done at `now`: the tables of the first wave that is not over. Nothing while it is stopped. */
export function standingOf(plan: FleetPlan, progress: FleetProgress, now: number): FleetStanding {
  for (const [wave, all] of wavesOf(plan).entries()) {
    const tables = all.filter((table) => progressOf(progress, table).leftOut === null);
    const unconfirmed = tables.filter((table) => progressOf(progress, table).confirmed === null);
    const soaking = tables.filter((table) => !hasSoaked(plan, progressOf(progress, table), now));
    if (soaking.length === 0) continue;
    const isOrdered = (table: string): boolean => progressOf(progress, table).orderedAt !== null;
    const due = progress.stopped === null ? unconfirmed.filter((table) => !isOrdered(table)) : [];
    return { wave, due, unconfirmed, soaking: soaking.filter((table) => !unconfirmed.includes(table)) };
  }
  return { wave: null, due: [], unconfirmed: [], soaking: [] };
}

function hasSoaked({ soak }: FleetPlan, { confirmed, heard }: TableProgress, now: number): boolean {
  if (confirmed === null || heard === null) return false;
  return now - confirmed.heardAt >= soak.minutes * MINUTE_MS && heard.rounds - confirmed.rounds >= soak.rounds;
}

/** Tables that have the release of the plan or are on their way to it: what going back reaches. */
export const touchedTables = (plan: FleetPlan, { tables }: FleetProgress): readonly string[] =>
  wavesOf(plan)
    .flat()
    .filter((table) => (tables[table]?.orderedAt ?? null) !== null);

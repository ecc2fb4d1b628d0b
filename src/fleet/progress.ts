import { needsTwoPeople, SECOND_MINUTES, wavesOf, type FleetPlan } from "./plan.ts";
import type { Standing } from "./standing.ts";

const MINUTE_MS = 60_000;

/** What a table said of itself; its signature was checked. Instants: milliseconds since 1970, by the clock of who asks. */
export interface TableReport {
  readonly receivedAt: number;
  readonly standing: Standing;
}

/** One table under a plan. */
export interface TableProgress {
  /** Before it was ordered anything. */
  readonly before: TableReport | null;
  /** The order of its wave, by the hash of its line. */
  readonly ordered: { readonly at: number; readonly order: string } | null;
  readonly heard: TableReport | null;
  /** Asked, and not heard of since. */
  readonly askedSince: number | null;
  /** Since when it has what it was ordered announced, with no notice left; absent: it has not. */
  readonly waitsSince?: number;
  /** The first report with the release confirmed. */
  readonly confirmed: TableReport | null;
  /** Why it did not take the order; null: it did, or has not answered. */
  readonly refused: string | null;
  /** Why a person went on without it; null: it takes part. */
  readonly leftOut: string | null;
}

export const FLEET_STOPS = [
  /** It went back, or its people had it withdrawn. */
  "table-returned",
  "table-refused",
  "order-refused",
  /** It answers, and nothing came of its order. */
  "order-without-step",
  /** It has the release announced, and something there keeps it from being switched for longer than the plan says. */
  "table-waits",
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
  /** Every table that was ordered goes back; null: none does. */
  readonly returning: { readonly at: number; readonly order: string } | null;
}

export type FleetEvent =
  | { readonly f: "report"; readonly table: string; readonly report: TableReport }
  | { readonly f: "asked"; readonly tables: readonly string[]; readonly at: number }
  | { readonly f: "ordered"; readonly tables: readonly string[]; readonly order: string; readonly at: number }
  /** The table took no order. */
  | { readonly f: "refused"; readonly table: string; readonly why: string; readonly at: number }
  | { readonly f: "time"; readonly at: number }
  /** The program that asks stood still for a while: that no table was heard before this is no table's fault. */
  | { readonly f: "resumed"; readonly at: number }
  | { readonly f: "stop"; readonly by: string; readonly at: number }
  /** Somebody looked and lets it go on, without these tables: what stopped it is taken as known. */
  | { readonly f: "go-on"; readonly by: string; readonly without: readonly string[]; readonly at: number }
  | { readonly f: "return"; readonly by: string; readonly order: string; readonly at: number };

const NOTHING: TableProgress = {
  before: null,
  ordered: null,
  heard: null,
  askedSince: null,
  confirmed: null,
  refused: null,
  leftOut: null,
};
export const NO_PROGRESS: FleetProgress = { tables: {}, stopped: null, returning: null };

/** The progress after an event. Once stopped it stays so, until a person lets it go on. */
export function reduceFleet(plan: FleetPlan, before: FleetProgress, event: FleetEvent): FleetProgress {
  switch (event.f) {
    case "report":
      return withReport(plan, before, event.table, event.report);
    case "asked":
      return withTables(before, event.tables, (one) => ({ ...one, askedSince: one.askedSince ?? event.at }));
    case "ordered": {
      const ordered = { at: event.at, order: event.order };
      return withTables(before, event.tables, (one) => ({ ...one, ordered, refused: null }));
    }
    case "refused":
      return stopFor(
        withTables(before, [event.table], (one) => ({ ...one, refused: event.why })),
        { why: "order-refused", table: event.table, detail: event.why, at: event.at },
      );
    case "time":
      return withSilence(plan, before, event.at);
    case "resumed":
      return withTables(before, Object.keys(before.tables), (one) => ({
        ...one,
        ...waitAnew(one, event.at),
        askedSince: one.askedSince === null ? null : event.at,
        ordered: one.ordered === null ? null : { ...one.ordered, at: event.at },
      }));
    case "stop":
      return stopFor(before, { why: "by-hand", table: null, detail: event.by, at: event.at });
    case "go-on":
      return before.returning === null ? goOn(before, event) : before;
    case "return":
      return {
        ...stopFor(before, { why: "by-hand", table: null, detail: event.by, at: event.at }),
        returning: { at: event.at, order: event.order },
      };
  }
}

const waitAnew = ({ waitsSince }: TableProgress, at: number): Pick<TableProgress, "waitsSince"> =>
  waitsSince === undefined ? {} : { waitsSince: Math.max(waitsSince, at) };

const stopFor = (before: FleetProgress, stopped: NonNullable<FleetProgress["stopped"]>): FleetProgress =>
  before.stopped === null ? { ...before, stopped } : before;

/** What is known of a table. */
export const tableIn = ({ tables }: FleetProgress, table: string): TableProgress =>
  Object.hasOwn(tables, table) ? (tables[table] ?? NOTHING) : NOTHING;

const withTables = (
  before: FleetProgress,
  names: readonly string[],
  change: (one: TableProgress) => TableProgress,
): FleetProgress => ({
  ...before,
  tables: {
    ...before.tables,
    ...Object.fromEntries(names.map((name) => [name, change(tableIn(before, name))])),
  },
});

/** What a table has of what a plan brings: the digest of its release, or of the base that it kept, and the last step of that. */
const updateOf = (
  { base }: FleetPlan,
  standing: Standing,
): { readonly has: string | null; readonly step: Standing["step"] } =>
  base === undefined
    ? { has: standing.release.manifest, step: standing.step }
    : { has: standing.base?.kept?.digest ?? null, step: standing.base?.step ?? null };

/** The release runs, or the base is kept, and no trial is under way. */
export function hasConfirmed(plan: FleetPlan, standing: Standing): boolean {
  const { has, step } = updateOf(plan, standing);
  const { digest } = plan;
  return has === digest && (step === null || (step.step === "confirmed" && step.digest === digest));
}

function withReport(plan: FleetPlan, before: FleetProgress, table: string, report: TableReport): FleetProgress {
  const after = withTables(before, [table], ({ waitsSince, ...one }) => ({
    ...one,
    ...waitAfter(plan, { waitsSince, ordered: one.ordered }, report),
    before: one.ordered === null ? report : one.before,
    heard: report,
    askedSince: null,
    confirmed: one.confirmed ?? (hasConfirmed(plan, report.standing) ? report : null),
  }));
  const known = tableIn(after, table);
  if (known.ordered === null || known.leftOut !== null) return after;
  const stop = stopOf(plan, known, report);
  return stop === null ? after : stopFor(after, { ...stop, table, at: report.receivedAt });
}

/** A table of an earlier release does not say whether its notice is over: it is given this much longer. */
const LONGEST_NOTICE_MS = 72 * 60 * MINUTE_MS;
/** Obstacles that end by themselves, when people have been told for long enough. */
const NOTICES: readonly string[] = ["notice", "not-announced"];

/** Since when a table waits for something else than its notice. */
function waitAfter(
  plan: FleetPlan,
  {
    waitsSince,
    ordered,
  }: { readonly waitsSince?: number | undefined; readonly ordered: TableProgress["ordered"] },
  { standing, receivedAt }: TableReport,
): Pick<TableProgress, "waitsSince"> {
  const { step } = updateOf(plan, standing);
  if (ordered === null || step?.step !== "announced" || step.order !== ordered.order) return {};
  if (standing.waits === undefined) return { waitsSince: waitsSince ?? receivedAt + LONGEST_NOTICE_MS };
  const isOver = standing.waits.obstacles.every(({ name }) => !NOTICES.includes(name));
  return isOver ? { waitsSince: waitsSince ?? receivedAt } : {};
}

/** What a table waits for, and since when; null: for nothing that it names. */
export function waitText({ waits }: Standing): string | null {
  if (waits === undefined) return null;
  const each = waits.obstacles.map(({ what, since }) => `${what} (since ${since})`);
  return `${waits.version}, announced ${waits.since}: ${each.join("; ") || "about to be switched"}`;
}

/** What a report says against going on. */
function stopOf(
  plan: FleetPlan,
  { before, confirmed, ordered }: TableProgress,
  { standing }: TableReport,
): { readonly why: FleetStop; readonly detail: string } | null {
  const { stop } = plan;
  const { faults, rounds, voids } = standing;
  const { step } = updateOf(plan, standing);
  if (step !== null && step.order === ordered?.order) {
    if (step.step === "returned" || step.step === "withdrawn")
      return { why: "table-returned", detail: step.why ?? step.step };
    if (step.step === "refused") return { why: "table-refused", detail: step.why ?? "" };
  }
  if (confirmed === null) return null;
  const more = faults.filter((fault) => !(before?.standing.faults ?? []).includes(fault));
  if (more.length > 0) return { why: "more-faults", detail: more.join(", ") };
  const played = rounds - confirmed.standing.rounds;
  const lost = voids - confirmed.standing.voids;
  if (played < stop.voids.rounds || 1_000 * lost <= stop.voids.perThousand * played) return null;
  return { why: "voids-out-of-band", detail: `${lost} of ${played} rounds` };
}

/** Nobody waits longer than the plan says: for a word of a table, for a step of what it was ordered, and for what keeps it from being switched. */
function withSilence(plan: FleetPlan, before: FleetProgress, at: number): FleetProgress {
  const most = plan.stop.silentMinutes * MINUTE_MS;
  for (const [table, one] of Object.entries(before.tables)) {
    const { askedSince, ordered, heard, confirmed, leftOut, waitsSince } = one;
    if (leftOut !== null) continue;
    if (confirmed === null && waitsSince !== undefined && at - waitsSince > plan.stop.waitMinutes * MINUTE_MS) {
      const detail = (heard && waitText(heard.standing)) ?? "its release does not say for what";
      return stopFor(before, { why: "table-waits", table, detail, at });
    }
    if (askedSince !== null && at - askedSince > most) {
      const detail = heard === null ? "never heard" : `last heard ${new Date(heard.receivedAt).toISOString()}`;
      return stopFor(before, { why: "table-silent", table, detail, at });
    }
    if (ordered === null || confirmed !== null || at - ordered.at <= most) continue;
    if (heard !== null && updateOf(plan, heard.standing).step?.order === ordered.order) continue;
    const detail = `ordered ${new Date(ordered.at).toISOString()}`;
    return stopFor(before, { why: "order-without-step", table, detail, at });
  }
  return before;
}

/** After such a stop a table goes on with the release that it runs: what it showed is known, and only something new stops it again. */
const KEEPS_RELEASE: readonly FleetStop[] = ["more-faults", "voids-out-of-band"];
/** After such a stop a table is left out: it does not have the release, and is not ordered to take it again. */
const LEAVES_OUT: readonly FleetStop[] = ["table-returned", "table-refused"];

/**
 * A table that has the release goes on from what it showed; one that went back or refused it is left out, and named; one that took no
 * order is ordered anew; one that was silent has as long again.
 */
function goOn(before: FleetProgress, { without, at }: FleetEvent & { f: "go-on" }): FleetProgress {
  const { stopped } = before;
  const restarted = withTables({ ...before, stopped: null }, Object.keys(before.tables), (one) => ({
    ...one,
    ...waitAnew(one, at),
    askedSince: one.askedSince === null ? null : at,
    ordered: one.ordered === null || one.refused !== null ? null : { ...one.ordered, at },
    refused: null,
  }));
  const after = withTables(restarted, without, (one) => ({ ...one, leftOut: "by-hand" }));
  if (stopped?.table == null) return after;
  const { table, why } = stopped;
  if (LEAVES_OUT.includes(why)) return withTables(after, [table], (one) => ({ ...one, leftOut: why }));
  if (!KEEPS_RELEASE.includes(why)) return after;
  return withTables(after, [table], (one) => {
    if (one.heard === null || one.confirmed === null) return one;
    const { standing } = one.heard;
    return { ...one, before: one.heard, confirmed: { receivedAt: one.confirmed.receivedAt, standing } };
  });
}

/** Where a plan stands. */
export interface FleetStanding {
  /** The wave that is under way, counted from 0; null: every one is over. */
  readonly wave: number | null;
  /** Tables of the wave of which nothing is known by now, and which must be asked before anything is ordered. */
  readonly unheard: readonly string[];
  /** Tables to be ordered now, in this order; none while one of the wave is unheard. */
  readonly due: readonly string[];
  /** Tables of the wave that are not confirmed, and those that have not had the release for long enough. */
  readonly unconfirmed: readonly string[];
  readonly soaking: readonly string[];
}

/** What is to be done at `now`: the tables of the first wave that is not over. Nothing while it is stopped. */
export function standingOf(plan: FleetPlan, progress: FleetProgress, now: number): FleetStanding {
  for (const [wave, all] of wavesOf(plan).entries()) {
    const tables = all.filter((table) => tableIn(progress, table).leftOut === null);
    const unsoaked = tables.filter((table) => !hasSoaked(plan, tableIn(progress, table), now));
    if (unsoaked.length === 0) continue;
    const unconfirmed = tables.filter((table) => tableIn(progress, table).confirmed === null);
    const waiting =
      progress.stopped === null ? unconfirmed.filter((table) => tableIn(progress, table).ordered === null) : [];
    // A table that is asked meanwhile would refuse the order that the second person is about to sign: that order has a lower number.
    const minutes = plan.stop.silentMinutes + (needsTwoPeople(plan, wave) ? SECOND_MINUTES : 0);
    const stale = now - minutes * MINUTE_MS;
    const unheard = waiting.filter((table) => (tableIn(progress, table).heard?.receivedAt ?? 0) < stale);
    return {
      wave,
      unheard,
      unconfirmed,
      due: unheard.length === 0 ? waiting : [],
      soaking: unsoaked.filter((table) => !unconfirmed.includes(table)),
    };
  }
  return { wave: null, unheard: [], due: [], unconfirmed: [], soaking: [] };
}

function hasSoaked({ soak }: FleetPlan, { confirmed, heard }: TableProgress, now: number): boolean {
  if (confirmed === null || heard === null) return false;
  return (
    now - confirmed.receivedAt >= soak.minutes * MINUTE_MS &&
    heard.standing.rounds - confirmed.standing.rounds >= soak.rounds
  );
}

/** Tables that have the release of the plan or are on their way to it: what going back reaches. */
export const touchedTables = (plan: FleetPlan, progress: FleetProgress): readonly string[] =>
  wavesOf(plan)
    .flat()
    .filter((table) => tableIn(progress, table).ordered !== null);

/** Steps after which nothing of an update is under way. */
const ENDED: readonly string[] = ["confirmed", "returned", "withdrawn", "refused"];

/** Tables that were ordered to go back, and of which it is not known that they did; of a base: on which it is under way still. */
export const notBack = (plan: FleetPlan, progress: FleetProgress): readonly string[] =>
  progress.returning === null
    ? []
    : touchedTables(plan, progress).filter((table) => {
        const { heard } = tableIn(progress, table);
        // What it said in the very instant of the order it may have said before it.
        if (heard === null || heard.receivedAt <= (progress.returning?.at ?? 0)) return true;
        const { has, step } = updateOf(plan, heard.standing);
        const isUnderWay = step !== null && !ENDED.includes(step.step);
        // A base that was kept stays: there is no way back from it but another one.
        return isUnderWay || (plan.base === undefined && has === plan.digest);
      });
